import ReadingServices
import ArticleStore
import Discovery
import Platform
import Glibc
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

  private var category: String? {
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
    if discovery.current == nil { pick() } else { restorePicked() }
    focusOnPicked()
  }

  private func focusOnPicked() {
    if navigation.focus != .sidebar { navigation.focus = .reader }
  }

  /// Picks an article: at once when one was picked ahead, and not while another is looked for.
  private func pick() {
    if discovery.isLooking {
      closePickedReader()
      return
    }
    discovery.rests = false
    if discovery.ahead.isEmpty {
      leavePicked()
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

  /// Goes back to the list shown before.
  package func leaveDiscovery() {
    show(discovery.listBefore)
  }

  /// Gives up looking; what was on screen comes back.
  package func stopLooking() {
    guard discovery.isLooking else { return }
    discoveryService.cancel()
    discovery.rests = true
    if discovery.history.indices.contains(discovery.index) {
      discovery.state = .shown
      restorePicked()
    } else {
      discovery.state = .idle
    }
    status = .info("Stopped")
  }

  /// Keeps some articles picked ahead.
  private func askAhead() {
    guard !isQuitting else { return }
    let wanted = DiscoveryModel.mostAhead + (discovery.isLooking ? 1 : 0)
    guard !discovery.rests else { return }
    while discovery.ahead.count + discovery.pending.count < wanted {
      let request = nextRequest()
      discovery.pending.append(request)
      discoveryService.pick(from: settings.source, category: category, request: request)
    }
  }

  func hear(_ stage: PickStage, request: Int) {
    guard discovery.pending.first == request, case .looking(let summary, _) = discovery.state else {
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
    let wasAsked = discovery.pending.contains(request)
    discovery.pending.removeAll { $0 == request }
    switch result {
    case .success(let picked):
      guard wasAsked else {
        discoveryService.giveBack([picked])
        return
      }
      if discovery.isLooking, isDiscovering {
        present(picked)
      } else {
        discovery.ahead.append(picked)
        if discovery.isLooking { discovery.state = .idle }
      }
      askAhead()
      if discovery.pending.isEmpty { refreshPools(everything: false) }
    case .failure(let problem):
      // Another of those asked for may still bring something.
      guard wasAsked, discovery.pending.isEmpty || problem != .cancelled else { return }
      discovery.rests = true
      if discovery.isLooking, case .noLuck(let reason) = problem {
        discoveryService.cancel()
        discovery.state = .failed(reason)
      }
    }
  }

  private func present(_ picked: PickedArticle) {
    leavePicked()
    // What lies forward in the history is gone only when something else is picked.
    discovery.history.append(DiscoveryModel.Entry(picked: picked))
    if discovery.history.count > DiscoveryModel.mostHistory { discovery.history.removeFirst() }
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

  private func closePickedReader() {
    let generation = reader.generation
    reader = ReaderModel()
    reader.generation = generation
  }

  /// Notes the place in the article that leaves the screen.
  private func leavePicked() {
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
    leavePicked()
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

  func finishKeeping(_ result: Result<Article, StoreError>, request: Int) {
    switch result {
    case .failure(let error):
      fail(error.isInPlace ? error.message : "Not saved: \(error.reason)")
    case .success(let article):
      hasSaved = true
      keepForUndo(added: [article], request: request)
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

  // MARK: Sources

  /// Chooses the source that one word names, or changes the sources; `add` alone wants an address.
  func useSources(_ line: String) -> CommandOutcome {
    let words = line.split(whereSeparator: \.isWhitespace)
    if words.count > 1 { return changeSources(line) }
    return line == Self.addSource ? .needsArgument : chooseSource(line)
  }

  /// What stands before the address of a source to be added.
  package static let addSource = "add"

  /// Carries out a `source` line and has it kept in the config file.
  private func changeSources(_ line: String) -> CommandOutcome {
    do throws(SourceList.Problem) {
      var said = ""
      let home = getenv("HOME").map { String(fileName: $0) }
      let line = try discovery.sources.namingFiles(line, home: home)
      let changes = try discovery.sources.changes(parsing: line)
      for change in changes {
        discovery.sources.apply(change)
        switch change {
        case .add(let address, let name): said = "Source \(name): \(address)"
        case .remove(let name): said = "Removed the source \(name)"
        case .turn(let name, let on):
          said = "\(name) is \(on ? "on" : "off") in Surprise Me"
        case .block(let host): said = "Blocked \(host)"
        case .unblock(let host): said = "Unblocked \(host)"
        }
      }
      discoveryService.use(discovery.sources)
      pendingEffects.append(.keepSources(line: line))
      dropAhead()
      return .done(said)
    } catch { return .invalid(error.message) }
  }

  /// Picks from now on from a source, or from all of them.
  private func chooseSource(_ name: String) -> CommandOutcome {
    let source = name == Source.surprise ? name : discovery.sources[name]?.name
    guard let source else { return .invalid(discovery.sources.unknown(name).message) }
    return choose(.source, source)
  }

  /// Picks from now on from one of the small web's categories, or from all of them.
  func chooseCategory(_ name: String) -> CommandOutcome { choose(.category, name) }

  /// Changes what is picked from, and picks from it when that is what the screen is for.
  private func choose(_ name: Settings.Name, _ value: String) -> CommandOutcome {
    let outcome = keep(name, value)
    if case .done = outcome, isDiscovering { pick() }
    return outcome
  }

  /// Forgets what was picked ahead of another wish.
  func dropAhead() {
    discoveryService.cancel()
    discoveryService.giveBack(discovery.ahead)
    discovery.ahead = []
    discovery.pending = []
    if discovery.isLooking { askAhead() }
  }

  /// Asks the sources anew.
  func refreshPools(everything: Bool) {
    guard !isQuitting else { return }
    let request = nextRequest()
    poolRefreshes.insert(request)
    if everything {
      announcedRefresh = request
      status = .info("Refreshing the sources…")
    }
    discoveryService.refreshPools(everything: everything, category: category, request: request)
  }

  func finishRefreshingPools(request: Int, _ outcomes: [(String, String?)]) {
    poolRefreshes.remove(request)
    let failed = outcomes.filter { $0.1 != nil }
    guard announcedRefresh == request else { return }
    announcedRefresh = nil
    guard !outcomes.isEmpty, isDiscovering else { return }
    status =
      failed.first.map { .error("\($0.0): \($0.1 ?? "")") }
      ?? .info("Refreshed \(outcomes.count) sources")
  }

  /// The sources as a menu shows them, with the one in use first chosen.
  package var sourceChoices: [(name: String, title: String, detail: String)] {
    let surprise = (Source.surprise, "Surprise Me", "a random one each time")
    return [surprise]
      + discovery.sources.sources.map { source in
        var details: [String] = []
        if !source.isEnabled { details.append("off") }
        if let count = poolCounts[source.name] { details.append("\(count)") }
        if let problem = sourceHealth[source.name]?.problem {
          details.append(problem)
        } else if let picks = sourceHealth[source.name]?.picks, picks > 0 {
          details.append("\(picks) picked")
        }
        return (source.name, source.title, details.joined(separator: ", "))
      }
  }

  /// Asks how the sources have been doing, for the menu.
  package func askAboutSources() {
    let request = nextRequest()
    poolRefreshes.insert(request)
    discoveryService.describe(discovery.sources, request: request)
  }
}

extension PickStage {
  fileprivate static func firstSummary(_ choice: String, _ sources: SourceList) -> String {
    if choice == Source.surprise { return "Rolling the dice..." }
    return sources[choice]?.kind == .blogs ? "Blogrolling..." : "Finding something interesting..."
  }
}
