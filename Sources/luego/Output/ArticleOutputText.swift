import Library
import PageExtraction
import Reader
import ReadingList
import Terminal

/// The argument of `write` or `pipe`: a format, and a file or a shell command.
struct HandoffLine: Equatable {
  var format: TextFormat?
  var goal: String

  /// Parses `[--FORMAT] GOAL`.
  init(_ line: String) {
    let words = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
    if let first = words.first, first.hasPrefix("--"),
      let format = TextFormat(rawValue: String(first.dropFirst(2)))
    {
      self.format = format
      goal = words.count > 1 ? String(words[1]) : ""
    } else {
      goal = line
    }
    goal = goal.trimmed
  }

  /// The given format, or else by the extension; text if that is unknown.
  var formatOfFile: TextFormat {
    if let format { return format }
    let name = goal.lowercased()
    if name.hasSuffix(".md") || name.hasSuffix(".markdown") { return .markdown }
    if name.hasSuffix(".html") || name.hasSuffix(".htm") { return .html }
    return name.hasSuffix(".json") ? .json : .text
  }
}

extension Program {
  func text(of output: ArticleOutput, as format: TextFormat, from library: Library) throws -> String
  {
    if let items = output.highlights { return try text(of: items, as: format, from: library) }
    let article: Article
    var body: ArticleBody
    if let unsaved = output.unsaved {
      article = unsaved
      body = output.unsavedBody ?? ArticleBody(blocks: [])
    } else {
      article = try foundArticle(output.id, in: library)
      body = ArticleBody(fragment: try library.body(of: output.id) ?? "")
    }
    if let selection = output.selection { body = selection.body }
    guard !body.isEmpty else { throw Failure("“\(article.title)” has no text yet") }
    let isWhole = output.selection == nil
    switch format {
    case .text:
      if let selection = output.selection { return selection.text.printableLines + "\n" }
      return Self.lines(of: article, body).joined(separator: "\n") + "\n"
    case .markdown:
      return isWhole ? Self.markdown(of: article, body) : body.markdown.printableLines + "\n"
    case .html: return Output.markup(body.fragmentHTML) + "\n"
    case .json: return Output.escaped(json(article, body: body, html: body.fragmentHTML)) + "\n"
    }
  }

  private func text(
    of items: [Navigation.Item], as format: TextFormat, from library: Library
  ) throws -> String {
    var articles: [ArticleID] = []
    var wanted: [ArticleID: Set<String>] = [:]
    for item in items {
      if wanted[item.article] == nil { articles.append(item.article) }
      wanted[item.article, default: []].formUnion([item.highlight].compactMap(\.self))
    }
    var texts: [String] = []
    for id in articles {
      guard let article = try library.article(id) else { continue }
      let printed = HighlightOutput(
        article: article,
        highlights: article.highlights.inTextOrder.filter { wanted[id]?.contains($0.id) == true })
      if !printed.highlights.isEmpty { texts.append(printed.text(format)) }
    }
    guard !texts.isEmpty else { throw Failure("The highlights no longer exist") }
    return texts.joined(separator: format == .json ? "" : "\n")
  }

  private static func lines(of article: Article, _ body: ArticleBody) -> [String] {
    let header = ArticleHeader(title: article.title, notes: [article.url])
    let options = TypesetOptions(codeWidth: maxCodeWidth, marksEdits: true, marksHeadings: true)
    return typeset(body, header: header, width: 72, options: options).lines.map {
      Output.printable($0.plainText.trimmedEnd)
    }
  }
}

enum TextFormat: String, CaseIterable {
  case text, markdown, html, json

  static let alternatives = allCases.map(\.rawValue).joined(separator: "|")
}
