import Library
import PageExtraction
import Platform
import Reader
import ReadingList
import ReadingServices
import Terminal

extension Program {
  func show(_ line: Arguments) async throws {
    let format =
      try line.choice("--format", called: "format")
      ?? (options.printsJSON ? TextFormat.json : .text)
    if line.has("--info"), format != .text {
      throw Failure.usage("--info prints text only", of: .show)
    }
    let width = try line.number("--width", in: 1...1000)
    let numbersLinks = !Output.isTerminal || line.has("--links")
    let (library, article) = try oneArticle(line.others)
    let html = try library.body(of: article.id)
    let body = ArticleBody(fragment: html ?? "")
    if line.has("--info") {
      try print(
        ArticleInformation(article, links: body.links, clock: clock),
        width: width ?? (Output.isTerminal ? Output.columns : nil))
      return
    }
    if html?.isEmpty ?? true, article.fetch == .ready, format != .json {
      throw Failure(
        library.isTextOnItsWay(article.id)
          ? "The text of “\(article.title)” is on its way from another machine; luego fetch \(article.id.text.prefix(8)) gets it from the web"
          : "The text of “\(article.title)” is missing; run luego doctor")
    }
    if html == nil, format != .json {
      throw Failure(
        "“\(article.title)” has no text yet: "
          + (article.fetch.reason ?? "luego fetch \(article.id.text.prefix(8)) gets it"))
    }
    switch format {
    case .html: try Output.write(Output.markup(body.fragmentHTML))
    case .markdown: try Output.write(Self.markdown(of: article, body))
    case .json: try Output.line(Output.escaped(json(article, body: body, html: html)))
    case .text:
      let isPaged = Output.isTerminal && !line.has("--no-pager")
      try print(article, body, width: width, numbersLinks: numbersLinks, isPaged: isPaged)
    }
  }

  /// As the reader shows it: with colors and links on a terminal, else as text.
  func print(
    _ article: Article, _ body: ArticleBody, width: Int?, numbersLinks: Bool = false,
    isPaged: Bool = false
  ) throws {
    let header = ArticleHeader(article, notes: [article.url], clock: clock)
    let isTerminal = capabilities.hasStyles
    let columns = isTerminal ? Output.columns : nil
    let text = typeset(
      body, header: header, width: width ?? min(72, columns ?? 72),
      options: TypesetOptions(
        codeWidth: width ?? columns ?? Self.maxCodeWidth, marksEdits: !isTerminal,
        marksHeadings: !isTerminal, numbersLinks: numbersLinks))
    let paint = isTerminal ? TerminalPaint(usesColor: capabilities.hasColor) : nil
    var lines: [String] = []
    for line in text.lines {
      let plain = Output.printable(line.plainText).trimmedEnd
      lines.append(paint?.line(line, links: text.links) ?? plain)
    }
    if numbersLinks, !text.links.isEmpty { lines += ["", "Links:"] }
    let digits = String(text.links.count).count
    for (place, url) in text.links.enumerated() where numbersLinks {
      let number = String(place + 1)
      let indent = String(repeating: " ", count: 1 + digits - number.count)
      let address = Output.printable(url)
      let rows = width.map { address.wrapped(toWidth: max(1, $0 - digits - 3)) } ?? [address]
      lines.append("\(indent)\(number). \(rows[0])")
      lines += rows.dropFirst().map { String(repeating: " ", count: digits + 3) + $0 }
    }
    let printed = lines.joined(separator: "\n") + "\n"
    if isPaged, page(printed) { return }
    try Output.write(printed)
  }

  private func print(_ information: ArticleInformation, width: Int?) throws {
    let indent = ArticleInformation.labelColumns + 2
    for (place, section) in information.sections.enumerated() {
      if place > 0 { try Output.line("") }
      for line in section {
        let text = Output.printable(line.text)
        let rows = width.map { text.wrapped(toWidth: max(1, $0 - indent)) } ?? [text]
        for (row, part) in rows.enumerated() {
          let label = row == 0 ? line.label : ""
          try Output.line(label.padded(toWidth: indent) + part)
        }
      }
    }
  }

  static func markdown(of article: Article, _ body: ArticleBody) -> String {
    let title = ArticleBody.Inline.text(Output.printable(article.title))
    let heading = ArticleBody(blocks: [.heading(level: 1, [title], anchor: nil)])
    return "\(heading.markdown)\n\n<\(Output.printable(article.url))>\n\n"
      + body.markdown.printableLines + "\n"
  }

  static let maxCodeWidth = 1000

  func json(_ article: Article, body: ArticleBody, html: String?) -> JSON {
    ArticleJSON.object(ArticleSummary(article)).adding([
      .init("note", .string(article.note)),
      .init("text", .optional(html == nil ? nil : body.plainText)),
      .init("html", .optional(html == nil ? nil : body.fragmentHTML)),
    ])
  }

  /// Shows a text in `PAGER` or `less`, as git does; returns false if there is no pager.
  ///
  /// `less` ends at once if the text fits on the screen.
  private func page(_ text: String) -> Bool {
    let command = environment["PAGER"] ?? "less"
    guard !command.isEmpty, command != "cat" else { return false }
    let program = ForegroundProgram(
      words: ["/bin/sh", "-c", "LESS=${LESS-FRX}; export LESS; \(command)"],
      input: Output.bytes(text, for: Descriptor.output))
    let notFound: Int32 = 127
    switch program.run(whenStopped: {}, shouldEnd: { false }) {
    case .notStarted, .status(notFound): return false
    default: return true
    }
  }
}
