import ReadingList

extension Record {
  /// The bytes of this record with another version of it merged in, or nil when that adds nothing.
  func merging(_ other: Record) -> [UInt8]? {
    let merged = merged(with: other)
    return merged == raw && !isConflicted ? nil : Array(merged.pretty.utf8)
  }

  /// Two versions of a record as one, the same whichever is merged into which.
  ///
  /// A purge takes away everything that has an earlier stamp. Whether the article is there is decided by the last
  /// of purges and savings.
  func merged(with other: Record) -> JSON {
    let purge = [purgedAt, other.purgedAt].compactMap(\.self).max()
    let lives = [article ?? later, other.article ?? other.later].compactMap(\.self)
    var whole = lives.dropFirst().reduce(lives.first) { $0?.merging($1) }
    if let purge { whole = whole?.purged(at: purge) }
    if let whole, whole.lastSavedAt > purge ?? .distantPast {
      return Self.json(of: whole, from: [self, other].filter { $0.article != nil })
    }
    return Self.tombstone(purge ?? .distantPast, later: whole, from: [self, other])
  }

  /// The last purge that it knows of.
  private var purgedAt: Timestamp? {
    switch content {
    case .article(let article): article.lastPurgedAt
    case .tombstone(let moment): moment
    }
  }

  /// A tombstone, with what was said later and what this version does not know of the last purges.
  private static func tombstone(
    _ moment: Timestamp,
    later: Article?,
    from versions: [Record]
  ) -> JSON {
    let own = versions.filter { if case .tombstone(moment) = $0.content { true } else { false } }
    let format = own.map(\.format).max() ?? RecordKey.format
    var members = members(ofTombstone: versions[0].id, purgedAt: moment, format: format)
    // A tombstone that nothing was added to stays as it is spelled.
    let known = Set(members.map(\.key) + [RecordKey.later.name])
    let raw = own.dropFirst().reduce(own.first?.raw) { $0?.union($1.raw) }
    if let spelled = raw?[RecordKey.purgedAt.name], let place = members.indices.last {
      members[place].value = spelled
    }
    if let later, !later.isBlank {
      members.append(.init(RecordKey.later.name, json(of: later, over: nil)))
    }
    return .object(members + (raw?.members ?? []).filter { !known.contains($0.key) })
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
  /// together, from the later fetch. Equal stamps are decided by the values themselves. So any
  /// number of versions arrive at the same article, in whatever order they are merged.
  func merging(_ other: Article) -> Article {
    guard other != self else { return self }
    if let purge = [lastPurgedAt, other.lastPurgedAt].compactMap(\.self).max() {
      return purged(at: purge).uniting(other.purged(at: purge))
    }
    // Where they were not saved at one moment, it can no longer be told of the whole what was there from when on.
    let isOneSaving =
      lastSavedAt == other.lastSavedAt && savedAt == lastSavedAt && other.savedAt == lastSavedAt
    return isOneSaving ? uniting(other) : stampedThroughout().uniting(other.stampedThroughout())
  }

  private func uniting(_ other: Article) -> Article {
    var merged = self
    merged.changed.merge(other.changed, uniquingKeysWith: max)
    merged.uniteSaving(self, other)
    for field in [
      ArticleField.title, .isFavorite, .isArchived, .isDeleted, .mergedInto, .note, .position,
    ] where merged.changed[field.rawValue] != nil {
      // What one of them was saved with may be later than what the other says.
      merged.changed[field.rawValue] = max(stamp(of: field), other.stamp(of: field))
    }

    let metadata = Self.later(self, other)
    merged.takeMetadata(of: metadata)
    merged.changed[ArticleField.fetch.rawValue] = metadata.changed[ArticleField.fetch.rawValue]
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
    let isMergeTheirs =
      isLater(other, .mergedInto) ?? ((other.mergedInto?.text ?? "") > (mergedInto?.text ?? ""))
    merged.mergedInto = isMergeTheirs ? other.mergedInto : mergedInto
    let isNoteTheirs = isLater(other, .note) ?? (other.note > note)
    merged.note = isNoteTheirs ? other.note : note
    if other.reading > reading {
      merged.position = other.position
      merged.progress = other.progress
      merged.readAt = other.readAt
    }
    merged.unite(self, other, \.tags, Self.changedKey(ofTag:))
    merged.unite(self, other, \.otherURLs, Self.changedKey(ofOtherURL:))
    merged.highlights = Self.union(highlights, other.highlights)
    merged.unknown = JSON.object(unknown).union(.object(other.unknown)).members ?? []

    merged.replaced = ReplacedText.latest(replaced + other.replaced)
    let written = Set(overruled + other.overruled + self.written + other.written)
    merged.overruled = OverruledText.open(
      written.subtracting(merged.written),
      without: merged.replaced
    )
    return merged
  }

  /// Takes over when it was saved and by what address: the first time it was and how it was given last; of one that
  /// was purged in between, only the last time is known.
  private mutating func uniteSaving(_ a: Article, _ b: Article) {
    let last = max(a.lastSavedAt, b.lastSavedAt)
    url =
      a.lastSavedAt == b.lastSavedAt ? min(a.url, b.url) : (a.lastSavedAt == last ? a : b).url
    guard lastPurgedAt == nil else {
      savedAt = last
      return
    }
    if a.savedAt != b.savedAt { changed[ArticleField.savedAt.rawValue] = last }
    savedAt = min(a.savedAt, b.savedAt)
  }

  /// The title and the notes that its reader wrote, as they would be overruled.
  private var written: [OverruledText] {
    var all: [OverruledText] = []
    if isTitleEdited {
      all.append(.init(field: OverruledText.title, text: title, at: stamp(of: .title)))
    }
    if !note.isEmpty {
      all.append(.init(field: OverruledText.note, text: note, at: stamp(of: .note)))
    }
    for mark in highlights where !mark.note.isEmpty {
      let field = OverruledText.highlight(mark.id)
      all.append(.init(field: field, text: mark.note, at: mark.changedAt))
    }
    return all
  }

  /// Whether another version's field was changed later; nil when both were at the same time.
  private func isLater(_ other: Article, _ field: ArticleField) -> Bool? {
    let (mine, theirs) = (stamp(of: field), other.stamp(of: field))
    return mine == theirs ? nil : theirs > mine
  }

  /// The place in the text, in the order of its readings.
  private var reading: (Timestamp, Int, ReadingPosition, Timestamp) {
    (stamp(of: .position), progress.percent, position, readAt ?? .distantPast)
  }

  /// Returns the version whose metadata of the page count: one whose text is here beats one that has none; then the
  /// later fetch does, then the metadata themselves decide.
  private static func later(_ a: Article, _ b: Article) -> Article {
    if a.fetch.hasText != b.fetch.hasText { return a.fetch.hasText ? a : b }
    let (mine, theirs) = (a.stamp(of: .fetch), b.stamp(of: .fetch))
    if mine != theirs { return mine > theirs ? a : b }
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

  /// Takes over the names in a list of both versions, without those that one removed after the other gave them, in
  /// the order in which they were given.
  private mutating func unite(
    _ a: Article,
    _ b: Article,
    _ list: WritableKeyPath<Article, [String]>,
    _ key: (String) -> String
  ) {
    let (mine, theirs) = (Set(a[keyPath: list]), Set(b[keyPath: list]))
    var given: [(stamp: Timestamp, name: String)] = []
    for name in mine.union(theirs) {
      let key = key(name)
      // What one of them was saved with may be later than what the other says.
      let stamp =
        [(mine, a), (theirs, b)].compactMap { names, article in
          names.contains(name) ? article.stamp(ofKey: key) : nil
        }.max() ?? .distantPast
      let removed = [(mine, a), (theirs, b)].compactMap { names, article in
        names.contains(name) ? nil : article.changed[key]
      }.max()
      guard stamp > removed ?? .distantPast else { continue }
      if changed[key] != nil { changed[key] = stamp }
      given.append((stamp, name))
    }
    self[keyPath: list] = given.sorted { $0 < $1 }.map(\.name)
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
