/// Finds the next page of an article that spans several pages.
///
/// `rel=next` also points to the next post of a blog, the next chapter of a manual and older
/// entries of a list. A link is followed only if its address differs from this page's in the page
/// number alone, and if the metadata describe this page as an article: to miss a part is better
/// than to join two articles.
struct NextPage {
  let page: PreparedPage

  /// The maximum page number; a larger number is an identifier.
  private static let maxPages = 100
  private static let parameters: Set<Substring> = [
    "page", "pg", "pagenum", "pageno", "page_no", "pagenumber", "seite", "pagina",
  ]
  private static let extensions: Set<Substring> = [
    "html", "htm", "shtml", "php", "asp", "aspx", "jsp",
  ]
  /// Path components of article lists and discussions.
  private static let lists: Set<Substring> = [
    "page", "category", "categories", "tag", "tags", "author", "authors", "archive", "archives",
    "search", "topic", "topics", "label", "thread", "threads", "forum", "forums", "feed",
  ]
  /// Words before a number that counts articles, not pages of one article.
  private static let parts: Set<Substring> = [
    "part", "chapter", "episode", "lesson", "section", "volume", "vol", "issue", "day", "week",
    "month", "step", "unit", "level", "book", "teil", "kapitel", "partie", "chapitre", "parte",
    "capitulo", "v", "version",
  ]

  private var tree: PageTree { page.tree }

  /// Returns the address of the next page; nil if there is none, or if it is doubtful.
  func find() -> String? {
    guard let here = page.url.flatMap(Address.init), page.reader.isArticle || hasOneArticle else {
      return nil
    }
    for node in tree.elements([.link, .a], in: PageTree.root) {
      guard let relation = tree.attribute(.rel, of: node)?.lowercased(),
        relation.split(whereSeparator: \.isWhitespace).contains("next"),
        let target = tree.attribute(.href, of: node).flatMap(page.link.resolve),
        let next = Address(target), Self.follows(next, here), !isAmongComments(node)
      else { continue }
      return String(target.prefix { $0 != "#" })
    }
    return nil
  }

  /// Whether a link belongs to the paging of comments.
  private func isAmongComments(_ link: PageTree.Index) -> Bool {
    tree.path(link).contains { tree[$0].marks.contains(.comments) }
  }

  private var hasOneArticle: Bool {
    var outermost = 0
    for node in tree.elements([.article], in: PageTree.root)
    where tree.ancestor(of: node, in: [.article]) == nil && tree.textLength(node) >= 200 {
      outermost += 1
    }
    return outermost == 1
  }

  // MARK: Addresses

  private struct Address {
    var site: String
    var path: [Substring]
    var query: [Substring]

    init?(_ text: String) {
      let parts = WebLink.Parts(text)
      site = parts.authority ?? ""
      path = parts.path.split(separator: "/")
      query = parts.query.dropFirst().split(separator: "&")
      if parts.scheme.isEmpty || site.isEmpty { return nil }
    }
  }

  private static func follows(_ next: Address, _ here: Address) -> Bool {
    guard next.site == here.site, !next.path.contains(where: lists.contains),
      !here.path.contains(where: lists.contains)
    else { return false }
    if next.path == here.path { return followsByQuery(next.query, here.query) }
    return next.query == here.query && followsByPath(next.path, here.path)
  }

  /// Whether the query is the next page: `story?page=2` after `story` or `story?page=1`; numbering
  /// from 0 is that of comments.
  private static func followsByQuery(_ next: [Substring], _ here: [Substring]) -> Bool {
    func page(_ part: Substring) -> Int? {
      guard let equals = part.firstIndex(of: "="),
        parameters.contains(Substring(part[..<equals].lowercased()))
      else { return nil }
      return number(part[part.index(after: equals)...])
    }
    guard next.filter({ page($0) == nil }) == here.filter({ page($0) == nil }) else { return false }
    let pages = next.compactMap(page)
    let before = here.compactMap(page)
    guard pages.count == 1, before.count <= 1 else { return false }
    return before.first.map { pages[0] == $0 + 1 } ?? (pages[0] == 2)
  }

  /// Whether the path is the next page: `a-story/2` after `a-story`, `a-story-2.html` after
  /// `a-story.html`.
  private static func followsByPath(_ next: [Substring], _ here: [Substring]) -> Bool {
    guard let last = next.last, let from = here.last else { return false }
    if let page = number(last) {
      if next.dropLast().elementsEqual(here) { return page == 2 && isSlug(from) }
      guard next.count == here.count, next.dropLast().elementsEqual(here.dropLast()),
        let before = number(from), before >= 1, let stem = next.dropLast().last
      else { return false }
      return page == before + 1 && isSlug(stem)
    }
    guard next.count == here.count, next.dropLast().elementsEqual(here.dropLast()),
      let new = numbered(last), let old = numbered(from), new.stem == old.stem,
      new.suffix == old.suffix, let page = new.page
    else { return false }
    let word = new.stem.split(whereSeparator: { !$0.isLetter }).last.map { $0.lowercased() }
    if let word, parts.contains(Substring(word)) { return false }
    return page == (old.page ?? 1) + 1
  }

  /// Whether the last path component names a single text.
  private static func isSlug(_ part: Substring) -> Bool {
    part.utf8.count >= 15 || part.count { $0 == "-" || $0 == "_" } >= 2
      || (part.firstIndex(of: ".").map { extensions.contains(part[part.index(after: $0)...]) }
        ?? false)
      || part.count(where: \.isNumber) >= 4 && part.contains(where: \.isLetter)
  }

  /// Splits a file name into its stem, page number and extension.
  private static func numbered(
    _ name: Substring
  ) -> (stem: Substring, page: Int?, suffix: Substring)? {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    let suffix = name[name.index(after: dot)...]
    guard extensions.contains(suffix) else { return nil }
    let stem = name[..<dot]
    if let mark = stem.lastIndex(where: { "-_.,".contains($0) }), mark != stem.startIndex,
      let page = number(stem[stem.index(after: mark)...])
    {
      return (stem[..<mark], page, suffix)
    }
    return (stem, nil, suffix)
  }

  private static func number(_ text: Substring) -> Int? {
    guard text.utf8.count <= 3, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let value = Int(text), value <= maxPages
    else { return nil }
    return value
  }
}
