package import ReadingList

extension Library {
  /// Makes one article of several that are the same: the survivor takes over what the reader did to
  /// the others, and their addresses; the others go to Trash.
  ///
  /// Tags are merged, notes joined, all highlights, the furthest progress and the oldest saving date
  /// kept, and a favorite stays one. A highlight whose passage the survivor does not have stays with
  /// its quote. Reverting the receipt brings all of them back as they were.
  /// - Parameters:
  ///   - survivor: the article that stays.
  ///   - others: the articles that it takes over; ids that are not there are passed over.
  ///   - moment: when.
  /// - Returns: the receipt; the others go only once the survivor has what was theirs.
  /// - Throws: when nothing could be written.
  package func mergeDuplicates(
    into survivor: ArticleID,
    from others: [ArticleID],
    at moment: Timestamp
  ) throws(StoreError) -> ChangeReceipt {
    var receipt = ChangeReceipt()
    try holdingLock { () throws(StoreError) in
      var taken: [Article] = []
      var known: Set<ArticleID> = [survivor]
      for id in others where known.insert(id).inserted {
        if let article = try article(id), !article.isDeleted { taken.append(article) }
      }
      rewriteSome([survivor], into: &receipt) { [taken] article in
        var next = article
        next.takeOver(taken)
        return next == article ? nil : next.stamped(from: article, at: moment)
      }
      if let failure = receipt.failures.first {
        guard !receipt.changed.isEmpty else { throw failure.error }
        var error = failure.error
        error.isInPlace = false
        receipt.failures += taken.map { .init(id: $0.id, error: error) }
        return
      }
      guard receipt.missing.isEmpty else { return }
      var rest = taken.map(\.id)[...]
      while !rest.isEmpty {
        rewriteSome(rest.prefix(WriteBatch.limit), into: &receipt) { article in
          article.applying(.delete(true), at: moment)
        }
        rest = rest.dropFirst(WriteBatch.limit)
      }
    }
    receipt.close()
    return receipt
  }
}

extension Article {
  /// Takes over what the reader did to other articles, and their addresses.
  fileprivate mutating func takeOver(_ others: [Article]) {
    var known = Set(addresses.map(\.text) + otherURLs)
    var knownTags = Set(tags)
    var notes = note.isEmpty ? [] : [note]
    var marks = Dictionary(highlights.map { ($0.id, $0) }) { first, _ in first }
    for other in others {
      otherURLs += (other.addresses.map(\.text) + other.otherURLs.dropFirst(Self.maxAddresses))
        .filter { known.insert($0).inserted }
      for var mark in other.highlights where !mark.isDeleted && marks[mark.id] != mark {
        if marks[mark.id] != nil { mark.id += "-" + other.id.text }
        if marks.updateValue(mark, forKey: mark.id) == nil { highlights.append(mark) }
      }
      tags += other.tags.filter { knownTags.insert($0).inserted }
      if !isArchived, other.isFavorite { isFavorite = true }
      if !other.note.isEmpty { notes.append(other.note) }
      savedAt = min(savedAt, other.savedAt)
      readAt = [readAt, other.readAt].compactMap { $0 }.max()
      progress = max(progress, other.progress)
    }
    note = notes.joined(separator: "\n\n")
  }

  fileprivate func stamped(from old: Article, at moment: Timestamp) -> Article {
    var next = self
    next.stampDifferences(from: old, at: moment)
    return next
  }
}
