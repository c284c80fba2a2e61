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
}
