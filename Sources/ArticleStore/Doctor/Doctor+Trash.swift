import ReadingList

// What earlier versions took for another article by the word of a page alone.
extension Doctor {
  /// Looks for articles in Trash that were taken over by one that `Article.isSame` says is another.
  ///
  /// Only what shows that no person did it: titles and an address of their pages in common, and the one
  /// sent to Trash as soon as the other was fetched.
  mutating func examineTrash() throws(StoreError) {
    for trashed in trashed where trashed.fetch == .ready {
      guard let address = WebAddress(canonical: trashed.canonicalURL),
        let id = survivors[address.deduplicationKey], id != trashed.id,
        let survivor = try library.article(id), trashed.wasTakenAtFetching(by: survivor),
        let text = try? library.body(of: trashed.id), let other = try? library.body(of: id),
        !trashed.alone.isSame(as: survivor.alone, texts: (text, other))
      else { continue }
      var remedy: String?
      if repairs {
        let own = Set((trashed.addresses + [trashed.namedAddress].compactMap { $0 }).map(\.text))
        let receipt = try library.rewrite([id, trashed.id]) { [moment] article in
          var next = article
          if article.id == id {
            next.otherURLs.removeAll { own.contains($0) }
          } else {
            next.isDeleted = false
          }
          guard next != article else { return nil }
          next.stampDifferences(from: article, at: moment)
          return next
        }
        if receipt.failures.isEmpty { remedy = "restored from Trash" }
      }
      note(
        .takenOver,
        paths.record(trashed.id),
        "it was moved to Trash as a duplicate of \(survivor.url), which has another text or site",
        remedy: remedy
      )
    }
  }
}

extension Article {
  /// The article without what it took over.
  fileprivate var alone: Article {
    var alone = self
    alone.otherURLs = []
    return alone
  }

  fileprivate func wasTakenAtFetching(by survivor: Article) -> Bool {
    guard let moment = changed[ArticleField.isDeleted.rawValue], title == survivor.title else {
      return false
    }
    let isAtFetching = [fetchedAt, survivor.fetchedAt].contains { fetched in
      fetched.map { $0 <= moment && moment <= $0.advanced(bySeconds: 60) } ?? false
    }
    return isAtFetching && !said.isDisjoint(with: survivor.said)
  }

  /// deduplicationKeys of what it was saved by, and of all that its page said was its address.
  private var said: Set<String> {
    Set(
      [url, canonicalURL, finalURL, pageURL].compactMap { text in
        text.flatMap { try? WebAddress($0) }?.deduplicationKey
      }
    )
  }
}
