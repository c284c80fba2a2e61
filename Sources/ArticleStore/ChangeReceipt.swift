package import ReadingList

/// What a change did, so that it can be told and taken back.
package struct ChangeReceipt: Equatable, Sendable {
  /// One article before and after.
  package struct Change: Equatable, Sendable {
    package var before: Article
    package var after: Article

    /// Pairs two versions of one article.
    package init(before: Article, after: Article) {
      self.before = before
      self.after = after
    }
  }

  /// An article that could not be changed, and why.
  package struct Failure: Equatable, Sendable {
    package var id: ArticleID
    package var error: StoreError

    /// Pairs an id with its error.
    package init(id: ArticleID, error: StoreError) {
      self.id = id
      self.error = error
    }
  }

  /// What changed; articles that the change left as they were are not here.
  package var changes: [Change] = []
  /// Ids that no article has.
  package var missing: [ArticleID] = []
  /// What could not be done; the rest is done.
  ///
  /// One whose error is in place is among the changes as well.
  package var failures: [Failure] = []

  /// Makes an empty receipt.
  package init() {}
}

extension Library {
  /// Changes articles; what the receipt says changed is durable, but for what is among its failures.
  ///
  /// - Parameters:
  ///   - change: what is done to each.
  ///   - ids: to which articles; twice the same is once.
  ///   - moment: when it was done.
  ///   - favoritesStay: whether favorite is a mere flag.
  /// - Returns: what changed and what did not.
  /// - Throws: when nothing may be written at all; one article's failure is in the receipt.
  package func apply(
    _ change: ArticleChange,
    to ids: [ArticleID],
    at moment: Timestamp,
    favoritesStay: Bool
  ) throws(StoreError) -> ChangeReceipt {
    try apply([change], to: ids, at: moment, favoritesStay: favoritesStay)
  }

  /// Makes several changes to each article as one; see `apply`.
  package func apply(
    _ changes: [ArticleChange],
    to ids: [ArticleID],
    at moment: Timestamp,
    favoritesStay: Bool
  ) throws(StoreError) -> ChangeReceipt {
    try rewrite(ids) { article in
      article.applying(changes, at: moment, favoritesStay: favoritesStay)
    }
  }

  /// Takes a change back: sets the fields that it changed to what they were before it, and leaves
  /// alone what was done to other fields since.
  ///
  /// - Returns: a receipt whose own reversal does the change again.
  package func revert(
    _ receipt: ChangeReceipt,
    at moment: Timestamp
  ) throws(StoreError) -> ChangeReceipt {
    let changes = Dictionary(
      receipt.changes.map { ($0.after.id, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    return try rewrite(receipt.changes.map(\.after.id)) { article in
      changes[article.id].flatMap { article.reverting($0, at: moment) }
    }
  }

  /// Reads each article anew under the lock and writes what `next` makes of it.
  func rewrite(
    _ ids: [ArticleID],
    next: (Article) -> Article?
  ) throws(StoreError) -> ChangeReceipt {
    var receipt = ChangeReceipt()
    var seen: Set<ArticleID> = []
    var rest = ids.filter { seen.insert($0).inserted }[...]
    if rest.isEmpty, let readOnlyReason { throw StoreError(.readOnly, readOnlyReason) }
    while !rest.isEmpty {
      do throws(StoreError) {
        let some = rest.prefix(WriteBatch.limit)
        try holdingLock { () throws(StoreError) in
          rewriteSome(some, into: &receipt, next: next)
        }
      } catch {
        guard !receipt.changes.isEmpty else { throw error }
        receipt.failures += rest.map { .init(id: $0, error: error) }
        return receipt
      }
      rest = rest.dropFirst(WriteBatch.limit)
    }
    return receipt
  }

  /// Does so for no more than a batch; the caller holds the lock.
  func rewriteSome(
    _ ids: ArraySlice<ArticleID>,
    into receipt: inout ChangeReceipt,
    next: (Article) -> Article?
  ) {
    var batch = WriteBatch(files: files)
    var staged: [ChangeReceipt.Change] = []
    for id in ids {
      do throws(StoreError) {
        guard let record = try record(id), let article = record.article else {
          receipt.missing.append(id)
          continue
        }
        guard let changed = next(article) else { continue }
        if record.isNewer { throw StoreError.newer(paths.record(id)) }
        do throws(SystemFailure) {
          try batch.stage(Record.bytes(of: changed, over: record), at: paths.record(id))
        } catch {
          throw StoreError(error)
        }
        staged.append(.init(before: article, after: changed))
      } catch {
        receipt.failures.append(.init(id: id, error: error))
      }
    }
    let failures = batch.commit()
    for change in staged {
      let failure = failures[paths.record(change.after.id)]
      if let failure {
        receipt.failures.append(.init(id: change.after.id, error: StoreError(failure)))
      }
      if failure == nil || failure?.isInPlace == true { receipt.changes.append(change) }
    }
  }
}
