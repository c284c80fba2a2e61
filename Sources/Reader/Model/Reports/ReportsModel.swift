import Library
package import ReadingList
import ReadingServices

package final class ReportsModel: ModelPart {
  package private(set) var statistics: [Statistics] = []
  private var isCounting = false
  private var isWatched = false
  /// Whether the library has changed since the last count.
  var isStale = false

  package func watchStatistics() {
    (isWatched, isStale) = (true, true)
    countIfStale()
  }

  package func stopWatching() { isWatched = false }

  func countIfStale() {
    guard isStale, isWatched, !library.isBeingRead, !isCounting else { return }
    (isStale, isCounting) = (false, true)
    let answer = tasks.answer { [unowned self] (counted: [Statistics]) in
      isCounting = false
      statistics = counted
    }
    service.survey(snapshot, answer: answer)
  }
}
