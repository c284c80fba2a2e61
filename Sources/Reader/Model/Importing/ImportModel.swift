import Library
import Platform
import ReadingList
import ReadingServices

package final class ImportModel: ModelPart {
  /// The import under way, or one that was stopped but has not ended yet.
  private var current: (path: String, percent: Int, isStopped: Bool)?

  private lazy var progressed = tasks.stream { [unowned self] (percent: Int) in
    current?.percent = percent
  }

  var isUnderWay: Bool { current?.isStopped == false }

  /// A message with the progress of the import; nil if there is none.
  package var progress: String? {
    guard let current, !current.isStopped else { return nil }
    return "importing \(current.percent)%"
  }

  func start(_ line: String) -> CommandOutcome {
    if isUnderWay { return .refused("An import is already running") }
    let path = line.expandingHome(CurrentProcess.variable("HOME"))
    current = (path, 0, false)
    // Keep the article under the cursor in its place on the screen.
    let answer = library.answer { [unowned self] (outcome: ImportOutcome) in
      current = nil
      let (row, top) = (navigation.place.row, navigation.place.top)
      list.bringUpToDate()
      navigation.place.top = max(0, top + list.cursor - row)
      finish(outcome)
    }
    service.importFile(path, progress: progressed, answer: answer)
    return .done("Importing \(path)")
  }

  /// Stops the import under way; articles already written stay, and can be undone.
  ///
  /// Returns whether there was one.
  func stop() -> Bool {
    guard isUnderWay else { return false }
    service.stopImporting()
    current?.isStopped = true
    return true
  }

  /// Stops the import as the program ends, without waiting for the file, whose disk may hang.
  func quit() {
    guard let path = current?.path, stop() else { return }
    session.show(error: "The import was stopped; import \(path) again for the rest")
  }

  private func finish(_ outcome: ImportOutcome) {
    let report = outcome.report
    let failed = report.failed > 0 ? ", \(report.failed) failed" : ""
    let count = "\(report.imported) imported"
    if let problem = report.problem {
      let rest = report.hasRest ? "; import it again for the rest" : ""
      return fail(report.examined > 0 ? "\(count)\(failed), then: \(problem)\(rest)" : problem)
    }
    if report.isCancelled {
      status = .info("Stopped: \(count); import it again for the rest")
      return
    }
    let all = report.summary(isDry: false)
    let list = "luego import --dry-run"
    let more = outcome.troubles > 1 ? "; \(outcome.troubles - 1) more: \(list)" : ""
    let first = outcome.firstTrouble.map { ": \($0)\(more)" } ?? ""
    status = .info(all + first)
    status?.shorter = [first.isEmpty ? all : "\(all); why: \(list)", all, count + failed]
    if report.imported > report.withText, failed.isEmpty {
      status?.offer = .refetchFailed
      status?.action = "fetch the pages"
    }
  }
}
