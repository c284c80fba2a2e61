import Platform
package import ReadingList

/// Discovery's files: pools in the cache directory; seen and dead links and the sources' health in
/// the state directory.
package struct DiscoveryMemory: Sendable {
  private let cache: String
  private let state: String
  private let isReadOnly: Bool

  /// Opens nothing yet; only `state` can be read-only.
  package init(cache: String, state: String, isReadOnly: Bool = false) {
    self.cache = cache + "/discovery"
    self.state = state + "/discovery"
    self.isReadOnly = isReadOnly
  }

  // MARK: Pools

  package func pool(named name: String) -> Pool? {
    SmallFile.read(poolFile(name)).flatMap { Pool(file: $0) }
  }

  package func keep(_ pool: Pool, named name: String) { replace(poolFile(name), with: pool.file) }

  private func poolFile(_ name: String) -> String { "\(cache)/\(name).pool" }

  // MARK: Not now

  /// The file size, in bytes, at which it is rewritten without expired keys; the remembered ones
  /// take less than half.
  package static let maxSize = 6 << 20

  package func notNow(at moment: Timestamp) -> NotNow {
    NotNow(text: SmallFile.read(notNowFile) ?? [], at: moment)
  }

  /// Appends lines to those of this process and others.
  package func add(_ lines: [UInt8], at moment: Timestamp) {
    locked {
      try? SmallFile.append(lines, to: notNowFile)
      if SmallFile.size(of: notNowFile) ?? 0 > Self.maxSize {
        replace(notNowFile, with: notNow(at: moment).text)
      }
    }
  }

  /// Forgets the older half of the shown keys, whichever process showed them.
  package func forgetOlderHalf(of keys: [UInt64], at moment: Timestamp) {
    locked {
      var all = notNow(at: moment)
      all.forgetOlderHalf(of: keys)
      replace(notNowFile, with: all.text)
    }
  }

  private var notNowFile: String { state + "/not-now" }

  /// Errors are ignored: a full disk costs only a download tomorrow.
  private func replace(_ path: String, with bytes: [UInt8]) {
    try? SmallFile.replace(path, with: bytes, isDurable: false)
  }

  /// Runs `body` under the state directory's lock; without the lock not at all, since it would
  /// overwrite what another process writes.
  private func locked(_ body: () -> Void) {
    guard !isReadOnly, let lock = try? FileLock(state + "/lock") else { return }
    body()
    lock.release()
  }

  // MARK: Health

  package func health() -> [String: SourceHealth] {
    guard let text = SmallFile.read(healthFile, limit: 1 << 20),
      let members = try? JSON(parsing: text).members
    else { return [:] }
    return members.reduce(into: [:]) { $0[$1.key] = SourceHealth(json: $1.value) }
  }

  package func keep(_ health: [String: SourceHealth]) {
    guard !isReadOnly else { return }
    let members = health.sorted { $0.key < $1.key }.map { JSON.Member($0.key, $0.value.json) }
    replace(healthFile, with: Array(JSON.object(members).pretty.utf8))
  }

  private var healthFile: String { state + "/sources.json" }
}
