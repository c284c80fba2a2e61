package import ArticleSearch
package import ArticleStore
package import Platform
package import ReadingList
import Synchronization

/// Full-text search for the interface: calls return at once, and answers come through the mailbox.
///
/// A thread of the lowest priority writes the index. Another answers questions, and drops those
/// overtaken by newer ones.
package final class SearchService: Sendable {
  private let indexer: LibraryIndexer
  private let index: SearchIndex
  private let clock: Clock
  private let mailbox: Mailbox<Event>
  private let questions = JobQueue()
  private let lastQuestion = Atomic(0)
  private let indexing = Mutex(Indexing())

  /// The max number of articles indexed before a newer list takes over.
  private static let portion = 2000

  private struct Indexing {
    /// The list to which to update the index.
    var wanted: LibrarySnapshot?
    /// Whether to delete the index first.
    var isDamaged = false
    var isRunning = false
  }

  /// Makes a service; the first question opens the index.
  package init(library: Library, index: SearchIndex, clock: Clock, mailbox: Mailbox<Event>) {
    indexer = LibraryIndexer(library: library, index: index)
    self.index = index
    self.clock = clock
    self.mailbox = mailbox
  }

  /// Answers a query with `SearchEvent.searched`, unless a newer query overtakes it.
  package func search(_ query: Query, in view: SavedView, of list: LibrarySnapshot, request: Int) {
    lastQuestion.store(request, ordering: .relaxed)
    questions.enqueue { [self] in
      guard lastQuestion.load(ordering: .relaxed) == request else { return }
      let result = Result { () throws(SearchError) in
        try SearchAnswer(of: index, to: query, in: view, of: list, now: clock.now())
      }
      mailbox.post(.search(.searched(request: request, result)))
    }
  }

  /// Finds snippets around the matches in some articles; answers with `SearchEvent.snippets`.
  package func findSnippets(of ids: [ArticleID], for terms: SearchTerms, request: Int) {
    questions.enqueue { [self] in
      let isWanted = lastQuestion.load(ordering: .relaxed) == request
      // Rows without a snippet show the usual text.
      let found = isWanted ? try? index.snippets(ids, for: terms) : nil
      mailbox.post(.search(.snippets(request: request, found ?? [:])))
    }
  }

  /// Counts the articles of views that may test texts; answers with `Event.counted`.
  package func countViews(_ views: [SavedView], in list: LibrarySnapshot, request: Int) {
    questions.enqueue { [self] in
      let now = clock.now()
      var counts: [String: Int] = [:]
      for view in views {
        // If the search fails, the list counts without the texts.
        let answer = try? SearchAnswer(of: index, to: Query(), in: view, of: list, now: now)
        counts[view.key] = list.count(of: view, texts: answer?.matches ?? TextMatches(), now: now)
      }
      mailbox.post(.counted(request: request, .views(counts)))
    }
  }

  /// Updates the index to a list in the background; the newest list wins.
  ///
  /// `SearchEvent.indexing` reports the progress if there is any work.
  /// - Parameters:
  ///   - list: the library.
  ///   - isDamaged: whether to delete the index first.
  /// - Returns: whether an update began now; `SearchEvent.indexingEnded` follows it.
  package func follow(_ list: LibrarySnapshot, isDamaged: Bool = false) -> Bool {
    let begins = indexing.withLock { indexing in
      indexing.wanted = list
      if isDamaged { indexing.isDamaged = true }
      defer { indexing.isRunning = true }
      return !indexing.isRunning
    }
    guard begins else { return false }
    let error = SystemThread.detach { [self] in
      SystemThread.lowerPriority()
      while let list = next() { update(to: list) }
      mailbox.post(.search(.indexingEnded))
    }
    if error != 0 { indexing.withLock { $0.isRunning = false } }
    return error == 0
  }

  private func next() -> LibrarySnapshot? {
    indexing.withLock { indexing in
      defer { indexing.wanted = nil }
      if indexing.wanted == nil { indexing.isRunning = false }
      return indexing.wanted
    }
  }

  private func update(to list: LibrarySnapshot) {
    let isDamaged = indexing.withLock { indexing in
      defer { indexing.isDamaged = false }
      return indexing.isDamaged
    }
    // If another process is writing the index, that process finds the damage.
    if isDamaged { try? index.reset() }
    guard !indexer.isCurrent(for: list) else { return }
    var percent = -1
    var before: Int?
    do throws(SearchError) {
      let reached = try indexer.update(to: list, atMost: Self.portion) { progress in
        before = before ?? progress.indexed
        guard progress.percent != percent || progress.isComplete else { return }
        percent = progress.percent
        mailbox.post(.search(.indexing(.success(progress))))
      }
      // Without progress, the remaining articles cannot be read.
      guard !reached.isComplete, reached.indexed > before ?? 0 else { return }
      indexing.withLock { $0.wanted = $0.wanted ?? list }
    } catch { mailbox.post(.search(.indexing(.failure(error)))) }
  }
}
