import Platform
import Synchronization

/// What this process did among the records and texts, so that watching does not take it for news.
///
/// Noted right before it is done, so that no event can come before the note. What counts is which file is in
/// a place, not how often something happened there: where another process wrote since, another file is.
/// Nothing is noted until somebody watches.
final class OwnWrites: Sendable {
  /// Which file is in a place; renaming it changes none of this.
  private struct Version: Equatable {
    var inode: UInt64 = 0
    var size: Int64 = 0
    var modified: Int64 = 0

    /// That there is none.
    static let absent = Version()

    private init() {}

    init(_ path: String) {
      guard let found = try? FileStatus(path) else { return }
      (inode, size, modified) = (found.inode, found.size, found.modified)
    }
  }

  private struct Notes {
    /// How many watch the library.
    var watchers = 0
    /// By path, as far as nothing was seen of it.
    var fresh: [String: Version] = [:]
    /// Those that were seen of since the last time, and the time before: putting a file in a place makes
    /// several events.
    var seen: [String: Version] = [:]
    var seenBefore: [String: Version] = [:]

    mutating func clear() { (fresh, seen, seenBefore) = ([:], [:], [:]) }

    mutating func note(_ version: Version, at path: String) {
      seen[path] = nil
      seenBefore[path] = nil
      fresh[path] = version
    }
  }

  private let notes = Mutex(Notes())

  /// Whether a name is that of a record or a text, or of another version of one.
  static func isWatched(_ name: String) -> Bool {
    guard !name.hasPrefix("."), !LibraryPaths.isSyncersTemporary(name) else { return false }
    return [".json", ".html"].contains { name.hasSuffix($0) || name.contains($0) }
  }

  private static func isWatched(path: String) -> Bool { isWatched(path.splitPath.name) }

  /// Notes what is done from now on.
  func begin() { notes.withLock { $0.watchers += 1 } }

  /// One watches no more; without any, notes would only become more.
  func end() {
    notes.withLock { notes in
      notes.watchers -= 1
      if notes.watchers == 0 { notes.clear() }
    }
  }

  /// A file that nobody else knows is about to get its place.
  func willPut(_ file: String, at path: String) {
    notes.withLock { notes in
      guard notes.watchers > 0, Self.isWatched(path: path) else { return }
      notes.note(Version(file), at: path)
      if Self.isWatched(path: file) { notes.note(.absent, at: file) }
    }
  }

  /// A file is about to be removed.
  func willRemove(_ path: String) {
    notes.withLock { notes in
      guard notes.watchers > 0, Self.isWatched(path: path) else { return }
      notes.note(.absent, at: path)
    }
  }

  /// Whether a place, of which something was seen, is as this process left it.
  func isAsLeft(_ path: String) -> Bool {
    notes.withLock { notes in
      guard
        let version = notes.fresh.removeValue(forKey: path) ?? notes.seen[path]
          ?? notes.seenBefore[path]
      else { return false }
      notes.seen[path] = version
      return Version(path) == version
    }
  }

  /// Another wrote into what is in a place.
  func forget(_ path: String) {
    notes.withLock { notes in
      notes.fresh[path] = nil
      notes.seen[path] = nil
      notes.seenBefore[path] = nil
    }
  }

  /// All that has happened so far was seen.
  func endHearing() {
    notes.withLock { notes in
      notes.seenBefore = notes.seen
      notes.seen = [:]
    }
  }

  /// What has happened was not seen.
  func forget() { notes.withLock { $0.clear() } }
}
