package import ReadingList

/// What became of an article that was to be added.
package enum Addition: Equatable, Sendable {
  /// It is saved, as given.
  case added(Article)
  /// It was there already, as given here.
  case alreadySaved(Article)

  /// The article that is now in the library.
  package var article: Article {
    switch self {
    case .added(let article), .alreadySaved(let article): article
    }
  }
}

extension Library {
  /// Saves new articles; each is durable when this returns.
  ///
  /// An article is there already when one of the library shares an address with it (given, canonical,
  /// final or the page's own) or the likeness of one. Tags and flags of such a re-addition are the
  /// caller's to apply. One that was purged is saved anew.
  /// - Returns: for each given article, in order, what became of it.
  /// - Throws: when one could not be saved; those before it in the batch are saved, and adding again
  ///   finds them.
  package func add(_ new: [Article], at moment: Timestamp) throws(StoreError) -> [Addition] {
    var additions: [Addition] = []
    var rest = new[...]
    while !rest.isEmpty {
      let some = rest.prefix(WriteBatch.limit)
      let isPassing = new.count > WriteBatch.limit
      additions += try holdingLock { () throws(StoreError) in
        try addSome(some, to: currentList(isPassing: isPassing))
      }
      rest = rest.dropFirst(WriteBatch.limit)
    }
    return additions
  }

  private func addSome(
    _ new: ArraySlice<Article>,
    to known: LibrarySnapshot
  ) throws(StoreError) -> [Addition] {
    var additions: [Addition] = []
    var batch = WriteBatch(files: files)
    var inBatch: [String: Article] = [:]
    for article in new {
      let likenesses = article.addresses.map(\.likeness)
      if let twin = inBatch[article.id.text]
        ?? likenesses.lazy.compactMap({ inBatch[$0] }).first
      {
        additions.append(.alreadySaved(twin))
        continue
      }
      if let saved = try existing(article, in: known) {
        additions.append(.alreadySaved(saved))
        continue
      }
      let path = paths.record(article.id)
      do throws(SystemFailure) {
        try batch.stage(Record.bytes(of: article), at: path)
      } catch {
        throw StoreError(error)
      }
      inBatch[article.id.text] = article
      for likeness in likenesses { inBatch[likeness] = article }
      additions.append(.added(article))
    }
    if let failure = batch.commit().values.first { throw StoreError(failure) }
    return additions
  }

  /// The saved article that a new one is, if there is one.
  private func existing(
    _ article: Article,
    in snapshot: LibrarySnapshot
  ) throws(StoreError) -> Article? {
    var inTrash: Article?
    if let saved = try record(article.id) {
      if let same = saved.article {
        // One in Trash may have been united with another, which then has its address.
        guard same.isDeleted else { return same }
        inTrash = same
      }
      if saved.isNewer { throw StoreError.newer(paths.record(article.id)) }
    }
    for address in article.addresses {
      for id in snapshot.ids(like: address) where id != article.id {
        // The index may be behind: only the record says what its addresses are.
        guard let other = try? record(id)?.article,
          other.addresses.contains(where: { $0.likeness == address.likeness }),
          inTrash == nil || !other.isDeleted
        else { continue }
        return other
      }
    }
    return inTrash
  }
}
