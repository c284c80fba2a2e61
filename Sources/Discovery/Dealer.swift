package import PageFetch
package import PageReading
package import ReadingList

/// Deals articles: chooses a source, something of it that was not seen, and gets it whole.
///
/// One deal at a time. A link that is dead, slow or no article costs another try and never an error;
/// five in a row end the deal with a reason.
package actor Dealer {
  /// Tries that may come to nothing before a deal is given up.
  package static let mostMisses = 5
  /// Things passed over without asking anybody, before a source counts as used up.
  static let mostSkips = 40
  /// Pages that could not be reached before the network counts as gone, where there is something that
  /// needs none.
  private static let mostUnreached = 3

  var sources: SourceList
  let pages: PageReader
  let samplePages: PageReader?
  let memory: DiscoveryMemory
  let shelf: Shelf
  let now: @Sendable () -> Timestamp
  private var keeper: PoolKeeper
  // Read when they are first needed: the program starts long before the first deal.
  lazy var seen = isRepeatable ? SeenItems() : memory.seen()
  lazy var health = memory.health()
  var random: SeededNumbers
  /// A shuffle that is to be repeatable neither looks at what was seen nor remembers it.
  let isRepeatable: Bool
  /// What turned out to be no article; not asked again by this process.
  var useless: Set<UInt64> = []
  /// Dealt but not shown yet, and shown last: not to be dealt again at once.
  var reserved: Set<UInt64> = []
  var last: Set<UInt64> = []

  /// Puts a dealer together; nothing is read or asked before the first deal.
  ///
  /// - Parameters:
  ///   - sources: where articles come from.
  ///   - pages: reads pages, with the short patience of discovery.
  ///   - lists: fetches feeds and lists, which may be large.
  ///   - samples: the pages that the program ships with; nil where they are not installed.
  ///   - memory: what is kept on disk.
  ///   - shelf: the person's own list.
  ///   - now: the time.
  ///   - seed: makes the shuffle repeatable.
  package init(
    sources: SourceList,
    pages: PageReader,
    lists: any PageFetching,
    samples: SampleSite?,
    memory: DiscoveryMemory,
    shelf: Shelf,
    now: @escaping @Sendable () -> Timestamp,
    seed: UInt64? = nil
  ) {
    self.sources = sources
    self.pages = pages
    samplePages = samples.map { PageReader(fetcher: $0, extractor: pages.extractor) }
    self.memory = memory
    self.shelf = shelf
    self.now = now
    keeper = PoolKeeper(memory: memory, fetcher: lists, samples: samples)
    random = SeededNumbers(seed: seed ?? UInt64.random(in: 0 ... .max))
    isRepeatable = seed != nil
  }

  /// Takes other sources.
  package func use(_ sources: SourceList) { self.sources = sources }

  /// How the sources have been doing, by name.
  package func healthOfSources() -> [String: SourceHealth] { health }

  /// The facts of a source's pool as it is at hand, and how many entries it has.
  package func pool(of name: String, category: String? = nil) -> (facts: Pool.Facts, count: Int)? {
    guard let source = sources[name] else { return nil }
    return keeper.cached(source, category: category).map { ($0.facts, $0.count) }
  }

  // MARK: Dealing

  /// Where a deal stands.
  struct Deal {
    var misses = 0
    var unreached = 0
    var reason = "nothing was found"
    /// Sources that have nothing for this deal.
    var exhausted: Set<String> = []
    /// What was tried or passed over.
    var tried: Set<UInt64> = []
    /// Of these, what did not answer: dead when something else did, else the network may be gone.
    var silent: Set<UInt64> = []
  }

  /// Gets an article that was not seen, is not saved, and can be read.
  ///
  /// - Parameters:
  ///   - choice: a source's name, or `Source.surprise`.
  ///   - category: a category of the small web; asks only sources that have categories.
  ///   - refreshes: whether a pool older than a day is asked for anew first.
  ///   - tell: hears how far the deal has come.
  /// - Returns: the article, which counts as dealt until `markShown` or `giveBack`.
  /// - Throws: `DealingProblem`.
  package func deal(
    from choice: String,
    category: String? = nil,
    refreshes: Bool = false,
    tell: @Sendable (DealingStage) -> Void = { _ in }
  ) async throws(DealingProblem) -> DealtArticle {
    var deal = Deal()
    while deal.misses < Self.mostMisses {
      if Task.isCancelled { throw .cancelled }
      guard let source = choose(choice, category, deal) else { break }
      tell(.choosing(source))
      do throws(Miss) {
        let dealt = try await attempt(source, category, refreshes, &deal, tell)
        health[source.name, default: SourceHealth()].succeed(at: now())
        memory.keep(health)
        if !source.isOffline { useless.formUnion(deal.silent) }
        reserved.formUnion(dealt.keys)
        return dealt
      } catch {
        if Task.isCancelled { throw .cancelled }
        note(error, source, &deal)
      }
    }
    memory.keep(health)
    throw .noLuck(deal.reason)
  }

  /// Why one try came to nothing.
  struct Miss: Error {
    var reason: String
    /// The source has nothing for this deal.
    var isSourceExhausted = false
    /// Nobody answered.
    var isUnreached = false
  }

  private func note(_ miss: Miss, _ source: Source, _ deal: inout Deal) {
    // That nothing is left to try says less than why what was tried failed.
    if !miss.isSourceExhausted || deal.misses == 0 {
      deal.reason = miss.reason
      health[source.name, default: SourceHealth()].fail(miss.reason)
    }
    if miss.isSourceExhausted {
      deal.exhausted.insert(source.name)
    } else {
      deal.misses += 1
    }
    if miss.isUnreached { deal.unreached += 1 }
  }

  private func choose(_ choice: String, _ category: String?, _ deal: Deal) -> Source? {
    if choice != Source.surprise {
      guard let source = sources[choice], !deal.exhausted.contains(choice) else { return nil }
      return source
    }
    var candidates = sources.enabled.filter { !deal.exhausted.contains($0.name) }
    if category != nil { candidates = candidates.filter(\.hasCategories) }
    if deal.unreached >= Self.mostUnreached {
      let offline = candidates.filter(\.isOffline)
      if !offline.isEmpty { candidates = offline }
    }
    return candidates.randomElement(using: &random)
  }

  private func attempt(
    _ source: Source,
    _ category: String?,
    _ refreshes: Bool,
    _ deal: inout Deal,
    _ tell: @Sendable (DealingStage) -> Void
  ) async throws(Miss) -> DealtArticle {
    if source.kind == .library { return try takeFromShelf(source) }
    if source.kind == .samples, samplePages == nil {
      throw Miss(reason: "the samples are not installed", isSourceExhausted: true)
    }
    switch try await supply(of: source, category, refreshes) {
    case .one(let entry):
      guard isWanted(entry.address), !isKnown(entry.key) else {
        throw Miss(reason: "\(source.title) gave what you know already")
      }
      return try await open(entry, of: source, keys: [entry.key], depth: 0, &deal, tell)
    case .pool(let pool):
      let entry = try pick(from: pool, source, &deal)
      deal.tried.insert(entry.key)
      do throws(Miss) {
        return try await open(entry, of: source, keys: [entry.key], depth: 0, &deal, tell)
      } catch {
        if error.isUnreached { deal.silent.insert(entry.key) } else { useless.insert(entry.key) }
        throw error
      }
    }
  }

  private func supply(
    of source: Source,
    _ category: String?,
    _ refreshes: Bool
  ) async throws(Miss) -> PoolKeeper.Supply {
    let cached = keeper.cached(source, category: category)
    let isStale = keeper.isStale(source, category: category, now: now())
    if let cached, !(refreshes && isStale) { return .pool(cached) }
    // The keeper is a value: it works on a copy while others may ask this actor.
    var keeper = keeper
    do throws(PoolKeeper.Problem) {
      let supply = try await keeper.refresh(source, category: category, now: now())
      self.keeper = keeper
      return supply
    } catch {
      if let cached { return .pool(cached) }
      throw Miss(reason: error.words, isSourceExhausted: true, isUnreached: true)
    }
  }

  /// Asks all sources anew whose pools are at hand and older than a day.
  ///
  /// - Parameters:
  ///   - names: the sources to ask; all enabled ones without it.
  ///   - everything: also those that are fresh, and those that were never asked.
  ///   - category: the category whose pool is meant.
  /// - Returns: for each source asked its name and what is wrong, or nil when all is well.
  package func refreshPools(
    of names: [String]? = nil,
    everything: Bool = false,
    category: String? = nil
  ) async -> [(name: String, problem: String?)] {
    var outcomes: [(name: String, problem: String?)] = []
    for source in sources.sources
    where names?.contains(source.name) ?? source.isEnabled {
      guard source.kind == .web || source.kind == .blogs else { continue }
      let isAtHand = keeper.cached(source, category: category) != nil
      let isDue = isAtHand && keeper.isStale(source, category: category, now: now())
      guard everything || isDue, !Task.isCancelled else { continue }
      var keeper = keeper
      do throws(PoolKeeper.Problem) {
        _ = try await keeper.refresh(source, category: category, now: now())
        self.keeper = keeper
        outcomes.append((source.name, nil))
      } catch {
        health[source.name, default: SourceHealth()].fail(error.words)
        outcomes.append((source.name, error.words))
      }
    }
    if !outcomes.isEmpty { memory.keep(health) }
    return outcomes
  }

  // MARK: Showing

  /// Remembers that an article was shown.
  package func markShown(_ dealt: DealtArticle) {
    reserved.subtract(dealt.keys)
    last = Set(dealt.keys)
    guard !isRepeatable else { return }
    let new = dealt.keys.filter { seen.insert($0) }
    if !new.isEmpty { memory.add(seen: new) }
  }

  /// Takes back an article that was dealt ahead and will not be shown.
  package func giveBack(_ dealt: DealtArticle) { reserved.subtract(dealt.keys) }
}
