package import Exchange
package import Library
package import ReadingList

/// The verb “add”: saves addresses, and makes the same changes to articles that are saved already.
package struct LinkAdding: Sendable {
  private let links: [SavedLinks.Link]
  private let changes: [ArticleChange]

  package init(_ links: [SavedLinks.Link], _ changes: [ArticleChange]) {
    self.links = links
    self.changes = changes
  }

  /// Saves the articles in batches, so that few are in memory at a time.
  ///
  /// - Parameters:
  ///   - library: the library.
  ///   - now: the saved date of the last article; the others are a millisecond apart before it, to
  ///     preserve their order.
  ///   - report: called when a batch is durable, with its results and the receipts that undo it.
  /// - Throws: an error if nothing can be written.
  package func run(
    into library: Library, at now: Timestamp, report: ([Addition], [ChangeReceipt]) -> Void
  ) throws(StoreError) {
    let last = links.count - 1
    let articles = links.enumerated().lazy.map { index, link in
      let savedAt = now.advanced(byMilliseconds: Int64(index - last))
      let article = Article(address: link.address, given: link.given, savedAt: savedAt)
      return article.applying(changes, at: now, library.listRules) ?? article
    }
    try library.add(articles, at: now) { additions in
      var receipts = [ChangeReceipt(added: additions.compactMap(\.added))]
      report(change(additions, in: library, at: now, &receipts), receipts)
    }
  }

  /// Changes the articles that are saved already.
  private func change(
    _ additions: [Addition], in library: Library, at now: Timestamp,
    _ receipts: inout [ChangeReceipt]
  ) -> [Addition] {
    let saved = additions.compactMap { addition -> ArticleID? in
      if case .alreadySaved(let article) = addition { article.id } else { nil }
    }
    guard !changes.isEmpty, !saved.isEmpty else { return additions }
    var refusals: [ArticleID: StoreError] = [:]
    var changed: Set<ArticleID> = []
    do throws(StoreError) {
      let receipt = try library.apply(changes, to: saved, at: now)
      receipts.append(receipt)
      changed = Set(receipt.changed)
      for failure in receipt.failures { refusals[failure.id] = failure.error }
    } catch { for id in saved { refusals[id] = error } }
    return additions.map { addition in
      guard case .alreadySaved(let article) = addition else { return addition }
      if let refusal = refusals[article.id] { return .failed(article, refusal) }
      guard changed.contains(article.id), let now = try? library.article(article.id) else {
        return addition
      }
      return .alreadySaved(now)
    }
  }
}

extension Addition {
  /// The article if it is new in the library.
  package var added: Article? {
    switch self {
    case .added(let article): article
    case .failed(let article, let error): error.isInPlace ? article : nil
    case .alreadySaved: nil
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
