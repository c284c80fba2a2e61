import Library
import Reader
import ReadingList
import ReadingServices
import Terminal

extension Program {
  func stats(_ line: Arguments) throws {
    let days = try line.number("--days", in: 1...36_500)
    guard days == nil || !line.has("--all") else {
      throw Failure.usage("--days and --all cannot be used together", of: .stats)
    }
    var finder = try targets(in: openLibrary())
    let rows = finder.rows(in: .everything)
    let snapshot = finder.snapshot
    let statistics = Statistics(
      of: rows.lazy.map { snapshot[$0] }, in: line.has("--all") ? nil : days ?? Statistics.month,
      now: clock.now(), utcOffset: clock.utcOffset)
    if options.printsJSON {
      try Output.line(Output.escaped(StatisticsText.json(statistics)))
    } else {
      let columns = Output.isTerminal ? Output.columns : nil
      let lines = StatisticsText.lines(statistics, columns: columns ?? 72)
      try Output.write(lines.map { $0.whole + "\n" }.joined())
    }
  }
}

extension StatisticsText {
  static func json(_ statistics: Statistics) -> JSON {
    func members(_ counts: Statistics.Counts) -> [JSON.Member] {
      [
        .init("saved", .int(counts.saved)), .init("read", .int(counts.read)),
        .init("words", .int(counts.words)), .init("minutes", .int(counts.minutes)),
      ]
    }
    return .object(
      [.init("days", .optional(statistics.days))] + members(statistics.total) + [
        .init("archived", .int(statistics.archived)), .init("streak", .int(statistics.streak)),
        .init(
          "weeks",
          .array(
            statistics.weeks.map {
              .object([.init("monday", .string(day($0.monday)))] + members($0.counts))
            })),
        .init(
          "sites",
          .array(
            statistics.sites.map { .object([.init("site", .string($0.name))] + members($0.counts)) }
          )),
      ])
  }
}
