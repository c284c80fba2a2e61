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
  /// - Returns: the receipt.
  /// - Throws: when nothing could be written.
  package func unite(
    _ survivor: ArticleID,
    with others: [ArticleID],
    at moment: Timestamp
  ) throws(StoreError) -> ChangeReceipt {
    var taken: [Article] = []
    for id in others where id != survivor {
      if let article = try article(id), !article.isDeleted { taken.append(article) }
    }
    return try rewrite([survivor] + taken.map(\.id)) { article in
      var next = article
      if article.id == survivor {
        for other in taken { next.takeOver(other) }
      } else {
        next.isDeleted = true
      }
      guard next != article else { return nil }
      next.stampDifferences(from: article, at: moment)
      return next
    }
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
}
