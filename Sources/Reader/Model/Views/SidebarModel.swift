package import Library
package import ReadingList

package struct SidebarModel: Equatable, Sendable {
  package enum Row: Equatable, Sendable {
    case list(SavedView, count: Int?)
    case heading(String)
    case space
  }

  package let rows: [Row]

  /// Creates the rows of a library: the filters, Trash, the views and the tags; `counts` has the
  /// numbers of articles in views that are slow to count, by key.
  package init(
    _ snapshot: LibrarySnapshot, views: ViewList = ViewList(), counts: [String: Int] = [:]
  ) {
    func row(_ view: SavedView) -> Row { .list(view, count: snapshot.count(of: view)) }
    var rows: [Row] = Filter.allCases.map { filter in
      filter.isArticleList ? row(.list(filter)) : .list(.list(filter), count: nil)
    }
    rows += [row(.trash), .space, .heading("Views"), row(.inProgress)]
    rows += views.views.map { view in
      .list(view, count: snapshot.knownCount(of: view) ?? counts[view.key])
    }
    let tags = snapshot.counts.tags
    if !tags.isEmpty { rows += [.space, .heading("Tags")] }
    self.rows = rows + tags.map { .list(.tag($0.name), count: $0.count) }
  }

  /// The numbered lists, from 1, in the order of the sidebar; views follow them.
  package static let numbered: [SavedView] =
    Filter.allCases.map { .list($0) } + [.trash, .inProgress]

  package var views: [SavedView] {
    rows.compactMap { if case .list(let view, _) = $0 { view } else { nil } }
  }
}
