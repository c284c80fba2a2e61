import ReadingList

/// The time of day and zone of a date; unset if absent or invalid.
struct DateClock {
  private typealias Token = DateTokens.Token

  /// Whether the date has a time.
  private(set) var isGiven = false
  private(set) var hour = 0
  private(set) var minute = 0
  private(set) var second = 0
  /// The offset in seconds east of UTC.
  private(set) var utcOffset = 0

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
        utcOffset = offset
        guard index + 1 < tokens.count, tokens[index + 1].gap.count == 1,
          let (offset, end) = Self.offset(tokens, at: index + 1)
        else { return index..<(index + 1) }
        utcOffset = offset
        return index..<end
      }
      // Without a space before it, a number belongs to the date or time.
      if tokens[index].gap.count > 1 || index == end && tokens[index].digits == 4,
        let (offset, end) = Self.offset(tokens, at: index)
      {
        utcOffset = offset
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
}
