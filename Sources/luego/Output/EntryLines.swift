import Library
import Reader
import ReadingList
import Terminal

/// Formats entries in columns that fit the terminal, in a custom format, or as JSON.
struct EntryLines {
  var printsJSON = false
  var format: EntryFormat?
  /// Decides which date is shown.
  var order = Order.newest
  /// Nil without a terminal.
  var columns: Int?
  var hasStyles = false

  /// The least width with date, reading time and signs.
  private static let minColumns = 60

  func text(of article: ArticleSummary, snippet: SearchSnippet? = nil) -> String {
    if printsJSON {
      var object = ArticleJSON.object(article)
      if let snippet { object = object.adding([.init("snippet", .string(snippet.text))]) }
      return Output.escaped(object) + "\n"
    }
    let line = (format?.text(of: article) ?? line(article)) + "\n"
    guard let snippet, !snippet.text.isEmpty, format == nil else { return line }
    return line + text(of: snippet) + "\n"
  }

  static let indent = String(repeating: " ", count: 10)

  /// Cut to fit, with the matches in bold on a terminal.
  private func text(of snippet: SearchSnippet) -> String {
    var room = columns.map { max(1, $0 - Self.indent.count) } ?? .max
    var out = Self.indent
    for part in snippet.parts(leading: room / 3) where room > 0 {
      let text = Output.printable(part.text).truncated(toWidth: room, ellipsis: "…")
      room -= text.displayWidth
      out += part.isMarked && columns != nil ? "\u{1b}[1m\(text)\u{1b}[m" : text
    }
    return out
  }

  func line(_ article: ArticleSummary) -> String {
    var signs = ""
    if article.membership.isFavorite { signs += "♥" }
    if article.membership.isArchived { signs += "▣" }
    switch article.fetch {
    case .pending: signs += "◌"
    case .failed: signs += "✗"
    case .suspect: signs += "⚠"
    case .ready: break
    }
    let day = article.date(in: order).map { String($0.rfc3339.prefix(10)) } ?? "-"
    let minutes = article.readingMinutes.map { $0 < 1000 ? "\($0) min" : "\($0 / 60) h" } ?? "-"
    let read = article.progress > .none ? "\(article.progress.percent)%" : ""
    var line = "\(article.id.text.prefix(8))  "
    if columns ?? Self.minColumns >= Self.minColumns {
      line += "\(day.padded(toWidth: 10))  \(minutes.padded(toWidth: 8)) "
      line += "\(read.padded(toWidth: 4)) \(signs.padded(toWidth: 2)) "
    }
    let title = Output.printable(article.title)
    let site = article.site.map { "  (\(Output.printable($0)))" } ?? ""
    let tags =
      article.tags.isEmpty
      ? "" : "  " + Output.printable(article.tags.map { "#" + $0 }.joined(separator: " "))
    guard let columns else { return line + title + site + tags }
    func styled(_ fitting: String) -> String {
      let isBold = article.progress == .none && hasStyles
      let rest = fitting.dropFirst(title.count)
      let shown = isBold && fitting.hasPrefix(title) ? "\u{1b}[1m\(title)\u{1b}[m\(rest)" : fitting
      return (hasStyles ? "\u{1b}[2m\(line)\u{1b}[m" : line) + shown
    }
    // If the line is too long, drop the tags, then the site; cut the title last.
    let room = max(1, columns - line.displayWidth)
    let fitting = [title + site + tags, title + site, title].first { $0.displayWidth <= room }
    return styled(fitting ?? title.truncated(toWidth: room, ellipsis: "…"))
  }
}
