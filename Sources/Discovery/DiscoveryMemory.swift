import ReadingList

/// What discovery remembers on disk: pools in the cache, what was seen and how sources did in the state
/// directory.
package struct DiscoveryMemory: Sendable {
  private let cache: String
  private let state: String

  /// Names the directories; nothing is opened.
  ///
  /// - Parameters:
  ///   - cache: the program's cache directory.
  ///   - state: the program's state directory.
  package init(cache: String, state: String) {
    self.cache = cache + "/discovery"
    self.state = state + "/discovery"
  }

  // MARK: Pools

  /// The pool of a source, or of one of its categories, as it was kept.
  package func pool(named name: String) -> Pool? {
    LocalFile.read(poolFile(name)).flatMap { Pool(file: $0) }
  }

  /// Keeps a pool; false when the disk does not take it.
  package func keep(_ pool: Pool, named name: String) -> Bool {
    LocalFile.replace(poolFile(name), with: pool.file)
  }

  private func poolFile(_ name: String) -> String { "\(cache)/\(name).pool" }

  // MARK: Seen

  /// What was shown so far.
  func seen() -> SeenItems {
    let text = LocalFile.read(seenFile, limit: 8 << 20) ?? []
    return SeenItems(
      text.split(separator: 10).compactMap {
        UInt64(String(decoding: $0, as: UTF8.self), radix: 16)
      }
    )
  }

  /// Adds something that was shown.
  func add(seen keys: [UInt64]) {
    _ = LocalFile.append(Self.lines(keys), to: seenFile)
  }

  /// Writes what is left after forgetting.
  func replace(seen: SeenItems) {
    _ = LocalFile.replace(seenFile, with: Self.lines(seen.order))
  }

  private static func lines(_ keys: [UInt64]) -> [UInt8] {
    keys.flatMap { Array((String($0, radix: 16) + "\n").utf8) }
  }

  private var seenFile: String { state + "/seen" }

  // MARK: Health

  /// How the sources did, by name.
  package func health() -> [String: SourceHealth] {
    guard let text = LocalFile.read(healthFile, limit: 1 << 20),
      let members = try? JSON(parsing: text).members
    else { return [:] }
    return members.reduce(into: [:]) { $0[$1.key] = SourceHealth(json: $1.value) }
  }

  /// Keeps how the sources did.
  func keep(_ health: [String: SourceHealth]) {
    let members = health.sorted { $0.key < $1.key }.map { JSON.Member($0.key, $0.value.json) }
    _ = LocalFile.replace(healthFile, with: Array(JSON.object(members).pretty.utf8))
  }

  private var healthFile: String { state + "/sources.json" }
}
