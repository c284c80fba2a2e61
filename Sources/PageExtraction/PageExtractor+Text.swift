import ReadingList

extension PageExtractor {
  /// Creates an article from plain text in UTF-8; a short first line is the title.
  package func article(fromText bytes: [UInt8], url: String? = nil) -> Extraction {
    let text = String(decoding: bytes, as: UTF8.self)
    var metadata = PageMetadata()
    let first =
      text.split(separator: "\n", maxSplits: 20).first { !$0.allSatisfy(\.isWhitespace) } ?? ""
    let title = PageText.line(String(first.prefix(400)))
    if !title.isEmpty, title.count <= 100 { metadata.title = title }
    return Self.judged(TextArticle.body(text), metadata)
  }

  /// Creates an article from Markdown, with the metadata of its front matter; a plain one shows its
  /// marks.
  static func article(fromMarkdown page: PageSource, isPlain: Bool = false) -> Extraction {
    let article = MarkdownArticle(
      String(decoding: page.bytes, as: UTF8.self), link: WebLink(base: page.url), isPlain: isPlain)
    var metadata = PageMetadata()
    metadata.title = article.metadata["title"]
    metadata.author = article.metadata["author"]
    metadata.language = article.metadata["lang"] ?? article.metadata["language"]
    metadata.excerpt = article.metadata["description"] ?? article.metadata["summary"]
    if let date = article.metadata["date"].flatMap({ DateText.read($0) }) { metadata.publish(date) }
    var body = article.body
    // A picture may stand above the title.
    let place = body.blocks.firstIndex { if case .figure = $0 { false } else { true } } ?? 0
    if place < body.blocks.count, case .heading(1, let text, _) = body.blocks[place] {
      let heading = text.plainText
      if metadata.title == nil || metadata.title == heading {
        metadata.title = heading
        body.blocks.remove(at: place)
        if place < body.blocks.count, case .rule = body.blocks[place] {
          body.blocks.remove(at: place)
        }
      }
    }
    return judged(body, metadata)
  }

  /// Creates an article from UTF-8 markup that contains only the article, as other reading lists
  /// store it.
  ///
  /// The markup is cleaned like an extracted article, but no part of it is rejected.
  /// - Parameters:
  ///   - html: the markup.
  ///   - url: the base of relative links.
  ///   - title: the title, whose repetition in a heading is removed.
  /// - Returns: the article, with the metadata in the markup.
  package func article(
    fromContent html: [UInt8], url: String? = nil, title: String? = nil
  ) -> Extraction {
    let filter = MarkupFilter(Mojibake.mended(html) ?? html)
    var tree = PageParser.parse(filter.markup)
    let link = WebLink(base: PreparedPage.base(tree, url))
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
