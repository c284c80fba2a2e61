import Library
package import ReadingList
import ReadingServices
package import Web

/// The shuffle screen: the history of picks, those picked ahead, and the search under way.
package final class DiscoveryModel: ModelPart {
  var picks: DiscoveryService { model.picks }
  package struct Entry: Sendable {
    package var picked: PickedArticle
    package var position: ReadingPosition = .start
    package var progress: Progress = .none
  }

  package enum State: Equatable, Sendable {
    case idle
    /// A message about the search, and the site once a page is picked.
    case looking(summary: String, site: String?)
    case shown
    /// The reason, on one line.
    case failed(String)
  }

  package internal(set) var state = State.idle
  var ahead: [PickedArticle] = []
  /// Unanswered picks: the wanted ones, and those given up, which are answered first.
  var pending = 0, abandoned = 0
  package internal(set) var history: [Entry] = []
  package internal(set) var index = 0
  package internal(set) var sources = SourceList()
  /// As last read from the config file.
  var keptSources = SourceList()
  var listBefore = SavedView.list(.readingList)

  package static let maxAhead = 2
  package static let maxHistory = 100

  var health: [String: SourceHealth] = [:]
  var poolCounts: [String: Int] = [:]
  var poolCategories: [String] = []
  lazy var staged = tasks.stream { [unowned self] (stage: PickStage) in show(stage) }
  lazy var ended = tasks.stream { [unowned self] (result: Result<PickedArticle, PickProblem>) in
    finishPick(result)
  }

  package var current: Entry? {
    state == .shown && history.indices.contains(index) ? history[index] : nil
  }

  func index(of id: ArticleID) -> Int? { history.lastIndex { $0.picked.article.id == id } }

  package var isLooking: Bool { if case .looking = state { true } else { false } }
}
