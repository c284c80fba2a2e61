package import ReadingList

/// The metadata of a page.
package struct PageMetadata: Equatable, Sendable {
  // Limited to the lengths of `MetadataLength`.
  /// The article's title without the site's name.
  package var title: String? { didSet { title = title?.bounded(.title) } }
  /// The authors' names, without "By", joined by commas.
  package var author: String? { didSet { author = author?.bounded(.author) } }
  /// The name of the site or publication.
  package var site: String? { didSet { site = site?.bounded(.site) } }
  /// The language as a BCP 47 tag, in the page's spelling.
  package var language: String?
  /// `ltr` or `rtl`, if the page states it.
  package var direction: String?
  /// The time of publication; noon UTC for a date without a time.
  package var publishedAt: Timestamp?
  /// The offset of the date's stated zone in seconds east of UTC; 0 if none is stated.
  package var publishedOffset = 0
  /// A summary of one or two sentences.
  package var excerpt: String? { didSet { excerpt = excerpt?.bounded(.excerpt) } }
  /// The absolute address of the lead picture.
  package var image: String?
  /// The absolute canonical address.
  package var canonicalURL: String?

  package init() {}

  /// Whether `1/4/2024` is in April: in all languages except English without a region or of `US`,
  /// `CA` or `PH`.
  var isDayFirst: Bool {
    let parts = (language ?? "en").lowercased().split { $0 == "-" || $0 == "_" }
    guard let first = parts.first, first.hasPrefix("en") else { return !parts.isEmpty }
    return parts.count > 1 && !["us", "ca", "ph"].contains(parts[parts.count - 1])
  }

  mutating func publish(_ date: PageDate) {
    publishedAt = date.moment
    publishedOffset = date.utcOffset
  }
}
