import Platform
package import ReadingList
import Synchronization

extension Library {
  /// Looks which of the articles in a list have a text, and how large each is.
  ///
  /// Asks the system for each text's size; for the background.
  package func storedTexts(of list: LibrarySnapshot) -> StoredTexts {
    let sizes = textSizes()
    var texts = StoredTexts()
    for row in list.rows(in: .everything, order: .newest) {
      let id = list.id(of: row)
      if let size = sizes[id] {
        texts.count += 1
        texts.bytes += size
      } else if list[row].isFreed {
        texts.freed.append(id)
      } else {
        texts.missing.append(id)
      }
    }
    let done = Query(all: [.state(.archived), .state(.read)], none: [.hasHighlights])
    for row in list.rows(in: .everything, matching: done, order: .newest) {
      let id = list.id(of: row)
      guard let size = sizes[id] else { continue }
      texts.removable.append(id)
      texts.removableBytes += size
    }
    return texts
  }

  private func textSizes() -> [ArticleID: Int] {
    let shards = Parallel.map(Int(UInt8.max) + 1) { [files, paths] number in
      let shard = LibraryPaths.name(ofShard: UInt8(number))
      let directory = paths.bodies + "/" + shard
      var sizes: [ArticleID: Int] = [:]
      for name in (try? files.list(directory)).flatMap(\.self) ?? [] {
        guard case .own(let id) = LibraryPaths.kind(of: name, suffix: ".html", shard: shard),
          let status = (try? files.status(directory + "/" + name)).flatMap(\.self),
          status.isRegular
        else { continue }
        sizes[id] = Int(status.size)
      }
      return sizes
    }
    return shards.reduce(into: [:]) { all, some in all.merge(some) { first, _ in first } }
  }

  /// Removes the texts of articles to free space; their records stay with all else.
  ///
  /// Only of those that are archived, read to the end and have no highlights, also when the library has
  /// it so only now; of others nothing is removed. The record goes first, so that none promises a text
  /// that is not there: cut off between the two, the text stays until it is asked for again.
  /// - Returns: a receipt of what changed and what could not be done; it cannot be taken back.
  /// - Throws: when none could be removed, the error of the first.
  package func removeTexts(
    of ids: [ArticleID],
    at moment: Timestamp
  ) throws(StoreError) -> ChangeReceipt {
    let agreed = Mutex<Set<ArticleID>>([])
    return try rewrite(ids) { article in
      guard article.mayLoseText else { return nil }
      agreed.withLock { _ = $0.insert(article.id) }
      guard !article.fetch.isFreed else { return nil }
      var next = article
      next.fetch = .freed
      next.attempts = 0
      next.retryAt = nil
      next.stampDifferences(from: article, at: moment)
      return next
    } then: { some, receipt in
      let all = agreed.withLock { $0 }
      removeTextFiles(of: some.filter(all.contains), noting: &receipt)
    }
  }

  /// Removes the texts and pictures of articles whose records promise none any more, but for those whose
  /// records could not be written; the caller holds the lock.
  func removeTextFiles(of ids: [ArticleID], noting receipt: inout ChangeReceipt) {
    guard !ids.isEmpty else { return }
    let refused = Set(receipt.failures.filter { !$0.error.isInPlace }.map(\.id))
    for id in ids where !refused.contains(id) {
      do throws(SystemFailure) {
        try files.remove(paths.body(id))
        try removePictures(of: id)
      } catch {
        receipt.failures.append(.init(id: id, error: StoreError(error.inPlace)))
      }
    }
  }
}

extension Article {
  /// Whether nothing of its text is needed any more: it was read and put away, and nothing is marked in it.
  fileprivate var mayLoseText: Bool {
    isArchived && !isDeleted && progress.isFinished && !highlights.contains { !$0.isDeleted }
  }
}
