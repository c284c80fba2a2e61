import Platform
package import ReadingList

/// What came of storing a fetched page.
package struct FetchedText: Equatable, Sendable {
  /// The article as it is now.
  package var article: Article
  /// Another article, not in Trash, that addresses and texts show to be the same one.
  ///
  /// Nothing is done about it here.
  package var duplicate: Article?
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
  ///   - update: sets the metadata of the page; called once.
  /// - Returns: the article as stored, and its duplicate.
  /// - Throws: `notFound` when the article was purged meanwhile.
  package func saveFetched(
    _ id: ArticleID,
    at moment: Timestamp,
    body: String?,
    update: (inout Article) -> Void
  ) throws(StoreError) -> FetchedText {
    let saved = try changeText(id, at: moment) {
      update(&$0)
      return body
    }
    guard let body else { return FetchedText(article: saved) }
    return FetchedText(article: saved, duplicate: try duplicate(of: saved, text: body))
  }

  /// Changes an article and its text as its record is under the lock.
  ///
  /// - Parameters:
  ///   - id: which article.
  ///   - moment: when.
  ///   - change: changes the article, and gives its new text; nil to keep the one that is stored. Called once.
  /// - Returns: the article as stored.
  /// - Throws: `notFound` when the article was purged meanwhile.
  @discardableResult
  func changeText(
    _ id: ArticleID,
    at moment: Timestamp,
    _ change: (inout Article) -> String?
  ) throws(StoreError) -> Article {
    try holdingLock { () throws(StoreError) in
      guard let record = try recordToChange(id, Patience()), let article = record.article else {
        throw StoreError(.notFound, "No article has the id \(id.text); it may have been purged.")
      }
      if record.isNewer { throw StoreError.newer(paths.record(id)) }
      var next = article
      let body = change(&next)
      if let body { next.bodyHash = SHA256.hex(of: body) }
      if next != article { next.stampDifferences(from: article, at: moment) }
      let bytes = next == article ? nil : Record.bytes(of: next, over: record)
      try store(bytes, over: record.file, body: body, of: id)
      return next
    }
  }

  /// Removes articles for good; a tombstone stays in place of each record.
  ///
  /// - Returns: a receipt of what could not be removed; there are no changes in it to take back.
  /// - Throws: when none could be removed, the error of the first.
  package func purge(_ ids: [ArticleID], at moment: Timestamp) throws(StoreError) -> ChangeReceipt {
    var receipt = ChangeReceipt()
    var rest = ids[...]
    var purged = 0
    if rest.isEmpty, let readOnlyReason { throw StoreError(.readOnly, readOnlyReason) }
    while !rest.isEmpty {
      do throws(StoreError) {
        let some = rest.prefix(WriteBatch.limit)
        purged += try holdingLock { () throws(StoreError) in
          let count = purgeSome(some, into: &receipt, at: moment)
          if count > 0 { try? files.written?.removeOlderVersions() }
          return count
        }
      } catch {
        receipt.failures += rest.map { .init(id: $0, error: error) }
        break
      }
      rest = rest.dropFirst(WriteBatch.limit)
    }
    if purged == 0, let failure = receipt.failures.first { throw failure.error }
    return receipt
  }

  /// Gives how many are gone.
  private func purgeSome(
    _ ids: ArraySlice<ArticleID>,
    into receipt: inout ChangeReceipt,
    at moment: Timestamp
  ) -> Int {
    var batch = WriteBatch(files: files, root: paths.articles, count: ids.count)
    var staged: [ArticleID] = []
    let patience = Patience()
    for id in ids {
      do throws(StoreError) {
        guard let record = try recordToChange(id, patience), let article = record.article else {
          receipt.missing.append(id)
          continue
        }
        if record.isNewer { throw StoreError.newer(paths.record(id)) }
        // Later than all that was ever said of it, whatever the clocks say.
        let purgedAt = max(moment, article.latestStamp.advanced(byMilliseconds: 1))
        do throws(SystemFailure) {
          let bytes = Record.bytes(ofTombstone: id, purgedAt: purgedAt)
          try batch.stage(bytes, of: id, at: paths.record(id), over: record.file)
        } catch {
          throw StoreError(error)
        }
        staged.append(id)
      } catch {
        receipt.failures.append(.init(id: id, error: error))
      }
    }
    let failures = batch.commit()
    removeDrawings(of: staged)
    var purged = 0
    for id in staged {
      let failure = failures[paths.record(id)]
      do throws(SystemFailure) {
        if failure == nil || failure?.isInPlace == true {
          purged += 1
          do throws(SystemFailure) {
            try files.remove(paths.body(id))
            try removePictures(of: id)
          } catch {
            throw error.inPlace
          }
        }
        if let failure { throw failure }
      } catch {
        receipt.failures.append(.init(id: id, error: StoreError(error)))
      }
    }
    return purged
  }

  /// Another article, not in Trash, that addresses and texts show to be the same as one that was just stored.
  ///
  /// Looks at a few only: where more are linked, no two are likely to be the same.
  package func duplicate(of article: Article, text: String) throws(StoreError) -> Article? {
    guard article.fetch == .ready, !article.isDeleted else { return nil }
    let known = currentList()
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

  /// Writes an article's text and its record, both or neither; the caller holds the lock.
  func store(
    _ record: [UInt8]?,
    over read: FileStatus?,
    body: String?,
    of id: ArticleID
  ) throws(StoreError) {
    do throws(SystemFailure) {
      var batch = WriteBatch(files: files)
      // The text goes first: a record must never promise a text that is not there.
      if let body { try batch.stage(Array(body.utf8), at: paths.body(id)) }
      if let record { try batch.stage(record, of: id, at: paths.record(id), over: read) }
      try batch.commitTogether()
    } catch {
      throw StoreError(error)
    }
  }
}
