import Platform
import ReadingList
import ReadingServices

/// What is due, and what the background has to say.
extension ReadingListModel {
  /// Does what is due.
  package func tick() {
    let now = clock.now()
    if let due = positionDeadline, due <= now { savePosition() }
    if let due = filterDeadline, due <= now { applyTypedFilter() }
    if let due = retryDeadline, due <= now { retryDue() }
    if let due = refreshDeadline, due <= now { refreshLibrary() }
    bringUpToDate()
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
    bringUpToDate()
    return !events.isEmpty
  }

  private func receive(_ event: Event) {
    switch event {
    case .changed(let request, let result, let snapshot):
      let change = pending.removeValue(forKey: request)
      adopt(snapshot)
      if let change { finish(change, result) }
    case .takenBack(let request, let way, let result, let snapshot):
      pending[request] = nil
      adopt(snapshot)
      finishTakingBack(way, result)
    case .added(let request, let result, let snapshot):
      pendingAdds.remove(request)
      adopt(snapshot)
      finishAdding(result, request: request)
    case .loaded(let request, let id, let result):
      pendingLoads.remove(request)
      if !finishInspecting(request: request, result) {
        finishLoading(request: request, id: id, result)
      }
    case .settingKept(let problem):
      pendingConfigWrites -= 1
      if let problem { status = .error(problem) }
    case .facetsCounted(let request, let facets): finishFacets(request: request, facets)
    case .namesCounted(let request, let counted): names?.finish(request: request, counted)
    case .viewsCounted(let request, let counts): finishViewCounts(request: request, counts)
    case .notFetched(let ids):
      fetching.subtract(ids)
      reports.stopped.subtract(ids)
    case .fetched(let outcome, let snapshot):
      adopt(snapshot)
      finishFetch(outcome)
    case .picturesFetched(let id, let result): finishPictures(of: id, result)
    case .pictureDrawn(let drawing, let result): finishDrawing(drawing, result)
    case .importing(let request, let report, let bytes):
      noteImporting(request: request, report, bytes: bytes)
    case .imported(let request, let outcome, let snapshot):
      finishImport(request: request, outcome, snapshot)
    case .listed(let request, let entries): finishListing(request: request, entries)
    case .searched(let request, let result): finishSearch(request: request, result)
    case .snippetsFound(let request, let found): finishSnippets(request: request, found)
    case .indexing(let result): noteIndexing(result)
    case .indexingEnded: search.indexings -= 1
    case .surveyed(let survey): finishSurvey(survey)
    case .picking(let request, let stage): receive(stage, request: request)
    case .picked(let request, let result): finishPick(request: request, result)
    case .poolsRefreshed(let request, let outcomes):
      finishRefreshingPools(request: request, outcomes)
    case .sourcesDescribed(let request, let health, let counts, let categories):
      poolRefreshes.remove(request)
      sourceHealth = health
      poolCounts = counts
      poolCategories = categories
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
}
