import ReadingList

/// Extracts articles from pages.
package struct PageExtractor: Sendable {
  private let rules: SiteRules

  /// Creates an extractor that applies `rules` before its own analysis.
  package init(rules: SiteRules = .none) { self.rules = rules }

  /// Extracts the article of a page.
  ///
  /// Never fails: without an article the body is empty and `Extraction.verdict` states the reason.
  /// Time and memory are linear in the size of the page.
  package func extract(_ page: PageSource) -> Extraction {
    let html = Mojibake.mended(page.html) ?? page.html
    if let rule = rules.rule(for: page.url) {
      let filter = MarkupFilter(html)
      do throws(SiteRuleProblem) {
        let ruled = try RuledExtraction(rule, html: html, filter.markup)
        return extraction(of: page, filter, ruled)
      } catch { rules.refuse(ruleFor: page.url, error) }
    }
    return extraction(of: page, MarkupFilter(html), nil)
  }

  private func extraction(
    of page: PageSource, _ filter: MarkupFilter, _ ruled: RuledExtraction?
  ) -> Extraction {
    var tree = PageParser.parse(filter.markup)
    TextMeasure.measure(&tree)
    let link = WebLink(base: Self.base(tree, page.url))
    if let remaining = ruled?.remaining { tree = remaining }
    let noscript = tree.elements([.noscript], in: PageTree.root).prefix(10).map {
      tree.innerText($0, limit: 500)
    }.joined(separator: " ")
    PagePreparation.prepare(&tree)
    let reader = MetadataReader(tree, linkedData: filter.linkedData, link: link)
    var metadata = reader.metadata()
    var kind = KindReader(
      tree, url: page.url, generator: reader.generator, openGraphType: reader.openGraphType,
      data: reader.data
    ).kind
    let title = metadata.title
    let dayFirst = metadata.isDayFirst
    lazy var visible = tree.firstElement([.body], in: PageTree.root).map {
      VisibleMetadata(tree, body: $0, title: title, dayFirst: dayFirst)
    }
    var part: ArticlePart?
    if let ruled {
      metadata.title = ruled.title ?? metadata.title
      metadata.author = ruled.author ?? metadata.author
      if let date = ruled.date {
        metadata.publishedText = date
        if let date = DateText.read(date, dayFirst: dayFirst) { metadata.publish(date) }
      }
      part = ruled.article.map { ArticlePart(tree: $0.tree, top: $0.top) }
    }
    if part == nil {
      part = Self.choose(tree, reader: reader, metadata: metadata, kind: kind, link: link)
    }
    if part?.isListing == true { kind = .listing }
    var body = ArticleBody(blocks: [])
    // In UTC, the date may already be the next day.
    if let moment = metadata.publishedAt, metadata.publishedOffset == 0,
      let shown = visible?.nearDate(),
      abs(shown.day - moment.components(utcOffset: 0).dayNumber) == 1
    {
      metadata.publish(shown)
    }
    if metadata.publishedAt == nil,
      let date = visible?.described() ?? part?.date.flatMap({ Self.date($0, dayFirst) }) ?? visible?
        .date() ?? page.url.flatMap(DateText.day(inAddress:))
    {
      metadata.publish(date)
    }
    if let part {
      let stated = metadata.author ?? ""
      if stated.isEmpty || stated.lowercased() == metadata.site?.lowercased() {
        let byline = part.byline.flatMap { $0.isEmpty ? nil : $0 }
        metadata.author =
          (kind == .thread ? part.byline : nil) ?? visible?.author() ?? byline ?? metadata.author
      } else if kind != .thread, BylineText.isUserName(stated), let shown = visible?.author(),
        BylineText.isPersonal(shown)
      {
        metadata.author = shown
      }
      body = BodyBuilder.body(of: part.top, in: part.tree, link: link, source: .page)
      // A page without posts is read as an article.
      let form = kind == .thread && part.isScored ? .article : kind
      if form != .thread {
        body.blocks = MetadataLine.removed(from: body.blocks, author: metadata.author)
      }
      body.blocks = RepeatedTitle.removed(from: body.blocks, metadata.title)
      if part.isScored { body.blocks = RepeatedRuns.removed(from: body.blocks) }
    }
    if ruled?.article == nil,
      let stated = StatedText.body(reader.data.articleBody, link: link, insteadOf: body)
    {
      body = stated
    }
    if ruled?.article == nil {
      let completed = reader.data.details.completing(body.blocks, of: kind)
      if completed != body.blocks {
        body.blocks = RepeatedTitle.removed(from: completed, metadata.title)
      }
    }
    var isAllText = false
    if body.plainText.isEmpty, !Self.hasPictures(body), let all = Self.allText(tree, link) {
      body = all
      isAllText = true
    }
    let judge = PageJudge(
      tree, metadata: metadata, body: body, isPaid: reader.data.isPaid,
      scriptBytes: filter.scriptBytes, loadsScripts: filter.loadsScripts, noscript: noscript)
    var verdict = judge.verdict()
    if isAllText, verdict == .ready {
      verdict = .suspect(reason: "No article found; this is all the text of the page")
    }
    // If scripts load a post, the description contains its text.
    if judge.hasNoTextWithoutScript, let excerpt = metadata.excerpt, !excerpt.isEmpty {
      body.blocks.insert(.paragraph([.text(excerpt)]), at: 0)
    }
    var extraction = Extraction(metadata: metadata, body: body, verdict: verdict)
    // The address alone does not make a thread.
    let isThread =
      kind != .thread || part?.isScored != true || reader.data.isForum
      || KindReader.isDescribedAsThread(tree)
    let shown = isThread ? kind : .article
    extraction.kind = judge.isWall && verdict != .ready ? .wall : shown
    if kind == .thread, verdict != .ready || part?.isScored == true, let url = page.url,
      reader.generator?.hasPrefix("Discourse") == true
    {
      extraction.threadData = DiscourseThread.data(of: url)
    }
    extraction.singlePage = ruled?.singlePageLink.flatMap(link.resolve)
    extraction.nextPage =
      ruled?.nextPageLink.flatMap(link.resolve)
      ?? (kind == .thread
        ? nil : NextPage(tree, at: page.url, link: link, isArticle: reader.isArticle).find())
    return extraction
  }

  /// The date that a text is or contains.
  private static func date(_ text: String, _ dayFirst: Bool) -> PageDate? {
    DateText.read(text, dayFirst: dayFirst) ?? DateText.first(in: text, dayFirst: dayFirst)
  }

  /// All readable text of a page, including menus and hidden parts; nil if there is none.
  private static func allText(_ tree: PageTree, _ link: WebLink) -> ArticleBody? {
    let shown = BodyBuilder.body(of: PageTree.root, in: tree, link: link, source: .page)
    if !shown.plainText.isEmpty { return shown }
    var bare = tree
    for index in bare.nodes.indices { bare.nodes[index].flags.remove(.hidden) }
    let all = BodyBuilder.body(of: PageTree.root, in: bare, link: link, source: .page)
    return all.plainText.isEmpty ? nil : all
  }

  private static func hasPictures(_ body: ArticleBody) -> Bool {
    body.blocks.contains { if case .figure = $0 { true } else { false } }
  }

  /// Chooses the article's part of a page by the page's kind.
  private static func choose(
    _ tree: PageTree, reader: MetadataReader, metadata: PageMetadata, kind: PageKind, link: WebLink
  ) -> ArticlePart? {
    guard let body = tree.firstElement([.body], in: PageTree.root) else { return nil }
    if kind == .thread {
      var thread = ForumThread(tree, body: body, title: metadata.title)
      if let found = thread.find(), found.length >= 100 {
        return ArticlePart(tree: found.tree, top: found.top, byline: found.author, date: found.date)
      }
    }
    let finder = ArticleFinder(
      tree, body: body, title: metadata.title ?? "", wantsByline: metadata.author == nil,
      isArticle: reader.isArticle)
    guard let found = finder.find() else { return Self.bare(tree, body) }
    var part = ArticlePart(tree: found.tree, top: found.top, byline: found.byline)
    LeadIn.restore(to: &part, from: tree, metadata: metadata, isProduct: kind == .product)
    Boilerplate.remove(from: &part, isProduct: kind == .product)
    part.isListing = found.isHub && kind == .article
    if !found.isHub, kind != .documentation { TeaserList.remove(from: &part, site: link.site) }
    part.isScored = true
    return part
  }

  /// Returns a whole page without running text, such as a single picture.
  private static func bare(_ tree: PageTree, _ body: PageTree.Index) -> ArticlePart {
    let main = Hub.main(in: tree, body: body).flatMap { tree.hasText($0) ? $0 : nil }
    var part = ArticlePart(tree: tree, top: main ?? body)
    for node in tree.elements(.everything, in: part.top) where GoodText.isFurniture(node, tree) {
      part.tree.detach(node)
    }
    return part
  }

  /// The base of relative links: the page's `<base>`, or its address.
  static func base(_ tree: PageTree, _ url: String?) -> String? {
    let own = WebLink(base: url)
    guard let base = tree.firstElement([.base], in: PageTree.root),
      let href = tree.attribute(.href, of: base),
      let resolved = own.resolve(href), ArticleBody.anchor(of: resolved) == nil
    else { return url }
    return resolved
  }
}

/// The part of a page that is the article.
struct ArticlePart {
  var tree: PageTree
  var top: PageTree.Index
  /// A byline that was removed from the text.
  var byline: String?
  /// The date stated in the part.
  var date: String?
  /// Whether scoring found it, so that it may contain unrelated parts.
  var isScored = false
  /// Whether it is an overview of other pages.
  var isListing = false
}
