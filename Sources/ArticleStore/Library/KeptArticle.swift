package import ReadingList

extension Library {
  /// Saves an article that came together with its text, as discovery picks it.
  ///
  /// One that is there already stays as it is, and comes back from Trash.
  /// - Returns: the article as it is in the library now.
  /// - Throws: when it could not be saved; then nothing of it is there.
  package func keep(
    _ article: Article,
    html: String,
    at moment: Timestamp
  ) throws(StoreError) -> Article {
    var whole = article
    whole.fetch = .ready
    whole.bodyHash = SHA256.hex(of: html)
    let arrival = IncomingArticle(whole, body: html)
    let place = try holdingLock { () throws(StoreError) in
      _ = currentList()
      var plan = resolve([arrival], merges: false, at: moment)
      var receipt = ChangeReceipt()
      write(&plan, noting: &receipt)
      return plan.outcomes.first
    }
    if let error = place?.failure { throw error }
    let kept = place?.after ?? article
    guard kept.isDeleted else { return kept }
    let receipt = try apply(.delete(false), to: [kept.id], at: moment)
    if let failure = receipt.failures.first { throw failure.error }
    return try self.article(kept.id) ?? kept
  }
}
