import ArticleStore
import Platform
import ReadingList
import ReadingServices

/// Imports from files, in the background, and what is in directories that lead to them.
package final class ImportModel: ModelPart {
  /// The import under way, or the last one of this session.
  package private(set) var file: FileImport?
  /// The directory that a path being typed leads through.
  private var files: FilesInDirectory?
  /// When quitting waits no longer for the file that is imported.
  private(set) var quitDeadline: Timestamp?

  /// Whether nothing is read or written.
  var isSettled: Bool { !isUnderWay && (files == nil || files?.names != nil) }

  /// Whether a file is read or imported.
  var isUnderWay: Bool { file?.isUnderWay == true }

  /// Milliseconds to wait for what is known of a file that was named; a slower disk is read in the background.
  private static let maxWait = 200

  private var home: String? { CurrentProcess.variable("HOME") }

  /// Finds out what importing a file would do; `imports` has it when it is known.
  package func lookInto(_ line: String) -> CommandOutcome {
    if file?.stage == .importing { return .refused("An import is under way") }
    let path = line.expandingHome(home)
    let checked = WorkerPool.namedFiles.result(within: Self.maxWait) {
      (status: try? FileStatus(path), problem: allows(.reading, path) ? nil : SystemError.last)
    }
    if let checked {
      guard let status = checked.status else { return .invalid("\(path) does not exist") }
      switch status.kind {
      case .regular: break
      case .directory: return .invalid("\(path) is a directory; name a file in it")
      default: return .invalid("\(path) is not a file")
      }
      if let problem = checked.problem {
        return .invalid("\(path) cannot be read: \(problem.reason)")
      }
    }
    let size = Int(checked?.status?.size ?? 0)
    let request = nextRequest()
    file = FileImport(path: path, size: size, request: request, startedAt: clock.now())
    service.lookInto(path, request: request)
    return .done
  }

  /// Imports what was looked into.
  package func importFound() {
    guard var next = file, next.stage == .asking, next.isWorthwhile else { return }
    next.stage = .importing
    next.found = next.report.examined
    next.report = .init()
    next.troubles = []
    next.bytes = 0
    next.request = nextRequest()
    next.startedAt = clock.now()
    file = next
    service.importFile(next.path, request: next.request)
  }

  /// Forgets what was looked into and not imported.
  package func dismissPreview() {
    guard let current = file, current.stage == .looking || current.stage == .asking else {
      return
    }
    service.stopImporting()
    file = nil
  }

  /// Ends the import under way; what it has written stays, and can be taken back.
  ///
  /// - Returns: whether there was one.
  package func stopImporting() -> Bool {
    guard file?.stage == .importing else { return false }
    service.stopImporting()
    return true
  }

  /// Milliseconds that quitting waits for a file to be read on: its disk may hang.
  package static let maxQuitWait: Int64 = 2000

  /// Ends the import under way, since the program ends.
  func quit() {
    guard stopImporting() else { return service.stopImporting() }
    quitDeadline = clock.now().advanced(byMilliseconds: Self.maxQuitWait)
  }

  /// Waits no longer for the file that is imported, but for what of it is being written.
  func endWaiting() {
    quitDeadline = nil
    guard let path = file?.path, file?.stage == .importing else { return }
    guard !service.isSavingImport else {
      quitDeadline = clock.now().advanced(byMilliseconds: Self.maxQuitWait)
      return
    }
    file?.stage = .ended
    session.show(
      error: "The import was stopped: \(path) does not answer; import it again for the rest"
    )
  }

  /// Takes what happened to an import; the library after it is the caller's to take over.
  func receive(_ event: ImportEvent) {
    switch event {
    case .underWay(let request, let report, let bytes):
      guard file?.request == request else { return }
      file?.report = report
      file?.bytes = bytes
    case .ended(let request, let outcome, _): finish(request, outcome)
    case .listed(let request, let entries):
      guard files?.request == request else { return }
      files?.names = entries.map { $0.isDirectory ? $0.name + "/" : $0.name }
    }
  }

  private func finish(_ request: Int, _ outcome: ImportOutcome) {
    guard file?.request == request else { return }
    let wasLooking = file?.stage == .looking
    file?.report = outcome.report
    file?.troubles = outcome.troubles
    file?.stage = wasLooking && outcome.report.examined > 0 ? .asking : .ended
    if wasLooking { return }
    if outcome.report.imported + outcome.report.merged > 0 {
      session.hasSaved = true
      session.steps.append(nil)
    }
    sayImported(outcome.report)
  }

  private func sayImported(_ report: LibraryImport.Report) {
    let count = "\(report.imported) imported"
    if let problem = report.problem {
      return fail("\(count), then: \(problem); import it again for the rest")
    }
    if report.isCancelled {
      status = .info("Stopped: \(count); import it again for the rest")
      return
    }
    let failed = report.failed > 0 ? ", \(report.failed) failed" : ""
    let later = report.imported > report.withText ? "; R fetches the pages" : ""
    let all = report.summary(isDry: false)
    status = .info(failed.isEmpty ? all + later : all)
    status?.shorter = [all, count + failed + (failed.isEmpty ? later : ""), count + failed]
    if report.failed > 0 { status?.offer = .importReport }
  }

  // MARK: Paths

  /// Has read what is in a directory, unless it is known; `entries(of:)` has it when it comes.
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

  /// Has directories read again when they are asked about again.
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
