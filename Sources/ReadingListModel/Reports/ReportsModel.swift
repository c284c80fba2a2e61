import ArticleStore
package import ReadingList
import ReadingServices

/// What is counted over the whole library, as long as it is on screen.
package final class ReportsModel: ModelPart {
  /// What was saved and read, of each scope; empty until it was counted.
  package private(set) var statistics: [Statistics] = []
  /// Whether a count is under way.
  private var isCounting = false
  /// Whether statistics are on screen and follow the library.
  private var isWatched = false
  /// Whether the library changed since it was counted.
  var isStale = false

  /// Counts statistics now and whenever the library changes, as long as they are on screen.
  package func watchStatistics() {
    (isWatched, isStale) = (true, true)
    countIfStale()
  }

  /// Stops counting, since nothing is on screen any more.
  package func stopWatching() { isWatched = false }

  /// Counts again what is on screen; one count at a time.
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

/// Sizes in words.
package enum ByteCount {
  /// “512 B”, “3.4 kB”, “120 MB”.
  package static func words(_ bytes: Int) -> String {
    var size = Double(bytes)
    var unit = "B"
    for larger in ["kB", "MB", "GB", "TB"] where size >= 999.5 {
      size /= 1000
      unit = larger
    }
    guard unit != "B", size < 9.95 else { return "\(Int(size.rounded())) \(unit)" }
    let tenths = Int((size * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) \(unit)"
  }
}
