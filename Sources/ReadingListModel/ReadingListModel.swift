package import ArticleStore
package import Discovery
package import ReadingList
package import Platform
package import ReadingServices

/// The program's state between the library and the screen: navigation, one model per pane, commands in
/// flight, undo.
///
/// Lives on the main thread. Commands come in through `perform`, what happened in the background
/// through `receive`, the passing of time through `tick`; nothing here blocks.
package final class ReadingListModel {
  /// Where the person is.
  package internal(set) var navigation: Navigation
  /// The article list.
  package internal(set) var list: ListModel
  /// The reader.
  package internal(set) var reader = ReaderModel()
  /// The shuffle screen.
  package internal(set) var discovery: DiscoveryModel
  /// How the sources have been doing, by name, as far as it was asked.
  package internal(set) var sourceHealth: [String: SourceHealth] = [:]
  /// How much the sources have to choose from, likewise.
  package internal(set) var poolCounts: [String: Int] = [:]
  /// The last thing worth saying.
  package var status: Status?
  /// What can be set.
  package var settings: Settings {
    didSet {
      if settings != oldValue {
        useListRules()
        refreshList()
      }
      if settings.source != oldValue.source || settings.category != oldValue.category {
        dropAhead()
      }
    }
  }
  /// Articles being fetched now.
  package internal(set) var fetching: Set<ArticleID> = []
  /// Whether the program should end.
  package internal(set) var isQuitting = false
  /// What a command that leaves the program wants done outside: opened, copied.
  package internal(set) var pendingEffects: [Effect] = []

  let service: LibraryService
  let discoveryService: DiscoveryService
  let clock: Clock
  private let mailbox: Mailbox<Event>
  var snapshot: LibrarySnapshot
  var requests = 0
  var pending: [Int: PendingChange] = [:]
  var pendingAdds: Set<Int> = []
  /// Whether what is being added had passwords in its addresses.
  var leavesCredentialsOut = false
  var pendingLoads: Set<Int> = []
  var refreshesUnderWay = 0
  /// Changes of the config file that are on their way.
  private var keeps = 0
  var poolRefreshes: Set<Int> = []
  var undoSteps: [UndoStep] = []
  var redoSteps: [UndoStep] = []
  var random: any RandomNumberGenerator
  var hasSaved = false
  /// What could not be written after the program was told to end, for who can still say it.
  package internal(set) var unsaid: [String] = []
  var positionDeadline: Timestamp?
  var filterDeadline: Timestamp?
  var retryDeadline: Timestamp?
  var refreshDeadline: Timestamp?
  /// What was in the filter before it was being typed, for taking it back.
  var filterBefore: (filter: String, cursor: ArticleID?)?
  var typedFilter: String?

  /// An effect outside the program.
  package enum Effect: Equatable, Sendable {
    case openInBrowser(String)
    case copy(String)
    /// Write a setting into the config file.
    case keepSetting(Settings.Name, String)
    /// Write what a `source` line changes into the config file.
    case keepSources(line: String)
  }

  /// Puts the model over a snapshot of the library; nothing is opened, nothing fetched.
  package init(
    service: LibraryService,
    discovery: DiscoveryService,
    sources: SourceList = SourceList(),
    snapshot: LibrarySnapshot,
    navigation: Navigation,
    settings: Settings,
    clock: Clock,
    mailbox: Mailbox<Event>,
    random: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) {
    self.service = service
    discoveryService = discovery
    self.discovery = DiscoveryModel(sources: sources)
    self.snapshot = snapshot
    self.navigation = navigation
    self.settings = settings
    self.clock = clock
    self.mailbox = mailbox
    self.random = random
    list = ListModel(snapshot: snapshot)
    useListRules()
    refreshList()
    scheduleRetry()
  }

  /// Whether the library may be changed, and why not.
  package var readOnlyReason: String? { service.library.readOnlyReason }
  /// Whether the library may not be changed.
  package var isReadOnly: Bool { service.library.isReadOnly }

  /// The sidebar's rows.
  package var sidebar: SidebarModel { SidebarModel(snapshot) }

  /// Counts of the library as shown.
  package var counts: LibraryCounts { snapshot.counts }

  /// How many articles a view holds, as shown.
  package func count(of view: SavedView) -> Int { snapshot.count(of: view) }

  /// Whether a change is on its way to the disk.
  package var isSaving: Bool { !pending.isEmpty || !pendingAdds.isEmpty }
  /// Whether everything changed in this session is on the disk, and something was.
  package var isSaved: Bool { hasSaved && !isSaving }
  /// Nothing in flight: no write, no load, no fetch, no look at the library.
  package var isSettled: Bool {
    !isSaving && pendingLoads.isEmpty && fetching.isEmpty && refreshesUnderWay == 0
      && discovery.pending.isEmpty && poolRefreshes.isEmpty
  }
  /// Whether something is awaited from the network.
  package var isBusy: Bool { !fetching.isEmpty || discovery.isLooking && isDiscovering }
  /// Whether the program may end: everything is written.
  package var canEnd: Bool { isQuitting && !isSaving && keeps == 0 }

  /// The earliest moment at which `tick` has something to do; nil when never.
  package var deadline: Timestamp? {
    [positionDeadline, filterDeadline, retryDeadline, refreshDeadline].compactMap { $0 }.min()
  }

  /// Does what is due.
  package func tick() {
    let now = clock.now()
    if let due = positionDeadline, due <= now { savePosition() }
    if let due = filterDeadline, due <= now { applyTypedFilter() }
    if let due = retryDeadline, due <= now { retryDue() }
    if let due = refreshDeadline, due <= now { refreshLibrary() }
  }

  /// Takes what the background has to say, in the order it happened.
  ///
  /// - Returns: whether anything came.
  package func receiveAll() -> Bool {
    let events = mailbox.drain()
    var problem: Status?
    for event in events {
      let before = status
      receive(event)
      // What failed is not talked over by what went well in the same moment.
      if status?.kind == .error, status != before { problem = status }
      if let problem { status = problem }
    }
    return !events.isEmpty
  }

  private func receive(_ event: Event) {
    switch event {
    case .changed(let request, let result, let snapshot):
      let change = pending.removeValue(forKey: request)
      adopt(snapshot)
      if let change { finish(change, request: request, result) }
    case .added(let request, let result, let snapshot):
      pendingAdds.remove(request)
      adopt(snapshot)
      finishAdding(result)
    case .loaded(let request, let id, let result):
      pendingLoads.remove(request)
      finishLoading(request: request, id: id, result)
    case .settingKept(let problem):
      keeps -= 1
      if let problem { status = .error(problem) }
    case .notFetched(let ids): fetching.subtract(ids)
    case .fetched(let outcome, let snapshot):
      adopt(snapshot)
      finishFetch(outcome)
    case .picking(let request, let stage): hear(stage, request: request)
    case .picked(let request, let result): finishPick(request: request, result)
    case .poolsRefreshed(let request, let outcomes):
      finishRefreshingPools(request: request, outcomes)
    case .sourcesDescribed(let request, let health, let counts):
      poolRefreshes.remove(request)
      sourceHealth = health
      poolCounts = counts
    case .kept(let request, let result, let snapshot):
      pendingAdds.remove(request)
      adopt(snapshot)
      finishKeeping(result)
    case .refreshed(let snapshot):
      refreshesUnderWay = max(0, refreshesUnderWay - 1)
      adopt(snapshot)
      reloadIfChanged()
    }
  }

  /// Takes over a snapshot, with what is still on its way to the disk laid over it.
  func adopt(_ next: LibrarySnapshot) {
    forgetMarks(missingIn: next)
    // One that was read anew and is damaged again answers from the records, slow as that is.
    snapshot = snapshot.isToBeRead ? next : next.withoutRecovery()
    let now = clock.now()
    for (_, change) in pending.sorted(by: { $0.key < $1.key }) {
      applyOptimistically(change, at: now)
    }
    refreshList()
    scheduleRetry()
    if !isReadingList { closeReaderIfGone() }
  }

  /// Has lists and changes follow the settings.
  private func useListRules() {
    service.library.use(settings.listRules)
    snapshot.rules = settings.listRules
  }

  func applyOptimistically(_ pendingChange: PendingChange, at now: Timestamp) {
    guard let change = pendingChange.change else { return }
    let changed = pendingChange.ids.compactMap { id in
      snapshot.row(of: id).map { snapshot[$0] }?
        .applying(change, at: now, settings.listRules)
    }
    if !changed.isEmpty { snapshot = snapshot.replacing(changed, removing: []) }
  }

  /// Computes the list anew.
  func refreshList() {
    list.refresh(
      snapshot: snapshot,
      view: navigation.view,
      place: navigation.place,
      now: clock.now()
    )
    guard !isReadingList else {
      if refreshesUnderWay == 0 { refreshLibrary() }
      return
    }
    rememberCursor()
  }

  /// Whether the list is still being read, so that what it does not show may be there.
  package var isReadingList: Bool { snapshot.isToBeRead }

  func rememberCursor() {
    navigation.place.cursor = list.current?.id
    navigation.place.row = list.cursor
  }

  /// Notes that the config file is being changed; `Event.settingKept` ends it.
  package func beginKeeping() { keeps += 1 }

  func nextRequest() -> Int {
    requests += 1
    return requests
  }

  /// Milliseconds that changes from outside are gathered before the library is looked at again, so
  /// that a thousand files arriving at once cost one look.
  package static let refreshDelay: Int64 = 150

  /// The library was changed by something else: it is looked at again soon.
  package func libraryMayHaveChanged() {
    if refreshDeadline == nil {
      refreshDeadline = clock.now().advanced(byMilliseconds: Self.refreshDelay)
    }
  }

  private func refreshLibrary() {
    refreshDeadline = nil
    // One look at a time: what changes during it asks for the next.
    guard refreshesUnderWay == 0 else { return libraryMayHaveChanged() }
    refreshesUnderWay += 1
    service.refresh()
  }

  /// Looks in the background for what the list lacks, then for records that were edited in place while
  /// nobody watched; once, when the first frame is on screen.
  package func recheckLibrary() {
    // Once for a look at what changed, once for all that there is.
    refreshesUnderWay += 2
    service.recheck()
  }

  /// Takes the effects, for the one who can run them.
  package func takeEffects() -> [Effect] {
    let effects = pendingEffects
    pendingEffects = []
    return effects
  }
}

/// A change on its way to the disk.
struct PendingChange {
  /// Laid over the snapshot until the disk has it; nil when the effect is not known beforehand.
  var change: ArticleChange?
  var ids: [ArticleID]
  /// The reader shows one of them and must be read again afterwards.
  var reloadsReader = false
  /// Where the cursor goes when it is done.
  var cursorAfterwards: ArticleID?
  /// What is said of those that were not changed.
  var refusal = "Not saved"
  /// The step that it takes back, and whether by undoing or by doing again.
  var takesBack: UndoStep?
  var isUndo = false
  /// Where the cursor was before, and where the change put it.
  var cursorBefore: ArticleID?
  var cursorSince: ArticleID?
  /// The article that was closed for it.
  var closed: ArticleID?
  /// Where the person was.
  var view: SavedView?
  var focus: Navigation.Pane?

  init(change: ArticleChange?, ids: [ArticleID]) {
    self.change = change
    self.ids = ids
  }
}

/// Something that can be undone or redone.
struct UndoStep {
  /// What was done, in words that go before the articles.
  var done: String
  /// The first article's title.
  var title: String
  /// The request whose receipt takes it back.
  var request: Int
  /// Articles it concerned.
  var ids: [ArticleID]
  /// The change that takes it back, where there is no receipt: what was added goes to Trash.
  var reversal: ArticleChange?
  /// Its place among all that was done; stays the same through undoing and redoing.
  var number: Int

  /// What was done and to what, for “Undid: …”.
  var label: String { "\(done) " + (ids.count == 1 ? "“\(title)”" : "\(ids.count) articles") }

  mutating func narrow(to some: [ArticleID], title: String) {
    ids = some
    self.title = title
  }
}
