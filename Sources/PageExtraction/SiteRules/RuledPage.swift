import CXML2

/// A page as a libxml2 document and a `PageTree`, for the XPath expressions of site rules.
///
/// The document is freed with the page; a table of addresses maps its nodes to those of the tree.
struct RuledPage: ~Copyable {
  private let document: htmlDocPtr
  private let context: xmlXPathContextPtr
  private(set) var tree: PageTree
  private let places: [UnsafeMutableRawPointer: PageTree.Index]

  /// The maximum number of steps of all expressions together, less than a second's worth.
  private static let maxSteps: UInt = 50_000_000
  /// The maximum number of nodes for rules, since joining two node sets takes quadratic time.
  private static let maxNodes = 100_000

  /// Parses a page; nil if it has too many nodes.
  init?(_ markup: [UInt8]) {
    guard !markup.isEmpty, markup.count < Int(Int32.max) / 2 else { return nil }
    ParserLibrary.prepare()
    let options =
      HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue | HTML_PARSE_RECOVER.rawValue
      | HTML_PARSE_NONET.rawValue | HTML_PARSE_COMPACT.rawValue | HTML_PARSE_IGNORE_ENC.rawValue
    let document = markup.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) {
        htmlReadMemory($0.baseAddress, Int32(markup.count), nil, "UTF-8", Int32(options))
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
    let (tree, places) = PageParser.tree(of: document)
    guard places.count <= Self.maxNodes else {
      xmlXPathFreeContext(context)
      xmlFreeDoc(document)
      return nil
    }
    self.document = document
    self.context = context
    self.tree = tree
    self.places = places
  }

  deinit {
    xmlXPathFreeContext(context)
    xmlFreeDoc(document)
  }

  /// Whether the expressions exceeded their steps; further ones find nothing.
  var isExhausted: Bool { context.pointee.opCount >= context.pointee.opLimit }

  /// Returns the nodes that match an expression.
  func nodes(_ expression: String) -> [PageTree.Index] {
    found(expression) { places[UnsafeMutableRawPointer($0)] }
  }

  /// Returns the values that `take` makes from the nodes that match an expression.
  private func found<Value>(
    _ expression: String, _ take: (UnsafeMutablePointer<xmlNode>) -> Value?
  ) -> [Value] {
    guard let result = evaluate(expression) else { return [] }
    defer { xmlXPathFreeObject(result) }
    guard result.pointee.type == XPATH_NODESET, let set = result.pointee.nodesetval,
      let table = set.pointee.nodeTab
    else { return [] }
    return (0..<Int(set.pointee.nodeNr)).compactMap { table[$0].flatMap(take) }
  }

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

  /// The address that an expression selects: a text, or the target of an element.
  func link(_ expression: String) -> String? {
    for node in nodes(expression) where tree.tag(node) != .text {
      if let target = tree.attribute(.href, of: node) ?? tree.attribute(.content, of: node) {
        return target
      }
      if let inner = tree.firstElement([.a], in: node),
        let target = tree.attribute(.href, of: inner)
      {
        return target
      }
    }
    return text(expression)
  }

  /// The texts of all nodes that an expression selects.
  func texts(_ expression: String) -> [String] {
    guard let result = evaluate(expression) else { return [] }
    defer { xmlXPathFreeObject(result) }
    var found: [String] = []
    if result.pointee.type == XPATH_NODESET {
      guard let set = result.pointee.nodesetval, let table = set.pointee.nodeTab else { return [] }
      for place in 0..<min(Int(set.pointee.nodeNr), 100) {
        guard let node = table[place], let content = xmlNodeGetContent(node) else { continue }
        found.append(String(cString: content))
        xmlFreeText(content)
      }
    } else if let string = xmlXPathCastToString(result) {
      found.append(String(cString: string))
      xmlFreeText(string)
    }
    return found.map(EntityText.collapsed).filter { !$0.isEmpty }
  }

  private func evaluate(_ expression: String) -> xmlXPathObjectPtr? {
    guard expression.utf8.count < 4096 else { return nil }
    context.pointee.node = UnsafeMutableRawPointer(document).assumingMemoryBound(to: xmlNode.self)
    return xmlXPathEvalExpression(expression, context)
  }
}
