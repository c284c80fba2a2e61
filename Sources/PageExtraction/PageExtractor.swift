import ReadingList

/// Makes articles of pages.
package struct PageExtractor: Sendable {
  private let rules: SiteRules

  /// Makes an extractor that tries `rules` before its own judgement.
  package init(rules: SiteRules = .none) { self.rules = rules }

  /// Finds the article of a page.
  ///
  /// Never fails: a page without an article gives an empty body and a verdict that says why. Time
  /// and memory are in proportion to the page.
  package func extract(_ page: PageSource) -> Extraction {
    let filter = MarkupFilter(page.html)
    var tree = PageParser.parse(filter.markup)
    TextMeasure.measure(&tree)
    PagePreparation.prepare(&tree)
    let link = WebLink(base: Self.base(tree, page.url))
    let reader = MetadataReader(tree, linkedData: filter.linkedData, link: link)
    var metadata = reader.metadata()
    guard let bodyNode = tree.firstElement([.body], in: 0) else {
      return Extraction(
        metadata: metadata,
        body: ArticleBody(blocks: []),
        verdict: .failed(reason: "the page is empty")
      )
    }
    let finder = ArticleFinder(
      tree,
      body: bodyNode,
      title: metadata.title ?? "",
      wantsByline: metadata.author == nil
    )
    var body = ArticleBody(blocks: [])
    let kind = PageKind(tree, url: page.url, generator: reader.generator, data: reader.data)
    if let thread = Self.thread(tree, bodyNode, kind) {
      body = BodyBuilder.body(of: thread.top, in: thread.tree, link: link, source: .page)
    } else if let found = finder.find() {
      if metadata.author == nil { metadata.author = found.byline }
      body = BodyBuilder.body(of: found.top, in: found.tree, link: link, source: .page)
    }
    let verdict: Extraction.Verdict =
      body.isEmpty ? .failed(reason: "there is no text in the page") : .ready
    return Extraction(metadata: metadata, body: body, verdict: verdict)
  }

  /// The posts of the page, if it is a discussion.
  private static func thread(
    _ tree: PageTree,
    _ body: PageTree.Index,
    _ kind: PageKind
  ) -> ForumThread.Found? {
    guard kind.isThread else { return nil }
    var thread = ForumThread(tree, body: body)
    guard let found = thread.find(), found.length >= 100 else { return nil }
    return found
  }

  /// What links are relative to: the page's `<base>`, or its address.
  private static func base(_ tree: PageTree, _ url: String?) -> String? {
    let own = WebLink(base: url)
    guard let base = tree.firstElement([.base], in: 0),
      let href = tree.attribute(.href, of: base), let resolved = own.resolve(href),
      !resolved.hasPrefix("#")
    else { return url }
    return resolved
  }
}
