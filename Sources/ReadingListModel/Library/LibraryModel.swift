import ArticleStore
import ReadingList
import ReadingServices

/// The library as shown: as it was last seen, with what is on its way to the disk.
package final class LibraryModel {
  let service: LibraryService
  let session: SessionState
  /// Changes on their way to the disk, oldest first.
  private(set) var pending: [PendingChange] = []
  /// How often articles are being added.
  private(set) var additions = 0
  /// Whether the list on screen is to be computed again before anybody looks at it.
  var isListStale = true
  /// Whether the library has changed since it was looked at when failed fetches are tried again.
  var isRetryStale = true
  /// Called when what is shown is about to be that of another snapshot, then when it is.
  var willAdopt: (LibrarySnapshot) -> Void = { _ in }
  var adopted: (_ hasSameRows: Bool) -> Void = { _ in }
  /// Called when the disk may hold something else.
  var confirmedChanged: () -> Void = {}
  /// Called when a change ended.
  var ended: (PendingChange, Result<ChangeOutcome, StoreError>) -> Void = { _, _ in }
  /// Called when the library was looked at again.
  var refreshed: () -> Void = {}
  /// As the service last saw it, without what is on its way to the disk.
  private(set) var confirmed: LibrarySnapshot
  private(set) var shown: LibrarySnapshot { didSet { version += 1 } }
  /// Changes whenever what is shown does.
  private(set) var version = 0
  private var changes = 0
  /// What came in one go is taken over once, when somebody looks or all of it is there.
  private var isStale = false
  private(set) var refreshesUnderWay = 0
  private(set) var refreshDeadline: Timestamp?
  /// When the look under way began, and how many milliseconds the last one took.
  private var refreshBegan: Timestamp?
  private var refreshDuration: Int64 = 0

  init(_ service: LibraryService, _ snapshot: LibrarySnapshot, _ session: SessionState) {
    self.service = service
    self.session = session
    shown = snapshot
    confirmed = snapshot
  }

  /// What is shown.
  var snapshot: LibrarySnapshot {
    bringUpToDate()
    return shown
  }

  /// An article that is shown; nil where it is not in the library.
  func summary(of id: ArticleID) -> ArticleSummary? {
    let snapshot = snapshot
    return snapshot.row(of: id).map { snapshot[$0] }
  }

  /// A title, or how many articles there are.
  func words(for ids: [ArticleID]) -> String {
    guard ids.count == 1, let article = summary(of: ids[0]) else { return "\(ids.count) articles" }
    return "“\(article.title)”"
  }

  /// Whether the list is still being read, so that what it does not show may be there.
  var isBeingRead: Bool { snapshot.needsReload }

  /// Whether a change is on its way to the disk.
  var isSaving: Bool { !pending.isEmpty || additions > 0 }

  /// Takes over a snapshot, with what is still on its way to the disk.
  func adopt(_ next: LibrarySnapshot) {
    confirmed = next
    isStale = true
    confirmedChanged()
  }

  // MARK: Answers

  /// An answer that comes with the library after it, which is taken over first.
  func answer<Value: Sendable>(
    _ topic: Tasks.Topic? = nil, follow: @escaping (Value) -> Void
  ) -> AnswerAfter<Value> {
    let send = session.tasks.answer(topic) { [unowned self] (told: After<Value>) in
      adopt(told.library)
      follow(told.value)
    }
    return { send(After(value: $0, library: $1)) }
  }

  private struct After<Value: Sendable>: Sendable {
    var value: Value
    var library: LibrarySnapshot
  }

  /// Shows a change before the disk has it, where few articles change, and returns what its end is answered by.
  func begin(_ change: PendingChange) -> LibraryService.ChangeAnswer {
    begin(change) { [unowned self] result in ended(change, result) }
  }

  /// The same for a change whose end is another.
  func begin<Value: Sendable>(
    _ change: PendingChange, follow: @escaping (Value) -> Void
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

  /// Notes that articles are being added, and returns what the end is answered by.
  func beginAdding<Value: Sendable>(_ follow: @escaping (Value) -> Void) -> AnswerAfter<Value> {
    additions += 1
    return answer { [unowned self] (value: Value) in
      additions -= 1
      follow(value)
    }
  }

  // MARK: Showing

  /// Applies the settings' rules to changes and lists.
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
    show(Self.applying(pending.filter(\.isShownAtOnce), to: confirmed, at: session.clock.now()))
  }

  private func show(_ next: LibrarySnapshot) {
    willAdopt(confirmed)
    // The disk's answer to a change mostly says what is shown already.
    let hasSameRows = !isListStale && next.hasSameRows(as: shown)
    if !hasSameRows { isListStale = true }
    shown = next
    isRetryStale = true
    adopted(hasSameRows)
  }

  /// A snapshot with what is on its way to the disk.
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

  // MARK: Looking again

  /// Milliseconds that changes from outside are gathered before the library is looked at again, so
  /// that a thousand files arriving at once cost one look.
  package static let refreshDelay: Int64 = 150
  /// The same at most, where looking takes long and files keep arriving.
  private static let maxRefreshDelay: Int64 = 700

  /// The library was changed by something else: it is looked at again soon.
  func mayHaveChanged() {
    guard refreshDeadline == nil else { return }
    let delay = min(max(Self.refreshDelay, 2 * refreshDuration), Self.maxRefreshDelay)
    refreshDeadline = session.clock.now().advanced(byMilliseconds: delay)
  }

  func refresh() {
    refreshDeadline = nil
    // One look at a time: what changes during it asks for the next.
    guard refreshesUnderWay == 0 else { return mayHaveChanged() }
    refreshesUnderWay += 1
    refreshBegan = session.clock.now()
    service.refresh(answer: looked())
  }

  /// Looks in the background for what the list lacks, then for records that were edited in place while
  /// nobody watched.
  func recheck() {
    // Once for a look at what changed, once for all that there is.
    refreshesUnderWay += 2
    service.recheck(looked: looked(), compared: looked())
  }

  private func looked() -> Answer<LibrarySnapshot> {
    session.tasks.answer { [unowned self] (snapshot: LibrarySnapshot) in
      refreshesUnderWay -= 1
      if let began = refreshBegan {
        refreshDuration = session.clock.now().milliseconds - began.milliseconds
      }
      refreshBegan = nil
      adopt(snapshot)
      refreshed()
    }
  }
}

/// A change on its way to the disk.
struct PendingChange: Sendable {
  /// Which it is among those of this session.
  var number = 0
  /// Shown on top of the snapshot until the disk has it; nil when the effect is not known beforehand.
  var change: ArticleChange?
  var ids: [ArticleID] = []
  /// They are removed permanently.
  var isRemoval = false
  /// Where the reader shows one of them, it is read again afterwards.
  var rereads = false
  /// Where the cursor goes when it is done.
  var cursorAfterwards: ArticleID?
  /// The article that takes its place, and is to be fetched.
  var successor: ArticleID?
  /// What is said of those that were not changed.
  var refusal = "Not saved"
  /// The note that was typed, and what for.
  var typed: (key: SessionState.TypedText, text: String)?

  /// Whether few enough articles change to show it before the disk has it.
  var isShownAtOnce: Bool { ids.count <= LibraryService.maxFew }
  /// Whether it only says how far an article was read, which is not undone.
  var isOfPosition: Bool { if case .position? = change { true } else { false } }
}
