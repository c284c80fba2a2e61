extension Query {
  /// A period as written; relative parts stay relative.
  package struct Period: Hashable, Sendable {
    /// Where it begins and ends, both included; nil for without end.
    package let from: Point?, to: Point?

    /// Makes a period.
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
      // The least number stands for no moment.
      var low = Int64.min + 1
      var high = Int64.max
      if let from {
        guard let span = from.milliseconds(at: now, utcOffset) else { return nil }
        low = max(low, span.lowerBound)
      }
      if let to {
        guard let span = to.milliseconds(at: now, utcOffset) else { return nil }
        high = span.upperBound
      }
      return low <= high ? low...high : nil
    }
  }

  /// A point in time with its written precision.
  package enum Point: Hashable, Sendable {
    case today, yesterday
    /// A day, a month or a year where the person is.
    case date(year: Int, month: Int?, day: Int?)
    case moment(Timestamp)
    /// So long ago.
    case ago(Age)
  }

  /// A number of days, weeks, months of 30 days or years of 365.
  package struct Age: Hashable, Sendable {
    /// Units of time, by their letter.
    package enum Unit: Character, CaseIterable, Sendable {
      case day = "d", week = "w", month = "m", year = "y"

      fileprivate var days: Int64 {
        switch self {
        case .day: 1
        case .week: 7
        case .month: 30
        case .year: 365
        }
      }
    }

    /// 0...100,000.
    package let count: Int
    package let unit: Unit

    /// Makes an age; nil when it is none or too great.
    package init?(count: Int, unit: Unit) {
      guard (0...100_000).contains(count) else { return nil }
      self.count = count
      self.unit = unit
    }

    /// Reads `30d`.
    init?(_ text: String) {
      let digits = text.dropLast()
      guard let unit = text.last.flatMap(Unit.init), let count = Int(digits),
        digits.utf8.allSatisfy({ (48...57).contains($0) })
      else { return nil }
      self.init(count: count, unit: unit)
    }

    var text: String { "\(count)\(unit.rawValue)" }

    fileprivate var seconds: Int64 { Int64(count) * unit.days * 86_400 }
  }
}

extension Query.Point {
  /// Reads `today`, `2025`, `2025-11`, `2026-01-31`, a moment by RFC 3339, or an age.
  init?(_ text: String) {
    if text == "today" {
      self = .today
    } else if text == "yesterday" {
      self = .yesterday
    } else if let age = Query.Age(text) {
      self = .ago(age)
    } else if let date = Self.date(text) {
      self = date
    } else if let moment = Timestamp(rfc3339: text.uppercased()) {
      self = .moment(moment)
    } else {
      return nil
    }
  }

  private static func date(_ text: String) -> Query.Point? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let lengths = parts.map(\.utf8.count)
    guard [[4], [4, 2], [4, 2, 2]].contains(lengths),
      parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } })
    else { return nil }
    let numbers = parts.compactMap { Int($0) }
    let month = numbers.count > 1 ? numbers[1] : nil
    let day = numbers.count > 2 ? numbers[2] : nil
    guard Timestamp(year: numbers[0], month: month ?? 1, day: day ?? 1) != nil else { return nil }
    return .date(year: numbers[0], month: month, day: day)
  }

  /// As it is read.
  var text: String {
    switch self {
    case .today: return "today"
    case .yesterday: return "yesterday"
    case .ago(let age): return age.text
    case .moment(let moment): return moment.rfc3339
    case .date(let year, let month, let day):
      func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
      }
      return ([padded(year, 4)] + [month, day].compactMap { $0.map { padded($0, 2) } }).joined(
        separator: "-")
    }
  }

  /// Whether it lasts: an age is a mere moment.
  var isSpan: Bool { if case .ago = self { false } else { true } }

  fileprivate func milliseconds(
    at now: Timestamp?, _ utcOffset: (Timestamp) -> Int
  ) -> ClosedRange<Int64>? {
    switch self {
    case .moment(let moment):
      return moment.milliseconds...moment.advanced(byMilliseconds: 999).milliseconds
    case .ago(let age):
      guard let moment = now?.advanced(bySeconds: -age.seconds).milliseconds else { return nil }
      return moment...moment
    case .today, .yesterday:
      guard let now else { return nil }
      let today = now.components(utcOffset: utcOffset(now)).dayNumber
      let first = self == .today ? today : today - 1
      return Self.days(first...first, utcOffset)
    case .date(let year, let month, let day):
      func number(_ year: Int, _ month: Int, _ day: Int) -> Int? {
        let last = year == 10_000 ? Timestamp(year: 9999, month: 12, day: 31) : nil
        if let last { return last.components().dayNumber + 1 }
        return Timestamp(year: year, month: month, day: day)?.components().dayNumber
      }
      guard let first = number(year, month ?? 1, day ?? 1) else { return nil }
      if day != nil { return Self.days(first...first, utcOffset) }
      let next = month.map { $0 == 12 ? number(year + 1, 1, 1) : number(year, $0 + 1, 1) }
      guard let end = next ?? number(year + 1, 1, 1) else { return nil }
      return Self.days(first...(end - 1), utcOffset)
    }
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

extension Query.Period {
  /// As it is written.
  var text: String {
    if let from, from == to, from.isSpan { return from.text }
    return (from?.text ?? "") + ".." + (to?.text ?? "")
  }

  /// Whether it ends before it begins, whenever it is asked.
  var isBackwards: Bool {
    switch (from, to) {
    case (.date, .date), (.date, .moment), (.moment, .date), (.moment, .moment):
      milliseconds(at: nil) { _ in 0 } == nil
    default: false
    }
  }
}
