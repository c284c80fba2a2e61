import PageExtraction
import ReadingList

/// The dates of feeds.
enum FeedDate {
  /// 1990: no page of the web was published before, but the zero of many a clock is.
  private static let oldest = Timestamp(seconds: 631_152_000)

  /// The moment that a date names; nil for nonsense, and for more than a day after `now`.
  static func timestamp(_ text: String, now: Timestamp?) -> Timestamp? {
    guard let moment = Timestamp(rfc3339: text) ?? mailDate(text) ?? PageText.date(text),
      moment >= oldest
    else { return nil }
    if let now, moment > now.advanced(bySeconds: 86_400) { return nil }
    return moment
  }

  /// `Tue, 05 Mar 2024 10:00:00 +0100` of RFC 822 and its kin: the weekday, the seconds, the whole time,
  /// the zone and two digits of the year may be missing.
  private static func mailDate(_ text: String) -> Timestamp? {
    var words = text.utf8.split { $0 <= 32 || $0 == UInt8(ascii: ",") }[...]
    // Weekdays in any language.
    if let first = words.first, !first.contains(where: isDigit) { words.removeFirst() }
    if words.count == 1 || words.first?.contains(UInt8(ascii: "-")) == true {
      // 05-Mar-24 10:00:00 GMT
      guard let first = words.first else { return nil }
      words = first.split(separator: UInt8(ascii: "-")) + words.dropFirst()
    }
    guard words.count >= 3, let day = number(words.removeFirst(), digits: 1...2),
      let name = words.popFirst(), let month = month(name), let word = words.popFirst(),
      let year = number(word, digits: 2...4), word.count != 3
    else { return nil }
    var clock = (hour: 0, minute: 0, second: 0)
    var offset = 0
    if let word = words.popFirst() {
      guard let time = time(word) else { return nil }
      clock = time
      if let word = words.popFirst() {
        guard let seconds = zone(word), words.isEmpty || words.first?.first == UInt8(ascii: "(")
        else { return nil }
        offset = seconds
      }
    }
    let moment = Timestamp(
      year: word.count == 4 ? year : year < 70 ? 2000 + year : 1900 + year,
      month: month,
      day: day,
      hour: clock.hour,
      minute: clock.minute,
      second: clock.second
    )
    return moment?.advanced(bySeconds: Int64(-offset))
  }

  private typealias Word = Substring.UTF8View.SubSequence

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  private static func number(_ word: some Collection<UInt8>, digits: ClosedRange<Int>) -> Int? {
    guard digits.contains(word.count), word.allSatisfy(isDigit) else { return nil }
    return word.reduce(0) { $0 * 10 + Int($1 - 48) }
  }

  private static let months: [[UInt8]] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ].map { Array($0.utf8) }

  private static func month(_ word: some Collection<UInt8>) -> Int? {
    guard word.count >= 3 else { return nil }
    let name = word.prefix(3).map(MarkupScanner.lowered)
    return months.firstIndex(of: name).map { $0 + 1 }
  }

  /// `10:00`, `10:00:00` or `10:00:00.123`.
  private static func time(_ word: Word) -> (hour: Int, minute: Int, second: Int)? {
    let parts = word.prefix { $0 != UInt8(ascii: ".") }.split(separator: UInt8(ascii: ":"))
    guard (2...3).contains(parts.count), let hour = number(parts[0], digits: 1...2),
      let minute = number(parts[1], digits: 2...2),
      let second = parts.count < 3 ? 0 : number(parts[2], digits: 2...2)
    else { return nil }
    return (hour, minute, second)
  }

  private static let zones: [String: Int] = [
    "GMT": 0, "UT": 0, "UTC": 0, "Z": 0, "WET": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5,
    "MST": -7, "MDT": -6, "PST": -8, "PDT": -7, "AKST": -9, "AKDT": -8, "HST": -10, "AST": -4,
    "ADT": -3, "BST": 1, "WEST": 1, "CET": 1, "MET": 1, "CEST": 2, "MEST": 2, "EET": 2, "EEST": 3,
    "MSK": 3, "SGT": 8, "HKT": 8, "AWST": 8, "JST": 9, "KST": 9, "AEST": 10, "AEDT": 11, "NZST": 12,
    "NZDT": 13,
  ]

  /// Seconds east of Greenwich; the military letters but `Z` are unknown, as RFC 2822 advises.
  private static func zone(_ word: Word) -> Int? {
    var text = String(Substring(word)).uppercased()
    if let hours = zones[text] { return hours * 3600 }
    for name in ["GMT", "UTC"] where text.hasPrefix(name) { text.removeFirst(3) }
    guard let sign = text.first, sign == "+" || sign == "-" else {
      return text.utf8.allSatisfy { isDigit($0) || $0 >= 65 && $0 <= 90 || $0 == 47 } ? 0 : nil
    }
    let digits = Array(text.utf8.dropFirst().filter { $0 != UInt8(ascii: ":") })
    guard let value = number(digits, digits: 1...4) else { return nil }
    let (hours, minutes) = digits.count <= 2 ? (value, 0) : (value / 100, value % 100)
    guard hours <= 14, minutes < 60 else { return nil }
    return (sign == "-" ? -1 : 1) * (hours * 3600 + minutes * 60)
  }
}
