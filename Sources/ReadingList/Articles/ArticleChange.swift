/// A person's change to an article.
package enum ArticleChange: Hashable, Sendable {
  /// Into Archived, out of Favorites (unless favorites stay); or back to All Articles.
  case archive(Bool)
  /// Into Favorites, out of Archived (unless favorites stay); or back to All Articles.
  case favorite(Bool)
  /// Into Trash or back.
  case delete(Bool)
  /// Tags to add and to remove; present ones keep their place.
  case tag(add: [String], remove: [String])
  /// A tag and those below it become others, or are removed where there is no new name.
  case renameTag(String, to: String?)
  /// A title chosen by a person; an empty one gives the title back to the page.
  case title(String)
  /// Where reading stands.
  case position(ReadingPosition, Progress)
  /// Read to the end, or not at all.
  case read(Bool)
  /// How far each was read; those that are not named were not read at all.
  case progress([ArticleID: Progress])
  /// The reader's note; one that has changed since that which it was typed over stays before it.
  case note(String, over: String? = nil)
  /// Highlights of articles to add, each in the place of the one of its id; and by id the notes that
  /// theirs were typed over, as in `note`.
  case highlights([ArticleID: [Highlight]], over: [String: String] = [:])
  /// Highlights of articles to remove, by id.
  case removedHighlights([ArticleID: Set<String>])
}

extension Article {
  /// The article after a change made at a moment, or nil when it changes nothing.
  ///
  /// - Parameters:
  ///   - change: what is done.
  ///   - moment: when.
  ///   - rules: what the settings say of lists.
  /// - Returns: the changed article, or nil.
  package func applying(
    _ change: ArticleChange, at moment: Timestamp, _ rules: ListRules = ListRules()
  ) -> Article? {
    var next = self
    next.take(change, at: moment, rules)
    switch change {
    case .title(let title):
      next.isTitleEdited = !title.isEmpty
      if title.isEmpty { next.title = pageTitle ?? self.title }
      next.pageTitle = title.isEmpty ? nil : isTitleEdited ? pageTitle : self.title
    case .position(let position, _):
      next.position = position
      next.positionText = bodyHash
    case .read, .progress: if next.progress == .none { next.position = .start }
    case .highlights, .removedHighlights: next.highlights.take(change, of: id)
    case .archive, .favorite, .delete, .tag, .renameTag, .note: break
    }
    return next == self ? nil : next
  }

  /// The article after several changes, or nil when they change nothing; see `applying`.
  package func applying(
    _ changes: [ArticleChange], at moment: Timestamp, _ rules: ListRules = ListRules()
  ) -> Article? {
    var next = self
    for change in changes { next = next.applying(change, at: moment, rules) ?? next }
    return next == self ? nil : next
  }

  /// Which lists the article is in; setting it sets the three flags.
  package var membership: Membership {
    get { Membership(isFavorite: isFavorite, isArchived: isArchived, isDeleted: isDeleted) }
    set {
      isFavorite = newValue.isFavorite
      isArchived = newValue.isArchived
      isDeleted = newValue.isDeleted
    }
  }
}

/// A note with the text that was typed over an earlier state of it; if it differs from that by now,
/// it stays before the text.
func keptNote(_ note: String, taking text: String, over before: String?) -> String {
  guard let before, note != before, note != text, !note.isEmpty else { return text }
  let isTaken = text.isEmpty || text == before || note.hasSuffix("\n\n" + text)
  return isTaken ? note : note + "\n\n" + text
}

/// The properties that changes alter, common to records and summaries.
private protocol Changeable: Equatable {
  var id: ArticleID { get }
  var title: String { get set }
  var tags: [String] { get set }
  var membership: Membership { get set }
  var progress: Progress { get set }
  var readAt: Timestamp? { get set }
  var note: String { get set }
}

extension Changeable {
  fileprivate mutating func take(_ change: ArticleChange, at moment: Timestamp, _ rules: ListRules)
  {
    switch change {
    case .archive(let on):
      membership.isArchived = on
      if on, !rules.favoritesStay { membership.isFavorite = false }
    case .favorite(let on):
      membership.isFavorite = on
      if on, !rules.favoritesStay { membership.isArchived = false }
    case .delete(let on): membership.isDeleted = on
    case .tag(let add, let remove): tags = tagged(tags, adding: add, removing: remove)
    case .renameTag(let old, let new): tags = renamed(tags, old, to: new)
    case .title(let title): if !title.isEmpty { self.title = title }
    case .position(_, let progress):
      self.progress = progress
      // Of what was only jumped about in, nothing was read.
      readAt = progress == .none ? nil : moment
    case .read(let isFinished):
      progress = isFinished ? Progress(percent: 100) : .none
      readAt = isFinished ? moment : nil
    case .progress(let values):
      progress = values[id] ?? .none
      readAt = progress == .none ? nil : moment
    case .note(let text, let before): note = keptNote(note, taking: text, over: before)
    case .highlights, .removedHighlights: break
    }
  }
}

extension Article: Changeable {}

extension ArticleSummary: Changeable {
  /// The summary after a change, for showing it before the disk has it; nil when nothing changes.
  package func applying(
    _ change: ArticleChange, at moment: Timestamp, _ rules: ListRules
  ) -> ArticleSummary? {
    var next = self
    next.take(change, at: moment, rules)
    switch change {
    case .title: next.title = next.title.bounded(.title)
    // Only the record knows the others.
    case .highlights(let added, _):
      if !next.hasHighlights, let mark = added[id]?.first { next.highlightCounts[mark.color] = 1 }
    default: break
    }
    return next == self ? nil : next
  }
}
