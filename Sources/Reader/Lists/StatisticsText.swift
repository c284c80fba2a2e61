package import ReadingList
import Terminal

package enum StatisticsText {
  package struct Line: Equatable, Sendable {
    package var text: String
    package var bar = ""
    package var isHeading = false

    package var whole: String { text + bar }
  }

  private static let maxRows = 10

  /// Lines with bars for a width; the first one names the period.
  package static func lines(
    _ statistics: Statistics, columns: Int, glyphs: Glyphs = .unicode
  ) -> [Line] {
    let total = statistics.total
    let streak = statistics.streak
    let totals = [
      ("Saved", total.saved.grouped), ("Archived", statistics.archived.grouped),
      ("Read", total.read.grouped), ("Words", total.words.grouped),
      ("Time", ReadingTime.words(minutes: total.minutes)), ("Streak", streak.counted("day")),
    ]
    var lines = [Line(text: title(of: statistics.days), isHeading: true), Line(text: "")]
    lines += totals.map { Line(text: "  " + $0.padded(toWidth: 10) + $1) }
    let weeks = statistics.weeks.filter {
      $0.counts.saved > 0 || $0.counts.read > 0 || $0.counts.words > 0
    }.suffix(maxRows)
    let sites = statistics.sites.prefix(maxRows).map { ($0.name.printableLine, $0.counts) }
    return lines
      + section("Week of", weeks.map { (day($0.monday), $0.counts) }, columns: columns, glyphs)
      + section("Site", sites, columns: columns, glyphs)
  }

  package static func title(of days: Int?) -> String {
    days.map { $0 == 1 ? "Last day" : "Last \($0) days" } ?? "All time"
  }

  package static func day(_ number: Int) -> String {
    String(Timestamp(seconds: Int64(number) * 86_400).rfc3339.prefix(10))
  }

  private static func section(
    _ title: String, _ rows: [(name: String, counts: Statistics.Counts)], columns: Int,
    _ glyphs: Glyphs
  ) -> [Line] {
    guard !rows.isEmpty else { return [] }
    let name = min(24, max(title.count, rows.map(\.name.displayWidth).max() ?? 0))
    let counted = 3 * 8
    let room = max(0, min(30, columns - 2 - name - counted - 2))
    let most = max(1, rows.map(\.counts.minutes).max() ?? 0)
    let heading = ["saved", "read", "min"].map { $0.aligned(toWidth: 8) }.joined()
    return [
      Line(text: ""), Line(text: "  \(title.padded(toWidth: name))\(heading)", isHeading: true),
    ]
      + rows.map { row in
        let numbers = [row.counts.saved, row.counts.read, row.counts.minutes]
        let text = row.name.truncated(toWidth: name, ellipsis: glyphs.ellipsis)
        let bar = bar(row.counts.minutes, of: most, room: room, glyphs)
        return Line(
          text: "  " + text.padded(toWidth: name)
            + numbers.map { (" " + $0.grouped).aligned(toWidth: 8) }.joined(),
          bar: bar.isEmpty ? "" : "  " + bar)
      }
  }

  /// In proportion to the largest value; in Unicode by eighths of a column.
  private static func bar(_ value: Int, of most: Int, room: Int, _ glyphs: Glyphs) -> String {
    guard value > 0, room > 0 else { return "" }
    let parts = glyphs.barParts
    let all = Int((Double(value) / Double(most) * Double(room * parts.count)).rounded())
    let length = max(1, all)
    let rest = length % parts.count
    return String(repeating: parts[parts.count - 1], count: length / parts.count)
      + (rest > 0 ? parts[rest - 1] : "")
  }
}
