import PageExtraction
import Platform
import ReadingList

/// Gets the pools of sources: from memory, the cache, or the source.
///
/// A pool is fresh for a day; an older one is still used if the source cannot be reached.
struct PoolStore {
  static let freshSeconds: Int64 = 24 * 3600

  private let memory: DiscoveryMemory
  private let fetcher: any PageFetching
  private let samples: SampleSite?
  /// Used pools, by file name.
  private var held: [String: Pool] = [:]

  init(memory: DiscoveryMemory, fetcher: any PageFetching, samples: SampleSite?) {
    self.memory = memory
    self.fetcher = fetcher
    self.samples = samples
  }

  /// However old.
  mutating func cached(_ source: Source, category: String?) -> Pool? {
    let name = Self.name(source, category)
    if let pool = held[name], pool.metadata.address == Self.address(source, category) {
      return pool
    }
    guard let pool = memory.pool(named: name),
      pool.metadata.address == Self.address(source, category), pool.count > 0
    else { return nil }
    held[name] = pool
    return pool
  }

  /// Whether the pool is older than a day, or missing.
  mutating func isStale(_ source: Source, category: String?, now: Timestamp) -> Bool {
    guard source.kind != .samples else { return false }
    guard let pool = cached(source, category: category) else { return true }
    let age = now.milliseconds - pool.metadata.fetchedAt.milliseconds
    return age < 0 || age > Self.freshSeconds * 1000
  }

  /// Asks a source for its entries; pass the result to `hold`.
  ///
  /// - Returns: the new pool, or the cached one if the source reports no change.
  /// - Throws: `Miss` if the source gives nothing.
  func ask(
    _ source: Source, category: String?, old: Pool?, now: Timestamp
  ) async throws(Miss) -> Pool {
    var target = Self.address(source, category)
    // A page may name its feed, which is asked then; further steps would be a circle.
    for _ in 0..<3 {
      guard let page = try await page(source, target, old) else {
        guard var pool = old else { throw Miss(reason: "\(source.title) gave nothing") }
        pool.metadata.fetchedAt = now
        return pool
      }
      let answer: SourceAnswer
      do throws(FeedProblem) { answer = try SourceAnswer(page, kind: source.kind) } catch {
        throw Miss(reason: "\(source.title) sent \(error.message)")
      }
      switch answer {
      case .elsewhere(let feed): target = feed.text
      case .entries(let entries, let skipped):
        let metadata = Pool.Metadata(
          address: Self.address(source, category), fetchedAt: now, etag: page.etag,
          lastModified: page.lastModified, skipped: skipped)
        return Pool(entries, metadata: metadata)
      }
    }
    throw Miss(reason: "\(source.title) lists feeds in a loop")
  }

  /// Nil if it has not changed.
  private func page(
    _ source: Source, _ address: String, _ old: Pool?
  ) async throws(Miss) -> FetchedPage? {
    if address.hasPrefix("/") { return try Self.file(address, old) }
    let request = PageRequest(
      url: address, etag: old?.metadata.etag, lastModified: old?.metadata.lastModified)
    do throws(FetchProblem) {
      let fetcher: any PageFetching =
        if source.kind == .samples, let samples { samples } else { fetcher }
      return try await fetcher.fetch(request)
    } catch { throw Miss(reason: error.message, isUnreached: error.isUnreached) }
  }

  /// Reads a file; nil if the cached pool was made of the same content.
  static func file(_ path: String, _ old: Pool?) throws(Miss) -> FetchedPage? {
    guard let stamp = SmallFile.stamp(of: path) else {
      throw Miss(reason: "\(path) does not exist")
    }
    if let old, old.metadata.lastModified == stamp { return nil }
    guard let bytes = SmallFile.read(path) else {
      throw Miss(reason: "\(path) cannot be read, or is larger than 64 MiB")
    }
    return FetchedPage(file: bytes, named: path, at: "", lastModified: stamp)
  }

  /// Stores a new pool, here and in the cache.
  mutating func hold(_ pool: Pool, of source: Source, category: String?) {
    let name = Self.name(source, category)
    held[name] = pool
    memory.keep(pool, named: name)
  }

  private static func name(_ source: Source, _ category: String?) -> String {
    guard let category, source.asks(for: category) else { return source.name }
    return "\(source.name)@\(category.lowercased())"
  }

  private static func address(_ source: Source, _ category: String?) -> String {
    if source.kind == .samples { return SampleSite.feed }
    guard let category, source.asks(for: category), !source.address.hasPrefix("/") else {
      return source.address
    }
    return source.address + (source.address.contains("?") ? "&" : "?") + "cat="
      + category.lowercased()
  }
}
