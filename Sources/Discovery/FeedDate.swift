import PageExtraction
import ReadingList

/// The dates of feeds.
enum FeedDate {
  /// The oldest moment that a page of the web can have been published.
  private static let oldest = Timestamp(rfc3339: "1990-01-01T00:00:00Z")

  /// The moment that a date names; nil for nonsense, the zero of some clock among it.
  static func timestamp(_ text: String) -> Timestamp? {
    let line = PageText.line(text)
    guard let moment = PageText.date(line) ?? PageText.date(withCentury(line)),
      let oldest, moment >= oldest
    else { return nil }
    return moment
  }

  /// `Mon, 05 Mar 24 10:00:00 GMT` with all four digits of its year.
  private static func withCentury(_ text: String) -> String {
    var words = text.split(separator: " ").map(String.init)
    guard
      let month = words.firstIndex(where: { $0.count >= 3 && $0.allSatisfy(\.isLetter) }),
      let year = words.indices.first(where: {
        $0 > month && words[$0].count == 2 && Int(words[$0]) != nil
      }), let value = Int(words[year])
    else { return text }
    words[year] = String(value < 70 ? 2000 + value : 1900 + value)
    return words.joined(separator: " ")
  }
}
