import Platform

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
