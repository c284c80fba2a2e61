/// The four places of the program, in sidebar and tab order; Discovery is a screen, the others are lists of articles.
///
/// Sidebar, tabs, command line, queries and counts derive from it.
package enum Filter: String, CaseIterable, Hashable, Sendable {
  case readingList, favorites, archived, discovery

  /// The name on screen.
  package var title: String {
    switch self {
    case .readingList: "All Articles"
    case .favorites: "Favorites"
    case .archived: "Archived"
    case .discovery: "Discovery"
    }
  }

  /// The sign before the name: with Unicode, and in plain ASCII.
  package var glyph: (unicode: String, ascii: String) {
    switch self {
    case .readingList: ("◉", "*")
    case .favorites: ("♥", "+")
    case .archived: ("▣", "#")
    case .discovery: ("⚄", "?")
    }
  }
}

/// Which lists an article is in, from its three flags.
///
/// Favorite and archived exclude each other unless the rules say that favorites stay; then favorite is a
/// mere flag and All Articles holds everything that is not archived.
package struct Membership: Hashable, Sendable {
  /// In Favorites.
  package var isFavorite: Bool
  /// In Archived.
  package var isArchived: Bool
  /// In Trash, hence in no other list.
  package var isDeleted: Bool

  /// Collects the flags.
  package init(isFavorite: Bool, isArchived: Bool, isDeleted: Bool) {
    self.isFavorite = isFavorite
    self.isArchived = isArchived
    self.isDeleted = isDeleted
  }

  /// Whether a filter's list holds the article.
  package func isIn(_ filter: Filter, _ rules: ListRules = ListRules()) -> Bool {
    guard !isDeleted else { return false }
    switch filter {
    case .readingList: return !isArchived && (rules.favoritesStay || !isFavorite)
    case .favorites: return isFavorite && (rules.favoritesStay || !isArchived)
    case .archived: return isArchived
    case .discovery: return false
    }
  }

  /// The first list, in sidebar order of precedence Archived, Favorites, All Articles, that holds it;
  /// nil in Trash.
  package var home: Filter? {
    isDeleted ? nil : isArchived ? .archived : isFavorite ? .favorites : .readingList
  }
}
