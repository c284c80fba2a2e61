package import ReadingList

/// The reader: which article, how far its loading has come, and where reading stands.
///
/// Everything is keyed by the article's id; a late answer for another one is dropped.
package struct ReaderModel: Sendable {
  /// What there is to show.
  package enum State: Sendable {
    /// No article is open.
    case closed
    /// Being read from disk.
    case loading(ArticleID)
    /// An article with its text.
    case shown(Article, ArticleBody)
    /// An article without text: not fetched yet, or failed.
    case textless(Article)
    /// The library could not give it.
    case unreadable(ArticleID, String)
  }

  /// What is shown.
  package var state: State = .closed { didSet { look() } }
  /// The first visible character.
  package var position: ReadingPosition = .start
  /// How far this article was read, as of the last scroll.
  package var progress: Progress = .none
  /// Whether `position` or `progress` differ from what the library has.
  package var isUnsaved = false
  /// Counts loads, so that the text of one body is told from the next.
  package var generation = 0
  /// What is being looked for in the text; empty when nothing.
  package var find = "" {
    didSet {
      words = []
      look()
    }
  }
  /// The words that the article was found by, which are looked for instead; empty when it is `find` itself.
  private var words: [String] = []
  /// Whether the first match is to be shown as soon as there is a text.
  package internal(set) var opensAtMatch = false
  /// Where that occurs, in order.
  package private(set) var matches: [TextRange] = []
  /// The request whose answer is awaited.
  package var request: Int?

  /// Nothing open.
  package init() {}

  /// The open article's id.
  package var id: ArticleID? {
    switch state {
    case .closed: nil
    case .loading(let id), .unreadable(let id, _): id
    case .shown(let article, _), .textless(let article): article.id
    }
  }

  /// The open article, once loaded.
  package var article: Article? {
    switch state {
    case .shown(let article, _), .textless(let article): article
    case .closed, .loading, .unreadable: nil
    }
  }

  /// The text, once loaded.
  package var body: ArticleBody? {
    if case .shown(_, let body) = state { body } else { nil }
  }

  /// Looks for what the article was found by, and shows the first match as soon as there is a text.
  mutating func openAtMatch(of words: [String], for search: String) {
    find = search
    self.words = words
    opensAtMatch = true
    look()
  }

  private mutating func look() {
    guard !find.isEmpty, let body else {
      matches = []
      return
    }
    matches = words.isEmpty ? body.ranges(of: find) : body.ranges(ofWords: words)
  }
}
