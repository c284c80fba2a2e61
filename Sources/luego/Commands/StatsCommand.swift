import ArticleStore
import ReadingList
import ReadingServices
import TerminalKit

extension Program {
  /// `luego stats`.
  func stats(_ words: [String]) throws(Failure) {
    var reader = OptionReader(words, of: .stats)
    var scope = Statistics.Scope.month
    while let word = reader.next() {
      switch word {
      case .option("--days"):
        let text = try reader.value(of: "--days")
        guard text == "30" else {
          throw .usage("--days needs 30, not “\(text)”; --all is all time", of: .stats)
        }
        scope = .month
      case .option("--all"): scope = .all
      case .option(let option): throw reader.unknown(option)
      case .word(let word): throw .usage("stats does not take “\(word)”", of: .stats)
      }
    }
    var finder = try targets(in: openLibrary())
    let rows = try finder.rows(matching: "", in: .everything, order: .newest)
    let snapshot = finder.snapshot
    let statistics = Statistics(
      of: rows.lazy.map { snapshot[$0] },
      in: scope,
      now: clock.now(),
      utcOffset: clock.utcOffset
    )
    if options.printsJSON {
      try Output.line(Output.escaped(StatisticsText.json(statistics)))
    } else {
      let columns = Output.isTerminal ? Output.columns : nil
      let lines = StatisticsText.lines(statistics, columns: columns ?? 72)
      try Output.write(lines.map { $0 + "\n" }.joined())
    }
  }
}

/// Statistics as `luego stats` prints them.
enum StatisticsText {
  /// How many weeks and sites are listed.
  private static let mostRows = 10

  /// Lines with bars that fit a width.
  static func lines(_ statistics: Statistics, columns: Int) -> [String] {
    let total = statistics.total
    let streak = statistics.streak
    var lines = [
      statistics.scope.days.map { "Last \($0) days" } ?? "All time", "",
      "  Saved     \(total.saved)", "  Archived  \(statistics.archived)",
      "  Read      \(total.read)", "  Words     \(total.words)",
      "  Time      \(ReadingTime.words(minutes: total.minutes))",
      "  Streak    \(streak) \(streak == 1 ? "day" : "days")",
    ]
    let weeks = statistics.weeks.suffix(mostRows).map { (day($0.monday), $0.counts) }
    lines += section("Week of", weeks, columns: columns)
    let sites = statistics.sites.prefix(mostRows).map { (Output.printable($0.name), $0.counts) }
    if !sites.isEmpty { lines += section("Site", sites, columns: columns) }
    return lines
  }

  private static func section(
    _ title: String,
    _ rows: [(name: String, counts: Statistics.Counts)],
    columns: Int
  ) -> [String] {
    let name = min(24, max(title.count, rows.map(\.name.displayWidth).max() ?? 0))
    let counted = 3 * 8
    let room = max(0, min(30, columns - 2 - name - counted - 2))
    let most = max(1, rows.map(\.counts.minutes).max() ?? 0)
    let heading = ["saved", "read", "min"].map { leading($0) }.joined()
    return ["", "  \(title.padded(toWidth: name))\(heading)"]
      + rows.map { row in
        let numbers = [row.counts.saved, row.counts.read, row.counts.minutes]
        let text = row.name.truncated(toWidth: name, ellipsis: "…").padded(toWidth: name)
        let bar = bar(row.counts.minutes, of: most, room: room)
        return
          "  \(text)\(numbers.map { leading(String($0)) }.joined())\(bar.isEmpty ? "" : "  " + bar)"
      }
  }

  private static func leading(_ text: String) -> String {
    String(repeating: " ", count: max(1, 8 - text.count)) + text
  }

  /// A bar as long as a value is of the largest, in eighths of a column.
  private static func bar(_ value: Int, of most: Int, room: Int) -> String {
    guard value > 0, room > 0 else { return "" }
    let eighths = max(1, Int((Double(value) / Double(most) * Double(room * 8)).rounded()))
    let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    return String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
  }

  private static func day(_ number: Int) -> String {
    String(Timestamp(seconds: Int64(number) * 86_400).rfc3339.prefix(10))
  }

  /// One object with everything that was counted.
  static func json(_ statistics: Statistics) -> JSON {
    func members(_ counts: Statistics.Counts) -> [JSON.Member] {
      [
        .init("saved", .int(counts.saved)), .init("read", .int(counts.read)),
        .init("words", .int(counts.words)), .init("minutes", .int(counts.minutes)),
      ]
    }
    return .object(
      [.init("days", statistics.scope.days.map { .int($0) } ?? .null)]
        + members(statistics.total)
        + [
          .init("archived", .int(statistics.archived)), .init("streak", .int(statistics.streak)),
          .init(
            "weeks",
            .array(
              statistics.weeks.map {
                .object([.init("monday", .string(day($0.monday)))] + members($0.counts))
              }
            )
          ),
          .init(
            "sites",
            .array(
              statistics.sites.map {
                .object([.init("site", .string($0.name))] + members($0.counts))
              }
            )
          ),
        ]
    )
  }
}
