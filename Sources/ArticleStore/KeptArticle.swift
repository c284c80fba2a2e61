package import ReadingList

extension Library {
  /// Saves an article that came together with its text, as discovery deals it.
  ///
  /// One that is there already stays as it is, and comes back from Trash.
  /// - Returns: the article as it is in the library now.
  /// - Throws: when it could not be saved whole; an address saved without its text will be fetched.
  package func keep(
    _ article: Article,
    html: String,
    at moment: Timestamp
  ) throws(StoreError) -> Article {
    // The record must not promise a text before it is there.
    var pending = article
    pending.fetch = .pending(reason: nil)
    switch try add([pending], at: moment).first {
    case .added(let added):
      return try saveFetched(added.id, at: moment, body: html) { $0.fetch = .ready }
        .article
    case .alreadySaved(let saved), .failed(let saved, _):
      guard saved.isDeleted else { return saved }
      _ = try apply(.delete(false), to: [saved.id], at: moment, favoritesStay: false)
      return try self.article(saved.id) ?? saved
    case nil: return article
    }
  }
}
