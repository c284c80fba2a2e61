import ArticleStore
import Glibc
import PageExtraction
import ReadingList
import ReadingListModel
import TerminalKit
import Typesetting

extension Program {
  /// `luego show`.
  func show(_ words: [String]) throws(Failure) {
    var reader = OptionReader(words, of: .show)
    var target: [String] = []
    var format = options.printsJSON ? "json" : "text"
    var width = 72
    while let word = reader.next() {
      switch word {
      case .word(let text): target.append(text)
      case .option("--format"): format = try reader.value(of: "--format")
      case .option("--width"): width = try reader.number(of: "--width", in: 1...1000)
      case .option(let option): throw reader.unknown(option)
      }
    }
    guard ["text", "markdown", "html", "json"].contains(format) else {
      throw .usage(
        "There is no format “\(format)”; there are text, markdown, html, json",
        of: .show
      )
    }
    guard !target.isEmpty else { throw .usage("show needs an article", of: .show) }
    let library = try openLibrary()
    var finder = try targets(in: library)
    let id = try finder.article(target.joined(separator: " "))
    let article: Article
    let html: String?
    do throws(StoreError) {
      guard let found = try library.article(id) else {
        throw StoreError(.notFound, "There is no article \(id)")
      }
      article = found
      html = try library.body(of: id)
    } catch { throw Failure(error) }
    let body = ArticleBody(fragment: html ?? "")
    if html == nil, format != "json" {
      throw Failure(
        "“\(article.title)” has no text yet: \(article.fetch.reason ?? "it was not fetched")"
      )
    }
    switch format {
    case "html": try Output.write(Output.markup(html ?? ""))
    case "markdown":
      try Output.write(
        "\(Self.heading(article.title))\n\n<\(Output.printable(article.url))>\n\n\(body.markdown.printableLines)\n"
      )
    case "json": try Output.line(Output.escaped(json(article, body: body, html: html)))
    default: try print(article, body, width: width)
    }
  }

  /// Prints an article as the reader shows it.
  func print(_ article: Article, _ body: ArticleBody, width: Int) throws(Failure) {
    var facts = [article.site, article.author].compactMap { $0 }
    if let minutes = article.readingMinutes { facts.append("\(minutes) min") }
    if let date = article.publishedAt { facts.append(longDate(date, clock: clock)) }
    let header = ArticleHeader(title: article.title, facts: facts, notes: [article.url])
    let text = typeset(body, header: header, width: width, options: TypesetOptions(ascii: false))
    for line in text.lines {
      var shown = line.plainText
      while shown.last == " " { shown.removeLast() }
      try Output.line(Output.printable(shown))
    }
  }

  private static func heading(_ title: String) -> String {
    ArticleBody(blocks: [.heading(level: 1, [.text(Output.printable(title))], anchor: nil)])
      .markdown
  }

  private func json(_ article: Article, body: ArticleBody, html: String?) -> JSON {
    guard case .object(var members) = ArticleJSON.object(ArticleSummary(article)) else {
      return .null
    }
    members += [
      .init("note", .string(article.note)),
      .init("text", html == nil ? .null : .string(body.plainText)),
      .init("html", html.map { .string($0) } ?? .null),
    ]
    return .object(members)
  }
}
