import ReadingList

extension ArticlePicker {
  /// The longest that a pick takes, and that it waits without any answer.
  package static let maxDealTime = Duration.seconds(15)
  package static let maxSilence = Duration.seconds(5)
  /// Tries of one pick, however fast they fail.
  package static let maxTries = 300
  /// Unreachable pages in a row after which the network counts as gone, if there is an offline
  /// source.
  private static let maxUnreached = 3

  private enum Report: Sendable {
    case found(Source, PickedArticle)
    /// A try failed, or there is more to choose from.
    case again
    /// There is nothing left to choose from.
    case nothing
    case timePassed
  }

  /// Picks a readable article that was neither seen nor saved; it is reserved until `markShown` or
  /// `giveBack`.
  ///
  /// `choice` is a source's name or address, or `Source.surprise`. With a category, only the
  /// sources that have it are asked. `refreshes` reloads a pool older than a day first; `tell`
  /// reports progress.
  ///
  /// - Throws: `PickProblem`, after 15 s, after 5 s without any answer, or if nothing is left to
  ///   try.
  package func pick(
    from choice: String, category: String? = nil, refreshes: Bool = false,
    tell: @escaping @Sendable (PickStage) -> Void = { _ in }
  ) async throws(PickProblem) -> PickedArticle {
    let start = time.elapsed()
    pick = Pick(
      choice: choice, category: category, refreshes: refreshes, tell: tell, start: start,
      lastAnswer: start)
    let found = await race()
    if Task.isCancelled { throw .cancelled }
    defer { memory.keep(health) }
    guard case (let source, var picked)? = found else {
      let areOff = choice == Source.surprise && sources.enabled.isEmpty
      throw .notFound(pick.reason ?? (areOff ? "all sources are off" : "nothing was found"))
    }
    health[source.name, default: SourceHealth()].succeed(at: now())
    // While others answer, a silent address is dead; otherwise it may be the network.
    if !source.isOffline, !pick.dead.isEmpty, !isRepeatable {
      memory.add(notNow.insert(Array(pick.dead), .dead, at: now()), at: now())
    }
    reserved.formUnion(picked.keys + picked.feeds)
    picked.hasNoNetwork = source.isOffline && isCutOff
    return picked
  }

  /// Tries candidates until one is an article; nil if there is none in time.
  private func race() async -> (Source, PickedArticle)? {
    // Which of two concurrent tries wins is not repeatable.
    let width = isRepeatable ? 1 : 2
    return await withTaskGroup(of: Report.self) { group in
      defer { group.cancelAll() }
      group.addTask { [time] in await Self.wait(Self.maxSilence, time) }
      var running = 0
      var hasMore = true
      while !Task.isCancelled {
        while hasMore, running < width {
          running += 1
          group.addTask { await self.attempt() }
        }
        guard running > 0, let report = await group.next() else { return nil }
        switch report {
        case .found(let source, let picked): return (source, picked)
        case .again, .nothing:
          running -= 1
          hasMore = if case .again = report { true } else { false }
        case .timePassed:
          guard let rest = timeLeft() else { return nil }
          group.addTask { [time] in await Self.wait(rest, time) }
        }
      }
      return nil
    }
  }

  private static func wait(_ duration: Duration, _ time: PickTime) async -> Report {
    await time.wait(duration)
    return .timePassed
  }

  /// How long the pick may still wait; nil if it is over.
  private func timeLeft() -> Duration? {
    let now = time.elapsed()
    let end = min(pick.start + Self.maxDealTime, pick.lastAnswer + Self.maxSilence)
    if now < end { return end - now }
    if pick.reason == nil { pick.reason = "timed out" }
    return nil
  }

  // MARK: Attempts

  /// Asks a new source for its entries, or opens an entry.
  private func attempt() async -> Report {
    guard !Task.isCancelled, pick.tries < Self.maxTries, let source = choose() else {
      return .nothing
    }
    if pick.reading == 0 { pick.tell(.choosing(source)) }
    do throws(Miss) {
      guard let entry = try await entry(of: source) else { return .again }
      pick.tries += 1
      return .found(source, try await open(entry, of: source))
    } catch {
      if !Task.isCancelled { note(error, source) }
      return .again
    }
  }

  /// Picks an entry of a source; nil if the source had to be asked for its entries first.
  private func entry(of source: Source) async throws(Miss) -> FeedEntry? {
    if source.kind == .samples, samplePages == nil {
      throw Miss(reason: "the samples are not installed", isSourceExhausted: true)
    }
    let (category, moment, mayAsk) = (pick.category, now(), !pick.asked.contains(source.name))
    let cached = poolStore.cached(source, category: category)
    let isStale = poolStore.isStale(source, category: category, now: moment)
    if let cached, !(pick.refreshes && isStale && mayAsk) {
      return try pick(from: cached, source)
    }
    guard mayAsk else {
      throw Miss(reason: "\(source.title) gives nothing", isSourceExhausted: true)
    }
    pick.asking.insert(source.name)
    defer { pick.asking.remove(source.name) }
    let pool: Pool
    do throws(Miss) {
      let poolStore = poolStore
      pool = try await poolStore.ask(source, category: category, old: cached, now: moment)
    } catch {
      pick.asked.insert(source.name)
      if !error.isUnreached { answered() }
      // A cached pool is good enough.
      var miss = error
      miss.isSourceExhausted = cached == nil
      throw miss
    }
    answered()
    pick.asked.insert(source.name)
    poolStore.hold(pool, of: source, category: category)
    return nil
  }

  /// Whether a source may have a category; true if unknown until it is asked.
  private func mayGive(_ category: String, _ source: Source) -> Bool {
    if source.asks(for: category) { return true }
    guard source.kind == .web else { return false }
    return poolStore.cached(source, category: nil)?.has(category) ?? !source.isBuiltIn
  }

  private func choose() -> Source? {
    func canGive(_ source: Source) -> Bool {
      !pick.exhausted.contains(source.name) && !pick.asking.contains(source.name)
    }
    if pick.choice != Source.surprise {
      return sources[pick.choice].flatMap { canGive($0) ? $0 : nil }
    }
    var candidates = sources.enabled.filter(canGive)
    if let category = pick.category {
      candidates = candidates.filter { mayGive(category, $0) }
    }
    if pick.unreached >= Self.maxUnreached {
      let offline = candidates.filter(\.isOffline)
      if !offline.isEmpty { candidates = offline }
    }
    return candidates.randomElement(using: &random)
  }

  private func answered() {
    pick.lastAnswer = time.elapsed()
    pick.unreached = 0
    isCutOff = false
  }

  private func note(_ miss: Miss, _ source: Source) {
    // That nothing is left says less than why a try failed.
    if !miss.isSourceExhausted || pick.reason == nil {
      // Only a source's health tells what was wrong with a single link.
      let lack = miss.isUnreached ? "answers" : "can be read"
      pick.reason = miss.key == nil ? miss.reason : "no page of \(source.title) \(lack)"
      if !miss.isUsedUp { health[source.name, default: SourceHealth()].fail(miss.reason) }
    }
    if miss.isSourceExhausted { pick.exhausted.insert(source.name) }
    if let key = miss.key {
      pick.tried.insert(key)
      if !miss.isUnreached { notNow.insert([key], .useless, at: now()) }
    }
    if miss.isUnreached {
      pick.unreached += 1
      isCutOff = true
    } else if miss.key != nil {
      answered()
    }
  }
}
