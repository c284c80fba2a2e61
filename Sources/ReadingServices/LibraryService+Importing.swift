import ArticleStore
import Platform
import ReadingList
import Synchronization

/// Something in a file that was not imported, or not whole.
package struct ImportTrouble: Equatable, Sendable {
  /// Where it stands, as compilers write it.
  package var place: String
  package var reason: String
  /// Whether nothing of it was imported.
  package var isFailure: Bool

  /// How many of an import are kept.
  package static let maxCount = 1000
}

/// What came of an import, or would come of it.
package struct ImportOutcome: Sendable {
  package var report: LibraryImport.Report
  /// What went wrong, in the order of the file.
  package var troubles: [ImportTrouble]
}

extension LibraryService {
  /// Finds out what importing a file would do, and answers with `Event.imported`.
  package func lookInto(_ path: String, request: Int) { runImport(of: path, request, isDry: true) }

  /// Imports a file beside the jobs in the queue, and answers with `Event.importing` now and then and
  /// `Event.imported` at the end, as one step of the journal.
  package func importFile(_ path: String, request: Int) {
    runImport(of: path, request, isDry: false)
  }

  /// Ends the import under way as soon as what it is about to write is written.
  package func stopImporting() { importRequest.withLock { $0 = nil } }

  /// Whether articles of an import are being written; else its file is read.
  package var isSavingImport: Bool { importIsSaving.load(ordering: .acquiring) }

  private func runImport(of path: String, _ request: Int, isDry: Bool) {
    importRequest.withLock { $0 = request }
    Task.detached(executorPreference: WorkerPool.namedFiles) { [self] in
      var troubles: [ImportTrouble] = []
      var step: UndoJournal.Recorded?
      func note(_ place: String, _ reason: String, isFailure: Bool) {
        guard troubles.count < ImportTrouble.maxCount else { return }
        troubles.append(ImportTrouble(place: place, reason: reason, isFailure: isFailure))
      }
      var run = LibraryImport(
        into: library,
        at: clock.now(),
        isDry: isDry,
        batch: importBatch,
        shouldContinue: { [self] in importRequest.withLock { $0 == request } },
        tell: { [self] notice in
          switch notice {
          case .saving: importIsSaving.store(!isDry, ordering: .releasing)
          case .failed(let place, let reason): note("\(place)", reason, isFailure: true)
          case .remark(let place, let text): note("\(place)", text, isFailure: false)
          case .stored(let receipt, let title):
            step = journal.record("imported", title: title, [receipt], to: step)
          case .progress(let report, let bytes):
            importIsSaving.store(false, ordering: .releasing)
            mailbox.post(.importing(.underWay(request: request, report, bytes: bytes)))
          }
        }
      )
      var refusal: StoreError?
      do throws(StoreError) { try run.read(path, as: nil) } catch { refusal = error }
      importIsSaving.store(!isDry, ordering: .releasing)
      run.finish()
      var outcome = ImportOutcome(report: run.report, troubles: troubles)
      if let refusal { outcome.report.problem = refusal.message }
      let result = outcome
      // In its turn, so that no older list arrives after a newer one.
      queue.enqueue { [self] in
        mailbox.post(.importing(.ended(request: request, result, isDry ? nil : currentSnapshot)))
        importIsSaving.store(false, ordering: .releasing)
      }
    }
  }

  /// How many names of a directory are read.
  private static let maxNames = 10_000

  /// Reads what is in a directory, and answers with `Event.listed`.
  package func list(_ directory: String, request: Int) {
    Task.detached(executorPreference: WorkerPool.namedFiles) { [mailbox] in
      let entries = DirectoryEntry.all(in: directory, limit: Self.maxNames)
      mailbox.post(.importing(.listed(request: request, entries)))
    }
  }
}

extension LibraryService {
  /// Takes what is in the inbox, beside the jobs in the queue, and answers with `Event.captured`.
  package func takeInbox() {
    capture(request: nil) { inbox in await inbox.take() }
  }

  /// Saves what a file holds, likewise.
  package func add(fileAt path: String, request: Int) {
    capture(request: request) { inbox in await inbox.save(fileAt: path, tags: []) }
  }

  private func capture(
    request: Int?,
    _ work: @escaping @Sendable (Inbox) async -> Inbox.Report
  ) {
    guard let inbox else { return }
    Task.detached(executorPreference: WorkerPool.process) { [self] in
      let report = await work(inbox)
      // In its turn, so that no older list arrives after a newer one.
      queue.enqueue { [self] in
        mailbox.post(.captured(request: request, report, currentSnapshot))
      }
    }
  }
}
