import ReadingServices
import Discovery
import Platform
import Glibc
import ReadingList

/// Which sources there are, and which are picked from.
extension ReadingListModel {
  /// Chooses the source that one word names, or changes the sources; `add` alone wants an address.
  func useSources(_ line: String) -> CommandOutcome {
    let words = line.split(whereSeparator: \.isWhitespace)
    if words.count > 1 { return changeSources(line) }
    return line == Self.addSource ? .needsArgument : chooseSource(line)
  }

  /// What stands before the address of a source to be added.
  package static let addSource = "add"

  /// Carries out a `source` line and has it kept in the config file.
  func changeSources(_ line: String) -> CommandOutcome {
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

  /// The categories that can be chosen: all, those of the sources' lists, and those of the small web.
  package var categoryChoices: [String] {
    let known = Settings.Name.category.choices
    let taken = Set(known.map { $0.lowercased() })
    let others = poolCategories.filter { !taken.contains($0.lowercased()) }
    return known.prefix(1) + others + known.dropFirst()
  }

  /// Picks from now on from one category, or from all of them.
  func chooseCategory(_ name: String) -> CommandOutcome { choose(.category, name) }

  /// Changes what is picked from, and picks from it when that is what the screen is for.
  private func choose(_ name: Settings.Name, _ value: String) -> CommandOutcome {
    let outcome = keep(name, value)
    if case .done = outcome, isDiscovering { pick() }
    return outcome
  }

  /// Forgets what was picked ahead of another wish.
  func dropAhead() {
    giveUpPicks()
    discoveryService.giveBack(discovery.ahead)
    discovery.ahead = []
    if discovery.isLooking { askAhead() }
  }

  /// Asks the sources again.
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

  /// The values that a setting can be given in turn.
  package func choices(of name: Settings.Name) -> [String] {
    switch name {
    case .source: sourceChoices.map(\.name)
    case .category: categoryChoices
    default: name.choices
    }
  }

  /// Asks how the sources have been doing, for the menu.
  package func askAboutSources() {
    let request = nextRequest()
    poolRefreshes.insert(request)
    discoveryService.describe(discovery.sources, request: request)
  }
}
