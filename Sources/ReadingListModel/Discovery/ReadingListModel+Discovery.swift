import ReadingServices
import ArticleStore
import Discovery
package import ReadingList

extension ReadingListModel {
  /// Whether the shuffle screen is shown.
  package var isDiscovering: Bool { navigation.view == .list(.discovery) }

  /// Where the picked article on screen is saved; nil when it is not.
  package var homeOfPicked: (ArticleID, Filter?)? {
    guard let article = discovery.current?.picked.article else { return nil }
    for address in article.addresses {
      for id in snapshot.ids(like: address) {
        guard let row = snapshot.row(of: id) else { continue }
        let membership = snapshot[row].membership
        if !membership.isDeleted { return (id, membership.home) }
      }
    }
    return nil
  }

  var category: String? {
    settings.category == Settings.allCategories ? nil : settings.category
  }

  // MARK: Picking

  /// Goes to the screen, if it is not there, and picks another article.
  func discover() {
    if !isDiscovering { move(to: .list(.discovery)) }
    pick()
    focusOnPicked()
  }

  /// Shows what was on the screen when it was left, or picks a first article.
  func enterDiscovery() {
    if discovery.page != nil {
      emptyReader()
    } else if discovery.current == nil {
      pick()
    } else {
      restorePicked()
    }
    focusOnPicked()
  }

  private func focusOnPicked() {
    if navigation.focus != .sidebar { navigation.focus = .reader }
  }

  /// Picks an article: at once when one was picked ahead, and not while another is looked for.
  func pick() {
    discovery.giveUpPage()
    if discovery.isLooking {
      closePickedReader()
      return
    }
    discovery.rests = false
    if discovery.ahead.isEmpty {
      savePickedPlace()
      closePickedReader()
      discovery.state = .looking(
        summary: PickStage.firstSummary(settings.source, discovery.sources),
        site: nil
      )
    } else {
      present(discovery.ahead.removeFirst())
    }
    askAhead()
  }

  /// Goes back to the list shown before, or from a page that a link led to, to the text with the link.
  package func leavePicked() {
    guard discovery.origin != nil, let jump = jump(by: -1, leaving: reader.id) else {
      return show(discovery.listBefore)
    }
    show(jump)
  }

  /// Gives up looking; what was on screen comes back.
  package func stopLooking() {
    guard discovery.isLooking else { return }
    defer { status = .info("Stopped") }
    giveUpPicks()
    discovery.rests = true
    let wasPage = discovery.page != nil
    discovery.giveUpPage()
    if wasPage, let jump = jump(by: -1) { return show(jump) }
    if discovery.history.indices.contains(discovery.index) {
      discovery.state = .shown
      restorePicked()
    } else {
      discovery.state = .idle
    }
  }

  /// Gives up all picks under way; what they still come to answers nothing that is asked from now on.
  func giveUpPicks() {
    discoveryService.cancel()
    discovery.pending = []
  }

  /// Keeps some articles picked ahead.
  func askAhead() {
    guard !isQuitting else { return }
    let wanted = DiscoveryModel.maxAhead + (discovery.isLooking ? 1 : 0)
    guard !discovery.rests else { return }
    while discovery.ahead.count + discovery.pending.count < wanted {
      let request = nextRequest()
      discovery.pending.append(request)
      discoveryService.pick(from: settings.source, category: category, request: request)
    }
  }

  func receive(_ stage: PickStage, request: Int) {
    guard discovery.page == nil, discovery.pending.first == request,
      case .looking(let summary, _) = discovery.state
    else {
      return
    }
    switch stage {
    case .choosing:
      let summary = stage.summary(isSurprise: settings.source == Source.surprise)
      discovery.state = .looking(summary: summary, site: nil)
    case .picked(let site): discovery.state = .looking(summary: summary, site: site)
    }
  }

  func finishPick(request: Int, _ result: Result<PickedArticle, PickProblem>) {
    if discovery.page?.request == request { return finishPage(result) }
    let wasAsked = discovery.pending.contains(request)
    discovery.pending.removeAll { $0 == request }
    switch result {
    case .success(let picked):
      guard wasAsked else {
        discoveryService.giveBack([picked])
        return
      }
      if discovery.isLooking, isDiscovering, discovery.page == nil {
        present(picked)
      } else {
        discovery.ahead.append(picked)
        if discovery.isLooking, discovery.page == nil { discovery.state = .idle }
      }
      askAhead()
      if discovery.pending.isEmpty { refreshPools(everything: false) }
    case .failure(let problem):
      guard wasAsked else { return }
      discovery.rests = true
      if discovery.isLooking, discovery.page == nil, case .notFound(let reason) = problem {
        giveUpPicks()
        discovery.state = .failed(reason)
      }
    }
  }

  func present(_ picked: PickedArticle, from origin: String? = nil) {
    savePickedPlace()
    // What lies forward in the history is gone only when something else is picked.
    discovery.history.append(DiscoveryModel.Entry(picked: picked, origin: origin))
    if discovery.history.count > DiscoveryModel.maxHistory { discovery.history.removeFirst() }
    discovery.index = discovery.history.count - 1
    discovery.state = .shown
    discoveryService.markShown(picked)
    restorePicked()
  }

  /// Puts the current picked article into the reader.
  func restorePicked() {
    guard let entry = discovery.current else { return }
    closePickedReader()
    reader.generation += 1
    reader.state = .shown(entry.picked.article, entry.picked.body)
    reader.position = entry.position
    reader.progress = entry.progress
    navigation.focus = navigation.focus == .sidebar ? .sidebar : .reader
  }

  func closePickedReader() {
    emptyReader()
  }

  /// Notes the place in the article that leaves the screen.
  func savePickedPlace() {
    guard isDiscovering else { return }
    savePosition()
  }

  /// Remembers the place in the picked article.
  func notePlaceInPicked() {
    guard isDiscovering, discovery.current != nil else { return }
    discovery.history[discovery.index].position = reader.position
    discovery.history[discovery.index].progress = reader.progress
  }

  // MARK: What was picked

  func goInHistory(_ step: Int) -> CommandOutcome {
    // From where nothing came, back is what was on screen last.
    let target = discovery.current == nil && step < 0 ? discovery.index : discovery.index + step
    guard discovery.state == .shown || !discovery.history.isEmpty,
      discovery.history.indices.contains(target)
    else {
      return .refused(
        step < 0 ? "This is the first pick" : "This is the last pick"
      )
    }
    savePickedPlace()
    discovery.giveUpPage()
    if discovery.isLooking { stopLooking() }
    discovery.index = target
    discovery.state = .shown
    restorePicked()
    return .done
  }

  /// Saves the picked article with all that was fetched of it.
  func savePick() -> CommandOutcome {
    guard let picked = discovery.current?.picked else { return .done }
    if let (id, home) = homeOfPicked, let row = snapshot.row(of: id) {
      let place = home.map { " in \($0.title)" } ?? ""
      return .refused("Already saved\(place): “\(snapshot[row].title)”")
    }
    var article = picked.article
    article.savedAt = clock.now()
    let request = nextRequest()
    pendingAdds.insert(request)
    service.keep(article, body: picked.body, request: request)
    return .done("Saving…")
  }

  func finishKeeping(_ result: Result<Article, StoreError>) {
    switch result {
    case .failure(let error):
      fail(error.isInPlace ? error.message : "Not saved: \(error.reason)")
    case .success(let article):
      hasSaved = true
      status = .info("Saved “\(article.title)”")
    }
  }

  /// Never picks from the site on screen again.
  func blockSite() -> CommandOutcome {
    guard let site = discovery.current?.picked.article.addresses.first?.siteName else {
      return .done
    }
    let changed = changeSources("block \(site)")
    guard case .done = changed else { return changed }
    pick()
    return .done("Blocked \(site); :source unblock \(site) undoes this")
  }
}

extension PickStage {
  fileprivate static func firstSummary(_ choice: String, _ sources: SourceList) -> String {
    if choice == Source.surprise { return "Rolling the dice..." }
    return sources[choice]?.kind == .blogs ? "Blogrolling..." : "Finding something interesting..."
  }
}
