import ReadingList

/// Extracts articles from pages.
package struct PageExtractor: Sendable {
  private let rules: SiteRules
  private let workers: PageWorkers?

  /// Creates an extractor that applies `rules` where they match a page; with `workers`, these
  /// extract pages.
  package init(rules: SiteRules = .none, workers: PageWorkers? = nil) {
    (self.rules, self.workers) = (rules, workers)
  }

  /// Extracts the article of a page.
  ///
  /// Never fails: without an article the body is empty and `Extraction.verdict` states the reason.
  /// Time and memory are linear in the size of the page.
  package func extract(_ page: PageSource) -> Extraction {
    let file = rules.file(for: page.url)
    let answer =
      workers?.answer(to: page, rule: file?.text)
      ?? ExtractionAnswer(to: page, rule: file?.text)
    if answer.isWithoutRule, let file { rules.tooSlow(file.name) }
    return answer.extraction
  }

  fileprivate static func extraction(
    of page: PageSource, _ filter: MarkupFilter, _ ruled: RuledExtraction?
  ) -> Extraction {
    let prepared = PreparedPage(page, filter.linkedData, ruled?.remaining ?? filter.markup)
    let (tree, link, reader, kind) = (prepared.tree, prepared.link, prepared.reader, prepared.kind)
    var metadata = reader.metadata()
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
      part = ruled.article.flatMap(ArticlePart.init(markup:))
    }
    let isRuled = part != nil
    if !isRuled {
      part = choose(prepared, metadata: metadata)
    }
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
      body = BodyBuilder.body(
        of: part.top,
        in: part.tree,
        link: link,
        source: .page
      )
      // A page without posts is read as an article.
      if kind != .thread || part.isScored {
        body.blocks = MetadataLine.removed(from: body.blocks, author: metadata.author)
      }
      body.blocks = RepeatedTitle.removed(from: body.blocks, metadata.title)
      if part.isScored { body.blocks = RepeatedRuns.removed(from: body.blocks) }
    }
    if !isRuled,
      let stated = StatedText.body(reader.data.articleBody, link: link, insteadOf: body)
    {
      body = stated
    }
    if !isRuled {
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
      scriptBytes: filter.scriptBytes, loadsScripts: filter.loadsScripts,
      noscript: prepared.noscript)
    var verdict = judge.verdict()
    if BlockModel.installed == nil, part?.isScored == true {
      verdict = .suspect(
        reason: "extraction/blocks.model is missing or damaged; install Luego again"
      )
    }
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
    let isListing = kind == .article && part?.isListing == true
    let shown = isListing ? .listing : isThread ? kind : .article
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

  /// The part of a page that is the article, by the page's kind.
  private static func choose(_ page: PreparedPage, metadata: PageMetadata) -> ArticlePart? {
    let tree = page.tree
    guard let body = tree.firstElement([.body], in: PageTree.root) else { return nil }
    if page.kind == .thread {
      var thread = ForumThread(tree, body: body, title: metadata.title)
      if let found = thread.find(), found.length >= 100 {
        return ArticlePart(tree: found.tree, top: found.top, byline: found.author, date: found.date)
      }
    }
    var part = ArticlePart(tree: tree, top: body)
    part.isScored = true
    guard let model = BlockModel.installed else { return part }
    let found = page.finder(body: body, title: metadata.title).article(by: model)
    part.tree = found.tree
    part.isListing = found.isListing
    return part
  }

  /// Returns the blocks of a page with their features, for training.
  package static func blocks(of page: PageSource) -> (lines: [String], numbers: [Float]) {
    let filter = MarkupFilter(Mojibake.mended(page.html) ?? page.html)
    let prepared = PreparedPage(page, filter.linkedData, filter.markup)
    guard let body = prepared.tree.firstElement([.body], in: PageTree.root) else { return ([], []) }
    let finder = prepared.finder(body: body, title: prepared.reader.metadata().title)
    return (finder.lines, finder.numbers)
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

extension ExtractionAnswer {
  /// Extracts a page; `rule` is the text of its site's rule.
  package init(to page: PageSource, rule: String?) {
    let html = Mojibake.mended(page.html) ?? page.html
    let filter = MarkupFilter(html)
    var ruled: RuledExtraction?
    var isWithoutRule = false
    if let rule {
      do throws(SiteRuleTooSlow) {
        ruled = try RuledExtraction(SiteRule(parsing: rule), html: html, filter.markup)
      } catch { isWithoutRule = true }
    }
    let extraction = PageExtractor.extraction(of: page, filter, ruled)
    self.init(extraction: extraction, isWithoutRule: isWithoutRule)
  }
}

/// A page that was parsed and prepared, and what its metadata tell.
private struct PreparedPage {
  let tree: PageTree
  let link: WebLink
  let reader: MetadataReader
  let kind: PageKind
  /// The text for browsers without scripts.
  let noscript: String
  private let url: String?

  /// Prepares a page, of which `markup` is what is to be read.
  init(_ page: PageSource, _ linkedData: [[UInt8]], _ markup: [UInt8]) {
    url = page.url
    var tree = PageParser.parse(markup)
    link = WebLink(base: PageExtractor.base(tree, page.url))
    noscript = tree.elements([.noscript], in: PageTree.root).prefix(10).map { [tree] in
      tree.innerText($0, limit: 500)
    }.joined(separator: " ")
    PagePreparation.prepare(&tree)
    reader = MetadataReader(tree, linkedData: linkedData, link: link)
    kind =
      KindReader(
        tree, url: url, generator: reader.generator, openGraphType: reader.openGraphType,
        data: reader.data
      ).kind
    self.tree = tree
  }

  /// Prepares the blocks below `body` for the model; `title` is the article's.
  func finder(body: PageTree.Index, title: String?) -> ArticleFinder {
    ArticleFinder(
      tree, body: body,
      page: BlockNumbers.Page(
        title: BlockNumbers.titleWords(title ?? ""), isArticle: reader.isArticle,
        isThread: kind == .thread, isProduct: kind == .product,
        hasType: reader.openGraphType != nil, address: BlockNumbers.Address(url)))
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
  /// Whether it was chosen by the model.
  var isScored = false
  /// Whether it consists mostly of links.
  var isListing = false
}

extension ArticlePart {
  /// Parses the markup that a site's rule selects; nil if it has neither text nor pictures.
  init?(markup: [UInt8]) {
    tree = PageParser.parse(Array("<body>".utf8) + markup)
    PagePreparation.prepare(&tree)
    top = tree.firstElement([.body], in: PageTree.root) ?? PageTree.root
    guard tree.hasText(top) || tree.firstElement([.img], in: top) != nil else { return nil }
  }
}
