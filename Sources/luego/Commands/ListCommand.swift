import ArticleStore
import ReadingList
import TerminalKit

extension Program {
  /// `luego list`.
  func list(_ words: [String]) throws(Failure) {
    var reader = OptionReader(words, of: .list)
    var query: [String] = []
    var order = Order.newest
    var limit = Int.max
    while let word = reader.next() {
      switch word {
      case .word(let text): query.append(text)
      case .option("--sort"):
        let name = try reader.value(of: "--sort")
        guard let chosen = Order(rawValue: name) else {
          let known = Order.allCases.map(\.rawValue).joined(separator: ", ")
          throw .usage("There is no order “\(name)”; there are \(known)", of: .list)
        }
        order = chosen
      case .option("--limit"): limit = try reader.number(of: "--limit", in: 0...Int.max)
      case .option(let option):
        // A negated term looks like an option; -tag:x is one, --tga is not.
        guard !option.hasPrefix("--") else { throw reader.unknown(option) }
        query.append(option)
      }
    }
    var finder = try targets(in: openLibrary())
    let text = query.joined(separator: " ")
    let rows = try finder.rows(
      matching: text,
      in: text.isEmpty ? .list(.readingList) : .everything,
      order: order
    )
    let snapshot = finder.snapshot
    for row in rows.prefix(limit) { try printEntry(snapshot[row], order: order) }
    switch snapshot.counts.unreadable {
    case 0: break
    case 1: Output.complain("1 record cannot be read and is left alone")
    case let count: Output.complain("\(count) records cannot be read and are left alone")
    }
  }

  private func printEntry(_ article: ArticleSummary, order: Order) throws(Failure) {
    if options.printsJSON {
      try Output.line(Output.escaped(ArticleJSON.object(article)))
      return
    }
    let date: Timestamp? =
      switch order.shownDate {
      case .saved: article.savedAt
      case .published: article.publishedAt
      case .read: article.readAt
      }
    var signs = ""
    if article.membership.isFavorite { signs += "♥" }
    if article.membership.isArchived { signs += "▣" }
    switch article.fetch {
    case .pending: signs += "◌"
    case .failed: signs += "✗"
    case .suspect: signs += "⚠"
    case .ready: break
    }
    let day = date.map { String($0.rfc3339.prefix(10)) } ?? "-"
    let minutes = article.readingMinutes.map { ReadingTime.words(minutes: $0) } ?? "-"
    let read = article.progress > .none ? "\(article.progress.percent)%" : ""
    var line = "\(article.id.text.prefix(8))  \(day.padded(toWidth: 10))  "
    line += "\(minutes.padded(toWidth: 8)) \(read.padded(toWidth: 4)) \(signs.padded(toWidth: 2)) "
    line += article.title
    if let site = article.site { line += "  (\(site))" }
    if !article.tags.isEmpty { line += "  " + article.tags.map { "#" + $0 }.joined(separator: " ") }
    try Output.line(Output.printable(line))
  }
}
