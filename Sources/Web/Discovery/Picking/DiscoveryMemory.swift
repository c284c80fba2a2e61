import Platform
package import ReadingList

/// Discovery's files: pools in the cache, seen items and the health of sources in the state
/// directory.
package struct DiscoveryMemory: Sendable {
  private let cache: String
  private let state: String
  private let isReadOnly: Bool

  /// Names the directories; nothing is opened.
  ///
  /// - Parameters:
  ///   - cache: the program's cache directory.
  ///   - state: the program's state directory.
  ///   - isReadOnly: whether nothing is noted in the state directory.
  package init(cache: String, state: String, isReadOnly: Bool = false) {
    self.cache = cache + "/discovery"
    self.state = state + "/discovery"
    self.isReadOnly = isReadOnly
  }

  // MARK: Pools

  /// Loads the pool of a source or of one of its categories.
  package func pool(named name: String) -> Pool? {
    SmallFile.read(poolFile(name)).flatMap { Pool(file: $0) }
  }

  /// Keeps a pool; false when the disk does not take it.
  package func keep(_ pool: Pool, named name: String) -> Bool {
    replace(poolFile(name), with: pool.file)
  }

  private func poolFile(_ name: String) -> String { "\(cache)/\(name).pool" }

  // MARK: Seen

  /// Loads the items shown so far.
  package func seen() -> SeenItems {
    SeenItems(text: SmallFile.read(seenFile, limit: Self.maxRead) ?? [])
  }

  /// The most bytes that are read of what was shown; the file never has as many.
  private static let maxRead = 16 << 20
  /// How many bytes the file has when it is written again without what is not remembered any more.
  ///
  /// The remembered items take less than half of it.
  package static let maxSeenSize = 2 << 20

  /// Adds items that were shown.
  package func add(seen items: [[UInt64]]) {
    locked {
      try? SmallFile.append(items.flatMap { SeenItems.line($0) }, to: seenFile)
      if SmallFile.size(of: seenFile) ?? 0 > Self.maxSeenSize {
        _ = replace(seenFile, with: seen().text)
      }
    }
  }

  /// Forgets the older half of what was seen under some keys, by this process or another.
  ///
  /// - Returns: what is left; of `known`, where nothing can be read.
  package func forgetOlderHalf(of keys: [UInt64], in known: SeenItems) -> SeenItems {
    func forgotten() -> SeenItems {
      var seen = seen()
      if seen.order.isEmpty { seen = known }
      seen.forgetOlderHalf(of: keys)
      return seen
    }
    return locked {
      let seen = forgotten()
      _ = replace(seenFile, with: seen.text)
      return seen
    } ?? forgotten()
  }

  private var seenFile: String { state + "/seen" }

  // MARK: Dead links

  /// The links found dead in the week before a moment.
  func deadLinks(at moment: Timestamp) -> DeadLinks {
    var dead = DeadLinks(text: SmallFile.read(deadFile, limit: 4 << 20) ?? [])
    dead.prune(at: moment)
    return dead
  }

  /// Adds links that were found dead to those that this process or another found.
  package func add(dead keys: some Collection<UInt64>, at moment: Timestamp) {
    guard !keys.isEmpty else { return }
    locked {
      var dead = deadLinks(at: moment)
      for key in keys { dead.insert(key, at: moment) }
      dead.prune(at: moment)
      _ = replace(deadFile, with: dead.text)
    }
  }

  private var deadFile: String { state + "/dead" }

  /// Puts bytes into one of the files; false when the disk does not take them.
  private func replace(_ path: String, with bytes: [UInt8]) -> Bool {
    if let slash = path.lastIndex(of: "/") {
      TemporaryFile.removeLeftovers(in: String(path[..<slash]))
    }
    return (try? SmallFile.replace(path, with: bytes, isDurable: false)) != nil
  }

  /// Holds the lock of the state directory; where it cannot be had, nothing is done, since what another process
  /// writes meanwhile would be lost.
  @discardableResult private func locked<Result>(_ body: () -> Result) -> Result? {
    guard !isReadOnly, let lock = try? FileLock(state + "/lock") else { return nil }
    let result = body()
    lock.release()
    return result
  }

  // MARK: Health

  /// How the sources did, by name.
  package func health() -> [String: SourceHealth] {
    guard let text = SmallFile.read(healthFile, limit: 1 << 20),
      let members = try? JSON(parsing: text).members
    else { return [:] }
    return members.reduce(into: [:]) { $0[$1.key] = SourceHealth(json: $1.value) }
  }

  /// Keeps how the sources did.
  package func keep(_ health: [String: SourceHealth]) {
    guard !isReadOnly else { return }
    let members = health.sorted { $0.key < $1.key }.map { JSON.Member($0.key, $0.value.json) }
    _ = replace(healthFile, with: Array(JSON.object(members).pretty.utf8))
  }

  private var healthFile: String { state + "/sources.json" }
}
