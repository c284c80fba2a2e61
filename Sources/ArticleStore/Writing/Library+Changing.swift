import Platform
package import ReadingList

extension Library {
  /// Changes articles; what the receipt says changed is durable, but for what is among its failures.
  ///
  /// - Parameters:
  ///   - change: what is done to each.
  ///   - ids: to which articles; twice the same is once.
  ///   - moment: when it was done.
  ///   - report: called with what became of the next ones, and how many that were, when it is durable.
  ///   - shouldContinue: asked before some more are changed, when they can be.
  /// - Returns: what changed and what did not.
  /// - Throws: when nothing may be written at all; one article's failure is in the receipt.
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

  /// Takes a change back: says the values before it, of registers that still have what it gave them.
  ///
  /// - Returns: a receipt whose own reversal does the change again.
  package func revert(
    _ receipt: ChangeReceipt, at moment: Timestamp,
    report: (ChangeReceipt, Int) -> Void = { _, _ in }
  ) throws(StoreError) -> ChangeReceipt {
    let differences = receipt.differenceOfEach
    let machine = machine.known
    return try inBatches(receipt.changed, at: moment, report: report) {
      transaction, id throws(StoreError) in
      let versions = try transaction.versions(id)
      // An article that was purged since stays so.
      guard let difference = differences[id], versions.said.purgedAt == nil || versions.said.exists
      else { return false }
      var values = versions.current.reverting(difference)
      if values[Registers.Name.savedAt] == .null, versions.isSaved(besides: machine ?? "") {
        // Another machine saved it as well.
        values[Registers.Name.savedAt] = nil
        values[Registers.Name.isDeleted] = .bool(true)
      }
      // A passage was marked in the text since.
      let isMarked = versions.current.entries.contains { name, entry in
        name.hasPrefix("highlights/") && values[name] ?? entry.value != .null
      }
      if values[Registers.Name.page] == .null, isMarked { values[Registers.Name.page] = nil }
      let order = difference.keys.sorted()
      try transaction.say(values, of: id, order: order)
      return true
    }
  }

  /// Writes articles some at a time, each batch durable before the next begins.
  ///
  /// `change` changes one, and answers false where there is no such article.
  func inBatches(
    _ ids: [ArticleID], at moment: Timestamp, shouldContinue: () -> Bool = { true },
    report: (ChangeReceipt, Int) -> Void = { _, _ in },
    _ change: (inout Transaction, ArticleID) throws(StoreError) -> Bool
  ) throws(StoreError) -> ChangeReceipt {
    var receipt = ChangeReceipt()
    var seen: Set<ArticleID> = []
    var rest = ids.filter { seen.insert($0).inserted }[...]
    let isMany = rest.count > WriteBatch.limit
    // A shard is listed once for all of its articles.
    if isMany { rest.sort() }
    if rest.isEmpty, let readOnlyReason { throw StoreError(.readOnly, readOnlyReason) }
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
        part.note(written, of: some)
        report(part, some.count)
        receipt.add(part)
      } catch {
        guard !receipt.changed.isEmpty else { throw error }
        receipt.failures += rest.map { .init(id: $0, error: error) }
        break
      }
      rest = rest.dropFirst(WriteBatch.limit)
    }
    // After many the next program is spared finding them all out.
    if isMany { _ = currentList() }
    return receipt
  }

  /// Removes articles for good; a tombstone stays in place of each record.
  ///
  /// - Returns: a receipt of what could not be removed; there are no changes in it to take back.
  /// - Throws: when none could be removed, the error of the first.
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

extension Versions {
  /// Whether another machine saved the article itself, and did not only repeat that it was saved.
  fileprivate func isSaved(besides machine: String) -> Bool {
    let own = said(by: machine).registers.entries[Registers.Name.savedAt]
    return files.contains { file in
      guard LibraryPaths.machine(ofRecord: file.name) != machine,
        let entry = file.registers.entries[Registers.Name.savedAt]
      else { return false }
      return entry.value != .null && entry != own
    }
  }
}
