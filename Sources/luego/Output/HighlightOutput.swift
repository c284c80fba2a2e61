import PageExtraction
import ReadingList
import Terminal

struct HighlightOutput {
  let article: Article
  let highlights: [Highlight]

  func text(_ format: TextFormat) -> String {
    switch format {
    case .text: body.plainText.printableLines + "\n"
    case .markdown: body.markdown.printableLines + "\n"
    case .html: Output.markup(body.fragmentHTML) + "\n"
    case .json: highlights.map { Output.escaped(json($0)) + "\n" }.joined()
    }
  }

  /// The linked title, the note, and each highlight as a quotation with its note.
  private var body: ArticleBody {
    func paragraphs(_ text: String) -> [ArticleBody.Block] {
      text.split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }.map {
        .paragraph([.text(Output.printable(String($0)))])
      }
    }
    let title = ArticleBody.Inline.text(Output.printable(article.title))
    var blocks: [ArticleBody.Block] = [
      .heading(level: 2, [.link([title], url: article.url)], anchor: nil)
    ]
    blocks += paragraphs(article.note)
    for highlight in highlights {
      blocks.append(.quote(paragraphs(highlight.quote)))
      blocks += paragraphs(highlight.note)
    }
    return ArticleBody(blocks: blocks)
  }

  private func json(_ highlight: Highlight) -> JSON {
    .object([
      .init("id", .string(article.id.text)), .init("url", .string(article.url)),
      .init("title", .string(article.title)), .init("quote", .string(highlight.quote)),
      .init("note", .string(highlight.note)), .init("color", .string(highlight.color.rawValue)),
      .init("createdAt", .string(highlight.createdAt.rfc3339)),
    ])
  }
}
