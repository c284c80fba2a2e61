import ArticleStore
import Platform
import ReadingList
import ReadingServices

/// Imports from files, in the background, and what is in directories that lead to them.
package final class ImportModel: ModelPart {
  /// The import under way.
  private var current: FileImport?
  /// The directory that a path being typed leads through.
  private var files: FilesInDirectory?

  /// Whether nothing is read or written.
  var isSettled: Bool { current == nil && (files == nil || files?.names != nil) }

  /// Whether a file is imported.
  var isUnderWay: Bool { current?.isStopped == false }

  private var home: String? { CurrentProcess.variable("HOME") }

  /// How far the import has come, in words; nil when there is none.
  package var progress: String? {
    guard let current, !current.isStopped else { return nil }
    return "importing \(current.percent)%"
  }

  /// Imports a file in the background, as one step that can be undone.
  func start(_ line: String) -> CommandOutcome {
    if isUnderWay { return .refused("An import is already running") }
    let path = line.expandingHome(home)
    let request = nextRequest()
    current = FileImport(path: path, request: request)
    service.importFile(path, request: request)
    return .done("Importing \(path)")
  }

  /// Ends the import under way; what it has written stays, and can be undone.
  ///
  /// - Returns: whether there was one.
  func stop() -> Bool {
    guard isUnderWay else { return false }
    service.stopImporting()
    current?.isStopped = true
    return true
  }

  /// Ends the import under way, since the program ends: it does not wait for the file, whose disk may hang.
  func quit() {
    guard let path = current?.path, stop() else { return }
    session.show(error: "The import was stopped; import \(path) again for the rest")
  }

  /// Shows the progress or the end of an import; the caller shows the library after it.
  func receive(_ event: ImportEvent) {
    switch event {
    case .underWay(let request, let percent):
      guard current?.request == request else { return }
      current?.percent = percent
    case .ended(let request, let outcome, _):
      guard current?.request == request else { return }
      current = nil
      finish(outcome)
    case .listed(let request, let entries):
      guard files?.request == request else { return }
      files?.names = entries.map { $0.isDirectory ? $0.name + "/" : $0.name }
    }
  }

  private func finish(_ outcome: ImportOutcome) {
    let report = outcome.report
    if report.imported + report.merged > 0 { session.steps.append(nil) }
    let count = "\(report.imported) imported"
    if let problem = report.problem {
      return fail(
        report.examined > 0 ? "\(count), then: \(problem); import it again for the rest" : problem)
    }
    if report.isCancelled {
      status = .info("Stopped: \(count); import it again for the rest")
      return
    }
    let failed = report.failed > 0 ? ", \(report.failed) failed" : ""
    let later = report.imported > report.withText ? "; R fetches the pages" : ""
    let all = report.summary(isDry: false)
    // The first of what went wrong; `luego import --dry-run` lists all.
    let first = outcome.firstTrouble.map { ": \($0)" } ?? ""
    status = .info(failed.isEmpty ? all + first + later : all + first)
    status?.shorter = [all, count + failed + (failed.isEmpty ? later : ""), count + failed]
  }

  // MARK: Paths

  /// Reads what is in a directory, unless it is known; `entries(of:)` returns it when it comes.
  ///
  /// - Parameter directory: as it was typed, with a slash at its end; empty for the present one.
  package func askAboutEntries(of directory: String) {
    guard files?.directory != directory else { return }
    let request = nextRequest()
    files = FilesInDirectory(directory: directory, request: request)
    let path = directory.expandingHome(home)
    service.list(path.isEmpty ? "." : path, request: request)
  }

  /// The names in a directory, as far as it was read; those of directories end with a slash.
  package func entries(of directory: String) -> [String] {
    files?.directory == directory ? files?.names ?? [] : []
  }

  /// Clears the directory cache.
  package func forgetEntries() { files = nil }
}

/// What is in a directory that a path being typed leads through.
private struct FilesInDirectory {
  /// As it was typed.
  var directory: String
  var request: Int
  /// Nil until it is known.
  var names: [String]?
}

/// An import from a file, and how much of the file was read, in percent.
private struct FileImport {
  var path: String
  var request: Int
  var percent = 0
  /// Whether it was stopped and has not ended yet.
  var isStopped = false
}
