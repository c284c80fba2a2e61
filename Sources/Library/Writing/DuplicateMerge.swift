package import ReadingList

extension Library {
  /// Merges duplicate articles: the others become parts of the survivor.
  ///
  /// Nothing is copied: the article is what the files of all their ids say together. Where that is not the best of
  /// all, it is written: notes are joined, a favorite stays one, the furthest progress and the oldest date
  /// are kept. Reverting the receipt separates them again.
  /// - Parameters:
  ///   - survivor: the article that stays.
  ///   - others: the articles to merge into it; missing ones are skipped.
  ///   - moment: the time of the change.
  /// - Returns: the changes.
  /// - Throws: an error if nothing could be written.
  package func mergeDuplicates(
    into survivor: ArticleID, from others: [ArticleID], at moment: Timestamp
  ) throws(StoreError) -> ChangeReceipt {
    var missing: [ArticleID] = []
    var (_, receipt) = try write([survivor] + others, at: moment) {
      transaction throws(StoreError) in
      guard let before = try transaction.article(survivor) else {
        missing = [survivor]
        return
      }
      var taken: [Article] = []
      var known: Set = [survivor]
      for id in others where known.insert(id).inserted {
        guard let article = try transaction.article(id), !article.isDeleted else { continue }
        taken.append(article)
      }
      guard !taken.isEmpty else { return }
      var whole = before
      whole.takeOver(taken)
      // The parts are found by these.
      guard whole.otherURLs.count <= Article.maxAddresses else {
        throw StoreError(.io, "One article has \(Article.maxAddresses) other addresses at most")
      }
      // Only registers that differ from the merged records are written.
      var joined = try transaction.versions(survivor)
      for article in taken { joined.parts.append(try transaction.versions(article.id)) }
      let (current, wanted) = (joined.current, whole.registerValues)
      var values: [String: JSON] = [:]
      for name in Self.decided {
        let value = wanted[name] ?? .null
        if current[name] != value { values[name] = value }
      }
      // Also a tag of one that was removed from another later.
      for name in whole.registerOrder where current[name] == .null { values[name] = wanted[name] }
      try transaction.say(values, of: survivor, order: whole.registerOrder)
      for article in taken {
        try transaction.say([Registers.Name.mergedInto: .string(survivor.text)], of: article.id)
      }
    }
    receipt.missing = missing
    if receipt.changed.isEmpty, let failure = receipt.failures.first { throw failure.error }
    return receipt
  }

  /// Registers for which the latest value is not always the best.
  private static let decided = [
    Registers.Name.note, Registers.Name.title, Registers.Name.list, Registers.Name.reading,
    Registers.Name.savedAt,
  ]

  /// Moves an article to another address: adds a new article and merges the old one into it.
  ///
  /// An id is derived from its address, so the old article cannot change it. The old address still
  /// finds the article, and the old text stays, marked as such, until the new page is fetched, which
  /// is not done here.
  /// - Parameters:
  ///   - id: the article.
  ///   - address: the other address.
  ///   - given: the address as typed.
  ///   - moment: when.
  /// - Returns: what takes it back, in the order in which it was done.
  /// - Throws: when the address is that of an article already, or nothing can be written.
  package func changeAddress(
    of id: ArticleID, to address: WebAddress, given: String, at moment: Timestamp
  ) throws(StoreError) -> [ChangeReceipt] {
    guard let old = try article(id) else {
      throw StoreError(.notFound, "Article \(id) no longer exists")
    }
    // Read first: what cannot be read must not keep the change from being undone.
    let text = old.fetch.hasText ? try body(of: old) : nil
    var receipts: [ChangeReceipt] = []
    let new = Article(address: address, given: given, savedAt: old.savedAt)
    for addition in try add([new], at: moment) {
      let found = addition.article
      if let error = addition.error { throw error }
      if addition.added != nil {
        receipts.append(ChangeReceipt(added: [found]))
      } else if found.isDeleted, found.id == new.id {
        receipts.append(try apply(.delete(false), to: [new.id], at: moment))
      } else {
        throw StoreError(
          .io,
          found.id == id
            ? "“\(given)” is already the address of this article"
            : "“\(given)” is already saved, as \(found.id.text.prefix(8)) “\(found.title)”")
      }
    }
    receipts.append(try mergeDuplicates(into: new.id, from: [id], at: moment))
    var carried: [ArticleChange] = []
    if old.isTitleEdited { carried.append(.title(old.title)) }
    if old.isArchived { carried.append(.archive(true)) }
    receipts.append(try apply(carried, to: [new.id], at: moment))
    if let text { receipts.append(try carry(text, of: old, to: new.id, at: moment)) }
    return receipts
  }

  private func carry(
    _ text: String, of old: Article, to id: ArticleID, at moment: Timestamp
  ) throws(StoreError) -> ChangeReceipt {
    let (_, receipt) = try write([id], at: moment) { transaction throws(StoreError) in
      guard var article = try transaction.article(id), !article.fetch.hasText else { return }
      article.showText(of: old)
      // A fetch is due at once.
      article.retryAt = moment
      try transaction.save(article, text: text)
    }
    return receipt
  }
}

extension Article {
  /// Takes over the text of another address, as a doubtful one.
  fileprivate mutating func showText(of old: Article) {
    let place = (try? WebAddress(old.url))?.deduplicationKey ?? old.url
    fetch =
      old.fetchKind == Self.movedKind
      ? old.fetch : .suspect(reason: "the text is still that of \(place)")
    fetchKind = Self.movedKind
    if isTitleEdited {
      pageTitle = old.pageTitle
    } else if old.title != old.titleWithoutPage {
      title = old.title
    }
    (author, language, direction) = (old.author, old.language, old.direction)
    (excerpt, image, publishedAt) = (old.excerpt, old.image, old.publishedAt)
    (wordCount, pageKind, fetchedAt) = (old.wordCount, old.pageKind, old.fetchedAt)
  }

  /// Takes over addresses, tags, highlights, notes, favorite, dates and progress of other articles.
  fileprivate mutating func takeOver(_ others: [Article]) {
    var known = Set(addresses.map(\.text) + otherURLs)
    var (names, marks) = (Set(tags), Set(highlights.map(\.id)))
    var notes = note.isEmpty ? [] : [note]
    for other in others {
      tags += other.tags.filter { names.insert($0).inserted }
      highlights += other.highlights.filter { marks.insert($0.id).inserted }
      // The canonical address identifies a part of this article.
      otherURLs +=
        ([other.canonicalURL] + other.addresses.map(\.text)
        + other.otherURLs.dropFirst(Self.maxAddresses)).filter { known.insert($0).inserted }
      if !otherURLs.contains(other.canonicalURL) { otherURLs.append(other.canonicalURL) }
      if !isArchived, other.isFavorite { isFavorite = true }
      if !other.note.isEmpty { notes.append(other.note) }
      savedAt = min(savedAt, other.savedAt)
      readAt = [readAt, other.readAt].compactMap { $0 }.max()
      progress = max(progress, other.progress)
    }
    note = notes.joined(separator: "\n\n")
  }
}
