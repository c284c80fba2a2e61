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
    rows.append(row(.trash))
    if snapshot.count(of: .failed) > 0 { rows.append(row(.failed)) }
    let tags = snapshot.counts.tags
    if !tags.isEmpty {
      rows += [.space, .heading("Tags")]
      rows += tags.map { .list(.tag($0.name), count: $0.count) }
    }
    self.rows = rows
  }

  /// The lists that numbers name, from 1; their order does not depend on what the library holds.
  package static let numbered: [SavedView] =
    Filter.allCases.map { .list($0) } + [.inProgress, .trash, .failed]

  /// The lists in order.
  package var views: [SavedView] {
    rows.compactMap { if case .list(let view, _) = $0 { view } else { nil } }
  }
}
