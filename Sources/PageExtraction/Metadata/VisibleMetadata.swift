import ReadingList

/// Finds the author and date that a page shows near its headline.
///
/// Machine-readable metadata have priority, but many pages have none.
struct VisibleMetadata {
  let tree: PageTree
  let body: PageTree.Index
  let dayFirst: Bool
  private let headline: PageTree.Index?

  /// The maximum number of nodes visited after the headline, and before it.
  private static let farthest = 500
  private static let farthestBefore = 150
  /// The maximum length of text after the headline that may contain metadata, in characters.
  private static let maxLeadLength = 1200
  /// The maximum length of a metadata line, in characters.
  static let maxLineLength = 160

  /// Creates a finder for an unchanged page; `title` identifies the headline, `dayFirst` the order
  /// of numeric dates.
  init(_ tree: PageTree, body: PageTree.Index, title: String?, dayFirst: Bool) {
    self.tree = tree
    self.dayFirst = dayFirst
    self.body = body
    let words = Set(TitleText.words(String((title ?? "").prefix(500))))
    let headings = tree.elements([.h1, .h2, .h3], in: body).prefix(60).filter {
      !tree[$0].flags.contains(.hidden)
    }
    let fitting = headings.filter {
      TitleText.similarity(words, tree.innerText($0, limit: 600)) > 0.6
    }
    headline =
      fitting.first { tree.tag($0) == .h1 } ?? fitting.first { tree.tag($0) == .h2 } ?? fitting
      .first ?? headings.first { tree.tag($0) == .h1 }
  }

  /// The nodes near the headline, nearest first: those after it, then those before it.
  var near: [PageTree.Index] {
    let nodes = tree.descendants(of: body) { node in
      isElsewhere(node) && headline.map { !tree.isInside($0, node) } ?? true
    }
    let place = headline.flatMap { nodes.firstIndex(of: $0) } ?? 0
    let after = nodes[place...].drop { node in headline.map { tree.isInside(node, $0) } ?? false }
    var length = 0
    let behind = after.prefix(Self.farthest).prefix { node in
      defer { if tree.tag(node) == .text { length += Int(tree[node].length) } }
      return length < Self.maxLeadLength
    }
    return Array(behind) + nodes[..<place].suffix(Self.farthestBefore).reversed()
  }

  /// Whether a part is not about the article.
  func isElsewhere(_ node: PageTree.Index) -> Bool {
    let current = tree[node]
    if current.tag == .text { return false }
    if current.flags.contains(.hidden) { return true }
    if [.nav, .aside, .footer, .form, .select, .noscript, .dialog].contains(current.tag) {
      return !current.marks.contains(.byline)
    }
    if current.marks.contains(.unlikelyBody) {
      return current.marks.isDisjoint(with: [.byline, .postDate])
    }
    return !current.marks.isDisjoint(with: [
      .comments, .related, .newsletter, .consent, .advertisement, .navigation,
    ])
  }

  // MARK: Author

  /// Returns the names of the authors.
  func author() -> String? {
    let nodes = near
    for node in nodes where tree.tag(node) != .text {
      guard isMarked(node), tree.textLength(node) <= 200,
        let names = BylineText.names(in: node, tree), BylineText.isName(names)
      else { continue }
      return names
    }
    let texts = nodes.lazy.filter { tree.tag($0) == .text }
    return texts.compactMap { unmarked($0) }.first ?? farAuthor()
  }

  /// The names in the first byline anywhere on the page, also on a card about the author.
  private func farAuthor() -> String? {
    let nodes = tree.descendants(of: body) {
      let current = tree[$0]
      return current.flags.contains(.hidden)
        || [.nav, .footer, .form, .dialog].contains(current.tag)
        || !current.marks.isDisjoint(with: [.comments, .related, .newsletter, .consent])
    }
    for node in nodes where tree.tag(node) != .text {
      if tree[node].marks.contains(.byline) || isMarked(node), !isAuthorLink(node),
        (1..<100).contains(tree.textLength(node)),
        let names = BylineText.names(in: node, tree), BylineText.isName(names)
      {
        return names
      }
    }
    return nil
  }

  private static let authorName = Array("author".utf8)

  private func isMarked(_ node: PageTree.Index) -> Bool {
    let current = tree[node]
    if current.marks.contains(.byline), !current.marks.contains(.authorCard) { return true }
    if tree.attribute(.rel, of: node, equals: "author") { return true }
    if let property = tree.bytes(.itemprop, of: node) {
      return ByteText.contains(property, Self.authorName)
    }
    return isAuthorLink(node)
  }

  /// Whether an element is a link to an author's page.
  func isAuthorLink(_ node: PageTree.Index) -> Bool {
    guard tree.tag(node) == .a, let target = tree.bytes(.href, of: node) else { return false }
    return Self.authorPaths.contains { ByteText.contains(target, $0) }
  }

  private static let authorPaths = ["/author/", "/authors/", "/auteur/", "/autor/", "/writers/"].map
  { Array($0.utf8) }

  /// The name in a line of text that begins with "By".
  private func unmarked(_ node: PageTree.Index) -> String? {
    guard tree[node].length >= 2, Int(tree[node].length) <= Self.maxLineLength else { return nil }
    let text = PageText.line(CleanText.string(tree.text(node)))
    guard BylineText.isOpened(text) else { return nil }
    var line = text
    if BylineText.names(text) == nil {
      // "By" and the name may be in separate elements.
      let parent = tree[node].parent
      let holder = tree.textLength(parent) > Int(tree[node].length) ? parent : tree[parent].parent
      guard holder != PageTree.none, tree.textLength(holder) <= Self.maxLineLength else {
        return nil
      }
      line = tree.innerText(holder)
      guard BylineText.isOpened(line) else { return nil }
    }
    guard let names = BylineText.names(line), BylineText.isPersonal(names) else { return nil }
    return names
  }
}
