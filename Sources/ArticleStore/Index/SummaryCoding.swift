import ReadingList

// A row of the index as bytes, for the index itself and for the list of changes beside it.
extension ArticleSummary {
  /// Everything but the id.
  func encode(to out: inout ByteWriter) {
    out.append(IndexState(self).bits)
    out.append(count: wordCount)
    for moment in [savedAt, publishedAt, readAt, retryAt] {
      out.append(count: moment == nil ? 0 : 1)
      if let moment { out.append(moment) }
    }
    out.append(url)
    out.append(savedURL)
    out.append(title)
    out.append(author)
    out.append(site)
    out.append(excerpt)
    out.append(language)
    out.append(fetch.reason)
    out.append(count: tags.count)
    for tag in tags { out.append(tag) }
    out.append(note)
    out.append(textStamp)
    out.append(highlightStamp)
    for color in Highlight.Color.allCases { out.append(count: highlightCounts[color]) }
  }

  /// Reads what `encode` wrote; nil when it is something else.
  init?(from reader: inout ByteReader, id: ArticleID) {
    let state = IndexState(bits: reader.integer())
    let wordCount = reader.count()
    let moments = (0..<4).map { _ in reader.count() == 0 ? nil : reader.moment() }
    let url = reader.text()
    let savedURL = reader.optionalText()
    let title = reader.text()
    let author = reader.optionalText()
    let site = reader.optionalText()
    let excerpt = reader.optionalText()
    let language = reader.optionalText()
    let reason = reader.optionalText()
    var tags: [String] = []
    for _ in 0..<reader.count(ofAtLeast: 1) { tags.append(reader.text()) }
    let note = reader.text()
    let textStamp: UInt64 = reader.integer()
    let highlightStamp: UInt64 = reader.integer()
    var highlightCounts = HighlightCounts()
    for color in Highlight.Color.allCases { highlightCounts[color] = reader.count() }
    guard !reader.failed, let savedAt = moments[0],
      let fetch = FetchState(name: state.fetchName, reason: reason)
    else { return nil }
    self.init(
      id: id,
      url: url,
      savedURL: savedURL,
      title: title,
      author: author,
      site: site,
      excerpt: excerpt,
      language: language,
      publishedAt: moments[1],
      savedAt: savedAt,
      readAt: moments[2],
      wordCount: wordCount,
      tags: tags,
      membership: state.membership,
      fetch: fetch,
      retryAt: moments[3],
      progress: Progress(percent: state.percent),
      highlightCounts: highlightCounts,
      note: note,
      textStamp: textStamp,
      highlightStamp: highlightStamp
    )
    pageKind = state.pageKind
  }
}

/// The numbers of a row that lists are made of.
struct RowNumbers: Equatable, Sendable {
  var state: IndexState
  var wordCount: UInt32
  /// Milliseconds; the least number for none.
  var savedAt: Int64, publishedAt: Int64, readAt: Int64, retryAt: Int64
  /// See `LibrarySnapshot.searchStamps`; 0 for none.
  var searchStamp: UInt64

  /// Those of what stays of a purged article, and of a record that is gone.
  static let tombstone = RowNumbers(of: IndexState.tombstone)
  static let absent = RowNumbers(of: IndexState.tombstone | IndexState.absent)

  private init(of bits: UInt32) {
    (state, wordCount, searchStamp) = (IndexState(bits: bits), 0, 0)
    (savedAt, publishedAt, readAt, retryAt) = (.min, .min, .min, .min)
  }

  init(_ article: ArticleSummary) {
    state = IndexState(article)
    wordCount = UInt32(clamping: article.wordCount)
    savedAt = article.savedAt.milliseconds
    publishedAt = article.publishedAt?.milliseconds ?? .min
    readAt = article.readAt?.milliseconds ?? .min
    retryAt = article.retryAt?.milliseconds ?? .min
    searchStamp = article.searchStamp
  }

  init(from reader: inout ByteReader) {
    state = IndexState(bits: reader.integer())
    wordCount = reader.integer()
    savedAt = reader.integer()
    publishedAt = reader.integer()
    readAt = reader.integer()
    retryAt = reader.integer()
    searchStamp = reader.integer()
  }

  func encode(to out: inout ByteWriter) {
    out.append(state.bits)
    out.append(wordCount)
    for moment in [savedAt, publishedAt, readAt, retryAt] { out.append(moment) }
    out.append(searchStamp)
  }

  /// The moment that a number stands for.
  static func moment(_ milliseconds: Int64) -> Timestamp? {
    milliseconds == .min ? nil : Timestamp(milliseconds: milliseconds)
  }
}

/// The parts of a row that lists and counts are made of, in 32 bits.
struct IndexState: Equatable {
  var bits: UInt32

  static let favorite: UInt32 = 1 << 0
  static let archived: UInt32 = 1 << 1
  static let deleted: UInt32 = 1 << 2
  static let hasTags: UInt32 = 1 << 3
  static let hasHighlights: UInt32 = 1 << 4
  static let hasNote: UInt32 = 1 << 5
  /// Not an article: what stays of a purged one.
  static let tombstone: UInt32 = 1 << 6
  /// Not even that; only among changes, where it hides what was known before.
  static let absent: UInt32 = 1 << 7
  /// Two bits: pending, ready, failed, suspect.
  static let fetchShift: UInt32 = 8
  /// Four bits: the place of the page's kind among all, from 1; 0 for none.
  static let pageKindShift: UInt32 = 10
  /// Eight bits: percent read.
  static let progressShift: UInt32 = 16
  /// Four bits: the colors that something is highlighted in, in their order.
  static let colorShift: UInt32 = 24

  private static let fetchNames = ["pending", "ready", "failed", "suspect"]

  init(bits: UInt32) { self.bits = bits }

  init(_ article: ArticleSummary) {
    bits = 0
    if article.membership.isFavorite { bits |= Self.favorite }
    if article.membership.isArchived { bits |= Self.archived }
    if article.membership.isDeleted { bits |= Self.deleted }
    if !article.tags.isEmpty { bits |= Self.hasTags }
    if article.hasHighlights { bits |= Self.hasHighlights }
    if article.hasNote { bits |= Self.hasNote }
    let fetch = Self.fetchNames.firstIndex(of: article.fetch.name) ?? 0
    bits |= UInt32(fetch) << Self.fetchShift
    let kind = article.pageKind.flatMap { PageKind.allCases.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    bits |= UInt32(kind & 15) << Self.pageKindShift
    bits |= UInt32(article.progress.percent) << Self.progressShift
    for color in Highlight.Color.allCases where article.highlightCounts[color] > 0 {
      bits |= Self.bit(of: color)
    }
  }

  /// The bit of a color that something is highlighted in.
  static func bit(of color: Highlight.Color) -> UInt32 {
    let place = Highlight.Color.allCases.firstIndex(of: color) ?? 0
    return 1 << (colorShift + UInt32(place))
  }

  func contains(_ bit: UInt32) -> Bool { bits & bit != 0 }

  var percent: Int { Int(bits >> Self.progressShift & 0xff) }
  var pageKind: PageKind? {
    let place = Int(bits >> Self.pageKindShift & 15)
    return (1...PageKind.allCases.count).contains(place) ? PageKind.allCases[place - 1] : nil
  }
  var fetchName: String { Self.fetchNames[Int(bits >> Self.fetchShift & 3)] }

  var membership: Membership {
    Membership(
      isFavorite: contains(Self.favorite),
      isArchived: contains(Self.archived),
      isDeleted: contains(Self.deleted)
    )
  }

  /// How many kinds there are; see `kind`.
  static let kinds = 96

  /// What built-in lists choose by, as one number: the three flags, the fetch state, and whether reading has
  /// not begun, is under way or ended.
  var kind: Int {
    let progress = percent == 0 ? 0 : percent == 100 ? 2 : 1
    return Int(bits & 7) + 8 * Int(bits >> Self.fetchShift & 3) + 32 * progress
  }

  /// A state of a kind.
  init(kind: Int) {
    bits = UInt32(kind & 7) | UInt32(kind >> 3 & 3) << Self.fetchShift
    bits |= [0, 50, 100][kind >> 5] << Self.progressShift
  }

  /// The bits a fetch state's name has.
  static func fetchBits(_ name: String) -> UInt32 {
    UInt32(fetchNames.firstIndex(of: name) ?? 0) << fetchShift
  }

  static let fetchMask: UInt32 = 3 << fetchShift
}
