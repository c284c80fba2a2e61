import Platform
package import ReadingList

/// Discovery's files: pools in the cache, what is not to be picked and the health of sources in the
/// state directory.
package struct DiscoveryMemory: Sendable {
  private let cache: String
  private let state: String
  private let isReadOnly: Bool

  /// Names the program's directories, of which `state` may be read only; nothing is opened.
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

  package func keep(_ pool: Pool, named name: String) { replace(poolFile(name), with: pool.file) }

  private func poolFile(_ name: String) -> String { "\(cache)/\(name).pool" }

  // MARK: Not now

  /// The size of the file at which it is written again without what is not remembered any more.
  ///
  /// The remembered keys take less than half of it.
  package static let maxSize = 6 << 20

  package func notNow(at moment: Timestamp) -> NotNow {
    NotNow(text: SmallFile.read(notNowFile) ?? [], at: moment)
  }

  /// Adds lines to those of this process and others.
  package func add(_ lines: [UInt8], at moment: Timestamp) {
    locked {
      try? SmallFile.append(lines, to: notNowFile)
      if SmallFile.size(of: notNowFile) ?? 0 > Self.maxSize {
        replace(notNowFile, with: notNow(at: moment).text)
      }
    }
  }

  /// Forgets the older half of what this process or another showed of some keys.
  package func forgetOlderHalf(of keys: [UInt64], at moment: Timestamp) {
    locked {
      var all = notNow(at: moment)
      all.forgetOlderHalf(of: keys)
      replace(notNowFile, with: all.text)
    }
  }

  private var notNowFile: String { state + "/not-now" }

  /// Puts bytes into one of the files; a full disk costs a download tomorrow, nothing today.
  private func replace(_ path: String, with bytes: [UInt8]) {
    try? SmallFile.replace(path, with: bytes, isDurable: false)
  }

  /// Holds the lock of the state directory; where it cannot be had, nothing is done, since what another
  /// process writes meanwhile would be lost.
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
