import Platform
package import ReadingList

extension Library {
  /// Saves a fetched page: first its text, then its record.
  ///
  /// `update` gets the article as read under the lock, so that changes made meanwhile survive.
  /// - Parameters:
  ///   - id: the article.
  ///   - moment: the time of the fetch.
  ///   - body: the text; nil to keep the stored one.
  ///   - update: sets the page's metadata; called once.
  /// - Returns: the saved article, and the receipt that undoes the change.
  /// - Throws: `notFound` if the article was purged meanwhile.
  package func saveFetched(
    _ id: ArticleID, at moment: Timestamp, body: String?, update: (inout Article) -> Void
  ) throws(StoreError) -> (article: Article, receipt: ChangeReceipt) {
    let (saved, receipt) = try write([id], at: moment) { transaction throws(StoreError) in
      guard var article = try transaction.article(id) else {
        throw StoreError(.notFound, "No article has the id \(id.text); it may have been purged")
      }
      update(&article)
      try transaction.save(article, text: body)
      return try transaction.article(id) ?? article
    }
    if let failure = receipt.failures.first { throw failure.error }
    return (saved, receipt)
  }

  /// Returns another article outside Trash that addresses and texts show to be the same, unmerged.
  ///
  /// Compares at most 32 articles: among more linked ones, a duplicate is unlikely.
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
