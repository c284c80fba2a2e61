package import ArticleSearch
package import ArticleStore
package import Platform
package import ReadingList
import Synchronization

/// Full text for the interface: every call returns at once and is answered through the mailbox.
///
/// One thread of the lowest priority writes the index; another answers questions, and drops those
/// that are overtaken by newer ones.
package final class SearchService: Sendable {
  private let indexer: LibraryIndexer
  private let index: SearchIndex
  private let clock: Clock
  private let mailbox: Mailbox<Event>
  private let questions = JobQueue()
  private let lastQuestion = Atomic(0)
  private let indexing = Mutex(Indexing())

  /// The most articles that are indexed before a newer list counts.
  private static let portion = 2000

  private struct Indexing {
    /// The list that the index is to be updated to.
    var wanted: LibrarySnapshot?
    /// Whether the index is to be deleted first.
    var isDamaged = false
    var isRunning = false
  }

  /// Searches a library; the first question opens the index.
  package init(library: Library, index: SearchIndex, clock: Clock, mailbox: Mailbox<Event>) {
    indexer = LibraryIndexer(library: library, index: index)
    self.index = index
    self.clock = clock
    self.mailbox = mailbox
  }

  /// Answers a query; `SearchEvent.searched` has the request's number.
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

  /// Finds pieces of text around the matches in some articles; `SearchEvent.snippets` answers.
  package func findSnippets(of ids: [ArticleID], for terms: SearchTerms, request: Int) {
    questions.enqueue { [self] in
      let isWanted = lastQuestion.load(ordering: .relaxed) == request
      // Without them rows say what they say of every article.
      let found = isWanted ? try? index.snippets(ids, for: terms) : nil
      mailbox.post(.search(.snippets(request: request, found ?? [:])))
    }
  }

  /// Counts the articles of views, some of which ask about texts; `Event.counted` answers.
  package func countViews(_ views: [SavedView], in list: LibrarySnapshot, request: Int) {
    questions.enqueue { [self] in
      let now = clock.now()
      var counts: [String: Int] = [:]
      for view in views {
        // Without an answer the list counts what it knows.
        let answer = try? SearchAnswer(of: index, to: Query(), in: view, of: list, now: now)
        counts[view.key] = list.count(of: view, texts: answer?.matches ?? TextMatches(), now: now)
      }
      mailbox.post(.counted(request: request, .views(counts)))
    }
  }

  /// Updates the index to a list, in the background; of several lists the newest counts.
  ///
  /// `SearchEvent.indexing` tells how far it has come if there is something to do.
  /// - Parameters:
  ///   - list: the library.
  ///   - isDamaged: whether the index is to be deleted first.
  /// - Returns: whether that began now; then `SearchEvent.indexingEnded` tells the end.
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
    // While another process writes the index, that one finds the damage.
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
      // Without progress the rest cannot be read.
      guard !reached.isComplete, reached.indexed > before ?? 0 else { return }
      indexing.withLock { $0.wanted = $0.wanted ?? list }
    } catch { mailbox.post(.search(.indexing(.failure(error)))) }
  }
}
