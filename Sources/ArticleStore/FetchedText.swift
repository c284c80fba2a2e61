import Glibc
package import ReadingList

/// What came of storing a fetched page.
package struct FetchedText: Equatable, Sendable {
  /// The article as it is now.
  package var article: Article
  /// Another article, not in Trash, that addresses and texts show to be the same one.
  ///
  /// Nothing is done about it here.
  package var twin: Article?
}

extension Library {
  /// Stores what fetching an article gave: first its text, then its record.
  ///
  /// The record is read again under the lock before `update` sees it, so that what a person did to it
  /// meanwhile survives.
  /// - Parameters:
  ///   - id: which article.
  ///   - moment: when it was fetched.
  ///   - body: its text, or nil to keep the one that is stored.
  ///   - update: sets the facts of the page; called once.
  /// - Returns: the article as stored, and its twin.
  /// - Throws: `notFound` when the article was purged meanwhile.
  package func saveFetched(
    _ id: ArticleID,
    at moment: Timestamp,
    body: String?,
    update: (inout Article) -> Void
  ) throws(StoreError) -> FetchedText {
    let saved = try holdingLock { () throws(StoreError) in
      guard let record = try record(id), let article = record.article else {
        throw StoreError(.notFound, "No article has the id \(id.text); it may have been purged.")
      }
      if record.isNewer { throw StoreError.newer(paths.record(id)) }
      var next = article
      update(&next)
      if let body { next.bodyHash = SHA256.hex(of: body) }
      if next != article { next.stampDifferences(from: article, at: moment) }
      // The text goes first: a record must never promise a text that is not there.
      if let body { try put(Array(body.utf8), at: paths.body(id)) }
      if next != article { try put(Record.bytes(of: next, over: record), at: paths.record(id)) }
      return next
    }
    guard let body else { return FetchedText(article: saved) }
    return FetchedText(article: saved, twin: try twin(of: saved, text: body))
  }

  /// Removes articles for good; a tombstone stays in place of each record.
  ///
  /// - Throws: when one could not be removed; the others are.
  package func purge(_ ids: [ArticleID], at moment: Timestamp) throws(StoreError) {
    var rest = ids[...]
    var refusal: StoreError?
    while !rest.isEmpty {
      let some = rest.prefix(WriteBatch.limit)
      refusal =
        try holdingLock { () throws(StoreError) in try purgeSome(some, at: moment) } ?? refusal
      rest = rest.dropFirst(WriteBatch.limit)
    }
    if let refusal { throw refusal }
  }

  /// Gives why one was left alone.
  private func purgeSome(
    _ ids: ArraySlice<ArticleID>,
    at moment: Timestamp
  ) throws(StoreError) -> StoreError? {
    var refusal: StoreError?
    var batch = WriteBatch(files: files)
    var purged: [ArticleID] = []
    for id in ids {
      let record: Record?
      do throws(StoreError) { record = try self.record(id) } catch {
        refusal = error
        continue
      }
      guard let record, record.article != nil else { continue }
      if record.isNewer {
        refusal = .newer(paths.record(id))
        continue
      }
      do throws(SystemFailure) {
        try batch.stage(Record.bytes(ofTombstone: id, purgedAt: moment), at: paths.record(id))
        purged.append(id)
      } catch {
        refusal = StoreError(error)
      }
    }
    let failures = batch.commit()
    for id in purged {
      do throws(SystemFailure) {
        if let failure = failures[paths.record(id)] { throw failure }
        try files.remove(paths.body(id))
      } catch {
        refusal = StoreError(error)
      }
    }
    return refusal
  }

  /// Looks at a few only: where more are linked, no two are likely to be the same.
  private func twin(of article: Article, text: String) throws(StoreError) -> Article? {
    guard article.fetch == .ready, !article.isDeleted else { return nil }
    let known = try currentList()
    var ids: [ArticleID] = []
    for address in [article.answeringAddress, article.namedAddress] {
      if let address { ids += known.ids(address, .own) }
    }
    for address in article.ownAddresses {
      ids += known.ids(address, .answering) + known.ids(address, .named)
    }
    if let address = article.answeringAddress { ids += known.ids(address, .answering) }
    for id in ids.prefix(32) where id != article.id {
      guard let other = try? self.article(id), !other.isDeleted, article.isLinked(to: other),
        let otherText = try? body(of: id), article.isSame(as: other, texts: (text, otherText))
      else { continue }
      return other
    }
    return nil
  }

  private func put(_ bytes: [UInt8], at path: String) throws(StoreError) {
    do throws(SystemFailure) {
      var batch = WriteBatch(files: files)
      try batch.stage(bytes, at: path)
      if let failure = batch.commit().values.first { throw failure }
    } catch {
      throw StoreError(error)
    }
  }
}
