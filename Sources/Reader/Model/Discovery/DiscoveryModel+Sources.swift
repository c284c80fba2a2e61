import Platform
import ReadingList
import ReadingServices
import Web

extension DiscoveryModel {
  /// Chooses the source named by a single word, or changes the sources; `add` alone asks for an
  /// address.
  func useSources(_ line: String) -> CommandOutcome {
    let words = line.split(whereSeparator: \.isWhitespace)
    if words.count > 1 { return changeSources(line) }
    if line == Self.addSource { return .needsArgument }
    let source = line == Source.surprise ? line : sources[line]?.name
    guard let source else { return .invalid(sources.unknown(line, isChoice: true).message) }
    return choose(.source, source)
  }

  package static let addSource = "add"

  /// Performs a `source` line and saves it in the config file.
  func changeSources(_ line: String) -> CommandOutcome {
    do throws(SourceList.Problem) {
      var said = ""
      let home = CurrentProcess.variable("HOME")
      let line = try sources.namingFiles(line, home: home)
      let changes = try sources.changes(parsing: line)
      var back: [SourceList.Change] = []
      for change in changes {
        back = sources.changes(undoing: change) + back
        sources.apply(change)
        switch change {
        case .add(let address, let name): said = "Source \(name): \(address)"
        // A built-in source is only turned off.
        case .remove(let name) where sources[name] == nil: said = "Removed the source \(name)"
        case .remove(let name): said = "\(name) is off in Surprise Me"
        case .turn(let name, let on): said = "\(name) is \(on ? "on" : "off") in Surprise Me"
        case .block(let host): said = "Blocked \(host)"
        case .unblock(let host): said = "Unblocked \(host)"
        }
      }
      session.effects.append(.keep(["source " + line]))
      useChangedSources()
      guard !back.isEmpty else { return .done(said) }
      library.record(
        said.prefix(1).lowercased() + said.dropFirst(),
        undo: back.map { "source " + $0.line }, redo: changes.map { "source " + $0.line })
      return .done(.undoable(said))
    } catch { return .invalid(error.message) }
  }

  func use(_ line: String) {
    for change in (try? sources.changes(parsing: line)) ?? [] { sources.apply(change) }
    useChangedSources()
  }

  private func useChangedSources() {
    picks.use(sources)
    dropAhead()
  }

  package var categoryChoices: [String] {
    let known = Settings.Name.category.choices
    let taken = Set(known.map { $0.lowercased() })
    let others = poolCategories.filter { !taken.contains($0.lowercased()) }
    return known.prefix(1) + others + known.dropFirst()
  }

  func choose(_ name: Settings.Name, _ value: String) -> CommandOutcome {
    let outcome = model.keep("\(name.rawValue) \(value)")
    if case .done = outcome, isDiscovering { pick() }
    return outcome
  }

  func dropAhead() {
    giveUpPicks()
    picks.giveBack(ahead)
    ahead = []
    if case .failed = state { state = .idle }
    if isLooking { askAhead() }
  }

  func refreshPools(everything: Bool) {
    guard !session.isQuitting else { return }
    if everything { status = .info("Refreshing the sources…") }
    let answer = tasks.answer { [unowned self] (outcomes: [(name: String, problem: String?)]) in
      guard everything else { return }
      askAboutSources()
      guard !outcomes.isEmpty else { return }
      status =
        outcomes.first { $0.problem != nil }.map { .error("\($0.name): \($0.problem ?? "")") }
        ?? .info("Refreshed \(outcomes.count.counted("source"))")
    }
    picks.refreshPools(everything: everything, category: category, answer: answer)
  }

  /// For the menu: “Surprise Me”, then each source.
  package var sourceChoices: [(name: String, title: String, detail: String, help: String)] {
    let surprise = (Source.surprise, "Surprise Me", "a random one each time", "")
    return [surprise]
      + sources.sources.map { source in
        var details: [String] = []
        if !source.isEnabled { details.append("off") }
        if let count = poolCounts[source.name] {
          details.append(count == 1 ? "1 entry" : "\(count) entries")
        }
        var help = ""
        if let health = health[source.name], let failed = health.failed {
          details.append(failed)
          help = health.words(clock: clock).joined(separator: "; ")
        } else if let picks = health[source.name]?.picks, picks > 0 {
          details.append("\(picks) picked")
        }
        return (source.name, source.title, details.joined(separator: ", "), help)
      }
  }

  package func choices(of name: Settings.Name) -> [String] {
    switch name {
    case .source: sourceChoices.map(\.name)
    case .category: categoryChoices
    default: name.choices
    }
  }

  /// Adopts changes that another process made to the config file.
  func noticeSources() {
    let answer = tasks.answer { [unowned self] (read: SourceList?) in
      guard let read, read != keptSources, model.pendingConfigWrites == 0 else { return }
      keptSources = read
      guard read != sources else { return }
      sources = read
      useChangedSources()
      askAboutSources()
    }
    picks.readSources(answer: answer)
  }

  package func askAboutSources() {
    noticeSources()
    let answer = tasks.answer { [unowned self] (told: DiscoveryService.Description) in
      (health, poolCounts, poolCategories) = (told.health, told.counts, told.categories)
    }
    picks.describe(sources, answer: answer)
  }

  package var sourceTitle: String? { sources[settings.source]?.title }

  /// The source of the article on screen, or the chosen one, with its category.
  package var sourceWords: String {
    let isSurprise = settings.source == Source.surprise
    let chosen = isSurprise ? "Surprise Me" : sourceTitle ?? settings.source
    let shown = category.map { "\(chosen), \($0)" } ?? chosen
    guard let actual = current?.picked.source, actual != chosen else { return shown }
    return "\(shown): \(actual)"
  }

  package func canRemove(_ name: String) -> Bool { name != Source.surprise }
}
