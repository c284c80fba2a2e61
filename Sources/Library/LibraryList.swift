import Platform
package import ReadingList
import Synchronization

extension Library {
  /// Returns the current list.
  ///
  /// Loads the list on first use and updates it from the directories; see `ShardStamp` for the
  /// changes that this can notice. Also deletes articles that other machines purged.
  package func snapshot() -> LibrarySnapshot { settled(currentList()) }

  private func settled(_ list: LibrarySnapshot) -> LibrarySnapshot {
    let purged = index.withLock { $0.takePurged() }
    settlePurged(purged)
    return list
  }

  /// Returns the last known list without blocking.
  ///
  /// Without a saved list it is empty and `needsReload`; then, and for later changes,
  /// call `snapshot` in the background.
  package func cachedSnapshot() -> LibrarySnapshot {
    withRules(index.withLock { $0.cachedSnapshot() })
  }

  /// Returns a list with this library's rules and time zone.
  private func withRules(_ list: LibrarySnapshot) -> LibrarySnapshot {
    var list = list
    list.rules = listRules
    list.utcOffset = utcOffset
    return list
  }

  /// Returns a notice if a record read since opening has a stamp over five minutes ahead.
  ///
  /// - Parameter clock: the current time and the format of dates.
  /// - Returns: one line for the user; nil if no clock is ahead.
  package func clockNotice(_ clock: Clock) -> String? {
    guard let latest = index.withLock(\.latest), latest > clock.now().advanced(bySeconds: 300)
    else { return nil }
    return
      "Another machine's clock is ahead: something was changed \(fullDate(latest, clock: clock))"
  }

  /// Returns the names of unreadable record files and shard directories, which the list lacks.
  package func unreadableNames() -> [String] { index.withLock(\.unreadableNames) }

  /// Returns the list after comparing every record file with it.
  ///
  /// Also finds records that were edited in place while nobody watched, and deletes leftovers of
  /// interrupted writers. Takes as long as reading the size of every file; for the background of a
  /// program that keeps running.
  package func recheck() -> LibrarySnapshot {
    if !isReadOnly { files.removeLeftovers(paths) }
    return settled(currentList(everything: true))
  }

  /// Returns the list for a command that exits afterwards.
  ///
  /// In a small library this also finds records that were edited in place.
  package func freshList() -> LibrarySnapshot {
    let list = snapshot()
    return list.counts.total <= Self.few ? recheck() : list
  }

  /// Max articles for which every file is compared: some 20 ms.
  private static let few = 20_000

  /// Starts keeping changes in memory; many changes, or `endSession`, write the list table.
  package func beginSession() { index.withLock { $0.isSession = true } }

  /// Writes the list table if that saves the next start much work.
  package func endSession() { index.withLock { $0.endSession() } }

  /// Rebuilds the index from the records.
  func rebuildIndex() { index.withLock { _ = $0.rebuild() } }

  /// Returns the current list without deleting purged articles; for callers that hold the lock.
  ///
  /// - Parameters:
  ///   - everything: whether every record file is compared with it.
  ///   - isPassing: whether the caller will make more changes.
  /// - Returns: the list.
  func currentList(everything: Bool = false, isPassing: Bool = false) -> LibrarySnapshot {
    withRules(index.withLock { $0.refresh(everything: everything, isPassing: isPassing) })
  }
}
