import Discovery
import Glibc
import ReadingList
import ReadingListModel
import TerminalKit

extension Program {
  /// `luego sources`: what discovery deals from, and how that has been going.
  func sources(_ words: [String]) async throws(Failure) {
    var reader = OptionReader(words, of: .sources)
    var line: [String] = []
    while let word = reader.next() {
      switch word {
      case .word(let text): line.append(text)
      case .option(let option): throw reader.unknown(option)
      }
    }
    let (config, problems) = readConfig()
    for problem in problems { Output.complain(problem) }
    let sources = sources(config)
    switch line.first {
    case nil, "list": try list(sources)
    case "refresh": try await refresh(sources, named: Array(line.dropFirst()))
    default: try change(sources, line)
    }
  }

  private func change(_ sources: SourceList, _ line: [String]) throws(Failure) {
    var line = line
    // A file is named as it is seen from here.
    if line.first == "add", line.count > 1, !line[1].hasPrefix("/"), access(line[1], F_OK) == 0,
      let path = realpath(line[1], nil)
    {
      line[1] = String(cString: path)
      free(path)
    }
    guard !line.contains(where: { $0.contains(where: \.isWhitespace) }) else {
      throw .usage("The name of a source's file may not have spaces", of: .sources)
    }
    let change: SourceList.Change
    do throws(SourceList.Problem) {
      change = try sources.change(parsing: line.joined(separator: " "))
    } catch { throw .usage(error.message, of: .sources) }
    try Config.keep(change, in: places.configFile)
    if case .add(let address, let name) = change {
      try Output.line(Output.printable("\(name)  \(address)"))
    }
  }

  private func list(_ sources: SourceList) throws(Failure) {
    let health = discoveryMemory.health()
    for source in sources.sources {
      let pool = discoveryMemory.pool(named: source.name)
      let state = health[source.name] ?? SourceHealth()
      if options.printsJSON {
        try Output.line(Output.escaped(object(source, pool, state)))
        continue
      }
      var facts: [String] = []
      if !source.isEnabled { facts.append("off") }
      if let pool { facts.append("\(pool.count) to choose from, \(age(of: pool))") }
      if let skipped = pool?.facts.skipped, skipped > 0 { facts.append("\(skipped) unusable") }
      if state.deals > 0 { facts.append("\(state.deals) dealt") }
      if let moment = state.lastSuccess { facts.append("last \(longDate(moment, clock: clock))") }
      if state.skipped > 0 { facts.append("\(state.skipped) passed over") }
      if let problem = state.problem {
        let times = state.failures == 1 ? "once" : "\(state.failures) times"
        facts.append("failed \(times): \(problem)")
      }
      let name = source.name.padded(toWidth: 16)
      let title = source.title.padded(toWidth: 18)
      try Output.line(
        Output.printable("\(name)  \(title)  \(facts.joined(separator: "; "))".trimmed)
      )
    }
    if !sources.blocked.isEmpty, !options.printsJSON {
      try Output.line("blocked: " + sources.blocked.sorted().joined(separator: ", "))
    }
  }

  private func age(of pool: Pool) -> String {
    let hours = max(0, clock.now().milliseconds - pool.facts.fetchedAt.milliseconds) / 3_600_000
    return hours < 1 ? "new" : hours < 48 ? "\(hours) h old" : "\(hours / 24) days old"
  }

  private func object(_ source: Source, _ pool: Pool?, _ state: SourceHealth) -> JSON {
    func text(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }
    return .object([
      .init("name", .string(source.name)), .init("title", .string(source.title)),
      .init("address", text(source.address.isEmpty ? nil : source.address)),
      .init("isEnabled", .bool(source.isEnabled)),
      .init("entries", pool.map { .int($0.count) } ?? .null),
      .init("skippedEntries", pool.map { .int($0.facts.skipped) } ?? .null),
      .init("fetchedAt", text(pool?.facts.fetchedAt.rfc3339)),
      .init("dealt", .int(state.deals)), .init("failures", .int(state.failures)),
      .init("passedOver", .int(state.skipped)),
      .init("lastSuccess", text(state.lastSuccess?.rfc3339)),
      .init("problem", text(state.problem)),
    ])
  }

  private func refresh(_ sources: SourceList, named names: [String]) async throws(Failure) {
    for name in names where sources[name] == nil {
      throw Failure("There is no source “\(name)”; luego sources lists them", .notFound)
    }
    let dealer = dealer(sources, library: try openLibrary())
    let outcomes = await dealer.refreshPools(of: names.isEmpty ? nil : names, everything: true)
    var failed = false
    for (name, problem) in outcomes {
      if let problem {
        failed = true
        Output.complain("\(name): \(problem)")
      } else {
        let count = await dealer.pool(of: name)?.count
        try Output.line("\(name)  \(count.map { "\($0) to choose from" } ?? "answers")")
      }
    }
    if failed { throw Failure("", .failed) }
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
