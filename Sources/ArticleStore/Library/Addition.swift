package import ReadingList
import Synchronization
import Platform

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
  package func add(_ new: [Article], at moment: Timestamp) throws(StoreError) -> [Addition] {
    try add(arriving: new.map { IncomingArticle($0) }, at: moment)
  }

  /// Saves new articles, those that have a text with it; each is durable when this returns.
  ///
  /// An article is there already when one of the library is found by an address of it or by the
  /// deduplicationKey of one; see `Article.addresses`. Tags and flags of such a re-addition are the
  /// caller's to apply, and so is its text. One that was purged is saved again.
  /// - Returns: for each given article, in order, what became of it.
  /// - Throws: when none could be saved, the error of the first.
  package func add(
    arriving new: [IncomingArticle],
    at moment: Timestamp
  ) throws(StoreError) -> [Addition] {
    var additions: [Addition] = []
    try add(arriving: new, at: moment) { additions += $0 }
    if let error = additions.first?.error,
      additions.allSatisfy({ $0.error.map { !$0.isInPlace } ?? false })
    {
      throw error
    }
    return additions
  }

  /// Saves new articles some at a time and tells each time what became of them, so that however many
  /// there are, few are held.
  ///
  /// - Parameters:
  ///   - new: the articles, made as they are asked for.
  ///   - moment: when.
  ///   - report: called with what became of the next ones, in order, when that is durable.
  /// - Throws: when nothing may be written at all.
  package func add(
    _ new: some Sequence<Article>,
    at moment: Timestamp,
    report: ([Addition]) -> Void
  ) throws(StoreError) {
    try add(arriving: new.lazy.map { IncomingArticle($0) }, at: moment, report: report)
  }

  private func add(
    arriving new: some Sequence<IncomingArticle>,
    at moment: Timestamp,
    report: ([Addition]) -> Void
  ) throws(StoreError) {
    var rest = new.makeIterator()
    var isFirst = true
    while true {
      var some: [IncomingArticle] = []
      while some.count < WriteBatch.limit, let next = rest.next() { some.append(next) }
      guard !some.isEmpty else { break }
      let isWhole = isFirst && some.count < WriteBatch.limit
      report(
        try holdingLock { () throws(StoreError) in
          _ = currentList(isPassing: !isWhole)
          return addSome(some, at: moment)
        }
      )
      isFirst = false
      guard some.count == WriteBatch.limit else {
        // After many the next program is spared finding them all out.
        if !isWhole { _ = currentList() }
        return
      }
    }
    if !isFirst { _ = currentList() }
  }

  private func addSome(_ new: [IncomingArticle], at moment: Timestamp) -> [Addition] {
    var plan = resolve(new, merges: false, at: moment)
    var receipt = ChangeReceipt()
    write(&plan, noting: &receipt)
    return plan.outcomes.map { place in
      if let error = place.failure { return .failed(place.after, error) }
      return place.isAdded ? .added(place.after) : .alreadySaved(place.after)
    }
  }

  /// Tells the index what was just written, where it was many; few are found quickly.
  func note(
    _ articles: [Article],
    _ traces: WriteBatch.Traces,
    since look: Int,
    isCurrent: Bool
  ) {
    note(articles.map { ($0.id, $0) }, traces, since: look, isCurrent: isCurrent)
  }

  /// The same of records; one without an article is what stays of a purged one.
  func note(
    _ records: [(id: ArticleID, article: Article?)],
    _ traces: WriteBatch.Traces,
    since look: Int,
    isCurrent: Bool
  ) {
    guard records.count >= WriteBatch.minCount else { return }
    let key = index.withLock(\.key)
    let entries = Parallel.map(records.count) { [paths] index in
      let (id, article) = records[index]
      let stamp = traces.stamps[paths.record(id)] ?? 0
      return IndexEntry(id: id, article: article, stamp: stamp, key: key)
    }
    index.withLock { $0.note(entries, since: look, current: isCurrent ? traces.directories : []) }
  }

  /// The saved article that a new one is, if there is one.
  ///
  /// - Parameters:
  ///   - article: the new one.
  ///   - own: the record that its id has.
  /// - Returns: the saved one.
  /// - Throws: what keeps its record from being read.
  func existing(_ article: Article, own: Record?) throws(StoreError) -> Article? {
    var inTrash: Article?
    if let saved = own {
      if let same = saved.article {
        // One in Trash may have been merged with another, which then has its address.
        guard same.isDeleted else { return same }
        inTrash = same
      }
      if saved.isNewer { throw StoreError.newer(paths.record(article.id)) }
    }
    // Where the request for a new one ended, only an article that was saved from there is the same.
    let list = index.withLock(\.snapshot)
    let found =
      article.ownAddresses.map { ($0, list?.ids(like: $0) ?? []) }
      + [article.answeringAddress].compactMap { $0.map { ($0, list?.ids($0, .own) ?? []) } }
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
    let deduplicationKey = address.deduplicationKey
    return addresses.contains { $0.deduplicationKey == deduplicationKey }
  }
}
