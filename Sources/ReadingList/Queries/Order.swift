/// How a list is sorted.
///
/// Ties break by id, so that every order is total.
package enum Order: String, CaseIterable, Hashable, Sendable {
  case newest, oldest, published, title, site, length, progress, recentlyRead = "recent"

  /// The name in titles and menus.
  package var title: String {
    switch self {
    case .newest: "newest"
    case .oldest: "oldest"
    case .published: "published"
    case .title: "title"
    case .site: "site"
    case .length: "length"
    case .progress: "progress"
    case .recentlyRead: "recently read"
    }
  }

  /// The date a row shows when the list is sorted this way; rows that are not sorted by a date show
  /// when they were saved.
  package var shownDate: ShownDate {
    switch self {
    case .published: .published
    case .recentlyRead: .read
    default: .saved
    }
  }

  /// Whether the list is grouped by day.
  package var isByDate: Bool {
    switch self {
    case .newest, .oldest, .published, .recentlyRead: true
    case .title, .site, .length, .progress: false
    }
  }

  /// The dates a row can show.
  package enum ShownDate: Sendable { case saved, published, read }

  /// Whether `a` stands before `b`.
  ///
  /// Newest, longest, furthest and most recent first; titles and sites
  /// by folded text, code unit by code unit; what lacks the sorted field stands last.
  package func areInOrder(_ a: ArticleSummary, _ b: ArticleSummary) -> Bool {
    switch self {
    case .newest: a.savedAt != b.savedAt ? a.savedAt > b.savedAt : a.id < b.id
    case .oldest: a.savedAt != b.savedAt ? a.savedAt < b.savedAt : a.id < b.id
    case .published: Self.latest(a.publishedAt, b.publishedAt, a.id, b.id)
    case .recentlyRead: Self.latest(a.readAt, b.readAt, a.id, b.id)
    case .title: Self.alphabetic(a.title, b.title, a.id, b.id)
    case .site:
      (a.site ?? "").isEmpty != (b.site ?? "").isEmpty
        ? (b.site ?? "").isEmpty : Self.alphabetic(a.site ?? "", b.site ?? "", a.id, b.id)
    case .length: a.wordCount != b.wordCount ? a.wordCount > b.wordCount : a.id < b.id
    case .progress: a.progress != b.progress ? a.progress > b.progress : a.id < b.id
    }
  }

  private static func latest(
    _ a: Timestamp?,
    _ b: Timestamp?,
    _ idA: ArticleID,
    _ idB: ArticleID
  ) -> Bool {
    let (x, y) = (a ?? Timestamp(milliseconds: .min), b ?? Timestamp(milliseconds: .min))
    return x != y ? x > y : idA < idB
  }

  private static func alphabetic(
    _ a: String,
    _ b: String,
    _ idA: ArticleID,
    _ idB: ArticleID
  ) -> Bool {
    let (x, y) = (Query.folded(a).utf8, Query.folded(b).utf8)
    return x.elementsEqual(y) ? idA < idB : x.lexicographicallyPrecedes(y)
  }
}
