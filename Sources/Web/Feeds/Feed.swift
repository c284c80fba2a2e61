import PageExtraction
package import ReadingList

package struct Feed: Equatable, Sendable {
  package var title: String? { didSet { title = title?.bounded(.title) } }

  package var site: WebAddress?

  /// The readable items, in document order; each has an address.
  package var items: [FeedItem]

  /// The number of entries left out: without a usable address, cut off, or over the limit.
  package var skipped: Int

  package init(title: String? = nil, site: WebAddress? = nil, items: [FeedItem], skipped: Int = 0) {
    self.title = title?.bounded(.title)
    self.site = site
    self.items = items
    self.skipped = skipped
  }
}

package struct FeedItem: Equatable, Sendable {
  package let address: WebAddress

  /// The title, as plain text without line breaks; empty where the feed has none.
  package let title: String

  package let author: String?

  /// The publication date; nil if it is missing or implausible.
  package let publishedAt: Timestamp?

  /// The full text or a summary as the feed has it: HTML, not sanitized, as UTF-8.
  package let markup: String?

  package init(
    address: WebAddress, title: String, author: String? = nil, publishedAt: Timestamp? = nil,
    markup: String? = nil
  ) {
    self.address = address
    self.title = title.bounded(.title)
    self.author = author?.bounded(.author)
    self.publishedAt = publishedAt
    self.markup = markup
  }
}

/// A feed or page in a list of them (OPML).
package struct Outline: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// A feed (`xmlUrl`).
    case feed
    /// A page (`type="link"`, or only an `htmlUrl` or `url`).
    case page
  }

  package let kind: Kind
  package let address: WebAddress

  /// The title, as plain text without line breaks; empty where the list has none.
  package let title: String

  /// Its categories: the enclosing folders from outside to inside, each once.
  package private(set) var categories: [String] = []

  package init(kind: Kind, address: WebAddress, title: String, categories: [String] = []) {
    self.kind = kind
    self.address = address
    self.title = title.bounded(.title)
    file(under: categories)
  }

  private static let maxCategories = 50

  /// Adds the categories that the outline does not have yet, up to its limit.
  mutating func file(under names: [String]) {
    for name in names.lazy.map({ $0.bounded(.tag) }) where !name.isEmpty {
      guard categories.count < Self.maxCategories else { return }
      if !categories.contains(name) { categories.append(name) }
    }
  }
}

package enum FeedDocument: Equatable, Sendable {
  case feed(Feed)

  /// The outlines of an OPML list, flattened, without duplicate addresses, and the number of
  /// outlines without a usable address.
  case outlines([Outline], skipped: Int)
}

/// An error that explains why a document is not a feed.
package struct FeedProblem: Error, Equatable, Sendable {
  /// Its actual type, as the end of a sentence: “a web page, not a feed”.
  package let message: String

  package init(_ message: String) { self.message = message }
}

enum FeedDate {
  /// 1990, before the first web page; many clocks that were never set show an earlier date.
  private static let oldest = Timestamp(seconds: 631_152_000)

  /// Parses a date; returns nil for nonsense and for dates more than a day after `now`.
  static func timestamp(_ text: String, now: Timestamp?) -> Timestamp? {
    guard let moment = PageText.date(text), moment >= oldest else { return nil }
    if let now, moment > now.advanced(bySeconds: 86_400) { return nil }
    return moment
  }
}
