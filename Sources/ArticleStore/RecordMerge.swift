import ReadingList

extension Record {
  /// The bytes of this record with another version of it merged in, or nil when that adds nothing.
  ///
  /// A purge wins over everything but a saving that came after it.
  func merging(_ other: Record) -> [UInt8]? {
    switch (content, other.content) {
    case (.article(let mine), .article(let theirs)):
      let merged = mine.merging(theirs)
      return merged == mine ? nil : Record.bytes(of: merged, over: self)
    case (.article(let mine), .tombstone(let purgedAt)):
      return mine.savedAt > purgedAt ? nil : Record.bytes(ofTombstone: id, purgedAt: purgedAt)
    case (.tombstone(let purgedAt), .article(let theirs)):
      return theirs.savedAt > purgedAt ? Record.bytes(of: theirs, over: other) : nil
    case (.tombstone(let mine), .tombstone(let theirs)):
      return theirs > mine ? Record.bytes(ofTombstone: id, purgedAt: theirs) : nil
    }
  }
}

extension Article {
  /// Two versions of one article as one: of each field the version that was changed later.
  ///
  /// Tags and highlights merge one by one, so that additions of both sides and removals of either
  /// stay; the place in the text is that of the later reading; facts of the page are those of the later
  /// fetch. Equal change times are decided by the values themselves. So both sides arrive at the same
  /// article, whichever merges first.
  func merging(_ other: Article) -> Article {
    guard other != self else { return self }
    // Of equal times the same side must win on both machines: order the two by what they hold.
    let (a, b) = Self.inOrder(self, other)
    var merged = a
    func isLater(_ field: ArticleField) -> Bool {
      (b.changed[field.rawValue] ?? .distantPast) >= (a.changed[field.rawValue] ?? .distantPast)
    }
    func stamp(_ article: Article, _ field: ArticleField) -> Timestamp {
      article.changed[field.rawValue] ?? .distantPast
    }

    if isLaterFetch(of: b, than: a) { merged.takeFacts(of: b) }
    let titled = stamp(a, .title) == stamp(b, .title) && a.isTitleEdited != b.isTitleEdited
    if titled ? b.isTitleEdited : isLater(.title) {
      merged.title = b.title
      merged.isTitleEdited = b.isTitleEdited
    }
    if isLater(.isFavorite) { merged.isFavorite = b.isFavorite }
    if isLater(.isArchived) { merged.isArchived = b.isArchived }
    let areExclusive = !(a.isFavorite && a.isArchived) && !(b.isFavorite && b.isArchived)
    if merged.isFavorite, merged.isArchived, areExclusive {
      let (favorite, archived) = (
        max(stamp(a, .isFavorite), stamp(b, .isFavorite)),
        max(stamp(a, .isArchived), stamp(b, .isArchived))
      )
      if favorite > archived { merged.isArchived = false } else { merged.isFavorite = false }
    }
    if isLater(.isDeleted) { merged.isDeleted = b.isDeleted }
    if isLater(.note) { merged.note = b.note }
    if Self.lastReading(b) >= Self.lastReading(a) {
      merged.position = b.position
      merged.progress = b.progress
      merged.readAt = b.readAt
    }
    merged.tags = Self.mergedTags(a, b)
    merged.highlights = Self.mergedHighlights(a.highlights, b.highlights)
    merged.savedAt = min(a.savedAt, b.savedAt)
    if b.savedAt < a.savedAt { merged.url = b.url }
    merged.changed.merge(b.changed, uniquingKeysWith: max)
    for member in b.unknown {
      if let index = merged.unknown.firstIndex(where: { $0.key == member.key }) {
        merged.unknown[index] = member
      } else {
        merged.unknown.append(member)
      }
    }
    return merged
  }

  /// The same pair whichever way round it is given, the one that was changed last at the end.
  private static func inOrder(_ x: Article, _ y: Article) -> (Article, Article) {
    func last(_ article: Article) -> Timestamp { article.changed.values.max() ?? article.savedAt }
    let (p, q) = (last(x), last(y))
    if p != q { return p < q ? (x, y) : (y, x) }
    return Record.bytes(of: x).lexicographicallyPrecedes(Record.bytes(of: y)) ? (x, y) : (y, x)
  }

  private static func lastReading(_ article: Article) -> Timestamp {
    max(
      article.changed[ArticleField.position.rawValue] ?? .distantPast,
      article.readAt ?? .distantPast
    )
  }

  /// A text that is here beats one that is not; else the later fetch.
  private func isLaterFetch(of b: Article, than a: Article) -> Bool {
    let hasText = { (article: Article) in article.fetch == .ready || article.fetch.isSuspect }
    if hasText(a) != hasText(b) { return hasText(b) }
    return (b.fetchedAt ?? .distantPast) >= (a.fetchedAt ?? .distantPast)
  }

  private mutating func takeFacts(of other: Article) {
    finalURL = other.finalURL
    pageURL = other.pageURL
    author = other.author
    site = other.site
    language = other.language
    direction = other.direction
    excerpt = other.excerpt
    image = other.image
    publishedAt = other.publishedAt
    wordCount = other.wordCount
    fetch = other.fetch
    fetchedAt = other.fetchedAt
    attempts = other.attempts
    retryAt = other.retryAt
    etag = other.etag
    lastModified = other.lastModified
  }

  /// Tags of both, without those that one side removed after the other gave them.
  private static func mergedTags(_ a: Article, _ b: Article) -> [String] {
    func time(_ article: Article, _ tag: String) -> Timestamp? {
      article.changed[changedKey(ofTag: tag)]
    }
    func survives(_ tag: String, given: Article, lacking: Article) -> Bool {
      guard let removed = time(lacking, tag) else { return true }
      return (time(given, tag) ?? .distantPast) > removed
    }
    var merged: [String] = []
    for (given, other) in [(a, b), (b, a)] {
      for tag in given.tags where !merged.contains(tag) {
        if other.tags.contains(tag) || survives(tag, given: given, lacking: other) {
          merged.append(tag)
        }
      }
    }
    return merged
  }

  private static func mergedHighlights(_ a: [Highlight], _ b: [Highlight]) -> [Highlight] {
    var merged = a
    for highlight in b {
      guard let index = merged.firstIndex(where: { $0.id == highlight.id }) else {
        merged.append(highlight)
        continue
      }
      let mine = merged[index]
      // Of one moment, the removal wins.
      let isLater =
        highlight.changedAt != mine.changedAt
        ? highlight.changedAt > mine.changedAt : !mine.isDeleted
      if isLater { merged[index] = highlight }
    }
    return merged
  }
}

extension Timestamp {
  /// Before every moment that a record can hold.
  fileprivate static let distantPast = Timestamp(milliseconds: .min)
}
