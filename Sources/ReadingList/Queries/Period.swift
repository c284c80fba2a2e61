extension Query {
  /// A period as written; relative parts stay relative.
  package struct Period: Hashable, Sendable {
    /// Where it begins and ends, both included; nil for without end.
    package let from: Point?, to: Point?

    package init(from: Point?, to: Point?) {
      self.from = from
      self.to = to
    }

    /// The moments it has.
    ///
    /// - Parameters:
    ///   - now: the present moment; nil where none is known, and then relative parts have no moments.
    ///   - utcOffset: seconds east of Greenwich at a moment, for telling days.
    /// - Returns: milliseconds; nil when there are none.
    package func milliseconds(
      at now: Timestamp?, utcOffset: (Timestamp) -> Int
    ) -> ClosedRange<Int64>? {
      let first = from?.milliseconds(at: now, utcOffset)
      let last = to?.milliseconds(at: now, utcOffset)
      guard (first != nil) == (from != nil), (last != nil) == (to != nil) else { return nil }
      // The least number stands for no moment.
      let (low, high) = (first?.lowerBound ?? Int64.min + 1, last?.upperBound ?? Int64.max)
      return low <= high ? low...high : nil
    }

    /// As it is written.
    var text: String {
      if let from, from == to, !from.isAge { return from.text }
      return (from?.text ?? "") + ".." + (to?.text ?? "")
    }

    /// Whether it ends before it begins, whenever it is asked.
    var isBackwards: Bool {
      guard let from, let to, !from.isRelative, !to.isRelative else { return false }
      return milliseconds(at: nil) { _ in 0 } == nil
    }
  }

  /// A point in time as it is written: `today`, `yesterday`, `2025`, `2025-11`, `2026-01-31`, a moment by RFC 3339,
  /// or so many days, weeks, months of 30 days or years of 365 ago, as `30d`.
  package struct Point: Hashable, Sendable {
    /// In small letters.
    package let text: String

    /// Reads a point; nil when it is none.
    package init?(_ text: String) {
      // A moment may be given with spaces, which end a word.
      let moment = text.contains(" ") ? Timestamp(rfc3339: text.uppercased()) : nil
      self.text = moment?.rfc3339.lowercased() ?? text
      if milliseconds(at: Timestamp(milliseconds: 0), { _ in 0 }) == nil { return nil }
    }

    /// Whether it is an age, which is a mere moment; all others last.
    var isAge: Bool { age != nil }

    fileprivate var isRelative: Bool { isAge || text == "today" || text == "yesterday" }

    /// In seconds; nil where it is not given as an age.
    private var age: Int64? {
      let days: [Character: Int64] = ["d": 1, "w": 7, "m": 30, "y": 365]
      guard let unit = text.last.flatMap({ days[$0] }), let count = Self.number(text.dropLast()),
        count <= 100_000
      else { return nil }
      return Int64(count) * unit * 86_400
    }

    private static func number(_ text: Substring) -> Int? {
      text.utf8.allSatisfy { (48...57).contains($0) } ? Int(text) : nil
    }

    fileprivate func milliseconds(
      at now: Timestamp?, _ utcOffset: (Timestamp) -> Int
    ) -> ClosedRange<Int64>? {
      if let age {
        let moment = now?.advanced(bySeconds: -age).milliseconds
        return moment.map { $0...$0 }
      }
      if isRelative {
        guard let now else { return nil }
        let today = now.components(utcOffset: utcOffset(now)).dayNumber
        let day = text == "today" ? today : today - 1
        return Self.days(day...day, utcOffset)
      }
      let parts = text.split(separator: "-", omittingEmptySubsequences: false)
      let numbers = parts.compactMap(Self.number)
      if numbers.count == parts.count, [[4], [4, 2], [4, 2, 2]].contains(parts.map(\.utf8.count)) {
        return Self.days(of: numbers).flatMap { Self.days($0, utcOffset) }
      }
      return Timestamp(rfc3339: text.uppercased()).map {
        $0.milliseconds...$0.advanced(byMilliseconds: 999).milliseconds
      }
    }

    /// The days of a year, of a month of it, or the one of both, counted from 1970-01-01.
    private static func days(of date: [Int]) -> ClosedRange<Int>? {
      func number(_ month: Int, _ day: Int) -> Int? {
        Timestamp(year: date[0], month: month, day: day)?.components().dayNumber
      }
      let month = date.dropFirst().first
      let days = date.dropFirst(2).first.map { [$0] } ?? Array(1...31)
      let first = number(month ?? 1, days[0])
      let last = days.reversed().lazy.compactMap { number(month ?? 12, $0) }.first
      guard let first, let last else { return nil }
      return first...last
    }

    /// The moments of days, which are counted from 1970-01-01, where the person is.
    private static func days(
      _ days: ClosedRange<Int>, _ utcOffset: (Timestamp) -> Int
    ) -> ClosedRange<Int64> {
      func start(_ day: Int) -> Int64 {
        let inUTC = Timestamp(seconds: Int64(day) * 86_400)
        // The offset at the place's own midnight, as near as two looks come to it.
        let near = inUTC.advanced(bySeconds: -Int64(utcOffset(inUTC)))
        return inUTC.advanced(bySeconds: -Int64(utcOffset(near))).milliseconds
      }
      let first = start(days.lowerBound)
      return first...max(first, start(days.upperBound + 1) - 1)
    }
  }
}
