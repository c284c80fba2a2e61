import Platform
package import ReadingList
import Synchronization

extension Library {
  /// The list as it is now.
  ///
  /// Opens the index the first time and brings it up to date with the directories; see `ShardStamp` for
  /// what that can notice. Copies that file syncers left beside records are merged on sight.
  package func snapshot() -> LibrarySnapshot { settle(list(everything: false)) }

  /// The list after what was found to be out of order was put in order.
  private func settle(
    _ found: (snapshot: LibrarySnapshot, copies: Set<String>)
  ) -> LibrarySnapshot {
    guard !isReadOnly else { return found.snapshot }
    let outdated = index.withLock { $0.takeOutdated() }
    restoreOwnChanges(to: outdated)
    let list =
      found.copies.isEmpty && outdated.isEmpty
      ? found.snapshot : merge(found.copies, of: found.snapshot, hasChanged: !outdated.isEmpty)
    settleTexts()
    let merged = index.withLock { $0.takeMerged() }
    guard !merged.isEmpty, (try? settleMerged(merged)) != nil else { return list }
    return self.list(everything: false).snapshot
  }

  /// Merges copies that syncers left.
  ///
  /// - Parameters:
  ///   - copies: their paths.
  ///   - list: the list before it.
  ///   - hasChanged: whether something else is not in `list` yet.
  /// - Returns: the list after it.
  private func merge(
    _ copies: Set<String>,
    of list: LibrarySnapshot,
    hasChanged: Bool
  ) -> LibrarySnapshot {
    var remaining: Set<String> = []
    for copy in copies.sorted() where !((try? mergeCopy(at: copy)) ?? false) {
      remaining.insert(copy)
    }
    let isSame = remaining == copies && !hasChanged
    let merged = isSame ? list : self.list(everything: false).snapshot
    index.withLock { $0.forget(copies: copies) }
    return remaining.isEmpty ? merged : index.withLock { $0.setAside(remaining) } ?? merged
  }

  /// The list as it was known last, with what can be found out quickly; for a thread that must not wait.
  ///
  /// Where nothing is known it is empty and `needsReload`; then, and for whatever else happened meanwhile,
  /// `snapshot` is asked in the background. Copies that file syncers left are not merged.
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
  package func unreadableNames() -> [String] {
    index.withLock(\.unreadableNames)
  }

  /// The list after comparing every record's file with what the list knows of it.
  ///
  /// Finds also records that were edited in place while nobody watched, and removes what interrupted
  /// writers left. Takes as long as asking the system for each file's size; for the background of a program that
  /// runs on.
  package func recheck() -> LibrarySnapshot {
    let found = list(everything: true)
    tidy()
    return settle(found)
  }

  /// The list without merging anything, for callers that hold the library's lock.
  ///
  /// - Parameter isPassing: whether the caller is about to change more.
  /// - Returns: the list.
  func currentList(isPassing: Bool = false) -> LibrarySnapshot {
    list(everything: false, isPassing: isPassing).snapshot
  }

  /// Begins to keep changes in memory; the list table is written when there are many, and by `endSession`.
  package func beginSession() { index.withLock { $0.isSession = true } }

  /// Writes the list table if that spares the next start much work.
  package func endSession() { index.withLock { $0.endSession() } }

  /// Makes the index again.
  func rebuildIndex() -> LibrarySnapshot {
    index.withLock { $0.rebuild() }
  }

  private func list(
    everything: Bool,
    isPassing: Bool = false
  ) -> (snapshot: LibrarySnapshot, copies: Set<String>) {
    let distrusted = touched.withLock { touched in
      defer { touched = [] }
      return touched
    }
    return index.withLock { index in
      let snapshot = index.refresh(
        distrusted: distrusted,
        everything: everything,
        isPassing: isPassing
      )
      let found = index.takeLeftovers()
      unsettled.withLock { $0.formUnion(found.shards) }
      leftovers.withLock { $0.formUnion(found) }
      return (withRules(snapshot), index.copies)
    }
  }

  /// Brings the texts in order where something has changed since the last time.
  private func settleTexts() {
    let shards = unsettled.withLock { unsettled in
      defer { unsettled = [] }
      return unsettled
    }
    guard !shards.isEmpty, let list = index.withLock(\.snapshot) else { return }
    let inOrder = settleTexts(in: shards, list)
    index.withLock { $0.note(texts: inOrder) }
  }

  /// Writes what git's conflict markers in a record parted as one again; false when it cannot.
  func settle(_ id: ArticleID) throws(StoreError) -> Bool {
    try holdingLock { () throws(StoreError) in
      guard let record = try recordToChange(id), record.isConflicted, !record.isNewer else {
        return false
      }
      do throws(SystemFailure) {
        var batch = WriteBatch(files: files)
        let bytes = Array(record.raw.pretty.utf8)
        try batch.stage(bytes, of: id, at: paths.record(id), over: record.file)
        if let failure = batch.commit().values.first { throw failure }
      } catch {
        throw StoreError(error)
      }
      return true
    }
  }
}
