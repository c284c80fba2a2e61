import ReadingList

/// Applies a site's rule to a page.
struct RuledExtraction {
  var title: String?
  var author: String?
  var date: String?
  var singlePageLink: String?
  var nextPageLink: String?
  /// The tree and node that contain the article; nil if `body` matched nothing.
  var article: (tree: PageTree, top: PageTree.Index)?

  /// Applies `rule` to a page.
  ///
  /// - Parameters:
  ///   - rule: the rule.
  ///   - html: the unfiltered page, for values in scripts.
  ///   - markup: the filtered page.
  /// - Throws: `SiteRuleTooSlow` if its expressions take too many steps.
  init?(_ rule: SiteRule, html: [UInt8], _ markup: [UInt8]) throws(SiteRuleTooSlow) {
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
    guard !page.isExhausted else { throw SiteRuleTooSlow() }
    var tree = page.tree
    TextMeasure.measure(&tree)
    for node in stripped where node != PageTree.root { tree.detach(node) }
    Self.strip(rule, &tree)
    guard let bodies else {
      // Stripping applies even if the extractor finds the article itself.
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
    tree.append(top, to: PageTree.root)
    PagePreparation.prepare(&tree)
    if tree.hasText(top) || tree.firstElement([.img], in: top) != nil { article = (tree, top) }
  }

  private mutating func readMetadata(
    _ rule: SiteRule, _ page: borrowing RuledPage
  ) throws(SiteRuleTooSlow) {
    title = Self.first(rule.title) { page.text($0) }
    date = Self.first(rule.date) { page.text($0) }
    let authors = rule.author.flatMap { page.texts($0) }
    author = authors.isEmpty ? nil : authors.joined(separator: ", ")
    singlePageLink = Self.first(rule.singlePageLink) { page.link($0) }
    nextPageLink = Self.first(rule.nextPageLink) { page.link($0) }
    guard !page.isExhausted else { throw SiteRuleTooSlow() }
  }

  /// The page without the parts that the rule strips, if the rule has no `body`.
  private(set) var remaining: PageTree?

  private static func first<Value>(_ expressions: [String], _ find: (String) -> Value?) -> Value? {
    for expression in expressions { if let value = find(expression) { return value } }
    return nil
  }

  private static func strip(_ rule: SiteRule, _ tree: inout PageTree) {
    let parts = rule.stripIDOrClass.map { Array($0.utf8) }.filter { !$0.isEmpty }
    guard !parts.isEmpty else { return }
    var node = tree.following(PageTree.root, within: PageTree.root)
    while node != PageTree.none {
      if isStripped(node, parts, tree) {
        let next = tree.skipping(node, within: PageTree.root)
        tree.detach(node)
        node = next
      } else {
        node = tree.following(node, within: PageTree.root)
      }
    }
  }

  private static func isStripped(
    _ node: PageTree.Index, _ parts: [[UInt8]], _ tree: PageTree
  ) -> Bool {
    let tag = tree.tag(node)
    if tag == .text || tag == .html || tag == .body { return false }
    return [AttributeName.id, .class].contains { name in
      tree.bytes(name, of: node).map { value in parts.contains { value.contains($0) } } ?? false
    }
  }
}
