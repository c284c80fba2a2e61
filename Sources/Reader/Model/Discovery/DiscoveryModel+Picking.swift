import Library
package import ReadingList
import ReadingServices
import Web

extension DiscoveryModel {
  /// The saved copy of the picked article on screen, and its list.
  package var home: (id: ArticleID, filter: Filter?)? {
    guard let article = current?.picked.article else { return nil }
    for address in article.addresses {
      for id in snapshot.ids(like: address) {
        guard let membership = library.summary(of: id)?.membership else { continue }
        if !membership.isDeleted { return (id, membership.home) }
      }
    }
    return nil
  }

  var category: String? { settings.category == Settings.allCategories ? nil : settings.category }

  /// Shows an article that was picked ahead, or starts looking for one.
  func pick() {
    if isLooking {
      reader.empty()
      return
    }
    noticeSources()
    if ahead.isEmpty {
      savePlace()
      reader.empty()
      state = .looking(summary: summary(choosingFrom: sources[settings.source]), site: nil)
    } else {
      present(ahead.removeFirst())
    }
    askAhead()
  }

  func giveUpPicks() {
    picks.cancel()
    (pending, abandoned) = (0, abandoned + pending)
  }

  func askAhead() {
    guard !session.isQuitting else { return }
    let wanted = Self.maxAhead + (isLooking ? 1 : 0)
    while ahead.count + pending < wanted {
      pending += 1
      picks.pick(from: settings.source, category: category, stage: staged, answer: ended)
    }
  }

  func show(_ stage: PickStage) {
    guard abandoned == 0, case .looking(let summary, _) = state else { return }
    switch stage {
    case .choosing(let source):
      state = .looking(summary: self.summary(choosingFrom: source), site: nil)
    case .picked(let site): state = .looking(summary: summary, site: site)
    }
  }

  private func summary(choosingFrom source: Source?) -> String {
    if source?.kind == .blogs { return "Blogrolling..." }
    return settings.source == Source.surprise
      ? "Rolling the dice..." : "Finding something interesting..."
  }

  func finishPick(_ result: Result<PickedArticle, PickProblem>) {
    let wasAsked = abandoned == 0
    if wasAsked { pending -= 1 } else { abandoned -= 1 }
    switch result {
    case .success(let picked):
      guard wasAsked else { return picks.giveBack([picked]) }
      if isLooking, isDiscovering {
        present(picked)
      } else {
        ahead.append(picked)
        if isLooking { state = .idle }
      }
      askAhead()
      if pending == 0 { refreshPools(everything: false) }
    case .failure(let problem):
      if wasAsked, isLooking, case .notFound(let reason) = problem {
        giveUpPicks()
        state = .failed(reason)
      }
    }
  }

  func present(_ picked: PickedArticle) {
    savePlace()
    // The history after the current entry stays.
    history.append(Entry(picked: picked))
    if history.count > Self.maxHistory { history.removeFirst() }
    index = history.count - 1
    state = .shown
    picks.markShown(picked)
    restore()
    if picked.hasNoNetwork {
      let problem = "Nothing answers"
      let reason = "\(problem): this is from \(picked.source)"
      let offer = ":\(Command.random.name) opens an article of your list"
      status = Status(text: "\(reason); \(offer)", kind: .info, shorter: [reason, problem])
    }
  }

  func go(to index: Int, at position: ReadingPosition? = nil) {
    self.index = index
    state = .shown
    if let position { history[index].position = position }
    restore()
  }

  func restore() {
    guard let entry = current else { return }
    reader.empty()
    reader.open.state = .shown(entry.picked.article, entry.picked.body)
    reader.open.position = entry.position
    reader.open.progress = entry.progress
    navigation.focus = navigation.mainFocus == .sidebar ? .sidebar : .reader
  }

  func savePlace() { if isDiscovering { reader.savePosition() } }

  func notePlace() {
    guard isDiscovering, current != nil else { return }
    history[index].position = reader.position
    history[index].progress = reader.progress
  }

  func savePick() -> CommandOutcome {
    guard let picked = current?.picked else { return .done }
    if let (id, filter) = home, let title = library.summary(of: id)?.title {
      return .refused("Already saved\(filter.map { " in \($0.title)" } ?? ""): “\(title)”")
    }
    var article = picked.article
    article.savedAt = clock.now()
    let answer = library.begin { [unowned self] (result: Result<Article, StoreError>) in
      switch result {
      case .failure(let error): fail(error.isInPlace ? error.message : "Not saved: \(error.reason)")
      case .success(let article): status = .info("Saved “\(article.title)”")
      }
    }
    service.keep(article, body: picked.body, answer: answer)
    return .done("Saving…")
  }

  func blockSite() -> CommandOutcome {
    guard let site = current?.picked.article.addresses.first?.siteName else { return .done }
    let changed = changeSources("block \(site)")
    guard case .done = changed else { return changed }
    pick()
    return .done(.undoable("Blocked \(site)"))
  }
}
