package import ReadingList

extension Library {
  /// Makes one article of several that are the same: the survivor takes over what the reader did to
  /// the others, and their addresses; the others go to Trash.
  ///
  /// Tags are united, notes joined, all highlights, the furthest progress and the oldest saving date
  /// kept, and a favorite stays one. A highlight whose passage the survivor does not have stays with
  /// its quote. Reverting the receipt brings all of them back as they were.
  /// - Parameters:
  ///   - survivor: the article that stays.
  ///   - others: the articles that it takes over; ids that are not there are passed over.
  ///   - moment: when.
  /// - Returns: the receipt; the others go only once the survivor has what was theirs.
  /// - Throws: when nothing could be written.
  package func unite(
    _ survivor: ArticleID,
    with others: [ArticleID],
    at moment: Timestamp
  ) throws(StoreError) -> ChangeReceipt {
    var receipt = ChangeReceipt()
    try holdingLock { () throws(StoreError) in
      var taken: [Article] = []
      for id in others where id != survivor && !taken.contains(where: { $0.id == id }) {
        if let article = try article(id), !article.isDeleted { taken.append(article) }
      }
      rewriteSome([survivor], into: &receipt) { article in
        var next = article
        for other in taken { next.takeOver(other) }
        return next == article ? nil : next.stamped(from: article, at: moment)
      }
      if let failure = receipt.failures.first {
        guard !receipt.changes.isEmpty else { throw failure.error }
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
    return receipt
  }
}

extension Article {
  /// Takes over what the reader did to another article, and its addresses.
  fileprivate mutating func takeOver(_ other: Article) {
    let known = Set(addresses.map(\.text) + otherURLs)
    otherURLs += (other.addresses.map(\.text) + other.otherURLs.dropFirst(Self.mostAddresses))
      .filter { !known.contains($0) }
    var marks = Dictionary(highlights.map { ($0.id, $0) }) { first, _ in first }
    for var mark in other.highlights where !mark.isDeleted && marks[mark.id] != mark {
      if marks[mark.id] != nil { mark.id += "-" + other.id.text }
      if marks.updateValue(mark, forKey: mark.id) == nil { highlights.append(mark) }
    }
    for tag in other.tags where !tags.contains(tag) { tags.append(tag) }
    if !isArchived, other.isFavorite { isFavorite = true }
    if !other.note.isEmpty { note += (note.isEmpty ? "" : "\n\n") + other.note }
    savedAt = min(savedAt, other.savedAt)
    readAt = [readAt, other.readAt].compactMap { $0 }.max()
    progress = max(progress, other.progress)
  }

  fileprivate func stamped(from old: Article, at moment: Timestamp) -> Article {
    var next = self
    next.stampDifferences(from: old, at: moment)
    return next
  }
}
