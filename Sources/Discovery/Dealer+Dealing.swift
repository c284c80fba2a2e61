import PageFetch
import ReadingList

// One deal from beginning to end.
extension Dealer {
  /// How long a deal may take, and how long nobody may answer in it.
  package static let longestDeal = Duration.seconds(15)
  package static let longestSilence = Duration.seconds(5)
  /// Tries of one deal, however fast they come to nothing.
  package static let mostTries = 300
  /// Pages in a row that could not be reached before the network counts as gone, where there is something
  /// that needs none.
  private static let mostUnreached = 3
  /// Articles in a row that are known already, from a source that gives one at a time.
  private static let mostRepeats = 5

  /// What a job of a deal came to.
  private enum Report: Sendable {
    case supplied(Source, Result<PoolKeeper.Supply, PoolKeeper.Problem>)
    case opened(Source, Result<DealtArticle, Miss>)
    case timePassed
  }

  /// What to do next in a deal.
  private enum Step {
    case ask(Source, old: Pool?)
    case open(Source, PoolEntry)
    case dealt(Source, DealtArticle)
    case nothing
  }

  /// Gets an article that was not seen, is not saved, and can be read.
  ///
  /// - Parameters:
  ///   - choice: a source's name or address, or `Source.surprise`.
  ///   - category: a category of the small web; asks only sources that have categories.
  ///   - refreshes: whether a pool older than a day is asked for anew first.
  ///   - tell: hears how far the deal has come.
  /// - Returns: the article, which counts as dealt until `markShown` or `giveBack`.
  /// - Throws: `DealingProblem`, after 15 s, after 5 s in which nobody answered, or when nothing is left
  ///   to try.
  package func deal(
    from choice: String,
    category: String? = nil,
    refreshes: Bool = false,
    tell: @escaping @Sendable (DealingStage) -> Void = { _ in }
  ) async throws(DealingProblem) -> DealtArticle {
    let wish = DealWish(choice: choice, category: category, refreshes: refreshes, tell: tell)
    deal = Deal(wish, start: time.elapsed())
    let found = await race()
    if Task.isCancelled {
      throw .cancelled
    }
    defer { memory.keep(health) }
    guard let (source, dealt) = found else {
      throw .noLuck(deal.reason ?? "nothing was found")
    }
    health[source.name, default: SourceHealth()].succeed(at: now())
    // Where somebody answers, who does not is dead; where nobody does, it may be the network.
    if !source.isOffline, !deal.dead.isEmpty, !isRepeatable {
      for key in deal.dead { dead.insert(key, at: now()) }
      memory.add(dead: deal.dead, at: now())
    }
    reserved.formUnion(dealt.keys + dealt.feeds)
    return dealt
  }

  /// Tries candidates until one is an article; nil when there is none in time.
  private func race() async -> (Source, DealtArticle)? {
    // What comes first is not repeatable where two are tried.
    let width = isRepeatable ? 1 : 2
    return await withTaskGroup(of: Report.self) { group in
      defer { group.cancelAll() }
      var running = 0
      group.addTask { [time] in await Self.wait(Self.longestSilence, time) }
      while !Task.isCancelled {
        while running < width, deal.tries < Self.mostTries {
          let step = next()
          if case .nothing = step { break }
          running += 1
          switch step {
          case .nothing: break
          case .dealt(let source, let dealt): return (source, dealt)
          case .ask(let source, let old):
            deal.asking.insert(source.name)
            let (keeper, category, moment) = (keeper, deal.wish.category, now())
            group.addTask {
              do throws(PoolKeeper.Problem) {
                let supply = try await keeper.ask(source, category: category, old: old, now: moment)
                return .supplied(source, .success(supply))
              } catch { return .supplied(source, .failure(error)) }
            }
          case .open(let source, let entry):
            deal.tries += 1
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
        case .opened(let source, .success(let dealt)):
          return (source, dealt)
        case .opened(let source, .failure(let miss)):
          running -= 1
          note(miss, source)
        }
      }
      return nil
    }
  }

  private static func wait(_ duration: Duration, _ time: DealingTime) async -> Report {
    await time.wait(duration)
    return .timePassed
  }

  /// How long the deal may still wait; nil when it is over.
  private func timeLeft() -> Duration? {
    let now = time.elapsed()
    let end = min(deal.start + Self.longestDeal, deal.lastAnswer + Self.longestSilence)
    if now < end { return end - now }
    if deal.reason == nil { deal.reason = "no answer in time" }
    return nil
  }

  // MARK: Steps

  private func next() -> Step {
    if let (source, entry) = deal.waiting.popLast() { return .open(source, entry) }
    while !Task.isCancelled, let source = choose() {
      deal.wish.tell(.choosing(source))
      do throws(Miss) { return try step(source) } catch { note(error, source) }
    }
    return .nothing
  }

  private func step(_ source: Source) throws(Miss) -> Step {
    if source.kind == .library { return .dealt(source, try takeFromShelf(source)) }
    if source.kind == .samples, samplePages == nil {
      throw Miss(reason: "the samples are not installed", isSourceExhausted: true)
    }
    let category = deal.wish.category
    let cached = keeper.cached(source, category: category)
    let isStale = keeper.isStale(source, category: category, now: now())
    let mayAsk = !deal.asked.contains(source.name)
    if let cached, !(deal.wish.refreshes && isStale && mayAsk) {
      return .open(source, try pick(from: cached, source))
    }
    guard mayAsk else {
      throw Miss(reason: "\(source.title) gives nothing", isSourceExhausted: true)
    }
    return .ask(source, old: cached)
  }

  private func choose() -> Source? {
    func canGive(_ source: Source) -> Bool {
      !deal.exhausted.contains(source.name) && !deal.asking.contains(source.name)
    }
    if deal.wish.choice != Source.surprise {
      return sources[deal.wish.choice].flatMap { canGive($0) ? $0 : nil }
    }
    var candidates = sources.enabled.filter(canGive)
    if deal.wish.category != nil { candidates = candidates.filter(\.hasCategories) }
    if deal.unreached >= Self.mostUnreached {
      let offline = candidates.filter(\.isOffline)
      if !offline.isEmpty { candidates = offline }
    }
    return candidates.randomElement(using: &random)
  }

  private func take(
    _ result: Result<PoolKeeper.Supply, PoolKeeper.Problem>,
    from source: Source
  ) {
    deal.asking.remove(source.name)
    switch result {
    case .success(.pool(let pool)):
      answered()
      deal.asked.insert(source.name)
      keeper.hold(pool, of: source, category: deal.wish.category)
    case .success(.one(let entry)):
      answered()
      if isWanted(entry.address), !isKnown(entry.key), !deal.tried.contains(entry.key) {
        deal.repeats = 0
        deal.tried.insert(entry.key)
        deal.waiting.append((source, entry))
      } else {
        deal.repeats += 1
        let isExhausted = deal.repeats >= Self.mostRepeats
        note(
          Miss(
            reason: "\(source.title) gave what you know already",
            isSourceExhausted: isExhausted
          ),
          source
        )
      }
    case .failure(let problem):
      deal.asked.insert(source.name)
      if !problem.isUnreached { answered() }
      // What is at hand does as well.
      let isServed = keeper.cached(source, category: deal.wish.category) != nil
      note(
        Miss(
          reason: problem.words,
          isSourceExhausted: !isServed,
          isUnreached: problem.isUnreached
        ),
        source
      )
    }
  }

  private func answered() {
    deal.lastAnswer = time.elapsed()
    deal.unreached = 0
  }

  private func note(_ miss: Miss, _ source: Source) {
    // That nothing is left to try says less than why what was tried failed.
    if !miss.isSourceExhausted || deal.reason == nil {
      deal.reason = miss.reason
      health[source.name, default: SourceHealth()].fail(miss.reason)
    }
    if miss.isSourceExhausted { deal.exhausted.insert(source.name) }
    if let key = miss.key {
      deal.tried.insert(key)
      if !miss.isUnreached { useless.insert(key) }
    }
    if miss.isUnreached {
      deal.unreached += 1
    } else if miss.key != nil {
      answered()
    }
  }
}
