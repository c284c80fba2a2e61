package import ArticleStore
package import ReadingList
import ReadingServices

/// What was counted over the library last, and what is being counted.
package struct ReportsModel: Sendable {
  /// What was saved and read, of each scope; empty until it was counted.
  package internal(set) var statistics: [Statistics] = []
  /// Which texts are stored; nil until it was counted.
  package internal(set) var texts: StoredTexts?
  /// Counts under way.
  var pending: Set<Survey.Kind> = []
  /// The count on screen, which follows the library.
  var watched: Survey.Kind?
  /// Whether the library changed since what is on screen was counted.
  var isStale = false
  /// Fetches that failed in this session, the last one first.
  package internal(set) var failures: [Failure] = []
  /// Fetches that were given up, whose end has not been reported yet.
  var stopped: Set<ArticleID> = []

  /// A fetch that failed, and why.
  package struct Failure: Equatable, Sendable {
    package var id: ArticleID
    package var reason: String
  }

  /// How many failures are kept.
  static let maxFailures = 100
}

/// What is under way in the background.
package struct Activity: Equatable, Sendable {
  /// Articles being fetched, the first one first.
  package var fetching: [ArticleID]
  /// Articles that wait for one of these to end.
  package var waiting: Int
  /// Articles being picked on the shuffle screen.
  package var picks: Int
  /// Whether sources are being asked.
  package var asksSources: Bool
  /// Whether the library is being looked through.
  package var looks: Bool
  /// Changes on their way to the disk.
  package var changes: Int

  /// Nothing at all.
  package var isNone: Bool {
    fetching.isEmpty && waiting == 0 && picks == 0 && !asksSources && !looks && changes == 0
  }
}
