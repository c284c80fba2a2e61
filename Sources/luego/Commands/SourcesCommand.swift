import Library
import Platform
import ReadingList
import ReadingServices
import Terminal
import Web

extension Program {
  func sources(_ line: Arguments) async throws {
    let sources = sources(config)
    let verb = line.files.first ?? "list"
    switch verb {
    case "list" where line.files.count < 2: try list(sources)
    case "refresh": try await refresh(sources, named: Array(line.files.dropFirst()))
    default:
      guard line.files.count > 1, verb != "list" else {
        throw Failure.usage("Use list, refresh [NAME]..., \(SourceList.usage)", of: .sources)
      }
      try await change(sources, line.files, checks: !line.has("--no-check"))
    }
  }

  private func change(_ sources: SourceList, _ words: [String], checks: Bool) async throws {
    guard !options.isReadOnly else {
      throw Failure("The sources cannot be changed with --read-only", .readOnly)
    }
    guard !words.contains(where: { $0.contains(where: \.isWhitespace) }) else {
      throw Failure.usage(
        "An address, file, name or site cannot contain spaces", of: .sources)
    }
    let texts = words.map(\.asText)
    if let text = texts.first(where: { $0.contains("://") && $0.contains("\u{fffd}") }) {
      throw Failure.usage("“\(text)” is not valid UTF-8", of: .sources)
    }
    if words.contains(where: { WebAddress.hasCredentials($0) }) { Output.tell(credentialsNotice) }
    let line: String
    do throws(SourceList.Problem) {
      line = try sources.namingFiles(words.joined(separator: " "), home: environment["HOME"])
    } catch { throw Failure(error.message, .notFound) }
    let changes: [SourceList.Change]
    do { changes = try keptChanges.changeSources(line) } catch {
      let failure = Failure(error)
      throw failure.code == .wrongUsage ? .usage(failure.message, of: .sources) : failure
    }
    for case .unblock(let host) in changes where !sources.blocked.contains(host) {
      throw Failure("\(host) is not blocked", .notFound)
    }
    for case .add(let address, let name) in changes {
      try printLine(
        "\(name)  \(address)", [.init("name", .string(name)), .init("address", .string(address))])
      if checks { await check(name, at: address, among: sources) }
    }
  }

  /// Refreshes an added source and prints how many entries it has.
  private func check(_ name: String, at address: String, among sources: SourceList) async {
    var sources = sources
    sources.apply(.add(address: address, name: name))
    let line = ProgressLine(isWanted: !options.printsJSON)
    line.show("Asking \(WebAddress(canonical: address)?.siteName ?? address)…")
    let outcome = await picker(sources, library: nil).refreshPools(of: [name], everything: true)
    line.clear()
    guard let outcome = outcome.first else { return }
    let said =
      switch (outcome.pool, outcome.problem) {
      case (let pool?, _): "\(name) \(Self.content(of: pool))"
      case (nil, let problem?) where outcome.isUnreached:
        "\(name) is added, but could not be tried: \(problem)"
      case (nil, let problem):
        "\(name) is added, but gives nothing to read: \(problem ?? ""); "
          + "to remove it: luego sources remove \(name)"
      }
    Output.tell(said)
  }

  private static func content(of pool: Pool) -> String {
    let (feeds, skipped) = (pool.feedCount, pool.metadata.skipped)
    let pages = pool.count - feeds
    let said =
      feeds == 0
      ? "has \(entries(pages))"
      : "is a list of \(feeds.counted("feed"))"
        + (pages > 0 ? " and \(pages.counted("page"))" : "")
    return skipped > 0 ? "\(said), \(skipped) unusable" : said
  }

  private func list(_ sources: SourceList) throws {
    let health = discoveryMemory.health()
    let all = sources.sources
    let titles = all.map { $0.title == $0.name ? $0.address : $0.title }
    func width(_ texts: [String]) -> Int {
      min(Self.maxWidth, texts.map { Output.printable($0).displayWidth }.max() ?? 0)
    }
    let (nameWidth, titleWidth) = (width(all.map(\.name)), width(titles))
    for (source, title) in zip(all, titles) {
      let pool = discoveryMemory.pool(named: source.name)
      let state = health[source.name] ?? SourceHealth()
      if options.printsJSON {
        try Output.line(Output.escaped(object(source, pool, state)))
        continue
      }
      var details: [String] = []
      if !source.isEnabled { details.append("off") }
      if let pool { details.append("\(Self.entries(pool.count)), \(age(of: pool))") }
      if let skipped = pool?.metadata.skipped, skipped > 0 { details.append("\(skipped) unusable") }
      if let categories = pool?.categories, !categories.isEmpty {
        details.append(Self.words(for: categories))
      }
      details += state.words(clock: clock)
      let name = source.name.padded(toWidth: nameWidth)
      let shown = Output.printable(title).padded(toWidth: titleWidth)
      let rest = Output.printable(details.joined(separator: "; "))
      try Output.line("\(name)  \(shown)  \(rest)".trimmedEnd)
    }
    if !sources.blocked.isEmpty, !options.printsJSON {
      try Output.line("blocked: " + sources.blocked.sorted().joined(separator: ", "))
    }
  }

  /// Names and addresses are padded up to this many columns.
  private static let maxWidth = 60

  private static func entries(_ count: Int) -> String {
    count == 1 ? "1 entry" : "\(count) entries"
  }

  private static let maxNamed = 8

  private static func words(for categories: [String]) -> String {
    let others = categories.count - maxNamed
    return "categories: " + categories.prefix(maxNamed).joined(separator: ", ")
      + (others > 0 ? " and \(others) more" : "")
  }

  private func age(of pool: Pool) -> String {
    let hours = max(0, clock.now().milliseconds - pool.metadata.fetchedAt.milliseconds) / 3_600_000
    return hours < 1 ? "under 1 h old" : hours < 48 ? "\(hours) h old" : "\(hours / 24) days old"
  }

  private func object(_ source: Source, _ pool: Pool?, _ state: SourceHealth) -> JSON {
    .object([
      .init("name", .string(source.name)), .init("title", .string(source.title)),
      .init("address", .optional(source.address.isEmpty ? nil : source.address)),
      .init("isEnabled", .bool(source.isEnabled)), .init("entries", .optional(pool?.count)),
      .init("skippedEntries", .optional(pool?.metadata.skipped)),
      .init("categories", .array((pool?.categories ?? []).map { .string($0) })),
      .init("fetchedAt", .optional(pool?.metadata.fetchedAt.rfc3339)),
      .init("dealt", .int(state.picks)), .init("failures", .int(state.failures)),
      .init("passedOver", .int(state.skipped)),
      .init("lastSuccess", .optional(state.lastSuccess?.rfc3339)),
      .init("problem", .optional(state.problem)),
    ])
  }

  private func refresh(_ sources: SourceList, named names: [String]) async throws {
    var chosen: [String] = []
    for name in names {
      guard let source = sources[name] else {
        throw Failure(sources.unknown(name).message, .notFound)
      }
      chosen.append(source.name)
    }
    let picker = picker(sources, library: nil)
    let outcomes = await picker.refreshPools(of: names.isEmpty ? nil : chosen, everything: true)
    var failed = false
    for outcome in outcomes {
      let name = outcome.name
      if let problem = outcome.problem {
        failed = true
        Output.complain("\(name): \(problem)")
      } else {
        let count = outcome.pool?.count
        try printLine(
          "\(name)  \(count.map { Self.entries($0) } ?? "ok")",
          [.init("name", .string(name)), .init("entries", .optional(count))])
      }
    }
    if failed { throw Failure("", .failed) }
  }
}
