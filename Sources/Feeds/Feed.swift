import PageExtraction
package import ReadingList

/// A feed: what a site published last.
package struct Feed: Equatable, Sendable {
  /// The feed's own name, plain text without line breaks.
  package var title: String? { didSet { title = title?.bounded(.title) } }

  /// The site that it belongs to.
  package var site: WebAddress?

  /// The readable items, in document order; each has an address.
  package var items: [FeedItem]

  /// How many entries were left out because no article can be had from them.
  package var skipped: Int

  package init(title: String? = nil, site: WebAddress? = nil, items: [FeedItem], skipped: Int = 0) {
    self.title = title?.bounded(.title)
    self.site = site
    self.items = items
    self.skipped = skipped
  }
}

/// An entry of a feed.
package struct FeedItem: Equatable, Sendable {
  /// Where its page is.
  package let address: WebAddress

  /// Plain text without line breaks; empty where the feed has none.
  package let title: String

  /// The author, as plain text.
  package let author: String?

  /// When it was published; nil where the feed does not say or says nonsense.
  package let publishedAt: Timestamp?

  /// The whole text or a summary as the feed has it: HTML that was not cleaned, as UTF-8.
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

  /// Plain text without line breaks; empty where the list has none.
  package let title: String

  /// Its categories: the enclosing folders from outside to inside, each once.
  package private(set) var categories: [String] = []

  package init(kind: Kind, address: WebAddress, title: String, categories: [String] = []) {
    self.kind = kind
    self.address = address
    self.title = title.bounded(.title)
    file(under: categories)
  }

  /// The most categories of an outline.
  private static let maxCategories = 50

  /// Adds categories that it does not have yet.
  mutating func file(under names: [String]) {
    for name in names.lazy.map({ $0.bounded(.tag) }) where !name.isEmpty {
      guard categories.count < Self.maxCategories else { return }
      if !categories.contains(name) { categories.append(name) }
    }
  }
}

/// A document that was read as a feed.
package enum FeedDocument: Equatable, Sendable {
  /// RSS, RDF, Atom or JSON Feed.
  case feed(Feed)

  /// OPML, flattened, each address once; with the number of outlines that name nothing readable.
  case outlines([Outline], skipped: Int)
}

/// Why a document could not be read as a feed.
package struct FeedProblem: Error, Equatable, Sendable {
  /// Its actual type, as the end of a sentence: “a web page, not a feed”.
  package let message: String

  package init(_ message: String) { self.message = message }
}

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
