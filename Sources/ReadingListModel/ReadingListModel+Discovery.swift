import ArticleStore
import Discovery
import FileNames
import Glibc
package import ReadingList

extension ReadingListModel {
  /// Whether the shuffle screen is shown.
  package var isDiscovering: Bool { navigation.scope == .filter(.discovery) }

  /// Where the dealt article on screen is saved; nil when it is not.
  package var homeOfDealt: (ArticleID, Filter?)? {
    guard let article = discovery.current?.dealt.article else { return nil }
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

  // MARK: Dealing

  /// Deals an article: at once when one was dealt ahead.
  func discover() {
    if !isDiscovering {
      let hasSomething = discovery.current != nil
      show(.filter(.discovery))
      // Entering an empty screen deals by itself.
      if !hasSomething { return }
    }
    if discovery.isLooking { return }
    discovery.rests = false
    if discovery.ahead.isEmpty {
      leaveDealt()
      closeDealtReader()
      discovery.state = .looking(
        words: DealingStage.firstWords(settings.source, discovery.sources),
        site: nil
      )
    } else {
      present(discovery.ahead.removeFirst())
    }
    askAhead()
  }

  /// Goes to the screen: what was on it is there again, or a first article is dealt.
  func enterDiscovery() {
    if discovery.current != nil {
      restoreDealt()
    } else {
      closeDealtReader()
      discover()
    }
    if navigation.focus != .sidebar { navigation.focus = .reader }
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
      restoreDealt()
    } else {
      discovery.state = .idle
    }
    status = .info("Stopped looking")
  }

  /// Keeps some articles dealt ahead.
  private func askAhead() {
    guard !isQuitting else { return }
    let wanted = DiscoveryModel.mostAhead + (discovery.isLooking ? 1 : 0)
    guard !discovery.rests else { return }
    while discovery.ahead.count + discovery.pending.count < wanted {
      let request = nextRequest()
      discovery.pending.append(request)
      discoveryService.deal(from: settings.source, category: category, request: request)
    }
  }

  func hear(_ stage: DealingStage, request: Int) {
    guard discovery.pending.first == request, case .looking(let words, _) = discovery.state else {
      return
    }
    switch stage {
    case .choosing:
      let words = stage.words(isSurprise: settings.source == Source.surprise)
      discovery.state = .looking(words: words, site: nil)
    case .picked(let site): discovery.state = .looking(words: words, site: site)
    }
  }

  func finishDeal(request: Int, _ result: Result<DealtArticle, DealingProblem>) {
    let wasAsked = discovery.pending.contains(request)
    discovery.pending.removeAll { $0 == request }
    switch result {
    case .success(let dealt):
      guard wasAsked else {
        discoveryService.giveBack([dealt])
        return
      }
      if discovery.isLooking, isDiscovering {
        present(dealt)
      } else {
        discovery.ahead.append(dealt)
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

  private func present(_ dealt: DealtArticle) {
    leaveDealt()
    // What lies forward in the history is gone only when something else is dealt.
    discovery.history.append(DiscoveryModel.Entry(dealt: dealt))
    if discovery.history.count > DiscoveryModel.mostHistory { discovery.history.removeFirst() }
    discovery.index = discovery.history.count - 1
    discovery.state = .shown
    discoveryService.markShown(dealt)
    restoreDealt()
  }

  /// Puts the current dealt article into the reader.
  func restoreDealt() {
    guard let entry = discovery.current else { return }
    closeDealtReader()
    reader.generation += 1
    reader.state = .shown(entry.dealt.article, entry.dealt.body)
    reader.position = entry.position
    reader.progress = entry.progress
    navigation.focus = navigation.focus == .sidebar ? .sidebar : .reader
  }

  private func closeDealtReader() {
    let generation = reader.generation
    reader = ReaderModel()
    reader.generation = generation
  }

  /// Notes the place in the article that leaves the screen.
  private func leaveDealt() {
    guard isDiscovering else { return }
    savePosition()
  }

  /// Remembers the place in the dealt article.
  func notePlaceInDealt() {
    guard isDiscovering, discovery.current != nil else { return }
    discovery.history[discovery.index].position = reader.position
    discovery.history[discovery.index].progress = reader.progress
  }

  // MARK: What was dealt

  func goInHistory(_ step: Int) {
    // From where nothing came, back is what was on screen last.
    let target = discovery.current == nil && step < 0 ? discovery.index : discovery.index + step
    guard discovery.state == .shown || !discovery.history.isEmpty,
      discovery.history.indices.contains(target)
    else {
      status = .info(step < 0 ? "That was the first one dealt" : "That was the last one dealt")
      return
    }
    leaveDealt()
    if discovery.isLooking { stopLooking() }
    discovery.index = target
    discovery.state = .shown
    restoreDealt()
  }

  /// Saves the dealt article with all that was fetched of it.
  func saveDealt() {
    guard let dealt = discovery.current?.dealt else {
      status = .info("There is no article here")
      return
    }
    if let (id, home) = homeOfDealt, let row = snapshot.row(of: id) {
      let place = home.map { " in \($0.title)" } ?? ""
      status = .info("Already saved\(place): “\(snapshot[row].title)”")
      return
    }
    var article = dealt.article
    article.savedAt = clock.now()
    let request = nextRequest()
    pendingAdds.insert(request)
    status = .info("Saving…")
    service.keep(article, body: dealt.body, request: request)
  }

  func finishKeeping(_ result: Result<Article, StoreError>) {
    switch result {
    case .failure(let error):
      fail(error.isInPlace ? error.message : "Not saved: \(error.reason)")
    case .success(let article):
      hasSaved = true
      keepForUndo(added: [article])
      status = .info("Saved “\(article.title)”")
    }
  }

  /// Never deals from the site on screen again.
  func blockSite() {
    guard let article = discovery.current?.dealt.article, let address = article.addresses.first
    else {
      status = .info("There is no article here")
      return
    }
    changeSources("block \(address.siteName)")
    status = .info("Nothing from \(address.siteName) any more; :source unblock \(address.siteName)")
    discover()
  }

  // MARK: Sources

  /// Carries out a `source` line and has it kept in the config file.
  func changeSources(_ line: String) {
    do throws(SourceList.Problem) {
      let home = getenv("HOME").map { String(fileName: $0) }
      let line = try discovery.sources.namingFiles(line, home: home)
      let changes = try discovery.sources.changes(parsing: line)
      for change in changes {
        discovery.sources.apply(change)
        switch change {
        case .add(let address, let name): status = .info("Source \(name): \(address)")
        case .remove(let name): status = .info("Removed the source \(name)")
        case .turn(let name, let on):
          status = .info("\(name) is \(on ? "" : "not ")among what Surprise Me chooses from")
        case .block(let host): status = .info("Nothing from \(host) any more")
        case .unblock(let host): status = .info("\(host) may be dealt from again")
        }
      }
      discoveryService.use(discovery.sources)
      outbox.append(.keepSources(line: line))
      dropAhead()
    } catch { status = .error(error.message) }
  }

  /// Deals from now on from a source, or from all of them.
  package func chooseSource(_ name: String) {
    if name == Source.surprise {
      change(.source, to: name)
    } else if let source = discovery.sources[name] {
      change(.source, to: source.name)
    } else {
      status = .error(discovery.sources.unknown(name).message)
    }
  }

  /// Forgets what was dealt ahead of another wish.
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
    if everything { status = .info("Asking the sources anew…") }
    discoveryService.refreshPools(everything: everything, category: category, request: request)
  }

  func finishRefreshingPools(request: Int, _ outcomes: [(String, String?)]) {
    poolRefreshes.remove(request)
    let failed = outcomes.filter { $0.1 != nil }
    guard !outcomes.isEmpty, isDiscovering, status?.text.hasPrefix("Asking") == true else { return }
    status =
      failed.first.map { .error("\($0.0): \($0.1 ?? "")") }
      ?? .info("Asked \(outcomes.count) sources anew")
  }

  /// The sources as a menu shows them, with the one in use first chosen.
  package var sourceChoices: [(name: String, title: String, detail: String)] {
    let surprise = (Source.surprise, "Surprise Me", "a random one each time")
    return [surprise]
      + discovery.sources.sources.map { source in
        var facts: [String] = []
        if !source.isEnabled { facts.append("off") }
        if let count = poolCounts[source.name] { facts.append("\(count)") }
        if let problem = sourceHealth[source.name]?.problem {
          facts.append(problem)
        } else if let deals = sourceHealth[source.name]?.deals, deals > 0 {
          facts.append("\(deals) dealt")
        }
        return (source.name, source.title, facts.joined(separator: ", "))
      }
  }

  /// Asks how the sources have been doing, for the menu.
  package func askAboutSources() {
    let request = nextRequest()
    poolRefreshes.insert(request)
    discoveryService.describe(discovery.sources, request: request)
  }
}

extension DealingStage {
  fileprivate static func firstWords(_ choice: String, _ sources: SourceList) -> String {
    if choice == Source.surprise { return "Rolling the dice..." }
    return sources[choice]?.kind == .blogs ? "Blogrolling..." : "Finding something interesting..."
  }
}
