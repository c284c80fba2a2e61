package import ReadingList
import Synchronization
import Platform

/// What a change did, so that it can be told and taken back.
package struct ChangeReceipt: Equatable, Sendable {
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

  /// Which articles changed, in order; those that the change left as they were are not here.
  package private(set) var changed: [ArticleID] = []
  /// For each of them the number of what was done to it.
  private var numbers: [UInt32] = []
  /// What was done to articles, each kind once.
  ///
  /// A change of very many does the same to most.
  private var differences: [ArticleDifference] = []
  private var numbersOfDifferences: [ArticleDifference: UInt32] = [:]
  /// Ids that no article has.
  package var missing: [ArticleID] = []
  /// What could not be done; the rest is done.
  ///
  /// One whose error is in place is among the changes as well.
  package var failures: [Failure] = []

  /// Makes an empty receipt.
  package init() {}

  /// Notes an article that changed.
  mutating func note(_ before: Article, _ after: Article) {
    note(after.id, ArticleDifference(from: before, to: after))
  }

  /// Notes what was done to an article.
  mutating func note(_ id: ArticleID, _ difference: ArticleDifference) {
    numbers.append(number(of: difference))
    changed.append(id)
  }

  private mutating func number(of difference: ArticleDifference) -> UInt32 {
    if let number = numbersOfDifferences[difference] { return number }
    let number = UInt32(differences.count)
    differences.append(difference)
    numbersOfDifferences[difference] = number
    return number
  }

  /// What was done to each article that changed.
  var differenceOfEach: [ArticleID: ArticleDifference] {
    Dictionary(
      zip(changed, numbers.map { differences[Int($0)] }),
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// Adds what another receipt says.
  package mutating func add(_ other: ChangeReceipt) {
    let renumbered = other.differences.map { number(of: $0) }
    changed += other.changed
    numbers += other.numbers.map { renumbered[Int($0)] }
    missing += other.missing
    failures += other.failures
  }

  /// Frees what is needed only for noting more.
  mutating func close() { numbersOfDifferences = [:] }
}

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
    _ change: ArticleChange,
    to ids: [ArticleID],
    at moment: Timestamp,
    report: (ChangeReceipt, Int) -> Void = { _, _ in },
    shouldContinue: () -> Bool = { true }
  ) throws(StoreError) -> ChangeReceipt {
    try apply([change], to: ids, at: moment, report: report, shouldContinue: shouldContinue)
  }

  /// Makes several changes to each article as one; see `apply`.
  package func apply(
    _ changes: [ArticleChange],
    to ids: [ArticleID],
    at moment: Timestamp,
    report: (ChangeReceipt, Int) -> Void = { _, _ in },
    shouldContinue: () -> Bool = { true }
  ) throws(StoreError) -> ChangeReceipt {
    let rules = listRules
    return try rewrite(ids, shouldContinue: shouldContinue, report: report) { article in
      article.applying(changes, at: moment, rules)
    }
  }

  /// Takes a change back: sets the fields that it changed to what they were before it, and leaves
  /// alone what was done to other fields since.
  ///
  /// A text that the change gave to an article without one is removed, unless another came since or something
  /// is highlighted in it.
  /// - Returns: a receipt whose own reversal does the change again, but for texts.
  package func revert(
    _ receipt: ChangeReceipt,
    at moment: Timestamp,
    report: (ChangeReceipt, Int) -> Void = { _, _ in }
  ) throws(StoreError) -> ChangeReceipt {
    let differences = receipt.differenceOfEach
    let textless = Mutex<Set<ArticleID>>([])
    return try rewrite(receipt.changed, report: report) { article in
      let next = differences[article.id].flatMap { article.reverting($0, at: moment) }
      if let next, article.fetch.hasText, !next.fetch.hasText {
        textless.withLock { _ = $0.insert(article.id) }
      }
      return next
    } then: { some, receipt in
      let gone = textless.withLock { $0 }
      removeTextFiles(of: some.filter(gone.contains), noting: &receipt)
    }
  }

  /// Reads each article again under the lock and writes what `next` makes of it.
  ///
  /// `next` is called on any thread; `then` with those of each batch that were looked at, under the same
  /// hold of the lock; `report` after that, without it.
  func rewrite(
    _ ids: [ArticleID],
    shouldContinue: () -> Bool = { true },
    report: (ChangeReceipt, Int) -> Void = { _, _ in },
    next: @escaping @Sendable (Article) -> Article?,
    then: (ArraySlice<ArticleID>, inout ChangeReceipt) -> Void = { _, _ in }
  ) throws(StoreError) -> ChangeReceipt {
    var receipt = ChangeReceipt()
    var seen: Set<ArticleID> = []
    var rest = ids.filter { seen.insert($0).inserted }[...]
    let isMany = rest.count > WriteBatch.limit
    var spares = isMany ? RecycledFiles() : nil
    let patience = Patience()
    if rest.isEmpty, let readOnlyReason { throw StoreError(.readOnly, readOnlyReason) }
    while !rest.isEmpty {
      let some = rest.prefix(WriteBatch.limit)
      var part = ChangeReceipt()
      do throws(StoreError) {
        let goesOn = try holdingLock { () throws(StoreError) in
          guard shouldContinue() else { return false }
          if isMany { _ = currentList(isPassing: true) }
          rewriteSome(
            some,
            into: &part,
            isCurrent: isMany,
            spares: spares,
            patience: patience,
            next: next
          )
          then(some, &part)
          return true
        }
        guard goesOn else { break }
        report(part, some.count)
        receipt.add(part)
      } catch {
        guard !receipt.changed.isEmpty else { throw error }
        receipt.failures += rest.map { .init(id: $0, error: error) }
        break
      }
      rest = rest.dropFirst(WriteBatch.limit)
    }
    receipt.close()
    spares = nil
    // After many the next program is spared finding them all out.
    if isMany { _ = currentList() }
    return receipt
  }

  /// Does so for no more than a batch; the caller holds the lock.
  ///
  /// `isCurrent` says whether the list was brought up to date under the same hold of the lock.
  func rewriteSome(
    _ ids: ArraySlice<ArticleID>,
    into receipt: inout ChangeReceipt,
    isCurrent: Bool = false,
    spares: RecycledFiles? = nil,
    patience: Patience = Patience(),
    next: @escaping @Sendable (Article) -> Article?
  ) {
    var batch = WriteBatch(files: files, root: paths.articles, count: ids.count, spares: spares)
    let look = index.withLock(\.looks)
    let stager = batch.stager
    // Few are written one after another, in order.
    let rewritten = Parallel.map(ids.count, threads: ids.count < WriteBatch.minCount ? 1 : nil) {
      index in
      self.rewrite(ids[ids.startIndex + index], with: stager, patience, next: next)
    }
    var staged: [(before: Article, after: Article)] = []
    for (id, rewritten) in zip(ids, rewritten) {
      switch rewritten {
      case .missing: receipt.missing.append(id)
      case .unchanged: break
      case .failed(let error): receipt.failures.append(.init(id: id, error: error))
      case .staged(let file, let before, let after):
        batch.take(file)
        staged.append((before, after))
      }
    }
    var traces = WriteBatch.Traces()
    let failures = batch.commit(leaving: &traces)
    var written: [Article] = []
    for change in staged {
      let failure = failures[paths.record(change.after.id)]
      if let failure {
        receipt.failures.append(.init(id: change.after.id, error: StoreError(failure)))
      }
      guard failure == nil || failure?.isInPlace == true else { continue }
      receipt.note(change.before, change.after)
      written.append(change.after)
    }
    note(written, traces, since: look, isCurrent: isCurrent)
  }

  private enum Rewritten: Sendable {
    case missing, unchanged
    case failed(StoreError)
    case staged(WriteBatch.Staged, before: Article, after: Article)
  }

  /// Stages what `next` makes of one article.
  private func rewrite(
    _ id: ArticleID,
    with stager: WriteBatch.Stager,
    _ patience: Patience,
    next: (Article) -> Article?
  ) -> Rewritten {
    do throws(StoreError) {
      guard let record = try recordToChange(id, patience), let article = record.article else {
        return .missing
      }
      guard let changed = next(article) else { return .unchanged }
      if record.isNewer { throw StoreError.newer(paths.record(id)) }
      let bytes = Record.bytes(of: changed, over: record)
      do throws(SystemFailure) {
        let file = try stager.stage(bytes, of: id, at: paths.record(id), over: record.file)
        return .staged(file, before: article, after: changed)
      } catch {
        throw StoreError(error)
      }
    } catch {
      return .failed(error)
    }
  }
}
