package import ReadingList

/// The reader: which article, how far its loading has come, and where reading stands.
///
/// Everything is keyed by the article's id; a late answer for another one is dropped.
package struct OpenArticle: Sendable {
  /// What there is to show.
  package enum State: Sendable {
    /// No article is open.
    case closed
    /// Being read from disk.
    case loading(ArticleID)
    /// An article with its text.
    case shown(Article, ArticleBody)
    /// An article without text: not fetched yet, or failed, or its text has not come from another machine yet.
    case textless(Article, isOnItsWay: Bool)
    /// The library could not give it.
    case unreadable(ArticleID, String)
  }

  /// What is shown.
  package var state: State = .closed {
    didSet {
      look()
      if !hasPlaced(for: oldValue) { place() }
    }
  }
  /// The first visible character.
  package var position: ReadingPosition = .start
  /// How far this article was read, as of the last scroll.
  package var progress: Progress = .none
  /// Where the text is to be shown once it is loaded; nil where it was left.
  var opensAt: ReadingPosition?
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
  package var opensAtMatch = false
  /// The highlight that is to be shown as soon as there is a text; nil when none.
  package var opensAtPassage: String?
  /// Where that occurs, in order.
  package private(set) var matches: [TextRange] = []
  /// The highlights, in the order of the text, those that have lost their place last.
  package private(set) var passages: [Passage] = []
  /// What the next highlight is marked with.
  package var color = Highlight.Color.yellow
  /// The text of a body, once it was needed.
  private var joined: (body: ArticleBody, text: JoinedText)?

  /// A highlight, and where it is in the text.
  package struct Passage: Equatable, Sendable {
    package var highlight: Highlight
    /// Nil where the text does not have it any more.
    package var place: Range<ReadingPosition>?
  }

  /// Nothing open.
  package init() {}

  /// The open article's id.
  package var id: ArticleID? {
    switch state {
    case .closed: nil
    case .loading(let id), .unreadable(let id, _): id
    case .shown(let article, _), .textless(let article, _): article.id
    }
  }

  /// The open article, once loaded.
  package var article: Article? {
    switch state {
    case .shown(let article, _), .textless(let article, _): article
    case .closed, .loading, .unreadable: nil
    }
  }

  /// The text, once loaded.
  package var body: ArticleBody? { if case .shown(_, let body) = state { body } else { nil } }

  /// Looks for what the article was found by, and shows the first match as soon as there is a text.
  mutating func openAtMatch(of words: [String], for search: String) {
    find = search
    self.words = words
    opensAtMatch = true
    look()
  }

  /// The text as one, for selecting and finding passages; nil where there is none.
  package mutating func joinedText() -> JoinedText? {
    guard let body else { return nil }
    if let joined, joined.body == body { return joined.text }
    let text = JoinedText(body.textBlocks)
    joined = (body, text)
    return text
  }

  /// Whether a state shows the same highlights in the same text.
  private func hasPlaced(for old: State) -> Bool {
    switch (old, state) {
    case (.shown(let old, let oldBody), .shown(let article, let body)):
      old.highlights == article.highlights && oldBody == body
    case (.closed, .closed), (.loading, .loading): true
    default: false
    }
  }

  private mutating func place() {
    let live = article?.highlights.live ?? []
    guard !live.isEmpty else {
      passages = []
      return
    }
    let places =
      joinedText().map { HighlightPlaces.find(live, in: $0) }
      ?? Array(repeating: nil, count: live.count)
    passages = zip(live, places).map { Passage(highlight: $0, place: $1) }
    let (found, lost) = (passages.filter { $0.place != nil }, passages.filter { $0.place == nil })
    let inOrder = found.sorted { a, b in
      guard let mine = a.place, let theirs = b.place else { return false }
      return (mine.lowerBound, mine.upperBound) < (theirs.lowerBound, theirs.upperBound)
    }
    passages = inOrder + lost
  }

  private mutating func look() {
    guard !find.isEmpty, let body else {
      matches = []
      return
    }
    matches = words.isEmpty ? body.ranges(of: find) : body.ranges(ofWords: words)
  }
}
