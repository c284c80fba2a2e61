package import ArticleStore
import PageExtraction
package import ReadingList
import Synchronization
package import Platform

/// The library as the interface uses it: every call returns at once, works off the main thread in
/// order, and answers through the mailbox.
package final class LibraryService: Sendable {
  /// The library on disk.
  package let library: Library
  private let fetch: ArticleFetch
  let clock: Clock
  let queue = JobQueue()
  let mailbox: Mailbox<Event>
  /// What takes requests back, as long as somebody may ask for it: as many as there are steps to undo and redo.
  let receipts = Mutex<[Int: ChangeReceipt]>([:])
  private let fetches = Mutex(Fetches())
  private let isMerging = Atomic(false)
  private let journal: UndoJournal?
  private let noted = Mutex<[Int: NotedStep]>([:])
  /// The import that goes on; nil when none does.
  let importRequest = Mutex<Int?>(nil)

  /// Puts the services together; where there is a journal, later processes can undo what is done here.
  package init(
    library: Library,
    fetch: ArticleFetch,
    clock: Clock,
    mailbox: Mailbox<Event>,
    journal: UndoJournal? = nil
  ) {
    self.library = library
    self.journal = journal
    self.fetch = fetch
    self.clock = clock
    self.mailbox = mailbox
    library.mergeIndexBeside()
  }

  /// Makes a change; its receipt is kept under the request's number for `revert`.
  package func apply(
    _ change: ArticleChange,
    to ids: [ArticleID],
    request: Int
  ) {
    perform(request, done: change.done) { [library, clock] () throws(StoreError) in
      try library.apply(change, to: ids, at: clock.now())
    }
  }

  /// Makes one article of several; its receipt is kept likewise.
  package func mergeDuplicates(into survivor: ArticleID, from others: [ArticleID], request: Int) {
    perform(request, done: "merged") { [library, clock] () throws(StoreError) in
      try library.mergeDuplicates(into: survivor, from: others, at: clock.now())
    }
  }

  /// Takes back what an earlier request changed; the receipt of taking back is kept likewise.
  package func revert(request earlier: Int, request: Int) {
    perform(request, takingBack: earlier) { [self] () throws(StoreError) in
      guard let receipt = receipts.withLock({ $0[earlier] }) else { return ChangeReceipt() }
      return try library.revert(receipt, at: clock.now())
    }
  }

  private func perform(
    _ request: Int,
    done: String? = nil,
    takingBack earlier: Int? = nil,
    removing removed: [ArticleID] = [],
    _ work: @escaping @Sendable () throws(StoreError) -> ChangeReceipt
  ) {
    queue.enqueue { [self] in
      do throws(StoreError) {
        let receipt = try work()
        if !receipt.changed.isEmpty, done != nil || earlier != nil {
          receipts.withLock { $0[request] = receipt }
        }
        let outcome = ChangeOutcome(receipt, removing: removed)
        // Before it is said to be saved, since the program may end then.
        if let earlier {
          noteTakingBack(earlier, by: receipt, request: request)
        } else if let done {
          note(done, receipt, request: request)
        }
        mailbox.post(.changed(request: request, .success(outcome), currentSnapshot))
      } catch { mailbox.post(.changed(request: request, .failure(error), currentSnapshot)) }
    }
  }

  /// Drops the receipts of requests that cannot be taken back any more.
  package func forget(_ requests: [Int]) {
    receipts.withLock { for request in requests { $0[request] = nil } }
    noted.withLock { for request in requests { $0[request] = nil } }
  }

  /// Removes articles permanently.
  package func purge(_ ids: [ArticleID], request: Int) {
    perform(request, removing: ids) { [library, clock, journal] () throws(StoreError) in
      let title = ids.first.flatMap { try? library.article($0) }?.title ?? ""
      let receipt = try library.purge(ids, at: clock.now())
      let kept = Set(receipt.missing + receipt.failures.map(\.id))
      let count = ids.count { !kept.contains($0) }
      if count > 0 {
        journal?.recordPermanent("deleted permanently", title: title, count: count)
      }
      return receipt
    }
  }

  /// Removes the texts of articles to free space.
  package func removeTexts(of ids: [ArticleID], request: Int) {
    perform(request) { [library, clock, journal] () throws(StoreError) in
      let receipt = try library.removeTexts(of: ids, at: clock.now())
      if let first = receipt.changed.first {
        journal?.recordPermanent(
          "removed the text of",
          title: (try? library.article(first))?.title ?? "",
          count: receipt.changed.count
        )
      }
      return receipt
    }
  }

  /// Stores addresses; a receipt is kept likewise.
  package func add(_ articles: [Article], request: Int) {
    queue.enqueue { [self] in
      do throws(StoreError) {
        let additions = try library.add(articles, at: clock.now())
        let added = additions.compactMap { addition in
          switch addition {
          case .added(let article): article.id
          case .failed(let article, let error): error.isInPlace ? article.id : nil
          case .alreadySaved: nil
          }
        }
        noteAdding(added, request: request)
        mailbox.post(.added(request: request, .success(additions), currentSnapshot))
      } catch { mailbox.post(.added(request: request, .failure(error), currentSnapshot)) }
    }
  }

  /// Stores an article that was fetched already, with its text; a receipt is kept likewise.
  package func keep(_ article: Article, body: ArticleBody, request: Int) {
    queue.enqueue { [self] in
      let result: Result<Article, StoreError>
      do throws(StoreError) {
        let kept = try library.keep(article, html: body.fragmentHTML, at: clock.now())
        noteAdding([kept.id], request: request)
        result = .success(kept)
      } catch { result = .failure(error) }
      mailbox.post(.kept(request: request, result, currentSnapshot))
    }
  }

  /// Reads an article and its text.
  package func load(_ id: ArticleID, request: Int) {
    queue.enqueue { [self] in
      do throws(StoreError) {
        let article = try library.article(id)
        let html = article == nil ? nil : try library.body(of: id)
        let body = html.map { ArticleBody(fragment: $0) }
        let pictures = library.listedPictures(of: id)
        mailbox.post(
          .loaded(
            request: request,
            id,
            .success(LoadedArticle(article: article, body: body, pictures: pictures))
          )
        )
      } catch { mailbox.post(.loaded(request: request, id, .failure(error))) }
    }
  }

  /// Fetches an article, once those given before have all begun.
  package func startFetch(_ id: ArticleID, isForced: Bool) {
    fetches.withLock { $0.add(id, isForced: isForced) }
    beginFetch()
  }

  /// The articles being fetched now, without those that wait for their turn, the first one first.
  package var fetchesUnderWay: [ArticleID] { fetches.withLock(\.order) }

  private func beginFetch() {
    fetches.withLock { fetches in
      guard let (id, isForced) = fetches.next() else { return }
      fetches.order.append(id)
      fetches.underWay[id] = Task.detached(executorPreference: WorkerPool.process) { [self] in
        let outcome = await fetch.fetch(id, isForced: isForced)
        endFetch(id)
        queue.enqueue { [self] in mailbox.post(.fetched(outcome, currentSnapshot)) }
      }
    }
  }

  private func endFetch(_ id: ArticleID) {
    fetches.withLock { fetches in
      fetches.underWay[id] = nil
      fetches.order.removeAll { $0 == id }
    }
    beginFetch()
  }

  /// Gives up all fetches; what they were fetching stays saved.
  package func cancelFetches() {
    let (tasks, dropped) = fetches.withLock { ($0.underWay.values.map { $0 }, $0.dropWaiting()) }
    for task in tasks { task.cancel() }
    if !dropped.isEmpty { mailbox.post(.notFetched(dropped)) }
  }

  /// Counts what narrows a list, beside the jobs in the queue.
  package func countFacets(
    of view: SavedView,
    filter: String,
    texts: TextMatches,
    in snapshot: LibrarySnapshot,
    request: Int
  ) {
    Task.detached(executorPreference: WorkerPool.process) { [self] in
      let facets = snapshot.facets(of: view, filter: filter, texts: texts, now: clock.now())
      mailbox.post(.facetsCounted(request: request, facets))
    }
  }

  /// Counts the names that occur in a list; `namesCounted` tells them.
  package func countNames(
    of field: NamedField,
    in view: SavedView,
    in snapshot: LibrarySnapshot,
    request: Int
  ) {
    Task.detached(executorPreference: WorkerPool.process) { [self] in
      let names = snapshot.names(of: field, in: view, now: clock.now())
      mailbox.post(.namesCounted(request: request, names))
    }
  }

  /// Counts what views hold, beside the jobs in the queue.
  package func countViews(_ views: [SavedView], in snapshot: LibrarySnapshot, request: Int) {
    Task.detached(executorPreference: WorkerPool.process) { [self] in
      let now = clock.now()
      let counts = views.map { ($0.key, snapshot.count(of: $0, now: now)) }
      mailbox.post(
        .viewsCounted(request: request, Dictionary(counts, uniquingKeysWith: { first, _ in first }))
      )
    }
  }

  /// Looks at the library again, after something else changed it.
  package func refresh() { refresh {} }

  private func refresh(_ then: @escaping @Sendable () -> Void) {
    queue.enqueue { [self] in
      mailbox.post(.refreshed(currentSnapshot))
      then()
    }
  }

  /// Looks at the library again and then compares every record's file with the list, beside the jobs in
  /// the queue: it takes a while in a large library, and articles are to be opened meanwhile.
  package func recheck() {
    refresh { [self] in compare() }
  }

  private func compare() {
    Task.detached(executorPreference: WorkerPool.process) { [self] in
      _ = library.recheck()
      // In its turn, so that no older list arrives after a newer one.
      queue.enqueue { [self] in mailbox.post(.refreshed(currentSnapshot)) }
    }
  }

  var currentSnapshot: LibrarySnapshot {
    defer { mergeIndex() }
    return library.snapshot()
  }

  /// Has the index made anew when much has changed, one at a time, beside the jobs in the queue.
  private func mergeIndex() {
    guard !isMerging.exchange(true, ordering: .acquiringAndReleasing) else { return }
    Task.detached(executorPreference: WorkerPool.process) { [self] in
      library.mergeIndex()
      isMerging.store(false, ordering: .releasing)
    }
  }
}

// The journal.
extension LibraryService {
  /// Lets what was added be taken back, by going to Trash.
  private func noteAdding(_ ids: [ArticleID], request: Int) {
    guard !ids.isEmpty else { return }
    let receipt = ChangeReceipt(added: ids)
    receipts.withLock { $0[request] = receipt }
    note("added", receipt, request: request)
  }

  func note(_ done: String, _ receipt: ChangeReceipt, request: Int) {
    guard let journal, let first = receipt.changed.first else { return }
    let title = (try? library.article(first))?.title ?? ""
    let number = journal.record(done, title: title, [receipt])
    noted.withLock { $0[request] = NotedStep(done: done, title: title, number: number) }
  }

  /// Notes some more of what a request does, so that of what is killed halfway all that was done can be undone.
  func noteMore(_ done: String, title: String, _ receipt: ChangeReceipt, request: Int) {
    guard let journal else { return }
    let number = noted.withLock { $0[request]?.number }
    let extended = journal.extend(number, done, title: title, receipt)
    noted.withLock { $0[request] = NotedStep(done: done, title: title, number: extended) }
  }

  /// What was undone is no step any more; what was done again is one.
  private func noteTakingBack(_ earlier: Int, by receipt: ChangeReceipt, request: Int) {
    guard let journal, var step = noted.withLock({ $0[earlier] }) else { return }
    if let number = step.number {
      journal.remove(number)
      step.number = nil
    } else {
      step.number = journal.record(step.done, title: step.title, [receipt])
    }
    noted.withLock { $0[request] = step }
  }
}

/// What stands in the journal for a request.
private struct NotedStep {
  var done: String
  var title: String
  /// Its number; nil when it was taken back.
  var number: Int?
}

/// Fetches under way, and those that wait for one of them to end.
private struct Fetches {
  /// How many are under way at most.
  private static let limit = 16

  var underWay: [ArticleID: Task<Void, Never>] = [:]
  /// Those under way, as they began.
  var order: [ArticleID] = []
  /// In the order they were asked for; those before `begun` have begun.
  private var waiting: [(id: ArticleID, isForced: Bool)] = []
  private var begun = 0

  mutating func add(_ id: ArticleID, isForced: Bool) { waiting.append((id, isForced)) }

  mutating func next() -> (id: ArticleID, isForced: Bool)? {
    guard underWay.count < Self.limit, begun < waiting.count else { return nil }
    let next = waiting[begun]
    begun += 1
    if begun == waiting.count { (waiting, begun) = ([], 0) }
    return next
  }

  /// Forgets those that have not begun.
  mutating func dropWaiting() -> [ArticleID] {
    defer { (waiting, begun) = ([], 0) }
    return waiting[begun...].map(\.id)
  }
}
