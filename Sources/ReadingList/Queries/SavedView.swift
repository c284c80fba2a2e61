/// A list of articles: its name, what it holds, and how it is sorted at first.
///
/// The built-in lists, tags, In progress, Trash and Failed are views like any other: whoever shows, counts
/// or names a list asks its view. Two views with one key are the same view.
package struct SavedView: Hashable, Sendable {
  /// The name in state files and on the `:` line.
  package let key: String
  /// The name on screen.
  package let name: String
  /// The query that selects its articles.
  package let query: Query
  /// How it is sorted until a person sorts it otherwise.
  package let order: Order

  package init(key: String, name: String, query: Query, order: Order = .newest) {
    self.key = key
    self.name = name
    self.query = query
    self.order = order
  }

  package static func == (a: SavedView, b: SavedView) -> Bool { a.key == b.key }

  package func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension SavedView {
  /// Returns the view of a list; that of Discovery is empty.
  package static func list(_ filter: Filter) -> SavedView {
    SavedView(key: filter.rawValue, name: filter.title, query: Query(all: [.inList(filter)]))
  }

  /// Begun and not finished.
  package static let inProgress = SavedView(
    key: "inProgress", name: "In progress",
    query: Query(all: [.state(.started)], none: [.state(.deleted)]), order: .recentlyRead)

  /// Fetched without success.
  package static let failed = SavedView(
    key: "failed", name: "Failed", query: Query(all: [.state(.failed)], none: [.state(.deleted)]))

  /// Deleted articles.
  package static let trash = SavedView(
    key: "trash", name: "Trash", query: Query(all: [.state(.deleted)]))

  /// Every article that is not in Trash; what the command line lists.
  package static let everything = SavedView(
    key: "everything", name: "Everything", query: Query(all: [], none: [.state(.deleted)]))

  /// The articles with a tag, spelled just so, or with one below it.
  package static func tag(_ name: String) -> SavedView {
    SavedView(
      key: tagPrefix + name, name: "#" + name,
      query: Query(all: [.exactTag(name)], none: [.state(.deleted)]))
  }

  private static let tagPrefix = "tag:"

  static let named: [SavedView] = [.inProgress, .failed, .trash, .everything]

  /// The view that a key names; nil when there is none.
  package init?(key: String) {
    if let filter = Filter(rawValue: key) {
      self = .list(filter)
    } else if key.hasPrefix(Self.tagPrefix) {
      self = .tag(String(key.dropFirst(Self.tagPrefix.count)))
    } else if let view = Self.named.first(where: { $0.key == key }) {
      self = view
    } else {
      return nil
    }
  }

  /// Which of the four places it is; nil when none.
  package var filter: Filter? { Filter(rawValue: key) }

  /// The tag whose articles it holds; nil when it is another view.
  package var tag: String? {
    key.hasPrefix(Self.tagPrefix) ? String(key.dropFirst(Self.tagPrefix.count)) : nil
  }
}

/// The settings that decide which list an article is in.
package struct ListRules: Hashable, Sendable {
  /// Whether favorite is a mere flag, and not a list that excludes Archived and All Articles.
  package var favoritesStay: Bool

  package init(favoritesStay: Bool = false) { self.favoritesStay = favoritesStay }
}
