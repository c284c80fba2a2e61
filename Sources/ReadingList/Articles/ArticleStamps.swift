// Stamps: when what a person or a fetch said of an article was said, so that versions of its record can be merged
// field by field. A stamp is later than every one that it overrules, however clocks go wrong.
extension Article {
  /// When it was last saved: merging keeps the first time, and a purge is undone by the last.
  package var lastSavedAt: Timestamp {
    max(savedAt, changed[ArticleField.savedAt.rawValue] ?? .distantPast)
  }

  /// The stamp of what it was saved with: right before that, so that every change made since is later.
  package var impliedStamp: Timestamp { lastSavedAt.advanced(byMilliseconds: -1) }

  /// The stamp of a field; before all others where it was never set.
  package func stamp(of field: ArticleField) -> Timestamp {
    if field == .position, let readAt {
      return max(changed[field.rawValue] ?? .distantPast, readAt)
    }
    if let stamp = changed[field.rawValue] { return stamp }
    switch field {
    case .fetch: return fetchedAt ?? (hasMetadata ? impliedStamp : .distantPast)
    // Saving it says as well that it is not to be in Trash; of one that was purged this has a stamp.
    case .isDeleted where lastPurgedAt == nil: return impliedStamp
    default: return isSet(field) ? impliedStamp : .distantPast
    }
  }

  /// The stamp of a name in a list, by its key in `changed`.
  package func stamp(ofKey key: String) -> Timestamp { changed[key] ?? impliedStamp }

  /// The latest stamp that is in it anywhere.
  package var latestStamp: Timestamp {
    var all = [lastSavedAt, readAt, fetchedAt, lastPurgedAt].compactMap(\.self)
    all += changed.values
    all += highlights.flatMap { [$0.createdAt, $0.changedAt] }
    all += overruled.map(\.at) + replaced.map(\.at)
    return all.max() ?? savedAt
  }

  /// The same with a stamp for everything that it was saved with, for when that moment is no longer known from
  /// the record.
  package func stampedThroughout() -> Article {
    var next = self
    let implied = impliedStamp
    func note(_ key: String) { if next.changed[key] == nil { next.changed[key] = implied } }
    for field in [ArticleField.title, .isFavorite, .isArchived, .note, .mergedInto]
    where isSet(field) {
      note(field.rawValue)
    }
    if lastPurgedAt == nil || isDeleted { note(ArticleField.isDeleted.rawValue) }
    // Once it has been read, when it was says so; what it was saved with may have been stamped elsewhere before that.
    if isSet(.position) { next.changed[ArticleField.position.rawValue] = stamp(of: .position) }
    if fetchedAt == nil, hasMetadata { note(ArticleField.fetch.rawValue) }
    for tag in tags { note(Self.changedKey(ofTag: tag)) }
    for url in otherURLs { note(Self.changedKey(ofOtherURL: url)) }
    for member in unknown { note(member.key) }
    return next
  }

  /// What is left of it after a purge: what was said later, by machines that did not know of the purge or after it
  /// was saved again.
  package func purged(at moment: Timestamp) -> Article {
    let old = stampedThroughout()
    var next = Article(
      canonicalURL: canonicalURL,
      url: url,
      title: titleWithoutPage,
      savedAt: lastSavedAt
    )
    next.lastPurgedAt = max(moment, lastPurgedAt ?? moment)
    next.changed = old.changed.filter {
      $0.key != ArticleField.savedAt.rawValue && $0.value >= moment
    }
    func stays(_ field: ArticleField) -> Bool { old.stamp(of: field) >= moment }
    if stays(.fetch) {
      next.takeMetadata(of: old)
      next.title = old.titleOfPage
    }
    if stays(.title), isTitleEdited {
      next.pageTitle = stays(.fetch) ? old.titleOfPage : nil
      next.isTitleEdited = true
      next.title = title
    }
    if stays(.isFavorite) { next.isFavorite = isFavorite }
    if stays(.isArchived) { next.isArchived = isArchived }
    if stays(.isDeleted) { next.isDeleted = isDeleted }
    if stays(.mergedInto) { next.mergedInto = mergedInto }
    if stays(.note) { next.note = note }
    if stays(.position) {
      (next.position, next.progress, next.readAt) = (position, progress, readAt)
    }
    next.tags = tags.filter { next.changed[Self.changedKey(ofTag: $0)] != nil }
    next.otherURLs = otherURLs.filter { next.changed[Self.changedKey(ofOtherURL: $0)] != nil }
    next.highlights = highlights.filter { $0.changedAt >= moment }
    next.overruled = overruled.filter { $0.at >= moment }
    next.replaced = replaced.filter { $0.at >= moment }
    next.unknown = unknown.filter { next.changed[$0.key] != nil }
    if next.lastSavedAt <= moment {
      // Nobody is told when it was saved before.
      next.url = canonicalURL
      next.savedAt = moment
    }
    return next
  }

  /// The article saved again after it was purged, later than that on every clock and with all that is in it.
  package func savedAgain(after purge: Timestamp, at moment: Timestamp) -> Article {
    var next = self
    if savedAt <= purge { next.savedAt = max(moment, purge.advanced(byMilliseconds: 1)) }
    next.changed = changed.filter {
      $0.key != ArticleField.savedAt.rawValue && $0.value >= purge
    }
    let implied = next.impliedStamp
    for field in [ArticleField.position, .fetch] where isSet(field) && stamp(of: field) < purge {
      next.changed[field.rawValue] = implied
    }
    for index in highlights.indices {
      next.highlights[index].changedAt = max(highlights[index].changedAt, implied)
    }
    next = next.stampedThroughout()
    next.lastPurgedAt = purge
    return next
  }

  /// Whether nothing was ever said of it.
  package var isBlank: Bool {
    changed.isEmpty && highlights.isEmpty && overruled.isEmpty && replaced.isEmpty && readAt == nil
      && !hasMetadata
  }

  private func isSet(_ field: ArticleField) -> Bool {
    switch field {
    case .title: isTitleEdited
    case .isFavorite: isFavorite
    case .isArchived: isArchived
    case .isDeleted: isDeleted
    case .note: !note.isEmpty
    case .mergedInto: mergedInto != nil
    case .position: position != .start || progress != .none || readAt != nil
    case .fetch: hasMetadata
    case .tags: !tags.isEmpty
    case .highlights: !highlights.isEmpty
    case .otherURLs: !otherURLs.isEmpty
    case .savedAt: true
    }
  }

  /// The title that its page gave it, or the one it has before it is fetched.
  package var titleOfPage: String { (isTitleEdited ? pageTitle : title) ?? titleWithoutPage }

  /// Whether anything is known of its page.
  private var hasMetadata: Bool {
    var bare = Article(
      canonicalURL: canonicalURL,
      url: url,
      title: titleWithoutPage,
      savedAt: savedAt
    )
    let empty = bare
    bare.takeMetadata(of: self)
    return bare != empty || titleOfPage != titleWithoutPage
  }

  /// Takes over everything that comes with a fetch and belongs to one text, but the title.
  package mutating func takeMetadata(of other: Article) {
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
}

// Stamping.
extension Article {
  /// Notes in `changed` which mutable fields differ from `old`.
  package mutating func stampDifferences(from old: Article, at moment: Timestamp) {
    overruled = overruled.suffix(OverruledText.limit)
    if savedAt != old.savedAt {
      // What it was saved with keeps the stamp that follows from the old date.
      changed.merge(old.stampedThroughout().changed) { mine, _ in mine }
      stamp(.savedAt, at: moment, over: old)
    }
    // A title that the page gave goes with the fetch.
    if isTitleEdited != old.isTitleEdited || isTitleEdited && title != old.title {
      if old.isTitleEdited { noteReplaced(OverruledText.title, old.stamp(of: .title)) }
      stamp(.title, at: moment, over: old)
    }
    if isFavorite != old.isFavorite { stamp(.isFavorite, at: moment, over: old) }
    if isArchived != old.isArchived { stamp(.isArchived, at: moment, over: old) }
    if isDeleted != old.isDeleted {
      // What is taken out of Trash is an article of its own again.
      if !isDeleted { mergedInto = nil }
      stamp(.isDeleted, at: moment, over: old)
    }
    if mergedInto != old.mergedInto { stamp(.mergedInto, at: moment, over: old) }
    if position != old.position || progress != old.progress || readAt != old.readAt {
      stamp(.position, at: moment, over: old)
    }
    if highlights != old.highlights {
      stampHighlights(from: old)
      stamp(.highlights, at: moment, over: old)
    }
    if note != old.note {
      if !old.note.isEmpty { noteReplaced(OverruledText.note, old.stamp(of: .note)) }
      stamp(.note, at: moment, over: old)
    }
    for tag in Set(tags).symmetricDifference(old.tags) {
      stamp(Self.changedKey(ofTag: tag), at: moment, over: old)
    }
    for url in Set(otherURLs).symmetricDifference(old.otherURLs) {
      stamp(Self.changedKey(ofOtherURL: url), at: moment, over: old)
    }
    if fetch != old.fetch || fetchedAt != old.fetchedAt || bodyHash != old.bodyHash {
      stamp(.fetch, at: moment, over: old)
    }
  }

  /// Puts a stamp on a field that was said again, though it is as it was.
  package mutating func stamp(_ field: ArticleField, at moment: Timestamp) {
    stamp(field, at: moment, over: self)
  }

  private mutating func stamp(_ field: ArticleField, at moment: Timestamp, over old: Article) {
    changed[field.rawValue] = old.stamp(at: moment, after: old.stamp(of: field))
  }

  private mutating func stamp(_ key: String, at moment: Timestamp, over old: Article) {
    changed[key] = old.stamp(at: moment, after: old.stamp(ofKey: key))
  }

  /// The stamp of a change: later than the one before and than the last purge, whatever the clock says.
  ///
  /// What is changed now was changed knowing of both.
  private func stamp(at moment: Timestamp, after last: Timestamp) -> Timestamp {
    max(moment, max(last, lastPurgedAt ?? .distantPast).advanced(byMilliseconds: 1))
  }

  /// Of two versions of a highlight the one that is here is the later.
  private mutating func stampHighlights(from old: Article) {
    let before = Dictionary(old.highlights.map { ($0.id, $0) }) { first, _ in first }
    for index in highlights.indices {
      let mark = highlights[index]
      let last = before[mark.id]
      guard last != mark else { continue }
      if let last, !last.note.isEmpty {
        noteReplaced(OverruledText.highlight(last.id), last.changedAt)
      }
      highlights[index].changedAt = old.stamp(
        at: mark.changedAt,
        after: last?.changedAt ?? .distantPast
      )
    }
  }

  private mutating func noteReplaced(_ field: String, _ stamp: Timestamp) {
    replaced = ReplacedText.latest(replaced + [ReplacedText(field: field, at: stamp)])
    overruled.removeAll { $0.field == field && $0.at == stamp }
  }
}

extension Timestamp {
  /// Before every moment that a record can hold.
  package static let distantPast = Timestamp(milliseconds: .min)
}
