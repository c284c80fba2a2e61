package import ArticleSearch
package import ArticleStore
package import Platform
package import ReadingList
import Synchronization

/// Full text as the interface uses it: every call returns at once and is answered through the mailbox.
///
/// The index is written on a thread of its own, at the lowest priority; questions are answered on another, and
/// one that a newer one has overtaken is not asked at all.
package final class SearchService: Sendable {
  private let indexer: LibraryIndexer
  private let index: SearchIndex
  private let clock: Clock
  private let mailbox: Mailbox<Event>
  private let questions = JobQueue()
  private let lastQuestion = Atomic(0)
  private let indexing = Mutex(Indexing())
  private let news = Semaphore()

  /// From so many missing articles on the rest of them is waited for, and so many steps, a file of the index, are done
  /// before a newer list is looked at: each small part that is written is written again when it is merged with others.
  private static let (largeLack, largeSteps) = (500, 80)
  /// Milliseconds without news after which, at the least, no more articles are expected; of news that does not stop after
  /// which the rest is waited for, too; and the least and the most that are waited.
  private static let (stillness, longNews) = (2000 as Int64, 5000 as Int64)
  private static let (minWait, maxWait) = (30_000 as Int64, 600_000 as Int64)

  private struct Indexing {
    /// The list that the index is to be brought to next.
    var wanted: LibrarySnapshot?
    /// Whether it is to be made again, whatever it says that it has.
    var isDamaged = false
    var isRunning = false
    /// When the last list came, and the first of those that came one soon after another; milliseconds.
    var (lastNews, firstNews) = (0 as Int64, 0 as Int64)

    /// For how long lists have come one soon after another.
    var newsAge: Int64 { lastNews - firstNews }
    /// How long no list must come until no more are expected: on a busy machine two may lie far apart.
    var timeout: Int64 { min(max(SearchService.stillness, newsAge / 4), 5000) }
  }

  /// Searches a library; nothing is opened before the first question.
  package init(library: Library, index: SearchIndex, clock: Clock, mailbox: Mailbox<Event>) {
    indexer = LibraryIndexer(library: library, index: index)
    self.index = index
    self.clock = clock
    self.mailbox = mailbox
  }

  /// Looks for what a query says; `Event.searched` answers under the request's number.
  package func search(
    _ query: Query,
    in view: SavedView,
    of list: LibrarySnapshot,
    request: Int
  ) {
    lastQuestion.store(request, ordering: .relaxed)
    questions.enqueue { [self] in
      guard lastQuestion.load(ordering: .relaxed) == request else { return }
      let result = Result { () throws(SearchError) in
        try SearchAnswer(of: index, to: query, in: view, of: list, now: clock.now())
      }
      mailbox.post(.search(.searched(request: request, result)))
    }
  }

  /// Finds pieces of text around what was found in some articles; `Event.snippetsFound` answers.
  package func findSnippets(of ids: [ArticleID], for terms: SearchTerms, request: Int) {
    questions.enqueue { [self] in
      let isWanted = lastQuestion.load(ordering: .relaxed) == request
      // Without them rows say what they say of every article.
      let found = isWanted ? try? index.snippets(ids, for: terms) : nil
      mailbox.post(.search(.snippets(request: request, found ?? [:])))
    }
  }

  /// Counts what views hold, of which some ask about texts; `Event.viewsCounted` answers.
  package func countViews(_ views: [SavedView], in list: LibrarySnapshot, request: Int) {
    questions.enqueue { [self] in
      let now = clock.now()
      var counts: [String: Int] = [:]
      for view in views {
        // What cannot be searched is counted by what the list knows.
        let answer = try? SearchAnswer(of: index, to: Query(), in: view, of: list, now: now)
        counts[view.key] = list.count(of: view, texts: answer?.matches ?? TextMatches(), now: now)
      }
      mailbox.post(.counted(request: request, .views(counts)))
    }
  }

  /// Brings the index to what a list holds, in the background; of several lists the newest counts.
  ///
  /// `Event.indexing` says how far it has come, where there is something to do.
  /// - Parameters:
  ///   - list: what the library holds.
  ///   - isDamaged: whether the index is to be made again, whatever it says that it has.
  /// - Returns: whether that began now; then `Event.indexingEnded` will say that it ended.
  package func follow(_ list: LibrarySnapshot, isDamaged: Bool = false) -> Bool {
    let begins = indexing.withLock { indexing in
      indexing.wanted = list
      let now = MonotonicClock.milliseconds()
      if now - indexing.lastNews > indexing.timeout { indexing.firstNews = now }
      indexing.lastNews = now
      news.signal()
      if isDamaged { indexing.isDamaged = true }
      defer { indexing.isRunning = true }
      return !indexing.isRunning
    }
    guard begins else { return false }
    let error = SystemThread.detach { [self] in
      SystemThread.lowerPriority()
      while let list = next() { bring(to: list) }
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

  private var newsAge: Int64 { indexing.withLock(\.newsAge) }

  /// While many articles arrive, the list that has the rest of them, or those of twice the time until now: files that
  /// double in size are not merged on and on.
  private func listWithRest(of list: LibrarySnapshot) -> LibrarySnapshot {
    let wait = min(max(newsAge, Self.minWait), Self.maxWait)
    let end = MonotonicClock.milliseconds() + wait
    while MonotonicClock.milliseconds() < end,
      news.wait(milliseconds: Int(indexing.withLock(\.timeout)))
    {}
    return indexing.withLock { indexing in
      defer { indexing.wanted = nil }
      return indexing.wanted ?? list
    }
  }

  private func bring(to list: LibrarySnapshot) {
    let isDamaged = indexing.withLock { indexing in
      defer { indexing.isDamaged = false }
      return indexing.isDamaged
    }
    // While another process writes it, that one finds the damage.
    if isDamaged { try? index.reset() }
    guard !indexer.isCurrent(for: list) else { return }
    let isLarge = indexer.lack(of: list) > Self.largeLack || newsAge > Self.longNews
    let list = isLarge ? listWithRest(of: list) : list
    var percent = -1
    var steps = 0
    do throws(SearchError) {
      try indexer.update(
        to: list,
        tidies: true,
        while: {
          steps += 1
          return indexing.withLock { indexing in
            // A newer list may have an article that somebody waits for.
            indexing.wanted == nil || isLarge && steps < Self.largeSteps
          }
        },
        report: { progress in
          guard progress.percent != percent || progress.isComplete else { return }
          percent = progress.percent
          mailbox.post(.search(.indexing(.success(progress))))
        }
      )
    } catch { mailbox.post(.search(.indexing(.failure(error)))) }
  }
}
