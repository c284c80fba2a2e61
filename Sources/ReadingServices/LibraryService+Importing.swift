import Library
package import Platform
import ReadingList
import Web
import Synchronization

package struct ImportOutcome: Sendable {
  package var report: LibraryImport.Report
  /// The first entry that was not imported, or only in part: its place in the file, and the reason.
  package var firstTrouble: String?
  /// The number of such entries.
  package var troubles = 0
}

extension LibraryService {
  /// Imports a file beside the jobs in the queue, as one step of the journal; `progress` is in
  /// percent of the file.
  package func importFile(
    _ path: String, progress: @escaping Answer<Int>, answer: @escaping AnswerAfter<ImportOutcome>
  ) {
    let number = importing.withLock { importing in
      importing = (importing.number + 1, true)
      return importing.number
    }
    Task.detached(executorPreference: WorkerPool.namedFiles) { [self] in
      let outcome = runImport(of: path, number, progress)
      // On the queue, so that no older list comes after a newer one.
      queue.enqueue { [self] in
        importIsSaving.store(false, ordering: .releasing)
        answer(outcome, currentSnapshot)
      }
    }
  }

  /// Ends the import under way as soon as what it is about to write is written.
  package func stopImporting() { importing.withLock { $0.isWanted = false } }

  /// Whether the import is saving a batch rather than reading its file.
  package var isSavingImport: Bool { importIsSaving.load(ordering: .acquiring) }

  private func runImport(
    of path: String, _ number: Int, _ progress: @escaping Answer<Int>
  ) -> ImportOutcome {
    var outcome = ImportOutcome(report: .init())
    let status: FileStatus
    do throws(SystemError) { status = try FileStatus(path) } catch {
      outcome.report.problems = ["\(path) cannot be read: \(error.reason)"]
      return outcome
    }
    guard status.isRegular else {
      outcome.report.problems = ["\(path) is not a file"]
      return outcome
    }
    var step: UndoJournal.Recorded?
    var (trouble, troubles): (String?, Int) = (nil, 0)
    var run = LibraryImport(
      into: library, at: clock.now(), extractor: fetch.reader.extractor, batch: importBatch,
      shouldContinue: { [self] in importing.withLock { $0.number == number && $0.isWanted } },
      tell: { [self] notice in
        switch notice {
        case .saving: importIsSaving.store(true, ordering: .releasing)
        case .failed(let place, let reason), .remark(let place, let reason):
          trouble = trouble ?? "\(place): \(reason)"
          troubles += 1
        case .stored(let receipt, let title):
          step = journal.record("imported", title: title, [receipt], to: step)
        case .progress(_, let bytes):
          importIsSaving.store(false, ordering: .releasing)
          progress(min(100, bytes * 100 / max(1, Int(status.size))))
        }
      })
    var refusal: StoreError?
    do throws(StoreError) { try run.read(path, as: nil) } catch { refusal = error }
    importIsSaving.store(true, ordering: .releasing)
    run.finish()
    outcome = ImportOutcome(report: run.report, firstTrouble: trouble, troubles: troubles)
    if let refusal {
      outcome.report.problems = [refusal.message]
      outcome.report.isRefused = true
    }
    return outcome
  }

  /// The max number of names read from a directory.
  private static let maxNames = 10_000

  package func list(_ directory: String, answer: @escaping Answer<[DirectoryEntry]>) {
    Task.detached(executorPreference: WorkerPool.namedFiles) {
      answer(DirectoryEntry.all(in: directory, limit: Self.maxNames))
    }
  }
}

extension LibraryService {
  /// Takes what is in the inbox, beside the jobs in the queue.
  package func takeInbox(answer: @escaping AnswerAfter<Inbox.Report>) {
    capture(answer) { inbox in await inbox.take() }
  }

  /// Saves what a file holds, beside the jobs in the queue.
  package func add(fileAt path: String, answer: @escaping AnswerAfter<Inbox.Report>) {
    capture(answer) { inbox in await inbox.save(fileAt: path, tags: []) }
  }

  private func capture(
    _ answer: @escaping AnswerAfter<Inbox.Report>,
    _ work: @escaping @Sendable (Inbox) async -> Inbox.Report
  ) {
    guard let inbox else { return }
    Task.detached(executorPreference: WorkerPool.process) { [self] in
      let report = await work(inbox)
      // On the queue, so that no older list comes after a newer one.
      queue.enqueue { [self] in answer(report, currentSnapshot) }
    }
  }
}
