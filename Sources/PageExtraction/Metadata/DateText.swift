import ReadingList

/// Parses dates in the forms of pages and feeds.
enum DateText {
  private typealias Token = DateTokens.Token
  private typealias Day = (year: Int, month: Int, day: Int)

  /// Whether a lower-case word is a month.
  static func isMonth(_ word: String) -> Bool { MonthNames.table[word] != nil }

  /// The hour of a date without a time; noon UTC is the same day in nearly all zones.
  private static let noon = 12

  /// Parses a text that consists of a date.
  ///
  /// Supported are ISO 8601, Unix times, and words and numbers in any usual order, such as `Tue, 5
  /// Mar 24 10:00 +0100`, `March 5th, 2024`, `5. März 2024`, `2024年3月5日`, `Tue Mar 5 10:00:00 CET
  /// 2024`. `dayFirst` determines the order of `1/4/2024` and `1-4-2024`; with dots, the day is
  /// first.
  static func read(_ given: String, dayFirst: Bool = false) -> PageDate? {
    let text = PageText.line(given)
    guard text.utf8.count <= 120 else { return nil }
    if let (exact, offset) = Timestamp.read(rfc3339: text) {
      guard text.utf8.count > 10 else {
        return PageDate(moment: exact.advanced(bySeconds: Int64(noon) * 3600))
      }
      return PageDate(moment: exact, utcOffset: offset)
    }
    if let number = Int64(text) { return moment(number, text).map { PageDate(moment: $0) } }
    var tokens = DateTokens(text).all
    let clock = DateClock(takenFrom: &tokens)
    guard let day = first(in: tokens, 1000...9999, canBeShort: true, dayFirst) ?? month(tokens)
    else { return nil }
    let offset = clock.utcOffset(year: day.year, month: day.month, day: day.day)
    let local = Timestamp(
      year: day.year, month: day.month, day: day.day, hour: clock.isGiven ? clock.hour : noon,
      minute: clock.minute, second: clock.second)
    return local.map {
      PageDate(moment: $0.advanced(bySeconds: Int64(-offset)), utcOffset: offset)
    }
  }

  /// The date in the path of an address: `/2024/03/05/…`, `/2024-03-05-…`.
  static func day(inAddress url: String) -> PageDate? {
    let parts = url.prefix { $0 != "?" && $0 != "#" }.split { $0 == "/" || $0 == "-" }
    for start in parts.indices.dropLast(2) {
      let three = parts[start..<(start + 3)]
      // A number may have a sign, a date may not.
      guard zip(three, [4, 2, 2]).allSatisfy({ $0.utf8.count == $1 && $0.first != "+" }) else {
        continue
      }
      let numbers = three.compactMap { Int($0) }
      guard numbers.count == 3, (1990...2099).contains(numbers[0]) else { continue }
      return Timestamp(year: numbers[0], month: numbers[1], day: numbers[2], hour: noon).map {
        PageDate(moment: $0)
      }
    }
    return nil
  }

  /// Returns the first complete date in a text: adjacent day, month and year in a usual order.
  ///
  /// Version numbers, ranges of years and months in sentences are ignored.
  static func first(in text: String, dayFirst: Bool = false) -> PageDate? {
    guard text.utf8.count <= 400, mayHoldDate(text) else { return nil }
    let tokens = DateTokens(text).all
    guard let day = first(in: tokens, 1990...2099, canBeShort: false, dayFirst) else { return nil }
    return Timestamp(year: day.year, month: day.month, day: day.day, hour: noon).map {
      PageDate(moment: $0)
    }
  }

  /// Whether there are enough digits for a year, in any script.
  private static func mayHoldDate(_ text: String) -> Bool {
    text.utf8.lazy.filter { 0x30...0x39 ~= $0 }.prefix(4).count == 4
      || text.utf8.contains { $0 >= 0x80 } && text.contains { !$0.isASCII && $0.isNumber }
  }

  // MARK: Numbers

  /// The moment of a number: seconds or milliseconds since 1970, or `20240503`.
  private static func moment(_ number: Int64, _ text: String) -> Timestamp? {
    if (100_000_000...4_000_000_000).contains(number) { return Timestamp(seconds: number) }
    if (100_000_000_000...4_000_000_000_000).contains(number) {
      return Timestamp(milliseconds: number)
    }
    guard text.utf8.count == 8, let year = Int(text.prefix(4)),
      let month = Int(text.dropFirst(4).prefix(2)), let day = Int(text.suffix(2))
    else { return nil }
    return Timestamp(year: year, month: month, day: day, hour: noon)
  }

  // MARK: Words and numbers

  private static func first(
    in tokens: [Token], _ years: ClosedRange<Int>, canBeShort: Bool, _ dayFirst: Bool
  ) -> Day? {
    for place in tokens.indices.dropLast(2) {
      let day = day(
        tokens[place], tokens[place + 1], tokens[place + 2], years, canBeShort, dayFirst)
      if let day, Timestamp(year: day.year, month: day.month, day: day.day) != nil { return day }
    }
    return nil
  }

  /// The day of three tokens; with `canBeShort`, a year after the month may have two digits.
  private static func day(
    _ a: Token, _ b: Token, _ c: Token, _ years: ClosedRange<Int>, _ canBeShort: Bool,
    _ dayFirst: Bool
  ) -> Day? {
    if let first = a.number, let last = c.number {
      if let month = b.month {
        guard isClose(b, c) else { return nil }
        if years.contains(last) { return (last, month, first) }
        if years.contains(first) { return (first, month, last) }
        guard canBeShort, c.digits == 2 else { return nil }
        return (last < 70 ? 2000 + last : 1900 + last, month, first)
      }
      return b.number.flatMap { numbers(a, b, c, first, $0, last, years, canBeShort, dayFirst) }
    }
    // May 3, 2024
    guard let month = a.month, isClose(b, c), let day = b.number, let year = c.number,
      years.contains(year)
    else { return nil }
    return (year, month, day)
  }

  private static func isClose(_ tokens: Token...) -> Bool {
    tokens.allSatisfy { $0.gap.count <= 4 && !$0.gap.contains("(") && !$0.gap.contains(";") }
  }

  private static func numbers(
    _ a: Token, _ b: Token, _ c: Token, _ first: Int, _ second: Int, _ third: Int,
    _ years: ClosedRange<Int>, _ canBeShort: Bool, _ dayFirst: Bool
  ) -> Day? {
    let marks = [b, c].map { $0.gap.filter { $0 != " " } }
    guard ["年", "년", "-", "/", "."].contains(marks[0]),
      marks[1] == marks[0] || marks == ["年", "月"] || marks == ["년", "월"]
    else { return nil }
    if years.contains(first), a.digits == 4 { return (first, second, third) }
    // 01/25/26, if no other order is a valid date.
    if canBeShort, marks[0] == "/", c.digits == 2, first <= 12, second > 12 {
      return (2000 + third, first, second)
    }
    guard years.contains(third), c.digits == 4 else { return nil }
    let isDayFirst = first > 12 || second <= 12 && (dayFirst || marks[0] == ".")
    return isDayFirst ? (third, second, first) : (third, first, second)
  }

  /// The first day of a month stated only with its year.
  private static func month(_ tokens: [Token]) -> Day? {
    let numbers = tokens.compactMap(\.number)
    guard numbers.count == 1, numbers[0] >= 1000, let month = tokens.lazy.compactMap(\.month).first
    else { return nil }
    return (numbers[0], month, 1)
  }
}
