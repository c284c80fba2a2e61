import Platform
package import ReadingList
import Synchronization

extension Library {
  /// The list as it is now.
  ///
  /// Opens the list the first time and brings it up to date with the directories; see `ShardStamp` for
  /// what that can notice. What other machines purged is removed here as well.
  package func snapshot() -> LibrarySnapshot { settled(list(everything: false)) }

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
    withRules(index.withLock { $0.cachedSnapshot() ?? $0.unread() })
  }

  /// A list by the rules and the days of this library's reader.
  private func withRules(_ list: LibrarySnapshot) -> LibrarySnapshot {
    var list = list
    list.rules = listRules
    list.utcOffset = utcOffset
    return list
  }

  /// Says that something in the records that were read since opening was changed later than now, by more than
  /// clocks usually differ.
  ///
  /// - Parameter clock: the time, and how dates are shown.
  /// - Returns: a line for the user; nil where no clock is ahead.
  package func clockNotice(_ clock: Clock) -> String? {
    guard let latest = index.withLock(\.latest), latest > clock.now().advanced(bySeconds: 300)
    else { return nil }
    return
      "Another machine's clock is ahead: something was changed \(fullDate(latest, clock: clock))"
  }

  /// The names of the files of records, and of directories of them, that the list lacks because they cannot be
  /// read.
  package func unreadableNames() -> [String] { index.withLock(\.unreadableNames) }

  /// The list after comparing every record's file with what the list knows of it.
  ///
  /// Finds also records that were edited in place while nobody watched, and removes what interrupted
  /// writers left. Takes as long as asking the system for each file's size; for the background of a program that
  /// runs on.
  package func recheck() -> LibrarySnapshot {
    if !isReadOnly { files.removeLeftovers(paths) }
    return settled(list(everything: true))
  }

  /// The list for a command that ends with it.
  ///
  /// Where looking at every file takes no time that can be felt, records that were written in place are found, too.
  package func freshList() -> LibrarySnapshot {
    let list = snapshot()
    return list.counts.total <= Self.few ? recheck() : list
  }

  /// Up to how many articles every file is looked at: some 20 ms.
  private static let few = 20_000

  /// The list without merging anything, for callers that hold the library's lock.
  ///
  /// - Parameter isPassing: whether the caller is about to change more.
  /// - Returns: the list.
  func currentList(isPassing: Bool = false) -> LibrarySnapshot {
    list(everything: false, isPassing: isPassing)
  }

  /// Begins to keep changes in memory; the list table is written when there are many, and by `endSession`.
  package func beginSession() { index.withLock { $0.isSession = true } }

  /// Writes the list table if that spares the next start much work.
  package func endSession() { index.withLock { $0.endSession() } }

  /// Makes the index again.
  func rebuildIndex() -> LibrarySnapshot { index.withLock { $0.rebuild() } }

  private func list(everything: Bool, isPassing: Bool = false) -> LibrarySnapshot {
    let distrusted = touched.withLock { touched in
      defer { touched = [] }
      return touched
    }
    return index.withLock { index in
      let snapshot = index.refresh(
        distrusted: distrusted, everything: everything, isPassing: isPassing)
      return withRules(snapshot)
    }
  }
}
