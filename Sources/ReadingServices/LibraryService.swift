package import Exchange
package import Library
import PageExtraction
package import Platform
package import ReadingList
import Synchronization

/// The library for the interface: every call returns at once, works off the main thread, and
/// answers through a closure.
///
/// Changes run in order on their own thread, so that work that hangs elsewhere does not delay them.
/// Articles load concurrently, except those that a small change in the queue affects.
package final class LibraryService: Sendable {
  package let library: Library
  let fetch: ArticleFetch
  let clock: Clock
  let queue: JobQueue
  private let readings: JobQueue
  /// The most articles of a small change.
  ///
  /// A larger one takes long: it is shown only at its end, and its articles can load meanwhile.
  package static let maxFew = 1000
  /// The articles of each change in the queue, in order; none of a large one.
  private let changing = Mutex<[[ArticleID]]>([])
  let fetches = Mutex(Fetches())
  let journal: UndoJournal

  /// Nil if the session has none.
  package let inbox: Inbox?

  private let welcome: WelcomeAction?

  package typealias ChangeAnswer = AnswerAfter<Result<ChangeReceipt, StoreError>>
  package typealias AddAnswer = AnswerAfter<Result<[Addition], StoreError>>

  /// Adds the articles of a new library; see `WelcomeLibrary.add`.
  package typealias WelcomeAction =
    @Sendable (Library) throws(StoreError) -> (additions: [Addition], receipts: [ChangeReceipt])

  /// Without a journal on disk, only this process can undo its changes.
  package init(
    library: Library, fetch: ArticleFetch, clock: Clock,
    journal: UndoJournal = UndoJournal(), inboxDirectory: String? = nil,
    welcome: WelcomeAction? = nil, changes: WorkerPool = WorkerPool(limit: 1),
    readings: WorkerPool = WorkerPool(limit: 1)
  ) {
    (queue, self.readings) = (JobQueue(on: changes), JobQueue(on: readings))
    self.library = library
    self.welcome = welcome
    self.journal = journal
    self.fetch = fetch
    self.clock = clock
    inbox = inboxDirectory.map {
      Inbox(at: $0, of: library, with: fetch, clock: clock, journal: journal)
    }
    library.beginSession()
  }

  package func apply(_ change: ArticleChange, to ids: [ArticleID], answer: @escaping ChangeAnswer) {
    perform(on: ids, answer) { [self] record throws(StoreError) in
      try library.apply(change, to: ids, at: clock.now()) { part, _ in
        if let done = change.done { record(done, part) }
      }
    }
  }

  /// Merges articles into one, as a step of the journal.
  package func mergeDuplicates(
    into survivor: ArticleID, from others: [ArticleID], answer: @escaping ChangeAnswer
  ) {
    perform(on: [survivor] + others, answer) { [self] record throws(StoreError) in
      let receipt = try library.mergeDuplicates(into: survivor, from: others, at: clock.now())
      record("merged", receipt)
      return receipt
    }
  }

  package func changeAddress(
    of id: ArticleID, to address: WebAddress, given: String, answer: @escaping ChangeAnswer
  ) {
    // The new article and the old one in Trash count as one.
    perform(on: [id], count: 1, answer) { [self] record throws(StoreError) in
      let parts = try library.changeAddress(of: id, to: address, given: given, at: clock.now())
      for part in parts { record("changed the address of", part) }
      return parts.reduce(into: ChangeReceipt()) { $0.add($1) }
    }
  }

  /// Records a change of settings, views or sources as an undo step, with the config lines that
  /// undo and redo it.
  package func record(
    _ done: String, undo: [String], redo: [String], answer: @escaping ChangeAnswer
  ) {
    perform(on: [], answer) { [journal] _ in
      journal.record(done, undo: undo, redo: redo)
      return ChangeReceipt()
    }
  }

  /// Undoes the newest step of the journal, or redoes the last one undone.
  package func takeBack(
    _ way: UndoJournal.Way,
    answer: @escaping AnswerAfter<Result<UndoJournal.TakenBack?, StoreError>>
  ) {
    enqueue(answer) { [self] () throws(StoreError) in
      try journal.takeBack(way, in: library, at: clock.now())
    }
  }

  /// Runs a change in the queue.
  ///
  /// The undo step is recorded before the answer, since the program may end after that.
  private func perform(
    on ids: [ArticleID], count: Int? = nil,
    _ answer: @escaping ChangeAnswer,
    _ work:
      @escaping @Sendable (_ record: (String, ChangeReceipt) -> Void) throws(StoreError) ->
      ChangeReceipt
  ) {
    changing.withLock { $0.append(ids.count <= Self.maxFew ? ids : []) }
    enqueue(answer) { [self] () throws(StoreError) in
      defer { changing.withLock { _ = $0.removeFirst() } }
      var step: UndoJournal.Recorded?
      var receipt = try work { done, part in
        let title = part.changed.first.flatMap { try? library.article($0) }?.title ?? ""
        step = journal.record(done, title: title, [part], count: count, to: step)
      }
      receipt.isFinal = step?.place == .nowhere
      return receipt
    }
  }

  private func enqueue<Value: Sendable>(
    _ answer: @escaping AnswerAfter<Result<Value, StoreError>>,
    _ work: @escaping @Sendable () throws(StoreError) -> Value
  ) {
    queue.enqueue { [library] in
      let result = Result { () throws(StoreError) in try work() }
      answer(result, library.snapshot())
    }
  }

  package func purge(_ ids: [ArticleID], answer: @escaping ChangeAnswer) {
    perform(on: ids, answer) { [library, clock, journal] _ throws(StoreError) in
      let receipt = try library.purge(ids, at: clock.now())
      let kept = Set(receipt.missing + receipt.failures.map(\.id))
      let count = ids.count { !kept.contains($0) }
      if count > 0 { journal.recordFinal("permanent deletion of", title: "", count: count) }
      return receipt
    }
  }

  /// Saves addresses, as a step of the journal; answers with an error if none could be saved.
  package func add(
    _ links: [SavedLinks.Link], _ changes: [ArticleChange], answer: @escaping AddAnswer
  ) {
    add(answer) { [library, clock] () throws(StoreError) in
      var made: (additions: [Addition], receipts: [ChangeReceipt]) = ([], [])
      try library.add(links, changes, at: clock.now()) {
        made = (made.additions + $0, made.receipts + $1)
      }
      if let error = made.additions.first?.error,
        made.additions.allSatisfy({ $0.error.map { !$0.isInPlace } ?? false })
      {
        throw error
      }
      return made
    }
  }

  package var hasWelcome: Bool { welcome != nil }

  /// Adds the missing welcome articles, as a step of the journal.
  package func addWelcome(answer: @escaping AddAnswer) {
    add(answer) { [library, welcome] () throws(StoreError) in
      try welcome?(library) ?? (additions: [], receipts: [])
    }
  }

  private func add(
    _ answer: @escaping AddAnswer,
    _ work:
      @escaping @Sendable () throws(StoreError) -> (
        additions: [Addition], receipts: [ChangeReceipt]
      )
  ) {
    enqueue(answer) { [journal] () throws(StoreError) in
      let (additions, receipts) = try work()
      let added = additions.compactMap(\.added)
      let isNew = receipts.contains(where: \.hasAdded)
      journal.record(
        isNew ? "added" : added.isEmpty ? "changed" : "restored",
        title: (added.first ?? additions.first?.article)?.title ?? "", receipts)
      return additions
    }
  }

  /// Saves an article that was already fetched, with its text, as a step of the journal.
  package func keep(
    _ article: Article, body: ArticleBody,
    answer: @escaping AnswerAfter<Result<Article, StoreError>>
  ) {
    enqueue(answer) { [self] () throws(StoreError) in
      let kept = try library.keep(article, html: body.fragmentHTML, at: clock.now())
      journal.record("added", title: kept.title, [ChangeReceipt(added: [kept])])
      return kept
    }
  }

  /// Loads an article and its text, after the small changes requested before.
  package func load(
    _ id: ArticleID, answer: @escaping Answer<Result<LoadedArticle, StoreError>>
  ) {
    let isChanging = changing.withLock { $0.contains { $0.contains(id) } }
    (isChanging ? queue : readings).enqueue { [self] in
      do throws(StoreError) {
        let article = try library.article(id)
        let html = article == nil ? nil : try library.body(of: id)
        let body = html.map { ArticleBody(fragment: $0) }
        let loaded = LoadedArticle(
          article: article, body: body, pictures: library.listedPictures(of: id),
          isTextOnItsWay: article?.fetch.hasText == true && html == nil
            && library.isTextOnItsWay(id))
        answer(.success(loaded))
      } catch { answer(.failure(error)) }
    }
  }

  /// Computes something slow, such as reading every row of a list, without waiting for the queue.
  package func compute<Value: Sendable>(
    _ answer: @escaping Answer<Value>, _ work: @escaping @Sendable (Timestamp) -> Value
  ) {
    Task.detached(executorPreference: WorkerPool.process) { [clock] in answer(work(clock.now())) }
  }

  /// Rereads the library, after something else changed it.
  package func refresh(answer: @escaping Answer<LibrarySnapshot>) {
    queue.enqueue { [self] in answer(library.snapshot()) }
  }

  /// Rereads the library, then compares every record file with the list: slow in a large library,
  /// so it does not hold up the queue.
  package func recheck(
    looked: @escaping Answer<LibrarySnapshot>, compared: @escaping Answer<LibrarySnapshot>
  ) {
    queue.enqueue { [self] in
      looked(library.snapshot())
      Task.detached(executorPreference: WorkerPool.process) { [self] in
        _ = library.recheck()
        // On the queue, so that no older list comes after a newer one.
        refresh(answer: compared)
      }
    }
  }
}
