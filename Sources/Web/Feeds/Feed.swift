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
  /// Plain text without line breaks; may be empty.
  package let title: String
  package let author: String?
  /// Nil if missing or implausible.
  package let publishedAt: Timestamp?
  /// The full text or a summary: unsanitized HTML in UTF-8.
  package let markup: String?
  /// Without duplicates; in a list, the enclosing folders from outside to inside.
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

  /// Identifies it once it was shown.
  package var key: UInt64 { address.itemKey }

  private static let maxCategories = 50

  /// Adds new categories, up to the limit.
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

/// Why a document is not a feed.
package struct FeedProblem: Error, Equatable, Sendable {
  /// Its actual type, as the end of a sentence: “a web page, not a feed”.
  package let message: String

  package init(_ message: String) { self.message = message }
}

enum FeedDate {
  /// 1990, before the first web page; many clocks that were never set show an earlier date.
  private static let oldest = Timestamp(seconds: 631_152_000)

  /// Nil for nonsense.
  static func timestamp(_ text: String) -> Timestamp? {
    PageText.date(text).flatMap { $0 >= oldest ? $0 : nil }
  }
}

extension WebAddress {
  /// A hash that two spellings of one address share: FNV-1a of the deduplicationKey.
  var itemKey: UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in deduplicationKey.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return hash
  }
}
