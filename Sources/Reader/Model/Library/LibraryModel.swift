import Library
import ReadingList
import ReadingServices

/// The library as shown: the last snapshot with the changes still being saved.
package final class LibraryModel {
  let service: LibraryService
  let session: SessionState
  private(set) var pending: [PendingChange] = []
  /// Whether the rows of the list on screen must be computed again.
  var isListStale = true
  /// Whether the library has changed since retries were scheduled.
  var isRetryStale = true
  weak var model: ReadingListModel?
  private(set) var confirmed: LibrarySnapshot
  private(set) var shown: LibrarySnapshot { didSet { version += 1 } }
  private(set) var version = 0
  private var changes = 0
  /// Whether `confirmed` is newer than `shown`; snapshots in quick succession are shown once, at
  /// the next access to `snapshot`.
  private var isStale = false
  private(set) var refreshesUnderWay = 0
  private(set) var refreshDeadline: Timestamp?

  init(_ service: LibraryService, _ snapshot: LibrarySnapshot, _ session: SessionState) {
    self.service = service
    self.session = session
    shown = snapshot
    confirmed = snapshot
  }

  var snapshot: LibrarySnapshot {
    bringUpToDate()
    return shown
  }

  func summary(of id: ArticleID) -> ArticleSummary? {
    let snapshot = snapshot
    return snapshot.row(of: id).map { snapshot[$0] }
  }

  func words(for ids: [ArticleID]) -> String {
    guard ids.count == 1, let article = summary(of: ids[0]) else { return "\(ids.count) articles" }
    return "“\(article.title)”"
  }

  /// Whether articles may be missing because the list is still being read.
  package var isBeingRead: Bool { snapshot.needsReload }

  package var isSaving: Bool { !pending.isEmpty }

  func adopt(_ next: LibrarySnapshot) {
    confirmed = next
    isStale = true
    model?.search.isStale = true
    model?.search.index()
  }

  // MARK: Answers

  /// A callback for an answer with a snapshot, adopted before `follow` is called.
  func answer<Value: Sendable>(follow: @escaping (Value) -> Void) -> AnswerAfter<Value> {
    let send = session.tasks.answer {
      [unowned self] (told: (value: Value, library: LibrarySnapshot)) in
      adopt(told.library)
      follow(told.value)
    }
    return { send(($0, $1)) }
  }

  /// Begins a change, showing it at once if it is small; returns the callback for its result.
  func begin(_ change: PendingChange) -> LibraryService.ChangeAnswer {
    begin(change) { [unowned self] result in model?.articles.finish(change, result) }
  }

  func begin<Value: Sendable>(
    _ change: PendingChange = PendingChange(), follow: @escaping (Value) -> Void
  ) -> AnswerAfter<Value> {
    let before = snapshot
    var change = change
    changes += 1
    change.number = changes
    pending.append(change)
    if change.isShownAtOnce, change.change != nil || change.isRemoval {
      shown = Self.applying([change], to: before, at: session.clock.now())
      isListStale = true
    }
    return answer { [unowned self] (value: Value) in
      pending.removeAll { $0.number == change.number }
      follow(value)
    }
  }

  /// Records a change of settings, views or sources as an undo step, with the config lines that
  /// undo and redo it.
  func record(_ done: String, undo: [String], redo: [String]) {
    guard !service.library.isReadOnly else { return }
    service.record(done, undo: undo, redo: redo, answer: begin(PendingChange()))
  }

  // MARK: Showing

  func useListRules() {
    let rules = session.settings.listRules
    service.library.use(rules)
    shown.rules = rules
    confirmed.rules = rules
    isListStale = true
  }

  private func bringUpToDate() {
    guard isStale else { return }
    isStale = false
    shown = Self.applying(
      pending.filter(\.isShownAtOnce), to: confirmed, at: session.clock.now())
    (isListStale, isRetryStale) = (true, true)
    model?.views.areCountsStale = true
    if !shown.needsReload { model?.route.closeReaderIfGone() }
  }

  private static func applying(
    _ changes: [PendingChange], to base: LibrarySnapshot, at now: Timestamp
  ) -> LibrarySnapshot {
    var changed: [ArticleID: ArticleSummary] = [:]
    var removed: Set<ArticleID> = []
    for pending in changes {
      if pending.isRemoval { removed.formUnion(pending.ids) }
      guard let change = pending.change else { continue }
      for id in pending.ids {
        let before = changed[id] ?? base.row(of: id).map { base[$0] }
        changed[id] = before?.applying(change, at: now, base.rules)
      }
    }
    guard !changed.isEmpty || !removed.isEmpty else { return base }
    return base.replacing(
      changed.values.filter { !removed.contains($0.id) }, removing: Array(removed))
  }

  // MARK: Refreshing

  /// Milliseconds over which external changes are gathered, so that a thousand new files cost one
  /// refresh.
  package static let refreshDelay: Int64 = 150

  package func mayHaveChanged() {
    guard refreshDeadline == nil else { return }
    refreshDeadline = session.clock.now().advanced(byMilliseconds: Self.refreshDelay)
  }

  func refresh() {
    refreshDeadline = nil
    // Only one refresh runs at a time; changes meanwhile schedule the next.
    guard refreshesUnderWay == 0 else { return mayHaveChanged() }
    refreshesUnderWay += 1
    service.refresh(answer: looked())
  }

  /// Looks in the background for changes that the list lacks, then for records edited in place
  /// while the library was not watched.
  func recheck() {
    // Two answers: the changes, then the comparison of all records.
    refreshesUnderWay += 2
    service.recheck(looked: looked(), compared: looked())
  }

  private func looked() -> Answer<LibrarySnapshot> {
    session.tasks.answer { [unowned self] (snapshot: LibrarySnapshot) in
      refreshesUnderWay -= 1
      adopt(snapshot)
      model?.libraryWasRefreshed()
    }
  }
}

struct PendingChange: Sendable {
  var number = 0
  /// Shown on top of the snapshot until saved; nil if the effect is not known beforehand.
  var change: ArticleChange?
  var ids: [ArticleID] = []
  var isRemoval = false
  /// Whether the reader reloads its article if it is among these.
  var rereads = false
  var cursorAfterwards: ArticleID?
  var successor: ArticleID?
  var successorURL: String?
  var refusal = "Not saved"
  /// Offered again after a failure.
  var typed: (key: NoteTarget, text: String)?

  var isShownAtOnce: Bool { ids.count <= LibraryService.maxFew }
}
