import ArticleStore
import Exchange
import ReadingList
import ReadingServices

extension ReadingListModel {
  /// Saves the addresses in a text that a person typed or pasted, with the tags after them; the fetch
  /// follows.
  func add(_ text: String) -> CommandOutcome {
    switch SavedLinks.taggedAddresses(in: text) {
    case .failure(let problem): return .invalid(problem.message)
    case .success((let addresses, let tags)):
      let request = nextRequest()
      pendingAdds.insert(request)
      leavesCredentialsOut = addresses.contains(where: \.hasCredentials)
      let now = clock.now()
      // A moment apart, so that they keep the order in which they were given.
      let articles = addresses.enumerated().map { index, link in
        let savedAt = now.advanced(byMilliseconds: Int64(index - addresses.count + 1))
        let article = Article(address: link.address, given: link.given, savedAt: savedAt)
        return article.applying(.tag(add: tags, remove: []), at: now, settings.listRules) ?? article
      }
      tagsOfAdds[request] = tags
      service.add(articles, request: request)
      return .done("Saving…")
    }
  }

  /// Adds the articles that a new library begins with.
  func addWelcome() -> CommandOutcome {
    guard service.hasWelcome else { return .refused("The welcome articles are not installed") }
    let request = nextRequest()
    pendingAdds.insert(request)
    service.addWelcome(request: request)
    return .done("Saving…")
  }

  func finishAdding(_ result: Result<[Addition], StoreError>, request: Int) {
    let tags = tagsOfAdds.removeValue(forKey: request) ?? []
    switch result {
    case .failure(let error): fail("Not saved: \(error.reason)")
    case .success(let additions):
      var added: [Article] = []
      var failed: [(article: Article, error: StoreError)] = []
      for addition in additions {
        switch addition {
        case .added(let article): added.append(article)
        case .alreadySaved(let article):
          let isOnly = additions.count == 1
          status = .info(alreadySavedWords(article, isRevealed: isOnly))
          if isOnly { reveal(article) }
          if !tags.allSatisfy(article.tags.contains) {
            submit(.tag(add: tags, remove: []), to: [article.id])
            status = .info("\(Self.words(tagging: tags)) “\(article.title)”")
          }
        case .failed(let article, let error):
          failed.append((article, error))
          if error.isInPlace { added.append(article) }
        }
      }
      if let first = failed.first(where: { !$0.error.isInPlace }) ?? failed.first {
        let count = failed.count { !$0.error.isInPlace }
        fail(
          count == 0
            ? first.error.message
            : Self.summary(
              "Not saved",
              first.article.url,
              count,
              of: additions.count,
              "addresses",
              first.error
            )
        )
      }
      guard let first = added.first else { return }
      let waiting = added.filter(\.fetch.isPending).map(\.id)
      if failed.isEmpty {
        hasSaved = true
        let saved = added.count == 1 ? "“\(first.title)”" : "\(added.count)"
        status = .info("Saved \(saved)" + (waiting.isEmpty ? "" : "; fetching…"))
      }
      if failed.isEmpty, leavesCredentialsOut {
        status = .info("Saved without the password; put it into netrc in the config directory")
      }
      leavesCredentialsOut = false
      startFetch(waiting)
      reveal(first)
    }
  }

  private func reveal(_ article: Article) {
    if let home = article.membership.home { show(.list(home)) } else { show(.trash) }
    placeCursor(on: article.id)
    if navigation.focus == .sidebar { navigation.focus = .list }
  }

  /// What is said of an article that is there already; a key is named only where it would act on it.
  private func alreadySavedWords(_ article: Article, isRevealed: Bool = true) -> String {
    var words = "Already saved \(shortDate(article.savedAt, clock: clock))"
    words += article.membership.home.map { ", in \($0.title)" } ?? ", in Trash"
    if article.progress > .none { words += ", read \(article.progress.percent)%" }
    guard isRevealed else { return words }
    if article.isDeleted { return words + "; d restores it" }
    if article.isArchived { return words + "; e brings it back" }
    return words
  }

  /// Fetches articles in the background.
  func startFetch(_ ids: [ArticleID], isForced: Bool = false) {
    for id in ids where fetching.insert(id).inserted {
      service.startFetch(id, isForced: isForced)
    }
  }

  /// Notes when the next article whose fetch failed for the moment is to be tried again.
  func scheduleRetry() {
    guard !isReadOnly else { return }
    let now = clock.now()
    var earliest: Timestamp?
    snapshot.forEachRetry { retryAt, id in
      let moment = ArticleSummary.nextTry(retryAt, at: now)
      if earliest.map({ moment < $0 }) ?? true, !fetching.contains(id()) { earliest = moment }
    }
    retryDeadline = earliest
  }

  /// Fetches what is due to be tried again.
  func retryDue() {
    let now = clock.now()
    var due: [ArticleID] = []
    snapshot.forEachRetry { retryAt, id in
      if ArticleSummary.nextTry(retryAt, at: now) <= now { due.append(id()) }
    }
    startFetch(due)
    scheduleRetry()
  }

  func refetchTarget() -> CommandOutcome {
    let articles = targets
    guard let first = articles.first else { return .done }
    startFetch(articles.map(\.id), isForced: true)
    if navigation.focus != .reader { clearMarks() }
    return .done(
      articles.count == 1 ? "Fetching “\(first.title)”…" : "Fetching \(articles.count)…"
    )
  }

  func refetchFailed() -> CommandOutcome {
    func rows(_ states: Query.State...) -> [LibrarySnapshot.Row] {
      let query = Query(all: states.map { .state($0) })
      return snapshot.rows(in: .everything, matching: query, order: .newest)
    }
    let freed = Set(rows(.pending, .archived).filter { snapshot[$0].isFreed })
    let waiting = (rows(.failed) + rows(.pending)).filter { !freed.contains($0) }.map(snapshot.id)
    guard !waiting.isEmpty else { return .refused("Nothing failed or pending") }
    startFetch(waiting)
    return .done("Fetching \(waiting.count)…")
  }

  func finishFetch(_ outcome: ArticleFetch.Outcome) {
    let id: ArticleID
    switch outcome {
    case .saved(let article):
      id = article.id
      status = .info("Ready: “\(article.title)”")
    case .unchanged(let article):
      id = article.id
      status = .info("Unchanged: “\(article.title)”")
    case .same(let fetched, let survivor):
      id = fetched
      status = .info(alreadySavedWords(survivor))
      if reader.id == fetched { closeReader() }
      reveal(survivor)
    case .doubtful(let article, let reason):
      id = article.id
      status = .info("Check “\(article.title)”: \(reason)")
    case .failed(let failed, let reason, _):
      id = failed
      noteFailure(of: id, reason)
      status = .error(reason)
    case .refused(let refused, let error):
      id = refused
      noteFailure(of: id, error.message)
      let title = snapshot.row(of: id).map { snapshot[$0].title }
      fail(
        error.isInPlace
          ? error.message : Self.summary("Text not saved", title, 1, of: 1, "articles", error)
      )
    }
    switch outcome {
    case .failed, .refused: break
    case .saved, .unchanged, .same, .doubtful: noteSuccess(of: id)
    }
    switch outcome {
    case .saved(let article), .doubtful(let article, _), .unchanged(let article):
      fetchPicturesIfSet(of: article.id)
    case .same, .failed, .refused: break
    }
    fetching.remove(id)
    isRetryStale = true
    if reader.id == id { reloadReader(keepingPlace: true) }
  }
}
