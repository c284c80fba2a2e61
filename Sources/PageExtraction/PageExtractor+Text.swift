import ReadingList

extension PageExtractor {
  /// Makes an article of plain text in UTF-8; its first line is the title where it is short.
  package func article(fromText bytes: [UInt8], url: String? = nil) -> Extraction {
    let text = String(decoding: bytes, as: UTF8.self)
    var metadata = PageMetadata()
    let first =
      text.split(separator: "\n", maxSplits: 20).first { !$0.allSatisfy(\.isWhitespace) } ?? ""
    let title = EntityText.collapsed(String(first.prefix(400)))
    if !title.isEmpty, title.count <= 100 { metadata.title = title }
    return Self.judged(TextArticle.body(text), metadata)
  }

  /// Makes an article of Markdown in UTF-8, with the metadata of its front matter.
  package func article(fromMarkdown bytes: [UInt8], url: String? = nil) -> Extraction {
    let article = MarkdownArticle(String(decoding: bytes, as: UTF8.self), link: WebLink(base: url))
    var metadata = PageMetadata()
    metadata.title = article.metadata["title"]
    metadata.author = article.metadata["author"]
    metadata.language = article.metadata["lang"] ?? article.metadata["language"]
    metadata.excerpt = article.metadata["description"] ?? article.metadata["summary"]
    metadata.publishedText = article.metadata["date"]
    if let date = metadata.publishedText.flatMap({ DateText.read($0) }) { metadata.publish(date) }
    var body = article.body
    if case .heading(1, let text, _)? = body.blocks.first {
      let heading = text.plainText
      if metadata.title == nil || metadata.title == heading {
        metadata.title = heading
        body.blocks.removeFirst()
        if case .rule? = body.blocks.first { body.blocks.removeFirst() }
      }
    }
    return Self.judged(body, metadata)
  }

  /// Makes an article of markup in UTF-8 that is the article's alone, as other reading lists keep it.
  ///
  /// It is cleaned as what is found in a page is, and nothing of it is judged to be something else.
  /// - Parameters:
  ///   - html: the markup.
  ///   - url: what links in it are relative to.
  ///   - title: of a heading that repeats it nothing stays.
  /// - Returns: the article, with what the markup says of itself.
  package func article(
    fromContent html: [UInt8], url: String? = nil, title: String? = nil
  ) -> Extraction {
    let filter = MarkupFilter(Mojibake.mended(html) ?? html)
    var tree = PageParser.parse(filter.markup)
    TextMeasure.measure(&tree)
    let link = WebLink(base: Self.base(tree, url))
    PagePreparation.prepare(&tree)
    let metadata = MetadataReader(tree, linkedData: filter.linkedData, link: link).metadata()
    var body = BodyBuilder.body(
      of: tree.firstElement([.body], in: PageTree.root) ?? PageTree.root, in: tree, link: link,
      source: .page)
    body.blocks = RepeatedTitle.removed(from: body.blocks, title ?? metadata.title)
    return Self.judged(body, metadata)
  }

  private static func judged(_ body: ArticleBody, _ metadata: PageMetadata) -> Extraction {
    Extraction(
      metadata: metadata, body: body,
      verdict: body.isEmpty ? .failed(reason: "No text found") : .ready)
  }
}
