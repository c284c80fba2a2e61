import ArticleStore
import ReadingList
import TerminalKit

extension Program {
  /// `luego highlights`: what was highlighted, and the notes, as Markdown.
  func highlights(_ words: [String]) throws(Failure) {
    var reader = OptionReader(words, of: .highlights)
    var targets: [String] = []
    while let word = reader.next() {
      switch word {
      case .word(let text): targets.append(text)
      case .option(let option): throw reader.unknown(option)
      }
    }
    let library = try openLibrary()
    var finder = self.targets(in: library)
    let (rows, problem) = try finder.rows(targets, order: .newest)
    var isFirst = true
    for row in rows where finder.snapshot[row].hasHighlights {
      let found: Article?
      do throws(StoreError) { found = try library.article(finder.snapshot[row].id) } catch {
        throw Failure(error)
      }
      guard let article = found else { continue }
      if options.printsJSON {
        for highlight in article.highlights.live {
          try Output.line(Output.escaped(Self.json(highlight, of: article)))
        }
      } else {
        try Output.write((isFirst ? "" : "\n") + Self.markdown(of: article))
      }
      isFirst = false
    }
    if isFirst {
      let what = targets.isEmpty ? "" : " that matches “\(targets.joined(separator: " "))”"
      throw Failure("No saved article\(what) has highlights", .notFound)
    }
    if let problem { throw Failure("", problem.code) }
  }

  /// An article's title with its address, its note, and each highlight as a quotation with its note.
  private static func markdown(of article: Article) -> String {
    func paragraphs(_ text: String) -> [ArticleBody.Block] {
      text.split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }
        .map { .paragraph([.text(Output.printable(String($0)))]) }
    }
    let title = ArticleBody.Inline.text(Output.printable(article.title))
    var blocks: [ArticleBody.Block] = [
      .heading(level: 2, [.link([title], url: article.url)], anchor: nil)
    ]
    blocks += paragraphs(article.note)
    for highlight in article.highlights.live {
      blocks.append(.quote(paragraphs(highlight.quote)))
      blocks += paragraphs(highlight.note)
    }
    return ArticleBody(blocks: blocks).markdown.printableLines + "\n"
  }

  private static func json(_ highlight: Highlight, of article: Article) -> JSON {
    .object([
      .init("id", .string(article.id.text)),
      .init("url", .string(article.url)),
      .init("title", .string(article.title)),
      .init("quote", .string(highlight.quote)),
      .init("note", .string(highlight.note)),
      .init("color", .string(highlight.color.rawValue)),
      .init("createdAt", .string(highlight.createdAt.rfc3339)),
    ])
  }
}
