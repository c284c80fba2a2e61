import ReadingList

// The course of a pick.
extension ArticlePicker {
  /// How long a pick may take, and how long nobody may answer in it.
  package static let maxDealTime = Duration.seconds(15)
  package static let maxSilence = Duration.seconds(5)
  /// Tries of one pick, however fast they come to nothing.
  package static let maxTries = 300
  /// Pages in a row that could not be reached before the network counts as gone, where there is something
  /// that needs none.
  private static let maxUnreached = 3

  /// How a part of a pick ended.
  private enum Report: Sendable {
    case found(Source, PickedArticle)
    /// Something came to nothing, or there is more to choose from.
    case again
    /// There is nothing to choose from, unless what runs brings something.
    case nothing
    case timePassed
  }

  /// Gets an article that was not seen, is not saved, and can be read.
  ///
  /// - Parameters:
  ///   - choice: a source's name or address, or `Source.surprise`.
  ///   - category: a category of the small web, or of the lists that sources are; of several sources only
  ///     those that have it are asked.
  ///   - refreshes: whether a pool older than a day is asked for again first.
  ///   - tell: called with how far the pick has come.
  /// - Returns: the article, which counts as picked until `markShown` or `giveBack`.
  /// - Throws: `PickProblem`, after 15 s, after 5 s in which nobody answered, or when nothing is left
  ///   to try.
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
    // Where somebody answers, who does not is dead; where nobody does, it may be the network.
    if !source.isOffline, !pick.dead.isEmpty, !isRepeatable {
      memory.add(notNow.insert(Array(pick.dead), .dead, at: now()), at: now())
    }
    reserved.formUnion(picked.keys + picked.feeds)
    picked.hasNoNetwork = source.isOffline && isCutOff
    return picked
  }

  /// Tries candidates until one is an article; nil when there is none in time.
  private func race() async -> (Source, PickedArticle)? {
    // The winner of two concurrent tries is not repeatable.
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

  /// How long the pick may still wait; nil when it is over.
  private func timeLeft() -> Duration? {
    let now = time.elapsed()
    let end = min(pick.start + Self.maxDealTime, pick.lastAnswer + Self.maxSilence)
    if now < end { return end - now }
    if pick.reason == nil { pick.reason = "timed out" }
    return nil
  }

  // MARK: Attempts

  /// Asks a source that was not asked yet, or opens something that one has.
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

  /// Takes an entry of a source; nil when it was asked for its entries.
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

  /// Whether a source may have a category; true if that is unknown before it is asked.
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
    // That nothing is left to try says less than why what was tried failed.
    if !miss.isSourceExhausted || pick.reason == nil {
      // Of a single link only the source's health tells what was wrong.
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
