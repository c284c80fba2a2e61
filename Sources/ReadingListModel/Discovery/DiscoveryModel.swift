package import Discovery
package import ReadingList
import ArticleStore
import ReadingServices

/// The shuffle screen: what was picked, what is picked ahead, what is being looked for.
package final class DiscoveryModel: ModelPart {
  let reader: ReaderModel
  let picks: DiscoveryService
  /// Something that was picked, and the place in it.
  package struct Entry: Sendable {
    package var picked: PickedArticle
    /// The title of the article with the link that led here; nil for what was picked.
    package var origin: String?
    package var position: ReadingPosition = .start
    package var progress: Progress = .none
  }

  /// What stands on the screen.
  package enum State: Equatable, Sendable {
    /// No article picked yet.
    case idle
    /// The words for what is going on, and the site that was picked.
    case looking(summary: String, site: String?)
    /// The article of `current`.
    case shown
    /// Nothing came; why, on one line.
    case failed(String)
  }

  package internal(set) var state = State.idle
  /// Articles picked and not shown yet, next first.
  var ahead: [PickedArticle] = []
  /// Picks under way, oldest first.
  var pending: [Int] = []
  private var picked = 0
  /// The title of the article with the link to the page that is being fetched; nil when none is.
  var page: String?
  /// Whether asking ahead rests, after a pick that came to nothing.
  var rests = false
  /// What was shown, oldest first.
  package internal(set) var history: [Entry] = []
  /// Where in the history the person is.
  package internal(set) var index = 0
  /// The sources there are.
  package internal(set) var sources: SourceList
  /// The list shown before.
  var listBefore = SavedView.list(.readingList)

  /// How many articles are picked ahead.
  package static let maxAhead = 2
  /// How many shown articles are kept.
  package static let maxHistory = 100

  /// How the sources have been doing, by name, as far as it was asked.
  var health: [String: SourceHealth] = [:]
  /// How much the sources have to choose from, likewise.
  var poolCounts: [String: Int] = [:]
  /// The categories of the sources' lists, likewise.
  var poolCategories: [String] = []
  /// How many questions to the sources are under way.
  var questions = 0
  var staged: Answer<(pick: Int, stage: PickStage)> = { _ in }
  var ended: Answer<(pick: Int, result: Result<PickedArticle, PickProblem>)> = { _ in }

  init(reader: ReaderModel, _ service: DiscoveryService, _ sources: SourceList) {
    self.reader = reader
    picks = service
    self.sources = sources
    super.init(reader.session, reader.library)
    reader.placeChanged = { [unowned self] in notePlace() }
    staged = tasks.stream { [unowned self] in show($0.stage, of: $0.pick) }
    ended = tasks.stream { [unowned self] in finishPick($0.pick, $0.result) }
  }

  /// A number that no pick had before.
  func nextPick() -> Int {
    picked += 1
    return picked
  }

  /// What is on screen, when it is an article.
  package var current: Entry? {
    state == .shown && history.indices.contains(index) ? history[index] : nil
  }

  /// The title of the article with the link that led to what is on screen or awaited; nil for what is picked.
  package var origin: String? { isLooking ? page : current?.origin }

  /// Where in the history an article is.
  func index(of id: ArticleID) -> Int? { history.lastIndex { $0.picked.article.id == id } }

  /// Does not wait for a page any more; what was on screen before is what is shown next.
  func giveUpPage() {
    guard page != nil else { return }
    page = nil
    tasks.drop(.page)
    state = history.isEmpty ? .idle : .shown
  }

  /// Whether the list is offered instead: nothing came, or there is no network.
  package var offersList: Bool {
    if case .failed = state { true } else { current?.picked.hasNoNetwork == true }
  }

  /// Whether something is awaited.
  package var isLooking: Bool { if case .looking = state { true } else { false } }
}

extension PickStage {
  /// What is said while it lasts.
  func summary(isSurprise: Bool) -> String {
    switch self {
    case .choosing(let source) where source.kind == .blogs: "Blogrolling..."
    case .choosing where isSurprise: "Rolling the dice..."
    case .choosing, .picked: "Finding something interesting..."
    }
  }
}
