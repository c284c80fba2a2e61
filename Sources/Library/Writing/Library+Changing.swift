import Platform
package import ReadingList

extension Library {
  /// Changes articles; the changes in the receipt are durable, except those among its failures.
  ///
  /// - Parameters:
  ///   - change: the change to make to each article.
  ///   - ids: the articles; repetitions are ignored.
  ///   - moment: the time of the change.
  ///   - report: called after each durable batch with its receipt and its number of articles.
  ///   - shouldContinue: called before each batch; false stops.
  /// - Returns: the changes and the failures.
  /// - Throws: an error if nothing can be written; the failure of an article is in the receipt.
  package func apply(
    _ change: ArticleChange, to ids: [ArticleID], at moment: Timestamp,
    report: (ChangeReceipt, Int) -> Void = { _, _ in }, shouldContinue: () -> Bool = { true }
  ) throws(StoreError) -> ChangeReceipt {
    try apply([change], to: ids, at: moment, report: report, shouldContinue: shouldContinue)
  }

  /// Makes several changes to each article as one; see `apply`.
  package func apply(
    _ changes: [ArticleChange], to ids: [ArticleID], at moment: Timestamp,
    report: (ChangeReceipt, Int) -> Void = { _, _ in }, shouldContinue: () -> Bool = { true }
  ) throws(StoreError) -> ChangeReceipt {
    let rules = listRules
    return try inBatches(ids, at: moment, shouldContinue: shouldContinue, report: report) {
      transaction, id throws(StoreError) in
      guard let article = try transaction.article(id) else { return false }
      if let next = article.applying(changes, at: moment, rules) { try transaction.save(next) }
      return true
    }
  }

  /// Reverts a change: restores the earlier values of registers that still have the values it set.
  ///
  /// - Returns: a receipt that redoes the change when reverted.
  package func revert(
    _ receipt: ChangeReceipt, at moment: Timestamp,
    report: (ChangeReceipt, Int) -> Void = { _, _ in }
  ) throws(StoreError) -> ChangeReceipt {
    let differences = receipt.differenceOfEach
    let machine = machine.known
    return try inBatches(receipt.changed, at: moment, report: report) {
      transaction, id throws(StoreError) in
      let versions = try transaction.versions(id)
      // An article that was purged since stays purged.
      guard let difference = differences[id], !versions.isPurged else { return false }
      let own = LibraryPaths.name(ofRecord: id, of: machine ?? "")
      if let problem = versions.unreadable[own] { throw problem }
      var values = versions.current.reverting(difference)
      if values[Registers.Name.savedAt] == .null, !versions.unreadable.isEmpty {
        // An unreadable file may be another machine's: move the article to Trash instead.
        values[Registers.Name.savedAt] = nil
        values[Registers.Name.isDeleted] = .bool(true)
      }
      // Keep the page if the text has highlights.
      let isMarked = versions.current.entries.contains { name, entry in
        Registers.isHighlight(name) && values[name] ?? entry.value != .null
      }
      if values[Registers.Name.page] == .null, isMarked { values[Registers.Name.page] = nil }
      let order = difference.keys.sorted()
      try transaction.say(values, of: id, order: order, takesBack: true)
      return true
    }
  }

  /// Writes articles in batches; each is durable before the next begins.
  ///
  /// `change` changes one article and returns false if it does not exist.
  func inBatches(
    _ ids: [ArticleID], at moment: Timestamp, shouldContinue: () -> Bool = { true },
    report: (ChangeReceipt, Int) -> Void = { _, _ in },
    _ change: (inout Transaction, ArticleID) throws(StoreError) -> Bool
  ) throws(StoreError) -> ChangeReceipt {
    var receipt = ChangeReceipt()
    var seen: Set<ArticleID> = []
    var rest = ids.filter { seen.insert($0).inserted }[...]
    let isMany = rest.count > WriteBatch.limit
    // Sorting by id lists each shard once.
    if isMany { rest.sort() }
    if rest.isEmpty, let readOnly { throw readOnly }
    while !rest.isEmpty {
      let some = Array(rest.prefix(WriteBatch.limit))
      var part = ChangeReceipt()
      do throws(StoreError) {
        guard shouldContinue() else { break }
        let (_, written) = try write(some, at: moment) { transaction throws(StoreError) in
          for id in some {
            do throws(StoreError) {
              if try !change(&transaction, id) { part.missing.append(id) }
            } catch { part.failures.append(.init(id: id, error: error)) }
          }
        }
        part.add(written)
        report(part, some.count)
        receipt.add(part)
      } catch {
        guard !receipt.changed.isEmpty else { throw error }
        receipt.failures += rest.map { .init(id: $0, error: error) }
        break
      }
      rest = rest.dropFirst(WriteBatch.limit)
    }
    // After many changes, update the list so that the next program does not have to find them.
    if isMany { _ = currentList() }
    return receipt
  }

  /// Purges articles; a tombstone replaces each record.
  ///
  /// - Returns: a receipt of what was purged, which cannot be reverted.
  /// - Throws: the first error if no article could be purged.
  package func purge(_ ids: [ArticleID], at moment: Timestamp) throws(StoreError) -> ChangeReceipt {
    let receipt = try inBatches(ids, at: moment) { transaction, id throws(StoreError) in
      guard try transaction.article(id) != nil else { return false }
      try transaction.purge(id)
      return true
    }
    let kept = Set(receipt.missing + receipt.failures.filter { !$0.error.isInPlace }.map(\.id))
    if !ids.isEmpty, ids.allSatisfy(kept.contains), let failure = receipt.failures.first {
      throw failure.error
    }
    return receipt
  }
}
