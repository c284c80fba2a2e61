package import Library
import Platform
package import ReadingList
import Synchronization

/// Full-text search for the interface: every call returns at once.
///
/// A thread of the lowest priority writes the index. Another answers queries, and drops those
/// overtaken by newer ones.
package final class SearchService: Sendable {
  private let indexer: LibraryIndexer
  private let index: SearchIndex
  private let clock: Clock
  private let questions = JobQueue()
  private let lastQuestion = Atomic(0)
  private let indexing = Mutex(Indexing())

  /// Words indexed before a newer list takes over.
  private static let portion = 1_000_000

  private struct Indexing {
    /// The list to index next.
    var wanted: LibrarySnapshot?
    var isRunning = false
  }

  /// The first query opens the index.
  package init(library: Library, index: SearchIndex, clock: Clock) {
    indexer = LibraryIndexer(library: library, index: index)
    self.index = index
    self.clock = clock
  }

  /// Answers a query, unless a newer one was asked meanwhile; `limit` is that of `SearchAnswer`,
  /// larger than `firstRead` when a query is repeated.
  package func search(
    _ query: Query, in view: SavedView, of list: LibrarySnapshot,
    reading limit: Int = SearchAnswer.firstRead,
    answer: @escaping Answer<Result<SearchAnswer, SearchError>>
  ) {
    let isNew = limit == SearchAnswer.firstRead
    let number = lastQuestion.add(isNew ? 1 : 0, ordering: .relaxed).newValue
    questions.enqueue { [self] in
      guard lastQuestion.load(ordering: .relaxed) == number else { return }
      let result = Result { () throws(SearchError) in
        try SearchAnswer(
          of: index, to: query, in: view, of: list, now: clock.now(), reading: limit)
      }
      answer(result)
    }
  }

  /// Finds text around the matches in some articles; none if a newer query was asked meanwhile.
  package func findSnippets(
    of ids: [ArticleID], for terms: [Query.Test],
    answer: @escaping Answer<[ArticleID: SearchSnippet]>
  ) {
    let number = lastQuestion.load(ordering: .relaxed)
    questions.enqueue { [self] in
      let isWanted = lastQuestion.load(ordering: .relaxed) == number
      // Without snippets, rows look as they do for any article.
      let found = isWanted ? try? index.snippets(ids, for: terms) : nil
      answer(found ?? [:])
    }
  }

  /// Counts the articles of views, some of which search texts.
  package func countViews(
    _ views: [SavedView], in list: LibrarySnapshot, answer: @escaping Answer<[String: Int]>
  ) {
    questions.enqueue { [self] in
      let now = clock.now()
      var counts: [String: Int] = [:]
      for view in views {
        // Without an answer, the list counts what it knows.
        let found = try? SearchAnswer(of: index, to: Query(), in: view, of: list, now: now)
        counts[view.key] = list.count(of: view, texts: found?.matches ?? TextMatches(), now: now)
      }
      answer(counts)
    }
  }

  /// Updates the index to a list in the background; the newest list wins.
  ///
  /// A damaged index is deleted first, unless an update is running. `report` gets the progress if
  /// there is something to do, and nil at the end.
  ///
  /// - Returns: whether it began; false if an update was already running.
  package func follow(
    _ list: LibrarySnapshot, isDamaged: Bool = false,
    report: @escaping Answer<Result<IndexProgress, SearchError>?>
  ) -> Bool {
    let begins = indexing.withLock { indexing in
      indexing.wanted = list
      defer { indexing.isRunning = true }
      return !indexing.isRunning
    }
    guard begins else { return false }
    let error = SystemThread.detach { [self] in
      SystemThread.lowerPriority()
      // If another process is writing the index, that process finds the damage.
      if isDamaged { try? index.reset() }
      while let list = next() { update(to: list, report) }
      report(nil)
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

  private func update(
    to list: LibrarySnapshot, _ report: Answer<Result<IndexProgress, SearchError>?>
  ) {
    var percent = -1
    var before: Int?
    do throws(SearchError) {
      let reached = try indexer.update(to: list, atMost: Self.portion) { progress in
        before = before ?? progress.indexed
        guard progress.percent != percent || progress.isComplete else { return }
        percent = progress.percent
        report(.success(progress))
      }
      // Without progress, the remaining articles cannot be read.
      guard !reached.isComplete, reached.indexed > before ?? 0 else { return }
      indexing.withLock { $0.wanted = $0.wanted ?? list }
    } catch { report(.failure(error)) }
  }
}
