import PageExtraction
import ReadingList

enum ImportedDate {
  enum Reading: Equatable {
    /// Empty, or stands for no date.
    case none
    case moment(Timestamp)
    case unreadable
  }

  /// The earliest plausible time of saving a web page, in seconds since 1970.
  private static let first: Int64 = 631_152_000

  /// The years up to 1000, and 1 January 1970 in any zone, in seconds since 1970.
  private static let placeholders: [Range<Int64>] = [
    .min ..< -30_610_224_000, -43_200..<86_400 + 50_400,
  ]

  /// From 1601, the epoch of Chrome's microseconds, to 1970.
  private static let from1601: Double = 11_644_473_600_000

  /// Parses seconds, milliseconds or microseconds since 1970, or any usual form.
  ///
  /// In digits only, a time of saving is not older than the web.
  static func read(_ text: String, isSaving: Bool = true) -> Reading {
    let text = text.trimmed
    if text.isEmpty || text == "0" || text == "null" || text == "None" { return .none }
    let compact = compact(text)
    if let compact, compact >= Timestamp(seconds: first) { return .moment(compact) }
    if isSaving || compact == nil, let number = Double(text) {
      guard number.isFinite, number > 0, number < 1e18 else { return .unreadable }
      // The magnitude tells the unit: seconds reach 1e11 in the year 5138.
      let milliseconds =
        number < 1e11
        ? number * 1000
        : number < 1e14 ? number : number < 1e16 ? number / 1000 : number / 1000 - from1601
      let moment = Timestamp(milliseconds: Int64(milliseconds.rounded(.down)))
      return moment < Timestamp(seconds: first) ? .unreadable : .moment(moment)
    }
    guard text.utf8.count <= 100,
      let moment = compact ?? Timestamp(rfc3339: text) ?? PageText.date(text)
    else { return .unreadable }
    // The first day of an epoch stands for no date.
    let second = moment.milliseconds / 1000
    return placeholders.contains { $0.contains(second) } ? .none : .moment(moment)
  }

  /// Digits only, such as `20240304` or `20240304T050607Z`.
  private static func compact(_ text: String) -> Timestamp? {
    let digits = text.utf8.filter { (48...57).contains($0) }
    let isDay = digits.count == 8 && text.utf8.count == 8
    guard isDay || digits.count == 14 && ["", "T", "TZ"].contains(text.filter { !$0.isNumber })
    else { return nil }
    func part(_ start: Int, _ length: Int) -> String {
      String(decoding: digits[start..<(start + length)], as: UTF8.self)
    }
    let day = "\(part(0, 4))-\(part(4, 2))-\(part(6, 2))"
    let time = isDay ? "00:00:00" : "\(part(8, 2)):\(part(10, 2)):\(part(12, 2))"
    return Timestamp(rfc3339: "\(day)T\(time)Z")
  }
}
