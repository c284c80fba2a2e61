package import Library
package import ReadingList

package struct SidebarModel: Equatable, Sendable {
  package struct Row: Equatable, Sendable {
    package let view: SavedView
    package let count: Int?
    /// The heading that it stands under; empty for the first rows.
    package var section = ""
  }

  package let rows: [Row]

  /// Creates the rows of a library: the filters, Trash, the views and the tags; `counts` has the
  /// numbers of articles in views that are slow to count, by key.
  package init(
    _ snapshot: LibrarySnapshot, views: ViewList = ViewList(), counts: [String: Int] = [:]
  ) {
    func count(_ view: SavedView) -> Int? { snapshot.count(of: view) }
    var rows = Filter.allCases.map { filter in
      Row(view: .list(filter), count: filter.isArticleList ? count(.list(filter)) : nil)
    }
    rows.append(Row(view: .trash, count: count(.trash)))
    rows.append(Row(view: .inProgress, count: count(.inProgress), section: "Views"))
    rows += views.views.map { view in
      let count = snapshot.knownCount(of: view) ?? counts[view.key]
      return Row(view: view, count: count, section: "Views")
    }
    self.rows =
      rows
      + snapshot.counts.tags.map { Row(view: .tag($0.name), count: $0.count, section: "Tags") }
  }

  /// The numbered lists, from 1, in the order of the sidebar; views follow them.
  package static let numbered: [SavedView] =
    Filter.allCases.map { .list($0) } + [.trash, .inProgress]

  package var views: [SavedView] { rows.map(\.view) }
}
