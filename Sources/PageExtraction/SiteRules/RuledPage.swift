import CXML2

/// A page as a libxml2 document, for the XPath expressions of site rules.
struct RuledPage: ~Copyable {
  private typealias Node = UnsafeMutablePointer<xmlNode>

  private let document: htmlDocPtr
  private let context: xmlXPathContextPtr
  /// Nodes that were taken out of the document, which no longer frees them.
  private var removed: [Node] = []

  /// The maximum number of steps of all expressions together, less than a second's worth.
  private static let maxSteps: UInt = 50_000_000
  /// The maximum number of tags for rules, since joining two node sets takes quadratic time.
  private static let maxTags = 100_000

  /// Parses a page; nil if it has too many tags.
  init?(_ markup: [UInt8]) {
    guard !markup.isEmpty, markup.count < Int(Int32.max) / 2,
      markup.count(where: { $0 == UInt8(ascii: "<") }) <= Self.maxTags
    else { return nil }
    ParserLibrary.prepare()
    let document = markup.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) {
        htmlReadMemory(
          $0.baseAddress, Int32(markup.count), nil, "UTF-8", ParserLibrary.options)
      }
    }
    guard let document else { return nil }
    guard let context = xmlXPathNewContext(document) else {
      xmlFreeDoc(document)
      return nil
    }
    context.pointee.opLimit = Self.maxSteps
    // Without a handler, libxml2 writes errors in expressions to standard error.
    context.pointee.error = { _, _ in }
    self.document = document
    self.context = context
  }

  deinit {
    xmlXPathFreeContext(context)
    for node in removed { xmlFreeNode(node) }
    xmlFreeDoc(document)
  }

  /// Whether the expressions exceeded their steps; further ones find nothing.
  var isExhausted: Bool { context.pointee.opCount >= context.pointee.opLimit }

  /// Whether an expression is valid XPath 1.0.
  static func isXPath(_ expression: String) -> Bool {
    ParserLibrary.prepare()
    guard let context = xmlXPathNewContext(nil) else { return true }
    defer { xmlXPathFreeContext(context) }
    context.pointee.error = { _, _ in }
    guard let compiled = xmlXPathCtxtCompile(context, expression) else { return false }
    xmlXPathFreeCompExpr(compiled)
    return true
  }

  /// The text of the first node, or the string, that an expression selects.
  func text(_ expression: String) -> String? { texts(expression).first }

  /// The address that an expression selects: the target of an element, or a text.
  func link(_ expression: String) -> String? {
    text("(\(expression))/descendant-or-self::*/@href") ?? text("(\(expression))/@content")
      ?? text(expression)
  }

  /// The texts of the first hundred nodes that an expression selects.
  func texts(_ expression: String) -> [String] {
    let found = evaluate(expression) { result, nodes in
      result.pointee.type == XPATH_NODESET
        ? nodes.prefix(100).map { xmlNodeGetContent($0) } : [xmlXPathCastToString(result)]
    }
    return found.compactMap { content in
      guard let content else { return nil }
      defer { xmlFreeText(content) }
      return PageText.line(String(cString: content))
    }.filter { !$0.isEmpty }
  }

  /// Removes the elements and texts that an expression selects.
  mutating func remove(_ expression: String) {
    for node in content(expression) {
      xmlUnlinkNode(node)
      removed.append(node)
    }
  }

  /// The markup of the elements and texts that an expression selects; nil if there are none.
  func markup(of expression: String) -> [UInt8]? {
    let nodes = content(expression)
    guard !nodes.isEmpty, let buffer = xmlBufferCreate() else { return nil }
    defer { xmlBufferFree(buffer) }
    let all = Set(nodes)
    for node in nodes {
      let above = sequence(first: node, next: \.pointee.parent).dropFirst()
      if above.contains(where: all.contains) { continue }
      // Of a list, or of a page without scripts, only the content is meant.
      if ["li", "noscript"].contains(node.pointee.name.map { String(cString: $0) }) {
        xmlNodeSetName(node, "div")
      }
      htmlNodeDump(buffer, document, node)
    }
    return Array(
      UnsafeBufferPointer(start: xmlBufferContent(buffer), count: Int(xmlBufferLength(buffer))))
  }

  private func content(_ expression: String) -> [Node] {
    evaluate(expression) { _, nodes in
      nodes.filter { [XML_ELEMENT_NODE, XML_TEXT_NODE].contains($0.pointee.type) }
    }
  }

  /// Passes the result of an expression, and its nodes, to `take`.
  private func evaluate<Value>(
    _ expression: String, _ take: (xmlXPathObjectPtr, [Node]) -> [Value]
  ) -> [Value] {
    guard expression.utf8.count < 4096 else { return [] }
    context.pointee.node = UnsafeMutableRawPointer(document).assumingMemoryBound(to: xmlNode.self)
    guard let result = xmlXPathEvalExpression(expression, context) else { return [] }
    defer { xmlXPathFreeObject(result) }
    var nodes: [Node] = []
    if result.pointee.type == XPATH_NODESET, let set = result.pointee.nodesetval,
      let table = set.pointee.nodeTab
    {
      nodes = (0..<Int(set.pointee.nodeNr)).compactMap { table[$0] }
    }
    return take(result, nodes)
  }
}
