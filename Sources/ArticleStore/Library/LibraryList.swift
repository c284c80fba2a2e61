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
    withRules(index.withLock { ($0.cachedSnapshot() ?? $0.unread()).withoutRecovery() })
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
    index.withLock { $0.unreadable.flatMap { $0.map(\.name) } }
  }

  /// The list after comparing every record's file with what the index knows of it.
  ///
  /// Notices also records that were changed in place while nobody watched, and removes what writers left
  /// that were cut off. Takes about as long as asking the system for each file's size; for the background
  /// of a long-running program, and for commands that print or change what a query finds.
  ///
  /// - Parameter report: called with the list as directories show it before that, unless it has to be made again; must
  ///   not ask this library.
  /// - Returns: the list.
  package func recheck(_ report: ((LibrarySnapshot) -> Void)? = nil) -> LibrarySnapshot {
    let found = list(everything: true, report: report)
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

  /// From now on leaves it to `mergeIndex` to make one index of the index file and what has changed since.
  package func mergeIndexBeside() { index.withLock { $0.mergesBeside = true } }

  /// Makes one index of the index file and what has changed since, when that is much; lists can be asked
  /// for and changed meanwhile.
  ///
  /// - Parameter look: what this gave before; the index of a library that was looked at since is made only when it
  ///   has grown to several times its size.
  /// - Returns: a number for the next call, to be made a while later; nil when there is nothing left to do.
  package func mergeIndex(since look: Int? = nil) -> Int? {
    var current = index.withLock(\.self)
    if let old = current.snapshot {
      let merged = current.merged(isStill: current.looks == look)
      index.withLock { index in
        index.unwritten = current.unwritten
        if let merged { index.take(merged, madeOf: old) }
      }
      if merged != nil { MemoryUse.returnFreed() }
    }
    return index.withLock { $0.needsMerging ? $0.looks : nil }
  }

  /// Makes the index again.
  func rebuildIndex() -> LibrarySnapshot {
    index.withLock { $0.rebuild() }
  }

  private func list(
    everything: Bool,
    report: ((LibrarySnapshot) -> Void)? = nil,
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
        report: report.map { report in { report(self.withRules($0)) } },
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
