package import ReadingList
import ReadingServices

/// An import from a file: what is in that, and how far it has come.
package struct FileImport: Sendable {
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
  var report = LibraryImport.Report()
  /// What went wrong, in the order of the file.
  var troubles: [ImportTrouble] = []
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

  /// How many things were looked at.
  package var examined: Int { report.examined }
  /// How many articles are new.
  package var imported: Int { report.imported }
  /// Why it ended early; nil when it did not.
  package var problem: String? { report.problem }
  /// Whether it was stopped.
  package var isStopped: Bool { report.isCancelled }
  /// Whether there are feeds in it, which are no articles.
  package var hasFeeds: Bool { report.feeds > 0 }

  /// What was found, or came of it, each with its name; numbers that are none are left out.
  package var facts: [(name: String, value: String)] {
    guard report.examined > 0 else { return [] }
    let isAhead = stage == .looking || stage == .asking
    let texts = report.withText > 0 ? ", \(report.withText) with text" : ""
    var facts = report.formats.isEmpty ? [] : [(name: "Format", value: report.formatNames)]
    facts.append((isAhead ? "New" : "Imported", "\(report.imported)\(texts)"))
    let others: [(String, Int, String)] = [
      ("Already saved", report.merged, isAhead ? "take over something" : "took over something"),
      (report.merged > 0 ? "" : "Already saved", report.unchanged, "stay as they are"),
      ("In Trash", report.inTrash, "stay there"),
      ("Duplicates", report.duplicates, "occur again in the file"),
      ("Purged", report.purged, "were removed for good where they come from"),
      ("Skipped", report.skipped, "are not meant to be imported"),
      ("Feeds", report.feeds, "are sources for discovery, no articles"),
      ("Failed", report.failed, ""),
    ]
    for (name, count, words) in others where count > 0 {
      facts.append((name, "\(count)" + (words.isEmpty ? "" : "  " + words)))
    }
    return facts
  }

  /// How many things are known that went wrong, and what each is.
  package var troubleCount: Int { troubles.count }

  /// Where in the file one of them stands, why it went wrong, and whether nothing of it was imported.
  package func trouble(_ index: Int) -> (place: String, reason: String, isFailure: Bool)? {
    guard troubles.indices.contains(index) else { return nil }
    let trouble = troubles[index]
    // The directory is the same in all of them.
    let directory = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    let isThere = trouble.place.hasPrefix(directory)
    let place = isThere ? String(trouble.place.dropFirst(directory.count)) : trouble.place
    return (place, trouble.reason, trouble.isFailure)
  }

  /// What stands over these.
  package var troubleTitle: String {
    guard troubles.contains(where: \.isFailure) else { return "Not imported whole" }
    let rest = report.failed - troubles.count { $0.isFailure }
    return rest > 0 ? "Not imported, the first of them" : "Not imported"
  }
}
