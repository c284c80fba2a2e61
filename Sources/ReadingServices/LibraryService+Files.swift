import Library
package import Platform

extension LibraryService {
  private static let maxNames = 10_000

  package func list(_ directory: String, answer: @escaping Answer<[DirectoryEntry]>) {
    Task.detached(executorPreference: WorkerPool.namedFiles) {
      answer(DirectoryEntry.all(in: directory, limit: Self.maxNames))
    }
  }

  /// Saves the files in the inbox, without waiting for the queue.
  package func takeInbox(answer: @escaping AnswerAfter<Inbox.Report>) {
    capture(on: .process, answer) { inbox in await inbox.take() }
  }

  /// Saves the articles in a file, without waiting for the queue.
  package func add(fileAt path: String, answer: @escaping AnswerAfter<Inbox.Report>) {
    capture(on: .namedFiles, answer) { inbox in await inbox.save(fileAt: path) }
  }

  private func capture(
    on pool: WorkerPool, _ answer: @escaping AnswerAfter<Inbox.Report>,
    _ work: @escaping @Sendable (Inbox) async -> Inbox.Report
  ) {
    guard let inbox else { return }
    Task.detached(executorPreference: pool) { [self] in
      let report = await work(inbox)
      // On the queue, so that no older list comes after a newer one.
      queue.enqueue { [self] in answer(report, library.snapshot()) }
    }
  }
}
