import Synchronization
import Platform

/// Temporary files that may be there because their writers were killed.
///
/// Every writer holds the library's lock from before it makes such a file until it is gone: whoever holds
/// the lock and is not writing knows that those that are there are dead.
struct Leftovers: Sendable {
  /// Their paths, among the records.
  var files: Set<String> = []
  /// Shards whose texts nobody has looked among since something happened in them, among records or texts.
  var shards: Set<UInt8> = []

  mutating func formUnion(_ other: Leftovers) {
    files.formUnion(other.files)
    shards.formUnion(other.shards)
  }
}

extension Library {
  /// Removes what was left, as far as that is known; the caller holds the lock and has put everything of
  /// its own in place.
  ///
  /// What cannot be removed is found again when its shard is listed.
  func removeLeftovers() {
    for path in seenLeftovers() { try? files.remove(path) }
  }

  /// Removes what was left unless somebody is writing, whom nobody need wait for: the next write does it.
  func tidy() {
    let found = isReadOnly ? [] : seenLeftovers()
    guard !found.isEmpty else { return }
    leftovers.withLock { $0.files.formUnion(found) }
    guard let lock = try? LibraryLock(directory: directory, files: files, timeout: 0) else {
      return
    }
    removeLeftovers()
    lock.release()
  }

  /// What writers that are gone left where files lie until they are put in place.
  private func stagedByOthers() -> [String] {
    guard let staging = files.staging else { return [] }
    return ((try? files.list(staging)).flatMap(\.self) ?? [])
      .filter { WriteBatch.isTemporary($0, ofOthers: true) }.map { staging + "/" + $0 }
  }

  /// The paths of the temporary files that are known, those among the texts of the shards concerned
  /// included; forgets them.
  private func seenLeftovers() -> Set<String> {
    let known = leftovers.withLock { leftovers in
      defer { leftovers = Leftovers() }
      return leftovers
    }
    let shards = known.shards.map(paths.texts)
    let texts = Parallel.map(shards.count) { [files] position in
      var found: [String] = []
      try? files.forEachEntry(in: shards[position]) { entry in
        guard entry.isHidden, WriteBatch.isTemporary(entry.path.splitPath.name) else {
          return
        }
        found.append(entry.path)
      }
      return found
    }
    return known.files.union(texts.joined()).union(stagedByOthers())
  }
}
