package import ReadingList

/// What became of an article that was to be added.
package enum Addition: Equatable, Sendable {
  /// It is saved, as given.
  case added(Article)
  /// It was there already, as given here.
  case alreadySaved(Article)
  /// It could not be saved, and why; the others are not concerned.
  case failed(Article, StoreError)

  /// The article as it is in the library, or as given where it could not be saved.
  package var article: Article {
    switch self {
    case .added(let article), .alreadySaved(let article), .failed(let article, _): article
    }
  }

  /// Why it is not in the library; nil when it is.
  package var error: StoreError? {
    if case .failed(_, let error) = self { error } else { nil }
  }
}

extension Library {
  /// Saves new articles; each is durable when this returns.
  ///
  /// An article is there already when one of the library is found by an address of it or by the
  /// likeness of one; see `Article.addresses`. Tags and flags of such a re-addition are the
  /// caller's to apply. One that was purged is saved anew.
  /// - Returns: for each given article, in order, what became of it.
  /// - Throws: when none could be saved, the error of the first.
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
    if let error = additions.first?.error, additions.allSatisfy({ $0.error != nil }) { throw error }
    return additions
  }

  private func addSome(_ new: ArraySlice<Article>, to known: LibrarySnapshot) -> [Addition] {
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
      do throws(StoreError) {
        if let saved = try existing(article, in: known) {
          additions.append(.alreadySaved(saved))
          continue
        }
        do throws(SystemFailure) {
          try batch.stage(Record.bytes(of: article), at: paths.record(article.id))
        } catch { throw StoreError(error) }
      } catch {
        additions.append(.failed(article, error))
        continue
      }
      inBatch[article.id.text] = article
      for likeness in likenesses { inBatch[likeness] = article }
      additions.append(.added(article))
    }
    let failures = batch.commit()
    guard !failures.isEmpty else { return additions }
    return additions.map { addition in
      failures[paths.record(addition.article.id)].map {
        .failed(addition.article, StoreError($0))
      } ?? addition
    }
  }

  /// The saved article that a new one is, if there is one.
  func existing(
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
    // Where the request for a new one ended, only an article that was saved from there is the same.
    let found =
      article.ownAddresses.map { ($0, snapshot.ids(like: $0)) }
      + [article.answeringAddress].compactMap { $0.map { ($0, snapshot.ids($0, .own)) } }
    for (address, ids) in found {
      for id in ids where id != article.id {
        // The index may be behind: only the record says what its addresses are.
        guard let other = try? record(id)?.article, other.isFound(by: address),
          inTrash == nil || !other.isDeleted
        else { continue }
        return other
      }
    }
    return inTrash
  }
}

extension Article {
  fileprivate func isFound(by address: WebAddress) -> Bool {
    let likeness = address.likeness
    return addresses.contains { $0.likeness == likeness }
  }
}
