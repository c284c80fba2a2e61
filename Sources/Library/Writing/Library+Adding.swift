import Platform
package import ReadingList
import Synchronization

extension Library {
  /// Max articles to put into a library together.
  package static let maxBatch = WriteBatch.limit

  /// Saves new articles; each is durable when this returns.
  package func add(_ new: [Article], at moment: Timestamp) throws(StoreError) -> [Addition] {
    try add(arriving: new.map { IncomingArticle($0) }, at: moment)
  }

  /// Saves new articles with their texts; each is durable when this returns.
  ///
  /// An article is already saved if the library has an article with one of its addresses or the
  /// deduplicationKey of one; see `Article.addresses`. The caller applies tags, flags and text of such a
  /// re-addition. A purged article is saved again.
  /// - Returns: for each given article, in order, what became of it.
  /// - Throws: when none could be saved, the error of the first.
  package func add(
    arriving new: [IncomingArticle], at moment: Timestamp
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

  /// Saves new articles in batches and reports each batch, so that few are in memory at a time.
  ///
  /// - Parameters:
  ///   - new: the articles, created lazily.
  ///   - moment: the time of saving.
  ///   - report: called with the results of each batch, in order, when it is durable.
  /// - Throws: an error if nothing can be written.
  package func add(
    arriving new: some Sequence<IncomingArticle>, at moment: Timestamp, report: ([Addition]) -> Void
  ) throws(StoreError) {
    var rest = new.makeIterator()
    while true {
      var some: [IncomingArticle] = []
      while some.count < WriteBatch.limit, let next = rest.next() { some.append(next) }
      guard !some.isEmpty else { break }
      var receipt = ChangeReceipt()
      report(try put(some, merges: false, at: moment, into: &receipt))
      guard some.count == WriteBatch.limit else { break }
    }
    _ = currentList()
  }

  /// Imports articles with their texts; new data is merged into existing articles.
  ///
  /// Everything is durable when this returns, and each article is saved with its text or not at all. Importing the
  /// same again changes nothing. Records get new stamps, so that a backup restores its state.
  /// - Parameters:
  ///   - incoming: `maxBatch` at most.
  ///   - moment: when.
  ///   - receipt: receives the changes, for undo.
  /// - Returns: what became of each, in order.
  /// - Throws: when nothing may be written at all.
  package func put(
    _ incoming: [IncomingArticle], at moment: Timestamp, into receipt: inout ChangeReceipt
  ) throws(StoreError) -> [Addition] {
    try put(incoming, merges: true, at: moment, into: &receipt)
  }

  /// Previews an import without writing anything.
  package func preview(_ incoming: [IncomingArticle], at moment: Timestamp) -> [Addition] {
    _ = currentList(isPassing: true)
    var transaction = Transaction(self, machine: machine.known ?? "none", at: moment)
    transaction.load(incoming.map(\.article.id))
    return plan(incoming, merges: true, at: moment, &transaction)
  }

  private func put(
    _ incoming: [IncomingArticle], merges: Bool, at moment: Timestamp,
    into receipt: inout ChangeReceipt
  ) throws(StoreError) -> [Addition] {
    let ids = incoming.map(\.article.id)
    let (plan, written) = try write(ids, at: moment, isCurrent: true) {
      transaction throws(StoreError) in
      self.plan(incoming, merges: merges, at: moment, &transaction)
    }
    var results = plan
    let failures = Dictionary(written.failures.map { ($0.id, $0.error) }) { first, _ in first }
    for index in results.indices {
      results[index].error = results[index].error ?? failures[results[index].article.id]
    }
    let added = Set(results.filter { $0.before == nil }.map(\.article.id))
    for (id, difference) in zip(written.changed, written.differences) {
      if added.contains(id), let saved = difference[Registers.Name.savedAt] {
        receipt.note(id, [Registers.Name.savedAt: saved])
      } else {
        receipt.note(id, difference)
      }
    }
    return results
  }

  /// Matches incoming articles with saved ones and merges new data in the transaction.
  private func plan(
    _ incoming: [IncomingArticle], merges: Bool, at moment: Timestamp,
    _ transaction: inout Transaction
  ) -> [Addition] {
    var results: [Addition] = []
    /// Indices of results, by the keys of the articles that came before.
    var known: [String: Int] = [:]
    var firsts: [ArticleID: Int] = [:]
    for arrival in incoming {
      let place: Addition
      do throws(StoreError) {
        let repeated = arrival.keys.lazy.compactMap { known[$0] }.first
        let saved =
          if let repeated { try transaction.article(results[repeated].article.id) } else {
            try existing(arrival, &transaction)
          }
        if repeated != nil, !merges, let saved {
          let before = results[repeated ?? 0].before
          place = Addition(before: before, article: saved, isRepeated: true)
        } else {
          let isRepeated = repeated.map { results[$0].before == nil } ?? false
          place = try put(
            arrival, into: saved, merges: merges, isRepeated: isRepeated, &transaction)
        }
      } catch { place = Addition(article: arrival.article, error: error) }
      let index = results.count
      if place.error == nil {
        for key in arrival.keys + IncomingArticle(place.article).keys where known[key] == nil {
          known[key] = index
        }
      }
      // Entries of the same article have the same result.
      if let first = firsts[place.article.id], place.isChanged {
        results[first].isChanged = true
      }
      if firsts[place.article.id] == nil { firsts[place.article.id] = index }
      results.append(place)
    }
    for index in results.indices where results[index].error == nil {
      let last = try? transaction.article(results[index].article.id)
      if let last { results[index].article = last }
    }
    return results
  }

  private func put(
    _ arrival: IncomingArticle, into saved: Article?, merges: Bool, isRepeated: Bool,
    _ transaction: inout Transaction
  ) throws(StoreError) -> Addition {
    guard let saved else {
      let isUnknown = try transaction.versions(arrival.article.id).files.isEmpty
      if let registers = arrival.registers, arrival.isStamped, isUnknown {
        try transaction.restore(registers, of: arrival.article.id)
      } else if let registers = arrival.registers {
        try transaction.say(
          registers.entries.mapValues(\.value).merging(arrival.article.registerValues) { $1 }.filter
          { $0.key != Registers.Name.purgedAt && $0.value != .null }, of: arrival.article.id,
          order: arrival.article.registerOrder)
      }
      try transaction.save(arrival.article, text: arrival.body)
      let after = try transaction.article(arrival.article.id) ?? arrival.article
      return Addition(article: after, isRepeated: isRepeated, isChanged: true)
    }
    var place = Addition(before: isRepeated ? nil : saved, article: saved, isRepeated: isRepeated)
    guard merges else { return place }
    if let registers = arrival.registers, saved.id == arrival.article.id {
      // The backup's registers, with the text's if it has one.
      // The file of one of several machines says nothing of some registers.
      let said = registers.entries.mapValues(\.value).filter { $0.value != .null }
      let silent = [Registers.Name.list, Registers.Name.isDeleted].filter { said[$0] == nil }
      var values = said.merging(arrival.article.registerValues) { $1 }
      for name in silent { values[name] = nil }
      values[Registers.Name.purgedAt] = nil
      let current = try transaction.versions(saved.id).current
      values = values.filter { current[$0.key] != $0.value }
      try transaction.say(values, of: saved.id, order: arrival.article.registerOrder)
      if let body = arrival.body, let next = try transaction.article(saved.id),
        next.bodyHash == arrival.article.bodyHash
      {
        try transaction.save(next, text: body)
      }
    } else {
      // An article in Trash is left alone; what a merged one says is in the record of the whole.
      let isMerged = arrival.registers.map { $0[Registers.Name.mergedInto] != .null } ?? false
      guard !saved.isDeleted, !isMerged else { return place }
      let registers = try transaction.versions(saved.id).current
      var next = saved
      var text: String?
      let isBetter =
        !next.fetch.hasText
        || next.fetch.isSuspect && arrival.article.wordCount > next.wordCount
      if let body = arrival.body, isBetter {
        next.takeText(of: arrival.article)
        text = body
      }
      next.takeIn(arrival.article, registers)
      guard next != saved else { return place }
      try transaction.save(next, text: text)
    }
    place.article = try transaction.article(saved.id) ?? saved
    place.isChanged = place.article != saved
    return place
  }

  /// Returns the saved article that is the same as an incoming one, if any.
  private func existing(
    _ arrival: IncomingArticle, _ transaction: inout Transaction
  ) throws(StoreError) -> Article? {
    let article = arrival.article
    var inTrash: Article?
    let versions = try transaction.versions(article.id)
    if let same = versions.article() {
      guard same.isDeleted, arrival.registers == nil else { return same }
      inTrash = same
    } else if versions.survivor == nil {
      _ = try versions.readableArticle()
    }
    if let survivor = versions.survivor { return try transaction.article(survivor) }
    guard arrival.registers == nil else { return nil }
    // An answering address matches only articles that were saved from it.
    let list = index.withLock(\.snapshot)
    let found =
      article.ownAddresses.map { ($0, list?.ids(like: $0) ?? []) }
      + [article.answeringAddress].compactMap { $0.map { ($0, list?.ids($0, .own) ?? []) } }
    for (address, ids) in found {
      for id in ids where id != article.id {
        // The list may be outdated: the record decides which addresses it has.
        guard let other = try? transaction.article(id), other.isFound(by: address),
          inTrash == nil || !other.isDeleted
        else { continue }
        return other
      }
    }
    return inTrash
  }

  /// Saves an article together with its text, as discovery does.
  ///
  /// An article that is already saved stays unchanged, but is restored from Trash.
  /// - Parameters:
  ///   - article: the article.
  ///   - html: its sanitized text.
  ///   - moment: the time of saving.
  ///   - fixed: a stamp for values that nobody asked for.
  /// - Returns: the article as it is in the library now.
  /// - Throws: an error if it could not be saved; then nothing of it is stored.
  package func keep(
    _ article: Article, html: String, at moment: Timestamp, fixed: Timestamp? = nil
  ) throws(StoreError) -> Article {
    var whole = article
    whole.fetch = .ready
    let (kept, written) = try write([article.id], at: moment, isCurrent: true) {
      transaction throws(StoreError) in
      guard var same = try existing(IncomingArticle(article), &transaction) else {
        try transaction.save(whole, text: html, fixed: fixed)
        return try transaction.article(article.id) ?? whole
      }
      if same.isDeleted {
        same.isDeleted = false
        try transaction.save(same)
      }
      return same
    }
    if let failure = written.failures.first { throw failure.error }
    return kept
  }

  /// Saves tombstones of another library for articles that are unknown here.
  ///
  /// - Parameters:
  ///   - records: the tombstones' records as text; others are ignored.
  ///   - moment: the time of the import.
  ///   - isDry: whether nothing is written.
  /// - Returns: the number of new tombstones.
  /// - Throws: an error if they cannot be written.
  package func putPurged(
    _ records: [String], at moment: Timestamp, isDry: Bool = false
  ) throws(StoreError) -> Int {
    var ids: [ArticleID] = []
    var moments: [ArticleID: Timestamp] = [:]
    for text in records {
      guard let json = try? JSON(parsing: text),
        let id = json["id"]?.string.flatMap({ ArticleID(text: $0) }),
        json[Registers.Name.purgedAt]?.string != nil, try reader.names(of: id).isEmpty
      else { continue }
      ids.append(id)
      // With its own stamp, a tombstone does not beat an article saved again since on another machine.
      moments[id] = (try? Registers(json, id: id))?.purgedAt
    }
    guard !isDry, !ids.isEmpty else { return ids.count }
    let (_, written) = try write(ids, at: moment) { transaction throws(StoreError) in
      for id in ids { try transaction.purge(id, at: moments[id]) }
    }
    if let failure = written.failures.first { throw failure.error }
    return ids.count
  }
}

extension Article {
  fileprivate func isFound(by address: WebAddress) -> Bool {
    let deduplicationKey = address.deduplicationKey
    return addresses.contains { $0.deduplicationKey == deduplicationKey }
  }
}
