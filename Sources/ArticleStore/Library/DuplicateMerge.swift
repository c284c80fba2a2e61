package import ReadingList

extension Library {
  /// Makes one article of several that are the same: the survivor takes over what the reader did to
  /// the others, and their addresses; the others go to Trash.
  ///
  /// Tags are merged, notes joined, all highlights, the furthest progress and the oldest saving date
  /// kept, and a favorite stays one. A highlight whose passage the survivor does not have stays with
  /// its quote. Reverting the receipt brings all of them back as they were.
  /// - Parameters:
  ///   - survivor: the article that stays.
  ///   - others: the articles that it takes over; ids that are not there are passed over.
  ///   - moment: when.
  /// - Returns: the receipt; the others go only once the survivor has what was theirs.
  /// - Throws: when nothing could be written.
  package func mergeDuplicates(
    into survivor: ArticleID,
    from others: [ArticleID],
    at moment: Timestamp
  ) throws(StoreError) -> ChangeReceipt {
    var receipt = ChangeReceipt()
    try holdingLock { () throws(StoreError) in
      var taken: [Article] = []
      var known: Set<ArticleID> = [survivor]
      for id in others where known.insert(id).inserted {
        if let article = try article(id), !article.isDeleted { taken.append(article) }
      }
      rewriteSome([survivor], into: &receipt) { [taken] article in
        var next = article
        next.takeOver(taken)
        return next == article ? nil : next.stamped(from: article, at: moment)
      }
      if let failure = receipt.failures.first {
        guard !receipt.changed.isEmpty else { throw failure.error }
        var error = failure.error
        error.isInPlace = false
        receipt.failures += taken.map { .init(id: $0.id, error: error) }
        return
      }
      guard receipt.missing.isEmpty else { return }
      var rest = taken.map(\.id)[...]
      while !rest.isEmpty {
        rewriteSome(rest.prefix(WriteBatch.limit), into: &receipt) { article in
          var next = article
          next.isDeleted = true
          next.mergedInto = survivor
          return next == article ? nil : next.stamped(from: article, at: moment)
        }
        rest = rest.dropFirst(WriteBatch.limit)
      }
    }
    receipt.close()
    return receipt
  }
}

extension Article {
  /// Takes over what the reader did to other articles, and their addresses.
  fileprivate mutating func takeOver(_ others: [Article]) {
    var known = Set(addresses.map(\.text) + otherURLs)
    var knownTags = Set(tags)
    var notes = note.isEmpty ? [] : [note]
    var marks = Dictionary(highlights.map { ($0.id, $0) }) { first, _ in first }
    for other in others {
      otherURLs += (other.addresses.map(\.text) + other.otherURLs.dropFirst(Self.maxAddresses))
        .filter { known.insert($0).inserted }
      for var mark in other.highlights where !mark.isDeleted && marks[mark.id] != mark {
        if marks[mark.id] != nil { mark.id += "-" + other.id.text }
        if marks.updateValue(mark, forKey: mark.id) == nil { highlights.append(mark) }
      }
      tags += other.tags.filter { knownTags.insert($0).inserted }
      if !isArchived, other.isFavorite { isFavorite = true }
      if !other.note.isEmpty {
        notes.append(other.note)
        replaced = ReplacedText.latest(replaced + [other.noteAsTaken])
      }
      savedAt = min(savedAt, other.savedAt)
      readAt = [readAt, other.readAt].compactMap { $0 }.max()
      progress = max(progress, other.progress)
    }
    note = notes.joined(separator: "\n\n")
  }

  fileprivate func stamped(from old: Article, at moment: Timestamp) -> Article {
    var next = self
    next.stampDifferences(from: old, at: moment)
    return next
  }

  /// The version of its note, as noted in the article that takes it over.
  fileprivate var noteAsTaken: ReplacedText {
    ReplacedText(field: "\(ArticleField.mergedInto.rawValue)/\(id.text)", at: stamp(of: .note))
  }

  /// The article with what was done to one that it took over, later or on another machine; the same when it has
  /// all of that.
  ///
  /// Everything keeps the stamp that it has there, so that all machines come to the same, and what is undone here
  /// stays undone.
  func receiving(_ loser: Article) -> Article {
    let mergedAt = loser.stamp(of: .mergedInto)
    var next = self
    let given = Set(loser.tags)
    for tag in given.union(loser.removedTags(since: mergedAt)) {
      next.take(tag, of: loser, \.tags, Self.changedKey(ofTag: tag), isGiven: given.contains(tag))
    }
    for url in loser.otherURLs where url != self.url && url != canonicalURL {
      next.take(url, of: loser, \.otherURLs, Self.changedKey(ofOtherURL: url), isGiven: true)
    }
    for mark in loser.highlights { next.take(mark, of: loser) }
    for (field, path) in [
      (ArticleField.isFavorite, \Article.isFavorite), (.isArchived, \.isArchived),
    ] {
      let stamp = loser.stamp(of: field)
      guard stamp > mergedAt, stamp > next.stamp(of: field) else { continue }
      next[keyPath: path] = loser[keyPath: path]
      next.changed[field.rawValue] = stamp
    }
    let titled = loser.stamp(of: .title)
    if loser.isTitleEdited, titled > mergedAt, titled > next.stamp(of: .title) {
      next.pageTitle = titleOfPage
      next.isTitleEdited = true
      next.title = loser.title
      next.changed[ArticleField.title.rawValue] = titled
    }
    let read = loser.stamp(of: .position)
    if read > mergedAt, read > next.stamp(of: .position), loser.progress > progress {
      (next.progress, next.readAt) = (loser.progress, loser.readAt)
      next.changed[ArticleField.position.rawValue] = read
    }
    if !loser.note.isEmpty, !next.replaced.contains(loser.noteAsTaken) {
      next.replaced = ReplacedText.latest(replaced + [loser.noteAsTaken])
      if !note.contains(loser.note) {
        next.note = note.isEmpty ? loser.note : note + "\n\n" + loser.note
        let stamp = max(loser.stamp(of: .note), note.isEmpty ? .distantPast : self.stamp(of: .note))
        next.changed[ArticleField.note.rawValue] = stamp.advanced(byMilliseconds: 1)
      }
    }
    return next
  }

  private func removedTags(since moment: Timestamp) -> [String] {
    let prefix = Self.changedKey(ofTag: "")
    return changed.compactMap { key, stamp in
      key.hasPrefix(prefix) && stamp > moment ? String(key.dropFirst(prefix.count)) : nil
    }
  }

  private mutating func take(
    _ name: String,
    of loser: Article,
    _ list: WritableKeyPath<Article, [String]>,
    _ key: String,
    isGiven: Bool
  ) {
    let stamp = loser.stamp(ofKey: key)
    let isHere = self[keyPath: list].contains(name)
    guard isHere != isGiven, changed[key].map({ stamp > $0 }) ?? true else { return }
    if isGiven {
      self[keyPath: list].append(name)
    } else {
      self[keyPath: list].removeAll { $0 == name }
    }
    changed[key] = stamp
  }

  private mutating func take(_ mark: Highlight, of loser: Article) {
    var mark = mark
    let other = mark.id + "-" + loser.id.text
    let isClash = highlights.contains { $0.id == mark.id && $0.quote != mark.quote }
    if isClash || highlights.contains(where: { $0.id == other }) { mark.id = other }
    if let index = highlights.firstIndex(where: { $0.id == mark.id }) {
      guard mark.changedAt > highlights[index].changedAt else { return }
      highlights[index] = mark
    } else {
      guard !mark.isDeleted else { return }
      highlights.append(mark)
    }
    let last = changed[ArticleField.highlights.rawValue] ?? .distantPast
    changed[ArticleField.highlights.rawValue] = max(last, mark.changedAt)
  }
}

extension Library {
  /// Brings articles in order that duplicates were merged into, as it follows from the records of all: what was done
  /// to one that was taken over goes to the one that took it, and of a group one stays out of Trash.
  ///
  /// - Parameter ids: articles that were taken over and have changed.
  /// - Throws: when nothing may be written.
  func settleMerged(_ ids: [ArticleID]) throws(StoreError) {
    try holdingLock { () throws(StoreError) in
      for id in ids {
        guard let loser = try? article(id), loser.isDeleted, loser.mergedInto != nil else {
          continue
        }
        settleMerged(loser)
      }
    }
  }

  private func settleMerged(_ loser: Article) {
    var chain = [loser]
    var receipt = ChangeReceipt()
    while let next = chain.last?.mergedInto, chain.count < Self.maxChain {
      if let start = chain.firstIndex(where: { $0.id == next }) {
        // Each was merged into the next and the last into the first: the first saved stays.
        let circle = chain[start...]
        guard let first = circle.min(by: { ($0.savedAt, $0.id) < ($1.savedAt, $1.id) }) else {
          return
        }
        bringBack(first, later: circle)
        for other in chain where other.id != first.id { hand(other, to: first.id, &receipt) }
        return
      }
      guard let record = try? record(next) else { return }
      let mergedAt = chain.map { $0.stamp(of: .mergedInto) }.max() ?? .distantPast
      switch record.content {
      case .tombstone(let purgedAt):
        // Merged into what was gone already.
        if purgedAt < mergedAt { bringBack(loser, later: [loser]) }
        return
      case .article(let article) where article.isDeleted && article.mergedInto != nil:
        chain.append(article)
      case .article(let article) where article.isDeleted:
        if article.stamp(of: .isDeleted) < mergedAt { bringBack(loser, later: [loser]) }
        return
      case .article(let article):
        return hand(loser, to: article.id, &receipt)
      }
    }
  }

  /// How many articles one after another were merged into the next, at most.
  private static let maxChain = 64

  private func hand(_ loser: Article, to survivor: ArticleID, _ receipt: inout ChangeReceipt) {
    rewriteSome([survivor], into: &receipt) { article in
      let next = article.receiving(loser)
      return next == article ? nil : next
    }
  }

  /// Takes an article out of Trash, with a stamp that follows from those that sent it there.
  private func bringBack(_ article: Article, later others: some Sequence<Article>) {
    let last = others.map { max($0.stamp(of: .isDeleted), $0.stamp(of: .mergedInto)) }.max()
    var receipt = ChangeReceipt()
    rewriteSome([article.id], into: &receipt) { article in
      var next = article
      next.isDeleted = false
      guard next != article else { return nil }
      next.stampDifferences(from: article, at: last ?? article.latestStamp)
      return next
    }
  }
}
