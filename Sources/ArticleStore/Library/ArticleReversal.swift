import ReadingList

/// What a change did to an article, as far as taking it back needs it: the fields that it altered, with
/// what they were before.
struct ArticleDifference: Hashable, Sendable {
  enum Edit: Hashable, Sendable {
    case title(String, isEdited: Bool, pageTitle: String?)
    case favorite(Bool), archived(Bool), deleted(Bool)
    case reading(ReadingPosition, Progress, Timestamp?)
    case mergedInto(ArticleID?)
    case savedAt(Timestamp)
    case otherURLs([String])
    case note(String)
    case tags(before: [String], after: [String])
    case highlights(before: [Highlight], after: [Highlight])
    /// An article without a text got one, which begins its hash so.
    case text(before: Textless, given: String)
  }

  /// What is said of an article that has no text.
  struct Textless: Hashable, Sendable {
    var fetch: FetchState
    var attempts: Int
    var retryAt: Timestamp?
    var wordCount: Int
    var language: String?
    var pageKind: PageKind?
    var direction: String?
    var bodyHash: String?
  }

  /// How much of a hash tells texts of one article apart; so short a string needs no memory of its own, of
  /// which a receipt may have a hundred thousand.
  private static let mark = 15

  /// The beginning of the hash of an article's text.
  static func mark(of article: Article) -> String? {
    article.bodyHash.map { String($0.prefix(mark)) }
  }

  private(set) var edits: [Edit] = []

  init(_ edits: [Edit]) { self.edits = edits }

  init(from before: Article, to after: Article) {
    func note(_ edit: Edit, if isDifferent: Bool) { if isDifferent { edits.append(edit) } }
    note(
      .title(before.title, isEdited: before.isTitleEdited, pageTitle: before.pageTitle),
      if: before.title != after.title || before.isTitleEdited != after.isTitleEdited
    )
    note(.favorite(before.isFavorite), if: before.isFavorite != after.isFavorite)
    note(.archived(before.isArchived), if: before.isArchived != after.isArchived)
    note(.deleted(before.isDeleted), if: before.isDeleted != after.isDeleted)
    note(
      .reading(before.position, before.progress, before.readAt),
      if: before.position != after.position || before.progress != after.progress
        || before.readAt != after.readAt
    )
    note(.mergedInto(before.mergedInto), if: before.mergedInto != after.mergedInto)
    note(.savedAt(before.savedAt), if: before.savedAt != after.savedAt)
    note(.otherURLs(before.otherURLs), if: before.otherURLs != after.otherURLs)
    note(.note(before.note), if: before.note != after.note)
    note(.tags(before: before.tags, after: after.tags), if: before.tags != after.tags)
    note(
      .highlights(before: before.highlights, after: after.highlights),
      if: before.highlights != after.highlights
    )
    if !before.fetch.hasText, after.fetch.hasText, let given = Self.mark(of: after) {
      edits.append(.text(before: Textless(before), given: given))
    }
  }
}

extension ArticleDifference.Textless {
  fileprivate init(_ article: Article) {
    self.init(
      fetch: article.fetch,
      attempts: article.attempts,
      retryAt: article.retryAt,
      wordCount: article.wordCount,
      language: article.language,
      pageKind: article.pageKind,
      direction: article.direction,
      bodyHash: article.bodyHash
    )
  }
}

extension Article {
  /// The article with the fields that a change altered set back to what they were, or nil when they
  /// are so already.
  ///
  /// Tags and highlights are set back one by one, so that what was added since stays.
  func reverting(_ difference: ArticleDifference, at moment: Timestamp) -> Article? {
    var next = self
    for edit in difference.edits {
      switch edit {
      case .title(let title, let isEdited, let pageTitle):
        (next.title, next.isTitleEdited, next.pageTitle) = (title, isEdited, pageTitle)
      case .favorite(let isFavorite): next.isFavorite = isFavorite
      case .archived(let isArchived): next.isArchived = isArchived
      case .deleted(let isDeleted): next.isDeleted = isDeleted
      case .reading(let position, let progress, let readAt):
        (next.position, next.progress, next.readAt) = (position, progress, readAt)
      case .mergedInto(let id): next.mergedInto = id
      case .savedAt(let savedAt): next.savedAt = savedAt
      case .otherURLs(let otherURLs): next.otherURLs = otherURLs
      case .note(let note): next.note = note
      case .tags(let before, let after):
        next.tags = tags == after ? before : Self.tags(tags, reverting: before, after)
      case .highlights(let before, let after):
        next.highlights = Self.highlights(highlights, reverting: before, after, at: moment)
      case .text(let before, let given):
        // Another text came since, or something was marked in this one.
        guard fetch.hasText, ArticleDifference.mark(of: self) == given,
          !next.highlights.contains(where: { !$0.isDeleted })
        else { break }
        (next.fetch, next.attempts, next.retryAt) = (before.fetch, before.attempts, before.retryAt)
        (next.language, next.direction) = (before.language, before.direction)
        next.pageKind = before.pageKind
        (next.wordCount, next.bodyHash) = (before.wordCount, before.bodyHash)
      }
    }
    guard next != self else { return nil }
    next.stampDifferences(from: self, at: moment)
    return next
  }

  private static func tags(
    _ now: [String],
    reverting before: [String],
    _ after: [String]
  ) -> [String] {
    let added = Set(after).subtracting(before)
    var next = now.filter { !added.contains($0) }
    for tag in before where !after.contains(tag) && !next.contains(tag) { next.append(tag) }
    return next
  }

  /// A highlight that the change made stays as a marker of its removal, so that no other copy of the
  /// record brings it back.
  private static func highlights(
    _ now: [Highlight],
    reverting before: [Highlight],
    _ after: [Highlight],
    at moment: Timestamp
  ) -> [Highlight] {
    var next = now
    for id in Set((before + after).map(\.id)) {
      let (old, new) = (before.first { $0.id == id }, after.first { $0.id == id })
      guard old != new else { continue }
      let index = next.firstIndex { $0.id == id }
      if var old {
        old.changedAt = max(moment, new?.changedAt ?? moment)
        if let index { next[index] = old } else { next.append(old) }
      } else if let index {
        next[index] = next[index].removed(at: moment)
      }
    }
    return next
  }
}
