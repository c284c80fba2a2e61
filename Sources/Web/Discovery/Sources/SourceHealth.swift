package import ReadingList

package struct SourceHealth: Equatable, Sendable {
  package var lastSuccess: Timestamp?
  package var picks = 0
  /// Failed tries since the last success.
  package var failures = 0
  /// Skipped entries: no article, seen, saved or blocked.
  package var skipped = 0
  /// Why the last try failed.
  package var problem: String?

  package init() {}

  package func words(clock: Clock) -> [String] {
    var words = picks > 0 ? ["\(picks) picked"] : []
    if let lastSuccess { words.append("last \(longDate(lastSuccess, clock: clock))") }
    if skipped > 0 { words.append("\(skipped) skipped") }
    if let failed, let problem { words.append("\(failed): \(problem)") }
    return words
  }

  /// Nil if it has not failed since its last success.
  package var failed: String? {
    problem == nil ? nil : failures == 1 ? "failed once" : "failed \(failures) times"
  }

  mutating func succeed(at moment: Timestamp) {
    lastSuccess = moment
    picks += 1
    failures = 0
    problem = nil
  }

  mutating func fail(_ reason: String) {
    failures += 1
    problem = reason
  }

  var json: JSON {
    .object([
      .init("lastSuccess", lastSuccess.map { .string($0.rfc3339) } ?? .null),
      .init("deals", .int(picks)), .init("failures", .int(failures)),
      .init("skipped", .int(skipped)), .init("problem", problem.map { .string($0) } ?? .null),
    ])
  }

  init(json: JSON) {
    lastSuccess = json["lastSuccess"]?.string.flatMap { Timestamp(rfc3339: $0) }
    picks = max(0, json["deals"]?.int ?? 0)
    failures = max(0, json["failures"]?.int ?? 0)
    skipped = max(0, json["skipped"]?.int ?? 0)
    problem = json["problem"]?.string
  }
}
