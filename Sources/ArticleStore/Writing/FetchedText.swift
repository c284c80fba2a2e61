import Platform
package import ReadingList

/// The result of storing a fetched page.
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
  /// The article is read again under the lock before `update` sees it, so that what a person did to it
  /// meanwhile survives.
  /// - Parameters:
  ///   - id: which article.
  ///   - moment: when it was fetched.
  ///   - body: its text, or nil to keep the one that is stored.
  ///   - update: sets the metadata of the page; called once.
  /// - Returns: the article as stored, and its duplicate.
  /// - Throws: `notFound` when the article was purged meanwhile.
  package func saveFetched(
    _ id: ArticleID, at moment: Timestamp, body: String?, update: (inout Article) -> Void
  ) throws(StoreError) -> FetchedText {
    let (saved, written) = try write([id], at: moment) { transaction throws(StoreError) in
      guard var article = try transaction.article(id) else {
        throw StoreError(.notFound, "No article has the id \(id.text); it may have been purged.")
      }
      update(&article)
      try transaction.save(article, text: body)
      return try transaction.article(id) ?? article
    }
    if let failure = written.failures[id] { throw failure }
    guard let body else { return FetchedText(article: saved) }
    return FetchedText(article: saved, duplicate: try duplicate(of: saved, text: body))
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
        let otherText = try? body(of: other), article.isSame(as: other, texts: (text, otherText))
      else { continue }
      return other
    }
    return nil
  }
}
