import ReadingList

/// The time of day and zone of a date; unset if absent or invalid.
struct DateClock {
  private typealias Token = DateTokens.Token

  /// Whether the date has a time.
  private(set) var isGiven = false
  private(set) var hour = 0
  private(set) var minute = 0
  private(set) var second = 0
  private var standardOffset = 0
  private var isAmerican = false

  /// Parses and removes the time and zone tokens of a date.
  init(takenFrom tokens: inout [DateTokens.Token]) {
    let start = tokens.indices.dropLast().first {
      tokens[$0].number != nil && tokens[$0 + 1].isNumber(after: ":")
    }
    guard let start, let hour = tokens[start].number, let minute = tokens[start + 1].number else {
      return
    }
    var end = start + 2
    var second = 0
    if end < tokens.count, tokens[end].isNumber(after: ":") {
      second = tokens[end].number ?? 0
      end += 1
      if end < tokens.count, tokens[end].gap == "." { end += 1 }
    }
    let isAfternoon = Self.half(tokens, &end)
    if hour < 24, minute < 60 {
      isGiven = true
      self.hour = isAfternoon.map { hour % 12 + ($0 ? 12 : 0) } ?? hour
      self.minute = minute
      self.second = second < 60 ? second : 0
    }
    if let zone = takeZone(tokens, after: end) { tokens.removeSubrange(zone) }
    tokens.removeSubrange(start..<end)
  }

  /// The offset in seconds east of UTC on a day.
  func utcOffset(year: Int, month: Int, day: Int) -> Int {
    guard isAmerican else { return standardOffset }
    return standardOffset + (Self.isSummerTime(year: year, month: month, day: day) ? 3600 : 0)
  }

  /// Whether the time has the mark `pm` or `p.m.`, not `am`; nil without a mark.
  private static func half(_ tokens: [Token], _ end: inout Int) -> Bool? {
    guard end < tokens.count else { return nil }
    let word = tokens[end].text.lowercased()
    if word == "am" || word == "pm" {
      end += 1
      return word == "pm"
    }
    guard word == "a" || word == "p", end + 1 < tokens.count, tokens[end + 1].gap == ".",
      tokens[end + 1].text.lowercased() == "m"
    else { return nil }
    end += 2
    return word == "p"
  }

  /// Finds the zone: `CET`, `+0100`, `-05:30`, `GMT+2`.
  private mutating func takeZone(_ tokens: [Token], after end: Int) -> Range<Int>? {
    for index in tokens.indices.dropFirst(end) {
      let name = String(tokens[index].text)
      if let offset = DateNames.zones[name] {
        standardOffset = offset
        guard index + 1 < tokens.count, tokens[index + 1].gap.count == 1,
          let (offset, end) = Self.offset(tokens, at: index + 1)
        else { return index..<(index + 1) }
        standardOffset = offset
        return index..<end
      }
      if let offset = DateNames.americanZones[name] {
        (standardOffset, isAmerican) = (offset, true)
        return index..<(index + 1)
      }
      // Without a space before it, a number belongs to the date or time.
      if tokens[index].gap.count > 1 || index == end && tokens[index].digits == 4,
        let (offset, end) = Self.offset(tokens, at: index)
      {
        standardOffset = offset
        return index..<end
      }
    }
    return nil
  }

  private static func offset(_ tokens: [Token], at index: Int) -> (seconds: Int, end: Int)? {
    let token = tokens[index]
    guard let value = token.number, let sign = token.gap.last, sign == "+" || sign == "-" else {
      return nil
    }
    var (hours, minutes, end) = (value, 0, index + 1)
    if token.digits > 2 {
      (hours, minutes) = (value / 100, value % 100)
    } else if end < tokens.count, tokens[end].isNumber(after: ":") {
      minutes = tokens[end].number ?? 0
      end += 1
    }
    guard hours <= 14, minutes < 60 else { return nil }
    return ((sign == "-" ? -1 : 1) * (hours * 3600 + minutes * 60), end)
  }

  /// Whether North America has summer time: from the second Sunday of March to the first of
  /// November.
  private static func isSummerTime(year: Int, month: Int, day: Int) -> Bool {
    guard month == 3 || month == 11 else { return (4...10).contains(month) }
    let first = Timestamp(year: year, month: month, day: 1)?.components().weekday ?? 0
    let firstSunday = 7 - first
    return month == 3 ? day >= firstSunday + 7 : day < firstSunday
  }
}
