import ReadingList

/// The values of a row that lists and counts depend on, in 32 bits.
struct IndexState: Equatable, Sendable {
  var bits: UInt32

  static let favorite: UInt32 = 1 << 0
  static let archived: UInt32 = 1 << 1
  static let deleted: UInt32 = 1 << 2
  static let hasTags: UInt32 = 1 << 3
  static let hasHighlights: UInt32 = 1 << 4
  static let hasNote: UInt32 = 1 << 5
  static let tombstone: UInt32 = 1 << 6
  /// Two bits: pending, ready, failed, suspect.
  private static let fetchShift: UInt32 = 8
  /// Six bits: the position of the page kind among all cases, from 1; 0 for none.
  private static let pageKindShift: UInt32 = 10
  /// Eight bits: percent read.
  private static let progressShift: UInt32 = 16
  /// Eight bits: the highlight colors in use, in the order of the cases.
  private static let colorShift: UInt32 = 24

  /// The capacity for page kinds.
  private static let maxPageKinds = 63

  private static let fetchNames = ["pending", "ready", "failed", "suspect"]

  init(bits: UInt32) { self.bits = bits }

  init(_ article: ArticleSummary) {
    bits = 0
    if article.membership.isFavorite { bits |= Self.favorite }
    if article.membership.isArchived { bits |= Self.archived }
    if article.membership.isDeleted { bits |= Self.deleted }
    if !article.tags.isEmpty { bits |= Self.hasTags }
    if article.hasHighlights { bits |= Self.hasHighlights }
    if !article.note.isEmpty { bits |= Self.hasNote }
    bits |= Self.fetchBits(article.fetch.name)
    let kind = article.pageKind.flatMap { PageKind.allCases.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    bits |= UInt32(kind & Self.maxPageKinds) << Self.pageKindShift
    bits |= UInt32(article.progress.percent) << Self.progressShift
    for color in Highlight.Color.allCases where article.highlightCounts[color] != nil {
      bits |= Self.bit(of: color)
    }
  }

  /// Returns the bit of a highlight color.
  static func bit(of color: Highlight.Color) -> UInt32 {
    let place = Highlight.Color.allCases.firstIndex(of: color) ?? 0
    return 1 << (colorShift + UInt32(place))
  }

  func contains(_ bit: UInt32) -> Bool { bits & bit != 0 }

  var percent: Int { Int(bits >> Self.progressShift & 0xff) }

  var pageKind: PageKind? {
    let place = Int(bits >> Self.pageKindShift) & Self.maxPageKinds
    return (1...PageKind.allCases.count).contains(place) ? PageKind.allCases[place - 1] : nil
  }

  var fetchName: String { Self.fetchNames[Int(bits >> Self.fetchShift & 3)] }

  var membership: Membership {
    Membership(
      isFavorite: contains(Self.favorite), isArchived: contains(Self.archived),
      isDeleted: contains(Self.deleted))
  }

  /// The number of values of `kind`.
  static let kinds = 96

  /// The values that built-in lists depend on, as one number: the three flags, the fetch state, and
  /// whether the article is unread, started or finished.
  var kind: Int {
    let progress = percent == 0 ? 0 : percent == 100 ? 2 : 1
    return Int(bits & 7) + 8 * Int(bits >> Self.fetchShift & 3) + 32 * progress
  }

  /// Makes a state that has a kind.
  init(kind: Int) {
    bits = UInt32(kind & 7) | UInt32(kind >> 3 & 3) << Self.fetchShift
    bits |= [0, 50, 100][kind >> 5] << Self.progressShift
  }

  /// Returns the bits of a fetch state.
  static func fetchBits(_ name: String) -> UInt32 {
    UInt32(fetchNames.firstIndex(of: name) ?? 0) << fetchShift
  }

  static let fetchMask: UInt32 = 3 << fetchShift
}

/// The numeric columns of a row.
struct RowNumbers: Sendable {
  var state = IndexState(bits: IndexState.tombstone)
  var wordCount: UInt32 = 0
  /// Milliseconds since the epoch; `.min` for none.
  var savedAt = Int64.min, publishedAt = Int64.min, readAt = Int64.min, retryAt = Int64.min
  /// See `LibrarySnapshot.searchStamps`; 0 for none.
  var searchStamp: UInt64 = 0

  /// Makes the numbers of a tombstone.
  init() {}

  init(_ article: ArticleSummary) {
    state = IndexState(article)
    wordCount = UInt32(clamping: article.wordCount)
    savedAt = article.savedAt.milliseconds
    publishedAt = article.publishedAt?.milliseconds ?? .min
    readAt = article.readAt?.milliseconds ?? .min
    retryAt = article.retryAt?.milliseconds ?? .min
    searchStamp = article.searchStamp
  }
}
