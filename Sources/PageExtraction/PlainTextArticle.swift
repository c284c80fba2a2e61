package import ReadingList

extension PageExtractor {
  /// An article from plain text: paragraphs between blank lines.
  package func article(fromText bytes: [UInt8], url: String?) -> Extraction {
    let text = String(decoding: bytes, as: UTF8.self)
    let paragraphs = text.split(separator: "\n\n").map {
      ArticleBody.Block.paragraph([.text(String($0))])
    }
    return Extraction(
      metadata: PageMetadata(),
      body: ArticleBody(blocks: paragraphs),
      verdict: paragraphs.isEmpty ? .failed(reason: "The text is empty") : .ready
    )
  }

  /// An article from Markdown.
  package func article(fromMarkdown bytes: [UInt8], url: String?) -> Extraction {
    article(fromText: bytes, url: url)
  }
}

extension ArticleBody {
  /// The text as Markdown.
  package var markdown: String { plainText }
}
