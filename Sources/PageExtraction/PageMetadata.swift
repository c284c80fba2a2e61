package import ReadingList

/// What a page says about itself.
package struct PageMetadata: Equatable, Sendable {
  // No longer than `MetadataLength` says.
  /// The article's title without the site's name.
  package var title: String? { didSet { title = title?.bounded(.title) } }
  /// The authors' names, without "By", joined by commas.
  package var author: String? { didSet { author = author?.bounded(.author) } }
  /// The name of the site or publication.
  package var site: String? { didSet { site = site?.bounded(.site) } }
  /// The language as a BCP 47 tag, as the page spells it.
  package var language: String?
  /// `ltr` or `rtl`, where the page says so.
  package var direction: String?
  /// When it was published; a date without a time is midnight UTC.
  package var publishedAt: Timestamp?
  /// Seconds east of Greenwich of the zone that the page gives the date in; 0 where it names none.
  package var publishedOffset = 0
  /// The date as the page spells it.
  package var publishedText: String?
  /// A sentence or two of summary.
  package var excerpt: String? { didSet { excerpt = excerpt?.bounded(.excerpt) } }
  /// The lead picture, absolute.
  package var image: String?
  /// The address the page wants to be known by, absolute.
  package var canonicalURL: String?

  /// Makes metadata that says nothing.
  package init() {}

  /// Whether `1/4/2024` is in April: in all languages but the English of the United States and their neighbors.
  var isDayFirst: Bool {
    let parts = (language ?? "en").lowercased().split { $0 == "-" || $0 == "_" }
    guard let first = parts.first, first.hasPrefix("en") else { return !parts.isEmpty }
    return parts.count > 1 && !["us", "ca", "ph"].contains(parts[parts.count - 1])
  }

  /// Takes a date for that of publication.
  mutating func publish(_ date: PageDate) {
    publishedText = date.text
    publishedAt = date.moment
    publishedOffset = date.utcOffset
  }
}
