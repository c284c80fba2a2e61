import ArticleStore
import Platform
import ReadingList
import Synchronization

/// The outcome of an import.
package struct ImportOutcome: Sendable {
  package var report: LibraryImport.Report
  /// The first entry that was not imported, or only in part: its place in the file, and the reason.
  package var firstTrouble: String?
}

extension LibraryService {
  /// Imports a file concurrently with the queue, as one undo step; answers with `Event.importing`.
  package func importFile(_ path: String, request: Int) {
    importRequest.withLock { $0 = request }
    Task.detached(executorPreference: WorkerPool.namedFiles) { [self] in
      let outcome = runImport(of: path, request)
      // Posted from the queue, so that no older list follows a newer one.
      queue.enqueue { [self] in
        importIsSaving.store(false, ordering: .releasing)
        mailbox.post(.importing(.ended(request: request, outcome, currentSnapshot)))
      }
    }
  }

  /// Cancels the import after the batch being saved.
  package func stopImporting() { importRequest.withLock { $0 = nil } }

  /// Whether the import is saving a batch rather than reading its file.
  package var isSavingImport: Bool { importIsSaving.load(ordering: .acquiring) }

  private func runImport(of path: String, _ request: Int) -> ImportOutcome {
    var outcome = ImportOutcome(report: .init())
    let status: FileStatus
    do throws(SystemError) { status = try FileStatus(path) } catch {
      outcome.report.problem = "\(path) cannot be read: \(error.reason)"
      return outcome
    }
    guard status.isRegular else {
      outcome.report.problem = "\(path) is not a file"
      return outcome
    }
    var step: UndoJournal.Recorded?
    var trouble: String?
    var run = LibraryImport(
      into: library, at: clock.now(), batch: importBatch,
      shouldContinue: { [self] in importRequest.withLock { $0 == request } },
      tell: { [self] notice in
        switch notice {
        case .saving: importIsSaving.store(true, ordering: .releasing)
        case .failed(let place, let reason), .remark(let place, let reason):
          trouble = trouble ?? "\(place): \(reason)"
        case .stored(let receipt, let title):
          step = journal.record("imported", title: title, [receipt], to: step)
        case .progress(_, let bytes):
          importIsSaving.store(false, ordering: .releasing)
          let percent = min(100, bytes * 100 / max(1, Int(status.size)))
          mailbox.post(.importing(.underWay(request: request, percent: percent)))
        }
      })
    var refusal: StoreError?
    do throws(StoreError) { try run.read(path, as: nil) } catch { refusal = error }
    importIsSaving.store(true, ordering: .releasing)
    run.finish()
    outcome = ImportOutcome(report: run.report, firstTrouble: trouble)
    if let refusal { outcome.report.problem = refusal.message }
    return outcome
  }

  /// The max number of names read from a directory.
  private static let maxNames = 10_000

  /// Lists a directory; answers with `ImportEvent.listed`.
  package func list(_ directory: String, request: Int) {
    Task.detached(executorPreference: WorkerPool.namedFiles) { [mailbox] in
      let entries = DirectoryEntry.all(in: directory, limit: Self.maxNames)
      mailbox.post(.importing(.listed(request: request, entries)))
    }
  }
}

extension LibraryService {
  /// Saves the files in the inbox, concurrently with the queue; answers with `Event.captured`.
  package func takeInbox() { capture(request: nil) { inbox in await inbox.take() } }

  /// Saves the articles in a file, concurrently with the queue; answers with `Event.captured`.
  package func add(fileAt path: String, request: Int) {
    capture(request: request) { inbox in await inbox.save(fileAt: path, tags: []) }
  }

  private func capture(request: Int?, _ work: @escaping @Sendable (Inbox) async -> Inbox.Report) {
    guard let inbox else { return }
    Task.detached(executorPreference: WorkerPool.process) { [self] in
      let report = await work(inbox)
      // Posted from the queue, so that no older list follows a newer one.
      queue.enqueue { [self] in mailbox.post(.captured(request: request, report, currentSnapshot)) }
    }
  }
}
