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
  package internal(set) var list: ListModel {
    get {
      bringListUpToDate()
      return listed
    }
    set { listed = newValue }
  }
  /// The reader.
  package internal(set) var reader = ReaderModel()
  /// Its pictures.
  package internal(set) var pictures = PicturesModel()
  /// Whether text of the open article is being selected; the screen says so.
  package var isSelecting = false
  /// The inspector.
  package internal(set) var inspector = InspectorModel()
  /// The shuffle screen.
  package internal(set) var discovery: DiscoveryModel
  /// How the sources have been doing, by name, as far as it was asked.
  package internal(set) var sourceHealth: [String: SourceHealth] = [:]
  /// How much the sources have to choose from, likewise.
  package internal(set) var poolCounts: [String: Int] = [:]
  /// The categories of the sources' lists, likewise.
  var poolCategories: [String] = []
  /// What the reports show.
  package internal(set) var reports = ReportsModel()
  /// The import under way, or the last one of this session.
  package internal(set) var imports: ImportModel?
  /// The directory that a path being typed leads through.
  var files: FilesInDirectory?
  /// The last thing worth saying.
  package var status: Status? {
    didSet { if let status, status != oldValue { remember(status) } }
  }
  /// What was said of late, the last at the end.
  package internal(set) var messages: [Message] = []
  /// What full text says of the list.
  package internal(set) var search = SearchModel()
  /// What can be set.
  package var settings: Settings {
    didSet {
      if settings != oldValue {
        useListRules()
      }
      if settings.views != oldValue.views { followViews() }
      if settings.pictures != oldValue.pictures { followPictureSetting() }
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
  /// Full text; nil where there is none.
  let searchService: SearchService?
  let discoveryService: DiscoveryService
  /// Pictures; nil where none are fetched or drawn.
  let pictureService: PictureService?
  let clock: Clock
  let mailbox: Mailbox<Event>
  /// The library as shown: as it was last seen, with what is on its way to the disk.
  var snapshot: LibrarySnapshot {
    bringSnapshotUpToDate()
    return shown
  }
  private var shown: LibrarySnapshot { didSet { arranged = nil } }
  /// The sidebar as it was asked for last, and what was folded; with ten thousand tags it takes a while.
  var arranged: (folded: Set<String>, sidebar: SidebarModel)?
  private var listed: ListModel
  /// What came in one go is taken over once, when somebody looks or all of it is there.
  private var isSnapshotStale = false
  private var isListStale = true
  /// How often the list was computed.
  package private(set) var listComputations = 0
  /// Where jumps began.
  var jumps = Jumps()
  /// What narrows the list, as it was counted last.
  package internal(set) var facets: [Facet] = []
  var facetRequest: Int?
  /// The names that a filter being typed can go on with.
  var names: NamesInList?
  /// How many articles views hold, by their keys, as far as it was counted.
  var viewCounts: [String: Int] = [:]
  var viewCountRequest: Int?
  var areViewCountsStale = true
  /// Whether views are counted: from the first frame on.
  var countsViews = false
  /// The list from which all articles were searched.
  var viewBeforeWidening: SavedView?
  var isRetryStale = true
  var requests = 0
  var pending: [Int: PendingChange] = [:]
  var pendingAdds: Set<Int> = []
  /// The tags that what is being added gets.
  var tagsOfAdds: [Int: [String]] = [:]
  /// Whether what is being added had passwords in its addresses.
  var leavesCredentialsOut = false
  var pendingLoads: Set<Int> = []
  var refreshesUnderWay = 0
  /// Changes of the config file that are on their way.
  var pendingConfigWrites = 0
  var poolRefreshes: Set<Int> = []
  /// The one of these whose end is said.
  var announcedRefresh: Int?
  var random: any RandomNumberGenerator
  var hasSaved = false
  /// What was said last of something that could not be written.
  var failure: Status?
  /// The library as the service last saw it, without what is on its way to the disk.
  private var confirmed: LibrarySnapshot
  /// What is wrong with the config file, a line each: the file, the number of the line, and what.
  package var configProblems: [String] = []
  /// What could not be written after the program was told to end, for who can still say it.
  package internal(set) var unreportedErrors: [String] = []
  /// The articles that commands are about while a menu lies over the list; nil when none does.
  package var pinned: [ArticleID]?
  /// How many articles the disk had when marks were last compared with it.
  var totalOfMarks: Int
  /// How far articles were read before they were marked as read.
  var progressBefore: [ArticleID: Progress] = [:]
  var positionDeadline: Timestamp?
  var filterDeadline: Timestamp?
  var retryDeadline: Timestamp?
  var refreshDeadline: Timestamp?
  /// What was in the filter before it was being typed, for taking it back.
  var filterBefore: (filter: String, cursor: ArticleID?)?
  var typedFilter: String?

  /// An effect outside the program.
  package enum Effect: Equatable, Sendable {
    /// Then, when that worked, archive some articles.
    case openInBrowser(String, archiving: [ArticleID] = [])
    case copy(String)
    /// Open a file of the library in the desktop's program for such files.
    case openFile(String)
    /// Write a setting into the config file.
    case keepSetting(Settings.Name, String)
    /// Write what a `source` line changes into the config file.
    case keepSources(line: String)
    /// Write what views are into the config file.
    case keepViews([ViewList.Line])
  }

  /// Puts the model over a snapshot of the library; nothing is opened, nothing fetched.
  package init(
    service: LibraryService,
    search: SearchService? = nil,
    discovery: DiscoveryService,
    pictures: PictureService? = nil,
    sources: SourceList = SourceList(),
    snapshot: LibrarySnapshot,
    navigation: Navigation,
    settings: Settings,
    clock: Clock,
    mailbox: Mailbox<Event>,
    random: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) {
    self.service = service
    searchService = search
    discoveryService = discovery
    pictureService = pictures
    self.discovery = DiscoveryModel(sources: sources)
    shown = snapshot
    confirmed = snapshot
    totalOfMarks = snapshot.counts.total
    self.navigation = navigation
    self.settings = settings
    self.clock = clock
    self.mailbox = mailbox
    self.random = random
    listed = ListModel(snapshot: snapshot)
    useListRules()
    bringUpToDate()
  }

  /// Whether the library may be changed, and why not.
  package var readOnlyReason: String? { service.library.readOnlyReason }
  /// Whether the library may not be changed.
  package var isReadOnly: Bool { service.library.isReadOnly }

  /// The sidebar's rows.
  package var sidebar: SidebarModel {
    let snapshot = snapshot
    // What the list on screen is below is shown whatever is folded.
    let folded = navigation.foldedTags.filter { tag in
      !(navigation.view.tag.map { $0 != tag && isTag($0, within: tag) } ?? false)
    }
    if let arranged, arranged.folded == folded { return arranged.sidebar }
    let sidebar = SidebarModel(
      snapshot,
      folded: folded,
      views: settings.views,
      counts: viewCounts
    )
    arranged = (folded, sidebar)
    return sidebar
  }

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
      && discovery.pending.isEmpty && discovery.page == nil && poolRefreshes.isEmpty
      && facetRequest == nil
      && viewCountRequest == nil && names?.request == nil
      && reports.pending.isEmpty && search.request == nil && imports?.isUnderWay != true
      && (files == nil || files?.names != nil)
      && search.indexings == 0 && search.snippetsUnderWay == 0
      && pictures.fetching.isEmpty && !pictures.isDrawing
  }
  /// Whether something is awaited from the network, or a file is being read.
  package var isBusy: Bool {
    !fetching.isEmpty || discovery.isLooking && isDiscovering || imports?.isUnderWay == true
  }
  /// Whether the program may end: everything is written.
  package var canEnd: Bool {
    isQuitting && !isSaving && pendingConfigWrites == 0 && imports?.stage != .importing
  }

  /// The earliest moment at which `tick` has something to do; nil when never.
  package var deadline: Timestamp? {
    [positionDeadline, filterDeadline, retryDeadline, refreshDeadline].compactMap { $0 }.min()
  }

  /// Takes over a snapshot, with what is still on its way to the disk laid over it.
  func adopt(_ next: LibrarySnapshot) {
    confirmed = next
    isSnapshotStale = true
    reports.isStale = true
    search.isStale = true
    indexTexts()
  }

  /// Has the full-text index brought to what the disk is known to hold; what is only on its way there would be
  /// taken for read.
  func indexTexts(isDamaged: Bool = false) {
    guard !isReadOnly, !confirmed.needsReload,
      searchService?.follow(confirmed, isDamaged: isDamaged) == true
    else { return }
    search.indexings += 1
  }

  /// Lays what is on its way to the disk over a snapshot.
  func laying(_ changes: [PendingChange], over base: LibrarySnapshot) -> LibrarySnapshot {
    let now = clock.now()
    var laid: [ArticleID: ArticleSummary] = [:]
    var removed: Set<ArticleID> = []
    for pending in changes {
      if pending.isRemoval { removed.formUnion(pending.ids) }
      guard let change = pending.change else { continue }
      for id in pending.ids {
        let before = laid[id] ?? base.row(of: id).map { base[$0] }
        laid[id] = before?.applying(change, at: now, settings.listRules)
      }
    }
    guard !laid.isEmpty || !removed.isEmpty else { return base }
    return base.replacing(
      laid.values.filter { !removed.contains($0.id) },
      removing: Array(removed)
    )
  }

  /// Shows a change before the disk has it.
  func applyOptimistically(_ change: PendingChange) {
    shown = laying([change], over: snapshot)
    refreshList()
  }

  /// Has the list computed again before anybody looks at it.
  func refreshList() { isListStale = true }

  /// Takes over all that has come.
  func bringUpToDate() {
    bringListUpToDate()
    surveyIfStale()
    countViewsIfStale()
    if isRetryStale {
      isRetryStale = false
      scheduleRetry()
    }
  }

  private func bringSnapshotUpToDate() {
    guard isSnapshotStale else { return }
    isSnapshotStale = false
    forgetMarks(missingIn: confirmed)
    // One that was read again and is damaged again answers from the records, slow as that is.
    let next = laying(
      pending.sorted { $0.key < $1.key }.map(\.value),
      over: shown.needsReload ? confirmed : confirmed.withoutRecovery()
    )
    // The disk's answer to a change mostly says what is shown already.
    if !isListStale, next.hasSameRows(as: shown) {
      listed.take(next)
    } else {
      refreshList()
    }
    shown = next
    isRetryStale = true
    areViewCountsStale = true
    if !isReadingList { closeReaderIfGone() }
  }

  /// Has lists and changes follow the settings.
  private func useListRules() {
    service.library.use(settings.listRules)
    shown.rules = settings.listRules
    confirmed.rules = settings.listRules
    refreshList()
  }

  private func bringListUpToDate() {
    bringSnapshotUpToDate()
    guard isListStale else { return }
    isListStale = false
    listComputations += 1
    listed.read(view: navigation.view, place: navigation.place, isTyping: filterBefore != nil)
    // Before the rows are sorted: the ranking of a search that was left is none.
    askFullText(listed, of: shown)
    listed.refresh(
      snapshot: shown,
      view: navigation.view,
      place: navigation.place,
      texts: search.answer.matches,
      ranking: isRanked ? search.answer.ranking : [],
      now: clock.now()
    )
    guard !isReadingList else {
      if refreshesUnderWay == 0 { refreshLibrary() }
      return
    }
    rememberCursor()
  }

  /// Whether the list is still being read, so that what it does not show may be there.
  package var isReadingList: Bool { snapshot.needsReload }

  func rememberCursor() {
    // A filter that finds nothing takes nobody's place away.
    guard !list.rows.isEmpty || navigation.place.filter.isEmpty else { return }
    navigation.place.cursor = list.current?.id
    navigation.place.row = list.cursor
  }

  /// Notes that the config file is being changed; `Event.settingKept` ends it.
  package func beginKeeping() { pendingConfigWrites += 1 }

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

  func refreshLibrary() {
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
    countsViews = true
    service.recheck()
  }

  /// Takes the effects, for the one who can run them.
  package func takeEffects() -> [Effect] {
    let effects = pendingEffects
    pendingEffects = []
    return effects
  }
}
