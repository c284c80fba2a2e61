package import ReadingList

/// The open article, its loading and the reading position.
///
/// Late answers for another article are dropped.
package struct OpenArticle: Sendable {
  package enum State: Sendable {
    case closed
    case loading(ArticleID)
    case shown(Article, ArticleBody)
    /// Not fetched, failed to fetch, or the text still has to come from another machine.
    case textless(Article, isOnItsWay: Bool)
    /// Carries the reason.
    case unreadable(ArticleID, String)
  }

  package var state: State = .closed {
    didSet {
      look()
      place()
    }
  }
  package var position: ReadingPosition = .start
  package var progress: Progress = .none
  /// Shown once the text is loaded; nil for the saved one.
  var opensAt: ReadingPosition?
  package var isUnsaved = false
  package var find = "" { didSet { words = [] } }
  /// Words of the search that found the article, to find instead of `find`; may be empty.
  var words: [String] = [] { didSet { look() } }
  package var opensAtMatch = false
  /// The highlight to show as soon as the text is loaded.
  package var opensAtPassage: String?
  package private(set) var matches: [Range<ReadingPosition>] = []
  /// In the order of the text; those no longer found come last.
  package private(set) var passages: [Passage] = []
  package var color = Highlight.Color.yellow
  private var joined: (body: ArticleBody, text: JoinedText)?

  package struct Passage: Equatable, Sendable {
    package var highlight: Highlight
    package var place: Range<ReadingPosition>?
  }

  package var id: ArticleID? {
    switch state {
    case .closed: nil
    case .loading(let id), .unreadable(let id, _): id
    case .shown(let article, _), .textless(let article, _): article.id
    }
  }

  package var article: Article? {
    switch state {
    case .shown(let article, _), .textless(let article, _): article
    case .closed, .loading, .unreadable: nil
    }
  }

  package var body: ArticleBody? { if case .shown(_, let body) = state { body } else { nil } }

  package mutating func joinedText() -> JoinedText? {
    guard let body else { return nil }
    if let joined, joined.body == body { return joined.text }
    let text = JoinedText(body.textBlocks)
    joined = (body, text)
    return text
  }

  private mutating func place() {
    let live = article?.highlights.inTextOrder ?? []
    guard !live.isEmpty else {
      passages = []
      return
    }
    let places =
      joinedText().map { HighlightPlaces.find(live, in: $0) }
      ?? Array(repeating: nil, count: live.count)
    passages = zip(live, places).map { Passage(highlight: $0, place: $1) }.sorted { a, b in
      guard let mine = a.place else { return false }
      guard let theirs = b.place else { return true }
      return (mine.lowerBound, mine.upperBound) < (theirs.lowerBound, theirs.upperBound)
    }
  }

  private mutating func look() {
    guard !find.isEmpty, let body else {
      matches = []
      return
    }
    matches = words.isEmpty ? body.ranges(of: find) : body.ranges(ofWords: words)
  }
}
