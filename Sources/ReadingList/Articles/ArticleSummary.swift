/// The properties of an article for rows, filters and counts: everything but body, highlights and
/// bookkeeping.
package struct ArticleSummary: Equatable, Sendable, Identifiable {
  package var id: ArticleID
  /// The address to open in a browser.
  package var url = ""
  /// The address as saved, where it is another one.
  package var savedURL: String?
  package var title = ""
  package var author: String?
  package var site: String?
  package var excerpt: String?
  package var language: String?
  /// The kind of page.
  package var pageKind: PageKind?
  package var publishedAt: Timestamp?
  package var savedAt: Timestamp
  package var readAt: Timestamp?
  package var wordCount = 0
  package var tags: [String] = []
  package var membership = Membership(isFavorite: false, isArchived: false, isDeleted: false)
  package var fetch = FetchState.ready
  package var retryAt: Timestamp?
  package var progress = Progress.none
  /// The number of highlights of each color in use.
  package var highlightCounts: [Highlight.Color: Int] = [:]
  /// The reader's note; empty when none.
  package var note = ""
  /// Hashes of the stored text, as the record has it, and of the highlights.
  package var textStamp: UInt64 = 0, highlightStamp: UInt64 = 0

  /// The name of the site; until that is known, the host of the address.
  package var shownSite: String? { site ?? (try? WebAddress(url))?.siteName }

  /// Whether anything is highlighted.
  package var hasHighlights: Bool { !highlightCounts.isEmpty }

  /// Makes a summary without properties.
  package init(id: ArticleID, savedAt: Timestamp = Timestamp(milliseconds: 0)) {
    (self.id, self.savedAt) = (id, savedAt)
  }

  /// Takes from an article what rows need.
  package init(_ article: Article) {
    id = article.id
    url = article.finalURL ?? article.url
    savedURL = article.url == url ? nil : article.url
    title = article.title
    author = article.author
    site = article.site
    excerpt = article.excerpt
    language = article.language
    pageKind = article.pageKind
    publishedAt = article.publishedAt
    savedAt = article.savedAt
    readAt = article.readAt
    wordCount = article.wordCount
    tags = article.tags
    membership = article.membership
    fetch = article.fetch
    retryAt = article.retryAt
    progress = article.progress
    highlightCounts = article.highlights.counts
    note = article.note
    textStamp = article.textStamp
    highlightStamp = article.highlights.stamp
  }

  /// When a fetch that failed for the moment is to be tried again.
  ///
  /// A moment further ahead than any wait was set by a clock that was wrong: then it is now.
  package func nextTry(at now: Timestamp) -> Timestamp { Self.nextTry(retryAt, at: now) }

  /// The same for the moment that was noted.
  package static func nextTry(_ retryAt: Timestamp?, at now: Timestamp) -> Timestamp {
    guard let retryAt, retryAt <= now.advanced(bySeconds: FetchState.maxWait) else { return now }
    return retryAt
  }

  /// Minutes to read it, when its length is known.
  package var readingMinutes: Int? { ReadingTime.minutes(words: wordCount) }
}

extension Article {
  /// A number for the stored text by what the record knows: its hash or, without one, when it came.
  fileprivate var textStamp: UInt64 {
    let seed: UInt64 = fetch.hasText ? 1 : 0
    if let bodyHash { return Checksum.of(bodyHash, seed: seed) }
    return Checksum.mix(seed, UInt64(bitPattern: fetchedAt?.milliseconds ?? 0))
  }
}

extension [Highlight] {
  /// The number of each color in use.
  var counts: [Highlight.Color: Int] {
    reduce(into: [:]) { $0[$1.color, default: 0] += 1 }
  }

  /// A number for what they say.
  package var stamp: UInt64 {
    var stamp: UInt64 = 0
    for highlight in self {
      for text in [highlight.id, highlight.quote, highlight.note, highlight.color.rawValue] {
        stamp = Checksum.of(text, seed: stamp)
      }
    }
    return stamp
  }
}

extension FetchState {
  /// A text is stored, doubtful or not.
  package var hasText: Bool { self == .ready || isSuspect }
  /// Failed for good.
  package var isFailed: Bool { if case .failed = self { true } else { false } }
  /// Waiting for text.
  package var isPending: Bool { if case .pending = self { true } else { false } }
  /// Text is here but doubtful.
  package var isSuspect: Bool { if case .suspect = self { true } else { false } }
}
