import ReadingList

/// Applies the rules for a site to a page.
struct RuledExtraction {
  var title: String?
  var author: String?
  var date: String?
  var singlePageLink: String?
  var nextPageLink: String?
  /// Whether it is an advertisement dressed as an article.
  var isNativeAd = false
  /// The tree and the node that hold the article; nil when `body` found nothing.
  var article: (tree: PageTree, top: PageTree.Index)?

  /// Applies `rule` to a page.
  ///
  /// - Parameters:
  ///   - rule: the rule.
  ///   - html: the page as it came, for what stands in scripts.
  ///   - markup: the page after the filter.
  /// - Throws: `SiteRuleProblem` when the rule cannot be applied to it.
  init?(_ rule: SiteRule, html: [UInt8], _ markup: [UInt8]) throws(SiteRuleProblem) {
    guard let page = RuledPage(markup) else { return nil }
    if rule.readsScripts, let whole = RuledPage(MarkupFilter(html, keepsScripts: true).markup) {
      try readMetadata(rule, whole)
    } else {
      try readMetadata(rule, page)
    }
    let bodies = Self.first(rule.body) { expression in
      let nodes = page.nodes(expression)
      return nodes.isEmpty ? nil : nodes
    }
    let stripped = rule.strip.flatMap { page.nodes($0) }
    let dissolved = rule.dissolve.flatMap { page.nodes($0) }
    let wrapped = rule.wrap.map { (Tag(name: $0.target.lowercased()), page.nodes($0.expression)) }
    let moved = rule.move.map { (page.nodes($0.target).first, page.nodes($0.expression)) }
    let bared = rule.stripAttributes.flatMap { page.attributes($0) }
    guard !page.isExhausted else { throw .takesTooLong }
    var tree = page.tree
    TextMeasure.measure(&tree)
    Self.rearrange(dissolved: dissolved, wrapped: wrapped, moved: moved, &tree)
    for (node, name) in bared { tree.removeAttribute(name, of: node) }
    for name in rule.lazySources {
      for node in tree.elements([.img], in: 0) { tree.renameAttribute(name, of: node, to: .src) }
    }
    for node in stripped where node != 0 { tree.detach(node) }
    Self.strip(rule, &tree)
    guard let bodies else {
      // Stripping still holds where the extractor judges for itself.
      remaining = tree
      return
    }
    let top = tree.makeElement(.div)
    var kept: Set<PageTree.Index> = []
    for node in bodies where tree[node].parent != PageTree.none {
      if kept.contains(where: { tree.isInside(node, $0) }) { continue }
      kept.insert(node)
      tree.detach(node)
      if [.td, .li, .body, .html, .main, .article, .noscript].contains(tree.tag(node)) {
        tree[node].tag = .div
      }
      tree.append(node, to: top)
    }
    tree.append(top, to: 0)
    PagePreparation.prepare(&tree)
    if rule.prunes {
      var cleaning = ArticleCleaning(
        tree,
        top: top,
        weighsNames: false,
        isConditional: false,
        isDocumentation: false
      )
      cleaning.run()
      tree = cleaning.tree
    } else {
      TableKind.mark(&tree, below: top)
    }
    if tree.hasText(top) || tree.firstElement([.img], in: top) != nil { article = (tree, top) }
  }

  /// Reads what stands beside the text.
  private mutating func readMetadata(
    _ rule: SiteRule,
    _ page: borrowing RuledPage
  ) throws(SiteRuleProblem) {
    title = Self.first(rule.title) { page.text($0) }
    date = Self.first(rule.date) { page.text($0) }
    let authors = rule.author.flatMap { page.texts($0) }
    author = authors.isEmpty ? nil : authors.joined(separator: ", ")
    if rule.conditions.isEmpty || rule.conditions.contains(where: { page.finds($0) }) {
      singlePageLink = Self.first(rule.singlePageLink) { page.link($0) }
      nextPageLink = Self.first(rule.nextPageLink) { page.link($0) }
    }
    isNativeAd = rule.nativeAdClues.contains { page.finds($0) }
    guard !page.isExhausted else { throw .takesTooLong }
  }

  /// The page without what the rule strips, where it has no `body`.
  private(set) var remaining: PageTree?

  private static func first<Value>(
    _ expressions: [String],
    _ find: (String) -> Value?
  ) -> Value? {
    for expression in expressions { if let value = find(expression) { return value } }
    return nil
  }

  private static func rearrange(
    dissolved: [PageTree.Index],
    wrapped: [(Tag, [PageTree.Index])],
    moved: [(PageTree.Index?, [PageTree.Index])],
    _ tree: inout PageTree
  ) {
    for (target, nodes) in moved {
      guard let target else { continue }
      for node in nodes
      where node != 0 && !tree.isInside(target, node) && tree[node].parent != PageTree.none {
        tree.detach(node)
        tree.append(node, to: target)
      }
    }
    for (tag, nodes) in wrapped where tag != .unknown && tag != .text {
      for node in nodes.prefix(1000) where node != 0 && tree[node].parent != PageTree.none {
        let wrapper = tree.makeElement(tag)
        tree.insert(wrapper, before: node)
        tree.detach(node)
        tree.append(node, to: wrapper)
      }
    }
    for node in dissolved
    where node != 0 && tree.tag(node) != .text && tree[node].parent != PageTree.none {
      tree.unwrap(node)
    }
  }

  private static func strip(_ rule: SiteRule, _ tree: inout PageTree) {
    let parts = rule.stripIDOrClass.map { Array($0.utf8) }.filter { !$0.isEmpty }
    let spared = rule.skipIDOrClass.map { Array($0.utf8) }.filter { !$0.isEmpty }
    let sources = rule.stripImageSource.map { Array($0.utf8) }.filter { !$0.isEmpty }
    guard !parts.isEmpty || !sources.isEmpty else { return }
    var node = tree.following(0, within: 0)
    while node != PageTree.none {
      if isStripped(node, parts, spared, sources, tree) {
        let next = tree.skipping(node, within: 0)
        tree.detach(node)
        node = next
      } else {
        node = tree.following(node, within: 0)
      }
    }
  }

  private static func isStripped(
    _ node: PageTree.Index,
    _ parts: [[UInt8]],
    _ spared: [[UInt8]],
    _ sources: [[UInt8]],
    _ tree: PageTree
  ) -> Bool {
    let tag = tree.tag(node)
    if tag == .text || tag == .html || tag == .body { return false }
    for name in [AttributeName.id, .class] {
      if let value = tree.bytes(name, of: node), parts.contains(where: { value.contains($0) }),
        !spared.contains(where: { value.contains($0) })
      {
        return true
      }
    }
    if tag == .img, let source = tree.bytes(.src, of: node) {
      return sources.contains { source.contains($0) }
    }
    return false
  }
}

extension PageTree {
  /// Takes an attribute away from an element.
  fileprivate mutating func removeAttribute(_ name: String, of index: Index) {
    guard let slot = slot(of: name, in: index) else { return }
    attributes[slot].name = .other
    attributes[slot].nameCount = 0
  }

  /// Gives an attribute another name; what had that one loses it.
  fileprivate mutating func renameAttribute(
    _ name: String,
    of index: Index,
    to other: AttributeName
  ) {
    guard let slot = slot(of: name, in: index) else { return }
    removeAttribute(String(describing: other), of: index)
    attributes[slot].name = other
  }

  private func slot(of name: String, in index: Index) -> Int? {
    let node = self[index]
    guard node.tag != .text else { return nil }
    let known = AttributeName(name: name)
    return (Int(node.start)..<Int(node.start + node.count)).first { slot in
      let attribute = attributes[slot]
      guard known == .other else { return attribute.name == known }
      let start = Int(attribute.nameStart)
      return attribute.name == .other
        && bytes[start..<(start + Int(attribute.nameCount))].elementsEqual(name.utf8)
    }
  }
}
