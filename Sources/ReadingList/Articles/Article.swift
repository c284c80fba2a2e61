/// Everything known of a saved article except its text: one record of the library.
///
/// A value. Facts about the page (title, author, …) come from fetching; what the reader did (tags,
/// archived, position, …) changes through `ArticleChange`.
package struct Article: Equatable, Sendable, Identifiable {
  /// Derived from `canonicalURL`; never changes.
  package let id: ArticleID
  /// The address as given by the person, with a scheme and without credentials.
  package var url: String
  /// The canonical form of `url`, or a `urn:luego:`; what the id is made of.
  package let canonicalURL: String
  /// Where redirects ended.
  package var finalURL: String?
  /// The page's own canonical URL.
  package var pageURL: String?
  /// Addresses of articles that were merged with this one.
  package var otherURLs: [String] = []

  // Text in rows is bounded by `MetadataLength`, whatever its source.
  /// The title; equals the URL's readable form until fetched.
  package var title: String { didSet { title = title.bounded(.title) } }
  /// Set when a person chose the title: fetching leaves it alone.
  package var isTitleEdited = false
  /// The title that the page gives, where a person chose another and it is known.
  package var pageTitle: String?
  /// The author's name as printed.
  package var author: String? { didSet { author = author?.bounded(.author) } }
  /// The site's name.
  package var site: String? { didSet { site = site?.bounded(.site) } }
  /// BCP 47 language tag.
  package var language: String?
  /// `rtl` where the page says so.
  package var direction: String?
  /// The kind of page; nil if unknown.
  package var pageKind: PageKind?
  /// A sentence or two.
  package var excerpt: String? { didSet { excerpt = excerpt?.bounded(.excerpt) } }
  /// Lead image, absolute URL.
  package var image: String?
  /// When the page says it was published.
  package var publishedAt: Timestamp?
  /// When it was saved.
  package var savedAt: Timestamp
  /// Words in the body, CJK characters counted as `ReadingTime` says; 0 when unknown.
  package var wordCount = 0

  /// Tags in the order they were given, no duplicates.
  package var tags: [String] = [] {
    didSet {
      guard tags.contains(where: { $0.utf8.count > MetadataLength.scalarsPerCharacter }) else {
        return
      }
      var seen: Set<String> = []
      tags = tags.map { $0.bounded(.tag) }.filter { seen.insert($0).inserted }
    }
  }
  /// Where it belongs; `Membership` reads these.
  package var isFavorite = false
  /// See `isFavorite`.
  package var isArchived = false
  /// In Trash.
  package var isDeleted = false
  /// The article that this one is part of.
  package var mergedInto: ArticleID?

  /// How far the fetch has come.
  package var fetch: FetchState = .pending(reason: nil)
  /// Why the last fetch failed or is doubtful, in one word, such as `login`; nil when that is not known.
  package var fetchKind: String?
  /// The kind where a form that asks for a password stands in the place of the article.
  package static let loginKind = "login"
  /// The kind of a text of an earlier address, kept until the present one has answered.
  package static let movedKind = "moved"
  /// When it was last fetched.
  package var fetchedAt: Timestamp?
  /// Failed tries since the last success, and the earliest time of the next one.
  package var attempts = 0
  /// Not before this moment, for back-off.
  package var retryAt: Timestamp?
  /// Validators for a conditional request.
  package var etag: String?
  /// See `etag`.
  package var lastModified: String?
  /// SHA-256, in hexadecimal, of the stored text; nil when there is none.
  package var bodyHash: String?
  /// The source of a text that was not fetched, in words: browser, file, inbox, mail, archive.
  package var via: String?

  /// The anchor of the first visible line.
  package var position: ReadingPosition = .start
  /// The hash of the text that the position is in; nil when that is not known.
  package var positionText: String?
  /// How far it was read.
  package var progress: Progress = .none
  /// When it was last read.
  package var readAt: Timestamp?
  /// Marked passages.
  package var highlights: [Highlight] = []
  /// The reader's note; empty when none.
  package var note = ""
  /// Notes and titles that another's took the place of, without having been seen; see `OverruledText`.
  package var overruled: [OverruledText] = []

  /// Makes the record of a newly saved address: pending, unread, untagged.
  package init(address: WebAddress, given: String? = nil, savedAt: Timestamp) {
    self.init(
      canonicalURL: address.text,
      url: given.map { WebAddress.asGiven($0, of: address) } ?? address.text,
      title: address.deduplicationKey, savedAt: savedAt)
  }

  /// Makes a record from its canonical URL, which may be a `urn:luego:`.
  package init(canonicalURL: String, url: String, title: String, savedAt: Timestamp) {
    id = ArticleID(canonicalURL: canonicalURL)
    self.canonicalURL = canonicalURL
    self.url = url
    self.title = title.bounded(.title)
    self.savedAt = savedAt
  }

  /// Minutes to read it; see `ReadingTime`.
  package var readingMinutes: Int? { ReadingTime.minutes(words: wordCount) }
}
