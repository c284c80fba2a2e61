import ReadingList

extension Record {
  /// The bytes of this record with another version of it merged in, or nil when that adds nothing.
  func merging(_ other: Record) -> [UInt8]? {
    let merged = merged(with: other)
    return merged == raw && !isConflicted ? nil : Array(merged.pretty.utf8)
  }

  /// Two versions of a record as one, the same whichever is merged into which.
  ///
  /// A purge wins over everything but a saving that came after it.
  func merged(with other: Record) -> JSON {
    switch (content, other.content) {
    case (.article(let mine), .article(let theirs)):
      return Self.json(of: mine.merging(theirs), from: [self, other])
    case (.article(let mine), .tombstone(let purgedAt)):
      return mine.lastSavedAt > purgedAt ? raw : other.raw
    case (.tombstone, .article): return other.merged(with: self)
    case (.tombstone(let mine), .tombstone(let theirs)):
      if mine == theirs { return raw.union(other.raw) }
      return theirs > mine ? other.raw : raw
    }
  }

  /// A merged article in the spelling of the versions it was made of, with everything in them that this
  /// version does not know.
  private static func json(of merged: Article, from versions: [Record]) -> JSON {
    var members: [JSON.Member] = [
      .init("format", .int(versions.map(\.format).max() ?? RecordKey.format)),
      .init("id", .string(merged.id.text)),
    ]
    for key in RecordKey.all {
      guard let value = key.write(merged) else { continue }
      let isList = key.name == RecordKey.highlights
      let same = isList ? versions : versions.filter { $0.article.flatMap(key.write) == value }
      let found = same.compactMap { $0.raw[key.name] }
      let union = found.dropFirst().reduce(found.first) { $0?.union($1) }
      members.append(.init(key.name, isList ? union.map(value.taking) ?? value : union ?? value))
    }
    return .object(members + merged.unknown)
  }
}

extension Article {
  /// Two versions of one article as one: of each field the version that was changed later.
  ///
  /// Tags, other addresses and highlights merge one by one, so that additions of both sides and removals
  /// of either stay; the place in the text is that of the later reading; the metadata of the page come
  /// together, from the later fetch. Equal change times are decided by the values themselves. So any
  /// number of versions arrive at the same article, in whatever order they are merged.
  func merging(_ other: Article) -> Article {
    guard other != self else { return self }
    var merged = self
    merged.changed.merge(other.changed, uniquingKeysWith: max)
    if savedAt != other.savedAt {
      merged.changed[ArticleField.savedAt.rawValue] = max(lastSavedAt, other.lastSavedAt)
    }
    if (other.savedAt, other.url) < (savedAt, url) {
      merged.savedAt = other.savedAt
      merged.url = other.url
    }

    let metadata = Self.later(self, other)
    merged.takeMetadata(of: metadata)
    let isTitleTheirs =
      isLater(other, .title)
      ?? ((other.isTitleEdited ? 1 : 0, other.title) > (isTitleEdited ? 1 : 0, title))
    merged.isTitleEdited = (isTitleTheirs ? other : self).isTitleEdited
    merged.title =
      merged.isTitleEdited ? (isTitleTheirs ? other : self).title : metadata.titleOfPage
    merged.pageTitle = merged.isTitleEdited ? metadata.titleOfPage : nil

    merged.isFavorite =
      (isLater(other, .isFavorite) ?? other.isFavorite) ? other.isFavorite : isFavorite
    merged.isArchived =
      (isLater(other, .isArchived) ?? other.isArchived) ? other.isArchived : isArchived
    merged.isDeleted =
      (isLater(other, .isDeleted) ?? !other.isDeleted) ? other.isDeleted : isDeleted
    merged.note = (isLater(other, .note) ?? (other.note > note)) ? other.note : note
    if other.reading > reading {
      merged.position = other.position
      merged.progress = other.progress
      merged.readAt = other.readAt
    }
    merged.tags = merged.union(self, other, \.tags, Self.changedKey(ofTag:))
    merged.otherURLs = merged.union(self, other, \.otherURLs, Self.changedKey(ofOtherURL:))
    merged.highlights = Self.union(highlights, other.highlights)
    merged.unknown = JSON.object(unknown).union(.object(other.unknown)).members ?? []
    return merged
  }

  /// When it was last saved: merging keeps the first time, and a purge is undone by the last.
  fileprivate var lastSavedAt: Timestamp {
    max(savedAt, changed[ArticleField.savedAt.rawValue] ?? .distantPast)
  }

  /// Whether another version's field was changed later; nil when both were at the same time.
  private func isLater(_ other: Article, _ field: ArticleField) -> Bool? {
    let (mine, theirs) = (changed[field.rawValue], other.changed[field.rawValue])
    return mine == theirs ? nil : (theirs ?? .distantPast) > (mine ?? .distantPast)
  }

  /// The title that its page gave it, or the one it has before it is fetched.
  private var titleOfPage: String {
    (isTitleEdited ? pageTitle : title)
      ?? WebAddress(canonical: canonicalURL)?.readableForm ?? canonicalURL
  }

  /// The place in the text, in the order of its readings.
  private var reading: (Timestamp, Int, ReadingPosition, Timestamp) {
    let readAt = readAt ?? .distantPast
    let last = max(changed[ArticleField.position.rawValue] ?? .distantPast, readAt)
    return (last, progress.percent, position, readAt)
  }

  /// The version whose metadata of the page count: a text that is here beats one that is not, then the
  /// later fetch does, then the metadata themselves decide.
  private static func later(_ a: Article, _ b: Article) -> Article {
    func hasText(_ article: Article) -> Bool { article.fetch == .ready || article.fetch.isSuspect }
    if hasText(a) != hasText(b) { return hasText(a) ? a : b }
    if a.fetchedAt != b.fetchedAt {
      return (a.fetchedAt ?? .distantPast) > (b.fetchedAt ?? .distantPast) ? a : b
    }
    func metadata(_ article: Article) -> [UInt8] {
      var alone = Article(
        canonicalURL: article.canonicalURL,
        url: "",
        title: article.titleOfPage,
        savedAt: Timestamp(milliseconds: 0)
      )
      alone.takeMetadata(of: article)
      return Record.bytes(of: alone)
    }
    return metadata(a).lexicographicallyPrecedes(metadata(b)) ? b : a
  }

  /// Takes over everything that comes with a fetch and belongs to one text, but the title.
  private mutating func takeMetadata(of other: Article) {
    finalURL = other.finalURL
    pageURL = other.pageURL
    author = other.author
    site = other.site
    language = other.language
    direction = other.direction
    pageKind = other.pageKind
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
    bodyHash = other.bodyHash
    via = other.via
  }

  /// The names in a list of both versions, without those that one removed after the other gave them, in
  /// the order in which they were given.
  ///
  /// The merged article has the change times of both.
  private func union(
    _ a: Article,
    _ b: Article,
    _ list: KeyPath<Article, [String]>,
    _ key: (String) -> String
  ) -> [String] {
    let (mine, theirs) = (Set(a[keyPath: list]), Set(b[keyPath: list]))
    func stays(_ name: String, given: Article, lacking: Article) -> Bool {
      guard let removed = lacking.changed[key(name)] else { return true }
      return (given.changed[key(name)] ?? .distantPast) > removed
    }
    return mine.union(theirs)
      .filter { name in
        if mine.contains(name) != theirs.contains(name) {
          return mine.contains(name)
            ? stays(name, given: a, lacking: b) : stays(name, given: b, lacking: a)
        }
        return true
      }
      .map { (changed[key($0)] ?? .distantPast, $0) }.sorted { $0 < $1 }.map(\.1)
  }

  private static func union(_ a: [Highlight], _ b: [Highlight]) -> [Highlight] {
    // Of one moment, the removal wins.
    func rank(_ mark: Highlight) -> (Timestamp, Int, String) {
      (mark.changedAt, mark.isDeleted ? 1 : 0, RecordKey.json(mark).compact)
    }
    let latest = Dictionary((a + b).map { ($0.id, $0) }) { rank($0) < rank($1) ? $1 : $0 }
    return latest.values.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
  }
}

extension Timestamp {
  /// Before every moment that a record can hold.
  fileprivate static let distantPast = Timestamp(milliseconds: .min)
}
