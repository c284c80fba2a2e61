package import ArticleStore
import PageExtraction
package import ReadingList
import Synchronization
package import Platform

/// The library for the interface: every call returns at once, works off the main thread, and
/// answers through the mailbox.
///
/// Changes run in order on a thread of their own, so that work that hangs elsewhere does not delay
/// them. Articles load concurrently, except those that a small change in the queue affects.
package final class LibraryService: Sendable {
  package let library: Library
  let fetch: ArticleFetch
  let clock: Clock
  let queue = JobQueue(on: WorkerPool(limit: 1))
  private let readings = JobQueue(on: WorkerPool(limit: 1))
  /// The max number of articles of a small change.
  ///
  /// A larger change takes long, so it is shown only at its end, and its articles can load.
  package static let maxFew = 1000
  /// The articles affected by the small changes in the queue, by request.
  private let changing = Mutex<[Int: [ArticleID]]>([:])
  let mailbox: Mailbox<Event>
  let fetches = Mutex(Fetches())
  let journal: UndoJournal
  /// The request of the import under way; nil if there is none.
  let importRequest = Mutex<Int?>(nil)
  let importIsSaving = Atomic(false)
  /// The number of articles in a batch of an import.
  let importBatch: Int

  /// The inbox; nil if the session has none.
  package let inbox: Inbox?

  private let welcome: WelcomeAction?

  /// A closure that adds the welcome articles, and returns them.
  package typealias WelcomeAction = @Sendable (Library) throws(StoreError) -> [Addition]

  /// Makes a service; without a journal on disk, only this process can undo its changes.
  package init(
    library: Library, fetch: ArticleFetch, clock: Clock, mailbox: Mailbox<Event>,
    journal: UndoJournal = UndoJournal(), inboxDirectory: String? = nil,
    welcome: WelcomeAction? = nil, importBatch: Int = Library.maxBatch
  ) {
    self.library = library
    self.importBatch = importBatch
    self.welcome = welcome
    self.journal = journal
    self.fetch = fetch
    self.clock = clock
    self.mailbox = mailbox
    inbox = inboxDirectory.map {
      Inbox(at: $0, of: library, with: fetch, clock: clock, journal: journal)
    }
    library.beginSession()
  }

  /// Changes articles, as an undo step; answers with `Event.changed`.
  package func apply(_ change: ArticleChange, to ids: [ArticleID], request: Int) {
    perform(request, on: ids) { [self] record throws(StoreError) in
      try library.apply(change, to: ids, at: clock.now()) { part, _ in
        if let done = change.done { record(done, part) }
      }
    }
  }

  /// Merges duplicates into one article, as an undo step; answers with `Event.changed`.
  package func mergeDuplicates(into survivor: ArticleID, from others: [ArticleID], request: Int) {
    perform(request, on: [survivor] + others) { [self] record throws(StoreError) in
      let receipt = try library.mergeDuplicates(into: survivor, from: others, at: clock.now())
      record("merged", receipt)
      return receipt
    }
  }

  /// Saves an article under another address, as an undo step; answers with `Event.changed`.
  package func changeAddress(of id: ArticleID, to address: WebAddress, given: String, request: Int)
  {
    // To a person, the new article and the old one in Trash are one.
    perform(request, on: [id], count: 1) { [self] record throws(StoreError) in
      let parts = try library.changeAddress(of: id, to: address, given: given, at: clock.now())
      for part in parts { record("edited", part) }
      return parts.reduce(into: ChangeReceipt()) { $0.add($1) }
    }
  }

  /// Records a change of views as an undo step, with the lines that undo and redo it.
  package func record(
    _ done: String, view: String, undo: [ViewList.Line], redo: [ViewList.Line], request: Int
  ) {
    perform(request, on: []) { [journal] _ in
      journal.record(done, view: view, undo: undo, redo: redo)
      return ChangeReceipt()
    }
  }

  /// Undoes the newest step, or redoes the last one undone; answers with `Event.takenBack`.
  package func takeBack(_ way: UndoJournal.Way, request: Int) {
    queue.enqueue { [self] in
      let result = Result { () throws(StoreError) in
        try journal.takeBack(way, in: library, at: clock.now())
      }
      mailbox.post(.takenBack(request: request, way, result, currentSnapshot))
    }
  }

  /// Runs a change in the queue.
  ///
  /// The undo step is recorded before the answer, since the program may end after that.
  private func perform(
    _ request: Int, on ids: [ArticleID], isRemoving: Bool = false, count: Int? = nil,
    _ work:
      @escaping @Sendable (_ record: (String, ChangeReceipt) -> Void) throws(StoreError) ->
      ChangeReceipt
  ) {
    if ids.count <= Self.maxFew { changing.withLock { $0[request] = ids } }
    queue.enqueue { [self] in
      defer { changing.withLock { $0[request] = nil } }
      var step: UndoJournal.Recorded?
      do throws(StoreError) {
        let receipt = try work { done, part in
          step = journal.record(done, title: title(of: part), [part], count: count, to: step)
        }
        var outcome = ChangeOutcome(receipt, removing: isRemoving ? ids : [])
        outcome.isFinal = step?.place == .nowhere
        mailbox.post(.changed(request: request, .success(outcome), currentSnapshot))
      } catch { mailbox.post(.changed(request: request, .failure(error), currentSnapshot)) }
    }
  }

  private func title(of receipt: ChangeReceipt) -> String {
    receipt.changed.first.flatMap { try? library.article($0) }?.title ?? ""
  }

  /// Deletes articles permanently; answers with `Event.changed`.
  package func purge(_ ids: [ArticleID], request: Int) {
    perform(request, on: ids, isRemoving: true) { [library, clock, journal] _ throws(StoreError) in
      let receipt = try library.purge(ids, at: clock.now())
      let kept = Set(receipt.missing + receipt.failures.map(\.id))
      let count = ids.count { !kept.contains($0) }
      if count > 0 { journal.recordFinal("deleted permanently", title: "", count: count) }
      return receipt
    }
  }

  /// Saves addresses, as an undo step; answers with `Event.added`.
  package func add(_ articles: [Article], request: Int) {
    add(request) { [library, clock] () throws(StoreError) in
      try library.add(articles, at: clock.now())
    }
  }

  /// Whether there are welcome articles.
  package var hasWelcome: Bool { welcome != nil }

  /// Adds the missing welcome articles, as an undo step; answers with `Event.added`.
  package func addWelcome(request: Int) {
    add(request) { [library, welcome] () throws(StoreError) in try welcome?(library) ?? [] }
  }

  private func add(_ request: Int, _ work: @escaping @Sendable () throws(StoreError) -> [Addition])
  {
    queue.enqueue { [self] in
      do throws(StoreError) {
        let additions = try work()
        recordAdding(
          additions.compactMap { addition in
            switch addition {
            case .added(let article): article
            case .failed(let article, let error): error.isInPlace ? article : nil
            case .alreadySaved: nil
            }
          })
        mailbox.post(.added(request: request, .success(additions), currentSnapshot))
      } catch { mailbox.post(.added(request: request, .failure(error), currentSnapshot)) }
    }
  }

  /// Saves an already fetched article with its text, as an undo step; answers with `Event.kept`.
  package func keep(_ article: Article, body: ArticleBody, request: Int) {
    queue.enqueue { [self] in
      let result = Result { () throws(StoreError) in
        let kept = try library.keep(article, html: body.fragmentHTML, at: clock.now())
        recordAdding([kept])
        return kept
      }
      mailbox.post(.kept(request: request, result, currentSnapshot))
    }
  }

  /// Records added articles as an undo step.
  private func recordAdding(_ articles: [Article]) {
    let receipt = ChangeReceipt(added: articles)
    journal.record("added", title: articles.first?.title ?? "", [receipt])
  }

  /// Loads an article after earlier small changes of it; answers with `Event.loaded`.
  package func load(_ id: ArticleID, request: Int) {
    let isChanging = changing.withLock { $0.values.contains { $0.contains(id) } }
    (isChanging ? queue : readings).enqueue { [self] in
      do throws(StoreError) {
        let article = try library.article(id)
        let html = article == nil ? nil : try library.body(of: id)
        let body = html.map { ArticleBody(fragment: $0) }
        let loaded = LoadedArticle(
          article: article, body: body, pictures: library.listedPictures(of: id),
          isTextOnItsWay: article?.fetch.hasText == true && html == nil
            && library.isTextOnItsWay(id))
        mailbox.post(.loaded(request: request, id, .success(loaded)))
      } catch { mailbox.post(.loaded(request: request, id, .failure(error))) }
    }
  }

  /// Counts the facets of a list, concurrently with the queue; answers with `Event.counted`.
  package func countFacets(
    of view: SavedView, filter: String, texts: TextMatches, in snapshot: LibrarySnapshot,
    request: Int
  ) {
    Task.detached(executorPreference: WorkerPool.process) { [self] in
      let facets = snapshot.facets(of: view, filter: filter, texts: texts, now: clock.now())
      mailbox.post(.counted(request: request, .facets(facets)))
    }
  }

  /// Counts the names in a list, concurrently with the queue; answers with `Event.counted`.
  package func countNames(
    of field: NamedField, in view: SavedView, in snapshot: LibrarySnapshot, request: Int
  ) {
    Task.detached(executorPreference: WorkerPool.process) { [self] in
      let names = snapshot.names(of: field, in: view, now: clock.now())
      mailbox.post(.counted(request: request, .names(names)))
    }
  }

  /// Counts the rows of views, concurrently with the queue; answers with `Event.counted`.
  package func countViews(_ views: [SavedView], in snapshot: LibrarySnapshot, request: Int) {
    Task.detached(executorPreference: WorkerPool.process) { [self] in
      let now = clock.now()
      let counts = views.map { view in
        let count =
          view.listsHighlights
          ? snapshot.highlightCount(in: view, now: now) : snapshot.count(of: view, now: now)
        return (view.key, count)
      }
      let byKey = Dictionary(counts) { first, _ in first }
      mailbox.post(.counted(request: request, .views(byKey)))
    }
  }

  /// Refreshes the list after another process changed the library; answers with `Event.refreshed`.
  package func refresh() { refresh {} }

  private func refresh(_ then: @escaping @Sendable () -> Void) {
    queue.enqueue { [self] in
      mailbox.post(.refreshed(currentSnapshot))
      then()
    }
  }

  /// Refreshes the list, then compares every record's file with it.
  ///
  /// The comparison is slow in a large library, so it runs concurrently with the queue. Answers
  /// with `Event.refreshed` for each of the two.
  package func recheck() { refresh { [self] in compare() } }

  private func compare() {
    Task.detached(executorPreference: WorkerPool.process) { [self] in
      _ = library.recheck()
      // Posted from the queue, so that no older list follows a newer one.
      queue.enqueue { [self] in mailbox.post(.refreshed(currentSnapshot)) }
    }
  }

  var currentSnapshot: LibrarySnapshot { library.snapshot() }
}
