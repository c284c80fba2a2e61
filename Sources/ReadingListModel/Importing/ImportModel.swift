package import ReadingList
package import ReadingServices

/// An import from a file: what is in that, and how far it has come.
package struct ImportModel: Sendable {
  /// What becomes of it next.
  package enum Stage: Sendable {
    /// It is being found out what is in the file.
    case looking
    /// Somebody has to say whether to import it.
    case asking
    case importing
    case ended
  }

  /// The file.
  package let path: String
  package internal(set) var stage = Stage.looking
  /// What came of it so far; until it was agreed to, what would come of it.
  package internal(set) var report = LibraryImport.Report()
  /// What went wrong, in the order of the file.
  package internal(set) var troubles: [ImportTrouble] = []
  /// How many bytes of the file were read, and how many it has.
  package internal(set) var bytes = 0
  package let size: Int
  /// How many things were found in it beforehand.
  package internal(set) var found = 0
  var request: Int
  var startedAt: Timestamp

  /// Whether something is being read or written.
  package var isUnderWay: Bool { stage == .looking || stage == .importing }

  /// How much of the file was read, in percent.
  package var percent: Int { size > 0 ? min(100, bytes * 100 / size) : 0 }

  /// How many things a second were looked at, up to a moment.
  package func rate(at now: Timestamp) -> Int {
    let milliseconds = max(1, now.milliseconds - startedAt.milliseconds)
    return Int(Int64(report.examined) * 1000 / milliseconds)
  }

  /// Whether there is anything to import.
  package var isWorthwhile: Bool { report.imported + report.merged > 0 }
}
