/// How a list is sorted.
///
/// Ties break by id, so that every order is total.
package enum Order: String, CaseIterable, Hashable, Sendable {
  case newest, oldest, published, title, site, length, progress, recentlyRead = "recent"
  case publishedReversed = "published-reversed"
  case titleReversed = "title-reversed"
  case siteReversed = "site-reversed"
  case lengthReversed = "length-reversed"
  case progressReversed = "progress-reversed"
  case recentlyReadReversed = "recent-reversed"

  /// The orders that a menu offers; the others are their reverses.
  package static let offered: [Order] = [
    .newest, .oldest, .published, .title, .site, .length, .progress, .recentlyRead,
  ]

  /// The same the other way round.
  package var reversed: Order {
    switch self {
    case .newest: .oldest
    case .oldest: .newest
    default: base == self ? Order(rawValue: rawValue + "-reversed") ?? self : base
    }
  }

  /// The order that this one turns round, or itself.
  package var base: Order { Self.offered.first { $0.rawValue + "-reversed" == rawValue } ?? self }

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
    case .publishedReversed: "published, oldest first"
    case .titleReversed: "title, Z to A"
    case .siteReversed: "site, Z to A"
    case .lengthReversed: "shortest"
    case .progressReversed: "least progress"
    case .recentlyReadReversed: "least recently read"
    }
  }

  /// Whether the list is grouped by day.
  package var isByDate: Bool { [.newest, .oldest, .published, .recentlyRead].contains(base) }
}
