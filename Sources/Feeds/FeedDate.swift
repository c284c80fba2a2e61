import PageExtraction
import ReadingList

/// The dates of feeds.
enum FeedDate {
  /// 1990: no page of the web was published before, but the zero of many a clock is.
  private static let oldest = Timestamp(seconds: 631_152_000)

  /// The moment that a date names; nil for nonsense, and for more than a day after `now`.
  static func timestamp(_ text: String, now: Timestamp?) -> Timestamp? {
    guard let moment = PageText.date(text), moment >= oldest else { return nil }
    if let now, moment > now.advanced(bySeconds: 86_400) { return nil }
    return moment
  }
}
