import ReadingList

/// The steps from a page to its article.
struct PageReading {
  private let page: PageSource
  private let filter: MarkupFilter
  private let ruled: RuledExtraction?
  private let prepared: PreparedPage
  private let visible: VisibleMetadata?
  private let part: ArticlePart?
  private var metadata: PageMetadata
  private var body = ArticleBody(blocks: [])

  private var isThread: Bool { prepared.kind == .thread }

  /// Parses a page and chooses its article; `ruled` is the result of its site's rule.
  init(_ page: PageSource, _ filter: MarkupFilter, _ ruled: RuledExtraction?) {
    self.page = page
    self.filter = filter
    self.ruled = ruled
    prepared = PreparedPage(page, filter.linkedData, ruled?.remaining ?? filter.markup)
    metadata = prepared.reader.metadata()
    visible = prepared.body.map { [prepared, metadata] in
      VisibleMetadata(
        prepared.tree, body: $0, title: metadata.title, dayFirst: metadata.isDayFirst)
    }
    if let ruled {
      metadata.title = ruled.title ?? metadata.title
      metadata.author = ruled.author ?? metadata.author
      if let text = ruled.date, let date = DateText.read(text, dayFirst: metadata.isDayFirst) {
        metadata.publish(date)
      }
    }
    part =
      ruled?.article.flatMap(ArticlePart.init(markup:)) ?? prepared.article(title: metadata.title)
  }

  /// Extracts the article.
  func extraction() -> Extraction {
    var reading = self
    reading.findDate()
    if let part {
      reading.findAuthor(on: part)
      reading.build(part)
    }
    if part?.origin != .rule,
      let stated = StatedText.body(
        prepared.reader.data.articleBody, link: prepared.link, insteadOf: reading.body)
    {
      reading.body = stated
    }
    let isAllText = reading.addAllText()
    let judge = PageJudge(prepared, filter, metadata: reading.metadata, body: reading.body)
    // If scripts load a post, the description contains its text.
    if judge.hasNoTextWithoutScript, let excerpt = reading.metadata.excerpt, !excerpt.isEmpty {
      reading.body.blocks.insert(.paragraph([.text(excerpt)]), at: 0)
    }
    return reading.extraction(judge, isAllText: isAllText)
  }

  // MARK: Facts

  private mutating func findDate() {
    // In UTC, the date may already be the next day.
    if let moment = metadata.publishedAt, metadata.publishedOffset == 0,
      let shown = visible?.nearDate(),
      abs(shown.day - moment.components(utcOffset: 0).dayNumber) == 1
    {
      metadata.publish(shown)
    }
    guard metadata.publishedAt == nil else { return }
    let dayFirst = metadata.isDayFirst
    let date =
      visible?.described()
      ?? part?.date.flatMap {
        DateText.read($0, dayFirst: dayFirst) ?? DateText.first(in: $0, dayFirst: dayFirst)
      } ?? visible?.date() ?? page.url.flatMap(DateText.day(inAddress:))
    if let date { metadata.publish(date) }
  }

  private mutating func findAuthor(on part: ArticlePart) {
    let stated = metadata.author ?? ""
    if stated.isEmpty || stated.lowercased() == metadata.site?.lowercased() {
      metadata.author = part.author ?? visible?.author() ?? metadata.author
    } else if !isThread, BylineText.isUserName(stated), let shown = visible?.author(),
      BylineText.isPersonal(shown)
    {
      metadata.author = shown
    }
  }

  // MARK: Text

  private mutating func build(_ part: ArticlePart) {
    body = BodyBuilder.body(of: part.top, in: part.tree, link: prepared.link, source: .page)
    // A page without posts is read as an article.
    if part.origin != .posts {
      body.blocks = MetadataLine.removed(from: body.blocks, author: metadata.author)
    }
    body.blocks = RepeatedTitle.removed(from: body.blocks, metadata.title)
    if part.origin == .model { body.blocks = RepeatedRuns.removed(from: body.blocks) }
  }

  /// Takes all readable text of a page without an article, including menus and hidden parts;
  /// returns whether it did.
  private mutating func addAllText() -> Bool {
    guard body.plainText.isEmpty, !body.blocks.contains(where: \.isFigure) else { return false }
    var tree = prepared.tree
    for isHidden in [false, true] {
      if isHidden { for index in tree.nodes.indices { tree.nodes[index].flags.remove(.hidden) } }
      let all = BodyBuilder.body(
        of: PageTree.root, in: tree, link: prepared.link, source: .page)
      if !all.plainText.isEmpty {
        body = all
        return true
      }
    }
    return false
  }

  // MARK: Result

  private func extraction(_ judge: PageJudge, isAllText: Bool) -> Extraction {
    var verdict = judge.verdict()
    if BlockModel.installed == nil, part?.origin == .model {
      verdict = .suspect(
        reason: "extraction/blocks.model is missing or damaged; install Luego again")
    } else if isAllText, verdict == .ready {
      verdict = .suspect(reason: "No article found; this is all the text of the page")
    }
    var extraction = Extraction(metadata: metadata, body: body, verdict: verdict)
    extraction.kind = judge.isWall && verdict != .ready ? .wall : kind
    extraction.nextPage =
      ruled?.nextPageLink.flatMap(prepared.link.resolve)
      ?? (isThread ? nil : NextPage(page: prepared).find())
    return extraction
  }

  private var kind: PageKind {
    guard isThread else {
      return prepared.kind == .article && part?.isListing == true ? .listing : prepared.kind
    }
    // The address alone does not make a thread.
    let isDescribed =
      prepared.reader.data.isForum || KindReader.isDescribedAsThread(prepared.tree)
    return part?.origin != .model || isDescribed ? .thread : .article
  }
}

extension ArticleBody.Block {
  /// Whether it shows pictures.
  var isFigure: Bool { if case .figure = self { true } else { false } }
}
