import PageExtraction
package import ReadingList

package struct Feed: Equatable, Sendable {
  /// The readable items, in document order; each has an address.
  package var items: [FeedEntry] = []

  /// The number of entries left out: without a usable address, cut off, or over the limit.
  package var skipped = 0
}

/// An entry of a feed, or of a list of feeds and pages.
package struct FeedEntry: Equatable, Sendable {
  package enum Kind: Equatable, Sendable { case page, feed }

  package let kind: Kind
  package let address: WebAddress
  /// The title, as plain text without line breaks; empty where there is none.
  package let title: String
  package let author: String?
  /// The publication date; nil if it is missing or implausible.
  package let publishedAt: Timestamp?
  /// The full text or a summary as the feed has it: HTML, not sanitized, as UTF-8.
  package let markup: String?
  /// Its categories, each once; in a list the enclosing folders from outside to inside.
  package private(set) var categories: [String] = []

  package init(
    kind: Kind = .page, address: WebAddress, title: String = "", author: String? = nil,
    publishedAt: Timestamp? = nil, markup: String? = nil, categories: [String] = []
  ) {
    self.kind = kind
    self.address = address
    self.title = title.bounded(.title)
    self.author = author?.bounded(.author)
    self.publishedAt = publishedAt
    self.markup = markup
    file(under: categories)
  }

  /// The key that is remembered once it was shown.
  package var key: UInt64 { address.itemKey }

  private static let maxCategories = 50

  /// Adds the categories that the entry does not have yet, up to its limit.
  mutating func file(under names: [String]) {
    for name in names.lazy.map({ $0.bounded(.tag) }) where !name.isEmpty {
      guard categories.count < Self.maxCategories else { return }
      if !categories.contains(name) { categories.append(name) }
    }
  }
}

package enum FeedDocument: Equatable, Sendable {
  case feed(Feed)

  /// The outlines of an OPML list, flattened, without duplicate addresses, and the lines of the
  /// outlines without a usable address.
  case outlines([FeedEntry], skipped: [Int])
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

  /// Parses a date; returns nil for nonsense.
  static func timestamp(_ text: String) -> Timestamp? {
    PageText.date(text).flatMap { $0 >= oldest ? $0 : nil }
  }
}

extension WebAddress {
  /// A number that stands for what two spellings of one address have in common: FNV-1a of the
  /// deduplicationKey.
  var itemKey: UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in deduplicationKey.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return hash
  }
}
