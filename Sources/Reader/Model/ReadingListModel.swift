package import Library
package import ReadingList
package import ReadingServices
package import Web

/// The program's state between library and screen, with a part for each feature.
///
/// Used on the main thread only; nothing here blocks. Commands come in through `perform`,
/// background results through `receiveAll`, the passing of time through `tick`. Parts reach each
/// other through the model.
package final class ReadingListModel: SharedState {
  package let session: SessionState
  package let library: LibraryModel
  package private(set) lazy var search = SearchModel(self)
  package private(set) lazy var highlights = HighlightsModel(self)
  package private(set) lazy var list = ListModel(self)
  package private(set) lazy var fetches = FetchModel(self)
  package private(set) lazy var pictures = PicturesModel(self)
  package private(set) lazy var reader = ReaderModel(self)
  package private(set) lazy var discovery = DiscoveryModel(self)
  package private(set) lazy var route = RouteModel(self)
  package private(set) lazy var views = ViewsModel(self)
  package private(set) lazy var articles = ArticlesModel(self)
  package private(set) lazy var capture = CaptureModel(self)
  package private(set) lazy var sync = SyncModel(self)
  package var isSelecting = false
  private(set) var pendingConfigWrites = 0
  private var hasReportedClock = false
  // Nil disables the feature.
  let texts: SearchService?
  let picks: DiscoveryService
  let drawing: PictureService?
  let syncing: SyncService?
  var random: any RandomNumberGenerator

  /// Opens and fetches nothing.
  package init(
    service: LibraryService, search texts: SearchService? = nil, discovery picks: DiscoveryService,
    pictures drawing: PictureService? = nil, sync syncing: SyncService? = nil,
    sources: SourceList = SourceList(), snapshot: LibrarySnapshot, navigation: Navigation,
    settings: Settings, clock: Clock, tasks: Tasks,
    random: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) {
    session = SessionState(navigation: navigation, settings: settings, clock: clock, tasks: tasks)
    library = LibraryModel(service, snapshot, session)
    (self.texts, self.picks, self.drawing, self.syncing) = (texts, picks, drawing, syncing)
    self.random = random
    (discovery.sources, discovery.keptSources) = (sources, sources)
    library.model = self
    session.settingsChanged = { [unowned self] in follow($0) }
    library.useListRules()
    bringUpToDate()
  }

  private func follow(_ before: Settings) {
    library.useListRules()
    if settings.views != before.views { views.followSettings() }
    if settings.pictures != before.pictures { pictures.followSetting(reader.body) }
    if settings.source != before.source || settings.category != before.category {
      discovery.dropAhead()
    }
  }

  package var tags: [NameCount] { snapshot.counts.tags }

  package var isEmpty: Bool { snapshot.counts.total == 0 }

  /// Files that should be records but cannot be parsed.
  package var unreadable: Int { snapshot.counts.unreadable }

  package var failedCount: Int { snapshot.count(of: .failed) }

  /// The digit that goes to a list.
  package func number(of view: SavedView) -> Int? {
    (ViewsModel.numbered + settings.views.views).prefix(9).firstIndex(of: view).map { $0 + 1 }
  }

  /// Whether it was saved after the last session.
  package func isNew(_ article: ArticleSummary) -> Bool {
    navigation.lastSeen.map { article.savedAt > $0 } ?? false
  }

  /// Whether nothing is under way: no save, load, fetch, pick, refresh or indexing.
  package var isSettled: Bool {
    tasks.isIdle && fetches.fetching.isEmpty && discovery.pending == 0 && !search.isIndexing
  }
  /// Whether the network is awaited.
  package var isBusy: Bool {
    !fetches.fetching.isEmpty || discovery.isLooking && isDiscovering
  }
  /// Whether it is quitting and everything is saved.
  package var canEnd: Bool {
    session.isQuitting && !library.isSaving && pendingConfigWrites == 0
  }

  // MARK: Deadlines

  private var timers: [(due: Timestamp?, act: () -> Void)] {
    [
      (reader.positionDeadline, reader.savePosition),
      (list.filterDeadline, list.applyTypedFilter), (fetches.retryDeadline, fetches.retryDue),
      (library.refreshDeadline, library.refresh), (capture.deadline, capture.take),
    ]
  }

  package var deadline: Timestamp? { timers.compactMap(\.due).min() }

  package func tick() {
    let now = clock.now()
    for timer in timers { if let due = timer.due, due <= now { timer.act() } }
    bringUpToDate()
  }

  /// Updates list, counts and retries after changes.
  func bringUpToDate() {
    list.bringUpToDate()
    views.countIfStale()
    fetches.scheduleRetry()
  }

  /// Looks in the background for changes that the list lacks, and for records edited in place while
  /// the library was not watched; called once the first frame is shown.
  package func recheckLibrary() {
    views.areCounted = true
    library.recheck()
  }

  /// Begins a write to the config file; call the result with its problem, or nil, at the end.
  package func beginKeeping() -> Answer<String?> {
    pendingConfigWrites += 1
    return tasks.answer { [unowned self] (problem: String?) in
      pendingConfigWrites -= 1
      if let problem { status = .error(problem) }
    }
  }

  /// A callback, for any thread, that reports a possible change of the library.
  package func watching() -> @Sendable () -> Void {
    let changed = tasks.stream { [unowned self] (_: Bool) in library.mayHaveChanged() }
    return { changed(true) }
  }

  package func takeEffects() -> [SessionState.Effect] {
    defer { session.effects = [] }
    return session.effects
  }

  // MARK: Answers

  /// Delivers background answers in order; false if there were none.
  package func receiveAll() -> Bool {
    var before = status
    var problem: Status?
    let hasReceived = tasks.deliver {
      // An error stays visible even if a success follows in the same batch.
      if status?.kind == .error, status != before { problem = status }
      if let problem { status = problem }
      before = status
    }
    bringUpToDate()
    return hasReceived
  }

  /// Shows the changes in the reader, and warns once that another machine's clock is ahead.
  func libraryWasRefreshed() {
    reader.reloadIfChanged()
    guard !hasReportedClock, let notice = service.library.clockNotice(clock) else { return }
    hasReportedClock = true
    status = .error(notice)
  }
}
