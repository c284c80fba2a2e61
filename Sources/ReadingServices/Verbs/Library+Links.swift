package import Exchange
package import Library
package import ReadingList

extension Library {
  /// Saves addresses and applies changes, also to articles saved already.
  ///
  /// `now` is the saved date of the last article; the others are a millisecond apart before it, to
  /// preserve their order. `report` is called when a batch is durable, with its results and the
  /// receipts that undo it.
  package func add(
    _ links: [SavedLinks.Link], _ changes: [ArticleChange], at now: Timestamp,
    report: ([Addition], [ChangeReceipt]) -> Void
  ) throws(StoreError) {
    let last = links.count - 1
    let articles = links.enumerated().lazy.map { index, link in
      let savedAt = now.advanced(byMilliseconds: Int64(index - last))
      let article = Article(address: link.address, given: link.given, savedAt: savedAt)
      return IncomingArticle(article.applying(changes, at: now, self.listRules) ?? article)
    }
    try add(arriving: articles, at: now) { additions in
      var receipts = [ChangeReceipt(added: additions.compactMap(\.added))]
      report(change(additions, changes, at: now, &receipts), receipts)
    }
  }

  private func change(
    _ additions: [Addition], _ changes: [ArticleChange], at now: Timestamp,
    _ receipts: inout [ChangeReceipt]
  ) -> [Addition] {
    let saved = additions.filter(\.wasSaved).map(\.article.id)
    guard !changes.isEmpty, !saved.isEmpty else { return additions }
    var refusals: [ArticleID: StoreError] = [:]
    var changed: Set<ArticleID> = []
    do throws(StoreError) {
      let receipt = try apply(changes, to: saved, at: now)
      receipts.append(receipt)
      changed = Set(receipt.changed)
      for failure in receipt.failures { refusals[failure.id] = failure.error }
    } catch { for id in saved { refusals[id] = error } }
    return additions.map { addition in
      guard addition.wasSaved else { return addition }
      var addition = addition
      let id = addition.article.id
      addition.error = refusals[id]
      if changed.contains(id), let now = try? self.article(id) { addition.article = now }
      return addition
    }
  }
}

extension Article {
  /// Says where a saved article is and how far it was read: “in Archived, 40% read”.
  package var placeWords: String {
    guard let home = membership.home else { return "in Trash" }
    return "in \(home.title)" + (progress > .none ? ", \(progress.percent)% read" : "")
  }
}
