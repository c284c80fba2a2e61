import Platform
import ReadingList

// All data of an article, to be deleted when it is purged.
extension Library {
  /// The places that have data of an article; the search index follows the list.
  private enum Place: CaseIterable {
    case records, texts, pictures, damaged, inbox, undo, list
  }

  private func remove(_ ids: Set<ArticleID>, from place: Place) throws(StoreError) {
    switch place {
    case .records: try removeRecords(of: ids)
    case .texts: try removeTexts(of: ids)
    case .pictures: for id in ids { try removePictures(of: id) }
    case .damaged: try removeDamaged(of: ids)
    case .inbox: try removeDone(of: ids)
    case .undo: UndoJournal(of: self).forget(ids)
    // Updating the list rewrites a table that still has a purged article.
    case .list: _ = currentList()
    }
  }

  /// Deletes all data of articles whose tombstones are in place.
  ///
  /// - Returns: the errors by article.
  func sweep(_ ids: [ArticleID]) -> [ArticleID: StoreError] {
    var failures: [ArticleID: StoreError] = [:]
    let all = Set(ids)
    for place in Place.allCases {
      do throws(StoreError) { try remove(all, from: place) } catch {
        var failure = error
        failure.isInPlace = true
        for id in ids { failures[id] = failures[id] ?? failure }
      }
    }
    return failures
  }

  /// Deletes articles that other machines purged: this machine's own record becomes a tombstone,
  /// and data that is no longer needed is deleted.
  func settlePurged(_ ids: [ArticleID]) {
    guard !ids.isEmpty, !isReadOnly else { return }
    _ = try? holdingLock { () throws(StoreError) in
      var gone: [ArticleID] = []
      for (id, found) in reader.versions(of: ids) {
        // An unreadable file may have saved it again.
        guard let versions = try? found.get(), versions.isPurged, versions.unreadable.isEmpty,
          let purge = versions.said.purgedAt
        else { continue }
        gone.append(id)
        guard let name = machine.known else { continue }
        let (own, tombstone) = (paths.record(id, of: name), Registers.tombstone(at: purge))
        for file in versions.files where LibraryPaths.machine(ofRecord: file.name) == name {
          let path = "\(paths.articles)/\(id.shard)/\(file.name)"
          // If removed, a conflict copy with later changes would come back from other machines.
          guard !file.registers.isTombstone, path == own || file.registers.latest > purge else {
            continue
          }
          try? files.replace(path, with: tombstone.bytes(of: id), in: paths)
        }
      }
      _ = sweep(gone)
    }
  }

  /// Deletes records that add nothing to a tombstone; the tombstones stay.
  private func removeRecords(of ids: Set<ArticleID>) throws(StoreError) {
    for (id, found) in reader.versions(of: Array(ids)) {
      guard let versions = try? found.get(), !versions.said.exists,
        let purge = versions.said.purgedAt
      else { continue }
      let hasTombstone = versions.files.contains {
        $0.registers.isTombstone && $0.registers.purgedAt == purge
      }
      guard hasTombstone else { continue }
      for file in versions.files where !file.registers.isTombstone && file.registers.latest <= purge
      { try files.remove("\(paths.articles)/\(id.shard)/\(file.name)") }
    }
  }

  private func removeTexts(of ids: Set<ArticleID>) throws(StoreError) {
    for shard in Set(ids.map(\.shard)) {
      let directory = paths.texts + "/" + shard
      for name in try files.list(directory) ?? []
      where ArticleID(text: name.prefix(ArticleID.length)).map(ids.contains) ?? false {
        try files.remove(directory + "/" + name)
      }
    }
  }

  /// Deletes the damaged files of articles.
  private func removeDamaged(of ids: Set<ArticleID>) throws(StoreError) {
    for name in try files.list(paths.damaged) ?? [] {
      let path = paths.damaged + "/" + name
      guard LibraryPaths.article(ofDamaged: name).map(ids.contains) ?? false,
        (try? FileStatus(notFollowing: path))?.isDirectory == false
      else { continue }
      try files.remove(path)
    }
  }

  /// Deletes the processed inbox files of articles, whose names begin with the ids.
  private func removeDone(of ids: Set<ArticleID>) throws(StoreError) {
    for month in try files.list(paths.done) ?? [] {
      let directory = paths.done + "/" + month
      guard (try? FileStatus(notFollowing: directory))?.isDirectory == true else { continue }
      for name in try files.list(directory) ?? [] {
        guard let id = ArticleID(text: name.prefix(ArticleID.length)), ids.contains(id) else {
          continue
        }
        try files.remove(directory + "/" + name)
      }
    }
  }
}
