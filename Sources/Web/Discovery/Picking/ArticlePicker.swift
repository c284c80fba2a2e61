package import ReadingList

/// Picks articles: chooses a source and an unseen entry of it, and fetches the whole article.
///
/// Picks run one at a time. A link that is dead, slow or no article costs another try and never an
/// error: two candidates are tried side by side, until time is up or nothing is left.
package actor ArticlePicker {
  var sources: SourceList
  let pages: PageReader
  let samplePages: PageReader?
  let memory: DiscoveryMemory
  /// Reads the library once a pick; the result tells whether an address was saved then.
  let savedAddresses: @Sendable () -> @Sendable (WebAddress) -> Bool
  let now: @Sendable () -> Timestamp
  let time: PickTime
  var poolStore: PoolStore
  // Read when first needed, long after the program's start.
  lazy var notNow = isRepeatable ? NotNow() : memory.notNow(at: now())
  /// By name.
  package internal(set) lazy var health = memory.health()
  var random: SeededNumbers
  /// A repeatable shuffle neither reads nor records what was seen.
  let isRepeatable: Bool
  /// Reserved, or shown last: not picked again at once.
  var reserved: Set<UInt64> = []
  var last: Set<UInt64> = []
  /// Whether the last try of the network reached nobody.
  var isCutOff = false
  var pick = Pick()

  /// Reads and fetches nothing before the first pick.
  ///
  /// `lists` fetches feeds and lists, which may be large; `samples` are nil if not installed;
  /// `seed` makes the shuffle repeatable.
  package init(
    sources: SourceList, pages: PageReader, lists: any PageFetching, samples: SampleSite?,
    memory: DiscoveryMemory,
    savedAddresses: @escaping @Sendable () -> @Sendable (WebAddress) -> Bool,
    now: @escaping @Sendable () -> Timestamp, time: PickTime, seed: UInt64? = nil
  ) {
    self.sources = sources
    self.pages = pages
    samplePages = samples.map { PageReader(fetcher: $0) }
    self.memory = memory
    self.savedAddresses = savedAddresses
    self.now = now
    self.time = time
    poolStore = PoolStore(memory: memory, fetcher: lists, samples: samples)
    random = SeededNumbers(seed: seed ?? UInt64.random(in: 0 ... .max))
    isRepeatable = seed != nil
  }

  package func use(_ sources: SourceList) { self.sources = sources }

  package func pool(of name: String, category: String? = nil) -> Pool? {
    sources[name].flatMap { poolStore.cached($0, category: category) }
  }

  /// The categories of a source's cached list; reads local files.
  package func categories(of name: String) async -> [String] {
    guard let source = sources[name], source.kind == .web else { return [] }
    if source.isOffline { _ = await refreshPools(of: [name], everything: true) }
    return pool(of: name)?.categories ?? []
  }

  /// Refreshes the cached pools older than a day, of all enabled sources or of those named.
  ///
  /// `everything` includes fresh pools and sources never asked. Returns a result for each source
  /// asked.
  package func refreshPools(
    of names: [String]? = nil, everything: Bool = false, category: String? = nil
  ) async -> [PoolRefresh] {
    var outcomes: [PoolRefresh] = []
    for source in sources.sources where names?.contains(source.name) ?? source.isEnabled {
      guard source.kind == .web || source.kind == .blogs else { continue }
      let old = poolStore.cached(source, category: category)
      let isDue = old != nil && poolStore.isStale(source, category: category, now: now())
      guard everything || isDue, !Task.isCancelled else { continue }
      do throws(Miss) {
        let pool = try await poolStore.ask(source, category: category, old: old, now: now())
        poolStore.hold(pool, of: source, category: category)
        outcomes.append(PoolRefresh(name: source.name, pool: pool))
      } catch {
        health[source.name, default: SourceHealth()].fail(error.reason)
        outcomes.append(
          PoolRefresh(name: source.name, problem: error.reason, isUnreached: error.isUnreached))
      }
    }
    if !outcomes.isEmpty { memory.keep(health) }
    return outcomes
  }

  // MARK: Showing

  package func markShown(_ picked: PickedArticle) {
    reserved.subtract(picked.keys + picked.feeds)
    last = Set(picked.keys + picked.feeds)
    guard !isRepeatable else { return }
    let items = picked.feeds.map { [$0] } + [picked.keys]
    memory.add(items.flatMap { notNow.insert($0, .seen, at: now()) }, at: now())
  }

  /// Releases an article that will not be shown.
  package func giveBack(_ picked: PickedArticle) { reserved.subtract(picked.keys + picked.feeds) }
}
