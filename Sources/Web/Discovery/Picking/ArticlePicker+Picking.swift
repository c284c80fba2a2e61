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
  /// Articles in a row that are known already, from a source that gives one at a time.
  private static let maxRepeats = 5

  /// The result of a pick's job.
  private enum Report: Sendable {
    case supplied(Source, Result<PoolStore.Supply, PoolStore.Problem>)
    case opened(Source, Result<PickedArticle, Miss>)
    case timePassed
  }

  /// The next step of a pick.
  private enum Step {
    case ask(Source, old: Pool?)
    case open(Source, PoolEntry)
    case nothing
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
    let wish = PickRequest(choice: choice, category: category, refreshes: refreshes, tell: tell)
    pick = Pick(wish, start: time.elapsed())
    let found = await race()
    if Task.isCancelled { throw .cancelled }
    defer { memory.keep(health) }
    guard let (source, found) = found else { throw .notFound(pick.reason ?? "nothing was found") }
    var picked = found
    health[source.name, default: SourceHealth()].succeed(at: now())
    // Where somebody answers, who does not is dead; where nobody does, it may be the network.
    if !source.isOffline, !pick.dead.isEmpty, !isRepeatable {
      for key in pick.dead { dead.insert(key, at: now()) }
      memory.add(dead: pick.dead, at: now())
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
      var running = 0
      group.addTask { [time] in await Self.wait(Self.maxSilence, time) }
      while !Task.isCancelled {
        while running < width, pick.tries < Self.maxTries {
          let step = next()
          if case .nothing = step { break }
          running += 1
          switch step {
          case .nothing: break
          case .ask(let source, let old):
            pick.asking.insert(source.name)
            let (poolStore, category, moment) = (poolStore, pick.wish.category, now())
            group.addTask {
              do throws(PoolStore.Problem) {
                let supply = try await poolStore.ask(
                  source, category: category, old: old, now: moment)
                return .supplied(source, .success(supply))
              } catch { return .supplied(source, .failure(error)) }
            }
          case .open(let source, let entry):
            pick.tries += 1
            group.addTask {
              do throws(Miss) {
                return .opened(source, .success(try await self.open(entry, of: source)))
              } catch { return .opened(source, .failure(error)) }
            }
          }
        }
        guard running > 0, let report = await group.next() else { return nil }
        switch report {
        case .timePassed:
          guard let rest = timeLeft() else { return nil }
          group.addTask { [time] in await Self.wait(rest, time) }
        case .supplied(let source, let result):
          running -= 1
          take(result, from: source)
        case .opened(let source, .success(let picked)): return (source, picked)
        case .opened(let source, .failure(let miss)):
          running -= 1
          note(miss, source)
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

  // MARK: Steps

  private func next() -> Step {
    if let (source, entry) = pick.waiting.popLast() { return .open(source, entry) }
    while !Task.isCancelled, let source = choose() {
      pick.wish.tell(.choosing(source))
      do throws(Miss) { return try step(source) } catch { note(error, source) }
    }
    return .nothing
  }

  private func step(_ source: Source) throws(Miss) -> Step {
    if source.kind == .samples, samplePages == nil {
      throw Miss(reason: "the samples are not installed", isSourceExhausted: true)
    }
    let category = pick.wish.category
    let cached = poolStore.cached(source, category: category)
    let isStale = poolStore.isStale(source, category: category, now: now())
    let mayAsk = !pick.asked.contains(source.name)
    if let cached, !(pick.wish.refreshes && isStale && mayAsk) {
      return .open(source, try pick(from: cached, source))
    }
    guard mayAsk else {
      throw Miss(reason: "\(source.title) gives nothing", isSourceExhausted: true)
    }
    return .ask(source, old: cached)
  }

  /// Whether a source may have a category; true if that is unknown before it is asked.
  package func mayGive(_ category: String, _ source: Source) -> Bool {
    if source.asks(for: category) { return true }
    guard source.kind == .web else { return false }
    return poolStore.cached(source, category: nil)?.has(category) ?? !source.isBuiltIn
  }

  private func choose() -> Source? {
    func canGive(_ source: Source) -> Bool {
      !pick.exhausted.contains(source.name) && !pick.asking.contains(source.name)
    }
    if pick.wish.choice != Source.surprise {
      return sources[pick.wish.choice].flatMap { canGive($0) ? $0 : nil }
    }
    var candidates = sources.enabled.filter(canGive)
    if let category = pick.wish.category {
      candidates = candidates.filter { mayGive(category, $0) }
    }
    if pick.unreached >= Self.maxUnreached {
      let offline = candidates.filter(\.isOffline)
      if !offline.isEmpty { candidates = offline }
    }
    return candidates.randomElement(using: &random)
  }

  private func take(_ result: Result<PoolStore.Supply, PoolStore.Problem>, from source: Source) {
    pick.asking.remove(source.name)
    switch result {
    case .success(.pool(let pool)):
      answered()
      pick.asked.insert(source.name)
      poolStore.hold(pool, of: source, category: pick.wish.category)
    case .success(.one(let entry)):
      answered()
      if isWanted(entry.address), !isKnown(entry.key), !pick.tried.contains(entry.key) {
        pick.repeats = 0
        pick.tried.insert(entry.key)
        pick.waiting.append((source, entry))
      } else {
        pick.repeats += 1
        let isExhausted = pick.repeats >= Self.maxRepeats
        note(
          Miss(
            reason: "\(source.title) gave only articles already seen",
            isSourceExhausted: isExhausted), source)
      }
    case .failure(let problem):
      pick.asked.insert(source.name)
      if !problem.isUnreached { answered() }
      // A cached pool is good enough.
      let isServed = poolStore.cached(source, category: pick.wish.category) != nil
      note(
        Miss(
          reason: problem.summary, isSourceExhausted: !isServed, isUnreached: problem.isUnreached),
        source)
    }
  }

  private func answered() {
    pick.lastAnswer = time.elapsed()
    pick.unreached = 0
    isCutOff = false
  }

  private func note(_ miss: Miss, _ source: Source) {
    // That nothing is left to try says less than why what was tried failed.
    if !miss.isSourceExhausted || pick.reason == nil {
      pick.reason = miss.reason
      health[source.name, default: SourceHealth()].fail(miss.reason)
    }
    if miss.isSourceExhausted { pick.exhausted.insert(source.name) }
    if let key = miss.key {
      pick.tried.insert(key)
      if !miss.isUnreached { useless.insert(key) }
    }
    if miss.isUnreached {
      pick.unreached += 1
      isCutOff = true
    } else if miss.key != nil {
      answered()
    }
  }
}
