package import ArticleStore
package import ReadingList

/// The sidebar's rows, derived from the counts of a snapshot.
package struct SidebarModel: Equatable, Sendable {
  /// One row.
  package enum Row: Equatable, Sendable {
    /// A list that can be chosen.
    case list(SavedView, count: Int?)
    /// A heading over what follows.
    case heading(String)
    case space
  }

  /// From top to bottom.
  package let rows: [Row]

  /// The rows for a library: the four filters first, then views, then tags.
  package init(_ snapshot: LibrarySnapshot) {
    func row(_ view: SavedView) -> Row { .list(view, count: snapshot.count(of: view)) }
    var rows: [Row] = Filter.allCases.map { filter in
      filter.isArticleList ? row(.list(filter)) : .list(.list(filter), count: nil)
    }
    rows += [.space, .heading("Views"), row(.inProgress)]
    if snapshot.count(of: .failed) > 0 { rows.append(row(.failed)) }
    rows.append(row(.trash))
    let tags = snapshot.counts.tags
    if !tags.isEmpty {
      rows += [.space, .heading("Tags")]
      rows += tags.map { .list(.tag($0.name), count: $0.count) }
    }
    self.rows = rows
  }

  /// The lists in order, as the keys 1 to 9 number them.
  package var views: [SavedView] {
    rows.compactMap { if case .list(let view, _) = $0 { view } else { nil } }
  }
}
