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

package enum ByteCount {
  /// Formats a number of bytes with a decimal unit: “512 B”, “3.4 kB”, “120 MB”.
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
