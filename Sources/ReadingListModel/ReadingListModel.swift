package import ArticleStore
package import Discovery
package import ReadingList
package import ReadingServices

/// The program's state between the library and the screen, and its parts, one for each feature.
///
/// Lives on the main thread. Commands come in through `perform`, what happened in the background
/// through `receiveAll`, the passing of time through `tick`; nothing here blocks. Each part is given at the beginning
/// the others that it needs; only here are all of them known.
package final class ReadingListModel: ModelPart {
  package let search: SearchModel
  package let highlights: HighlightsModel
  package let list: ListModel
  package let facets: FacetsModel
  package let fetches: FetchModel
  package let pictures: PicturesModel
  package let reader: ReaderModel
  package let inspector: InspectorModel
  package let discovery: DiscoveryModel
  package let route: RouteModel
  package let views: ViewsModel
  package let articles: ArticlesModel
  package let imports: ImportModel
  package let capture: CaptureModel
  package let reports: ReportsModel
  package let sync: SyncModel
  /// Whether text of the open article is being selected; the screen says so.
  package var isSelecting = false
  /// What is wrong with the config file, a line each: the file, the number of the line, and what.
  package var configProblems: [String] = []
  /// Changes of the config file that are on their way.
  private var pendingConfigWrites = 0
  private var hasReportedClock = false

  /// Puts the model over a snapshot of the library; nothing is opened, nothing fetched.
  package init(
    service: LibraryService, search texts: SearchService? = nil, discovery picks: DiscoveryService,
    pictures drawing: PictureService? = nil, sync syncing: SyncService? = nil,
    sources: SourceList = SourceList(), snapshot: LibrarySnapshot, navigation: Navigation,
    settings: Settings, clock: Clock, tasks: Tasks,
    random: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) {
    let session = SessionState(
      navigation: navigation, settings: settings, clock: clock, tasks: tasks)
    let library = LibraryModel(service, snapshot, session)
    search = SearchModel(session, library, texts)
    highlights = HighlightsModel(session, library)
    list = ListModel(session, library, search, highlights)
    facets = FacetsModel(session, library, search, highlights)
    fetches = FetchModel(session, library)
    pictures = PicturesModel(session, library, drawing)
    reader = ReaderModel(
      list: list, search: search, highlights: highlights, pictures: pictures, fetches: fetches)
    inspector = InspectorModel(list: list, reader: reader)
    discovery = DiscoveryModel(reader: reader, picks, sources)
    route = RouteModel(discovery: discovery, search: search, random: random)
    views = ViewsModel(route: route)
    articles = ArticlesModel(route: route, fetches: fetches, views: views)
    imports = ImportModel(list: list)
    capture = CaptureModel(articles: articles)
    reports = ReportsModel(session, library)
    sync = SyncModel(session, library, syncing)
    super.init(session, library)
    library.willAdopt = { [unowned self] in list.forgetMarks(missingIn: $0) }
    library.adopted = { [unowned self] hasSameRows in
      if hasSameRows { list.take(library.shown) }
      views.areCountsStale = true
      if !library.isBeingRead { route.closeReaderIfGone() }
    }
    library.confirmedChanged = { [unowned self] in
      reports.isStale = true
      search.isStale = true
      search.index()
    }
    library.refreshed = { [unowned self] in
      reader.reloadIfChanged()
      reportClock()
    }
    reader.isGone = { [unowned self] in route.closeReader() }
    pictures.changed = { [unowned self] id in
      guard reader.id == id else { return }
      pictures.forgetBroken()
      reader.reload()
    }
    search.isWhole = { [unowned self] in
      if self.settings.views.views.contains(where: \.asksAboutTexts) { views.areCountsStale = true }
    }
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

  /// The tags, by name, and how many articles each has.
  package var tags: [NameCount] { snapshot.counts.tags }

  /// Whether there are no articles at all, not in Trash either.
  package var isEmpty: Bool { snapshot.counts.total == 0 }

  /// How many files should be records and cannot be understood.
  package var unreadable: Int { snapshot.counts.unreadable }

  /// What is known of an article in the library; nil when it is not there.
  package func summary(of id: ArticleID) -> ArticleSummary? { library.summary(of: id) }

  /// How many articles could not be fetched.
  package var failedCount: Int { snapshot.count(of: .failed) }

  /// The digit that goes to a list; nil where none does.
  package func number(of view: SavedView) -> Int? {
    (SidebarModel.numbered + settings.views.views).prefix(9).firstIndex(of: view).map { $0 + 1 }
  }

  /// Whether an article came after the last session.
  package func isNew(_ article: ArticleSummary) -> Bool {
    navigation.lastSeen.map { article.savedAt > $0 } ?? false
  }

  /// Whether the list is still being read, so that what it does not show may be there.
  package var isReadingList: Bool { library.isBeingRead }

  /// Whether a change is on its way to the disk.
  package var isSaving: Bool { library.isSaving }
  /// Nothing in flight: no write, no load, no fetch, no look at the library.
  package var isSettled: Bool {
    tasks.isIdle && fetches.fetching.isEmpty && discovery.pending.isEmpty && !search.isIndexing
  }
  /// Whether something is awaited from the network, or a file is being read.
  package var isBusy: Bool {
    !fetches.fetching.isEmpty || discovery.isLooking && isDiscovering || imports.isUnderWay
  }
  /// Whether the program may end: everything is written.
  package var canEnd: Bool {
    session.isQuitting && !isSaving && pendingConfigWrites == 0 && !service.isSavingImport
  }

  /// What is under way.
  package var activity: Activity {
    let begun = service.fetchesUnderWay.filter(fetches.fetching.contains)
    return Activity(
      fetching: begun, waiting: fetches.fetching.count - begun.count,
      picks: discovery.pending.count, asksSources: discovery.questions > 0,
      looks: library.refreshesUnderWay > 0,
      changes: library.pending.count + library.additions)
  }

  // MARK: What is due

  /// The earliest moment at which `tick` has something to do; nil when never.
  package var deadline: Timestamp? {
    [
      reader.positionDeadline, list.filterDeadline, fetches.retryDeadline, library.refreshDeadline,
      capture.deadline,
    ].compactMap { $0 }.min()
  }

  /// Does what is due.
  package func tick() {
    let now = clock.now()
    if let due = reader.positionDeadline, due <= now { reader.savePosition() }
    if let due = list.filterDeadline, due <= now { list.applyTypedFilter() }
    if let due = fetches.retryDeadline, due <= now { fetches.retryDue() }
    if let due = library.refreshDeadline, due <= now { library.refresh() }
    if let due = capture.deadline, due <= now { capture.take() }
    bringUpToDate()
  }

  /// Takes over all that has come.
  func bringUpToDate() {
    list.bringUpToDate()
    reports.countIfStale()
    views.countIfStale()
    fetches.scheduleRetry()
  }

  /// The library was changed by something else: it is looked at again soon.
  package func libraryMayHaveChanged() { library.mayHaveChanged() }

  /// Looks in the background for what the list lacks, then for records that were edited in place while
  /// nobody watched; once, when the first frame is on screen.
  package func recheckLibrary() {
    views.areCounted = true
    library.recheck()
  }

  /// Notes that the config file is being changed.
  ///
  /// - Returns: what is called at the end, with what is wrong.
  package func beginKeeping() -> Answer<String?> {
    pendingConfigWrites += 1
    return tasks.answer { [unowned self] (problem: String?) in
      pendingConfigWrites -= 1
      if let problem { status = .error(problem) }
    }
  }

  /// Returns what is called, from any thread, when something else may have changed the library.
  package func watching() -> @Sendable () -> Void {
    let changed = tasks.stream { [unowned self] (_: Bool) in libraryMayHaveChanged() }
    return { changed(true) }
  }

  /// Takes the effects, for the one who can run them.
  package func takeEffects() -> [SessionState.Effect] {
    defer { session.effects = [] }
    return session.effects
  }

  // MARK: Answers

  /// Takes the answers of what works in the background, in the order they came.
  ///
  /// - Returns: whether anything came.
  package func receiveAll() -> Bool {
    var before = status
    var problem: Status?
    let hasReceived = tasks.deliver {
      // What failed is not talked over by what went well in the same moment.
      if status?.kind == .error, status != before { problem = status }
      if let problem { status = problem }
      before = status
    }
    bringUpToDate()
    return hasReceived
  }

  /// Says once that another machine's clock is ahead.
  private func reportClock() {
    guard !hasReportedClock, let notice = service.library.clockNotice(clock) else { return }
    hasReportedClock = true
    status = .error(notice)
  }
}

/// What is under way in the background.
package struct Activity: Equatable, Sendable {
  /// Articles being fetched, the first one first.
  package var fetching: [ArticleID]
  /// Articles that wait for one of these to end.
  package var waiting: Int
  /// Articles being picked on the shuffle screen.
  package var picks: Int
  /// Whether sources are being asked.
  package var asksSources: Bool
  /// Whether the library is being looked through.
  package var looks: Bool
  /// Changes on their way to the disk.
  package var changes: Int

  /// Nothing at all.
  package var isNone: Bool {
    fetching.isEmpty && waiting == 0 && picks == 0 && !asksSources && !looks && changes == 0
  }
}
