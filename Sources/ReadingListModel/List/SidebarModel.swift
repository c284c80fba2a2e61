package import ArticleStore
package import ReadingList

/// The sidebar's rows, derived from the counts of a snapshot.
package struct SidebarModel: Equatable, Sendable {
  /// One row.
  package enum Row: Equatable, Sendable {
    /// A list that can be chosen.
    case list(ListScope, count: Int?)
    /// A heading over what follows.
    case heading(String)
    case space
  }

  /// From top to bottom.
  package let rows: [Row]

  /// The rows for a library's counts: the four filters first, then views, then tags.
  package init(counts: LibraryCounts, favoritesStay: Bool) {
    var rows: [Row] = Filter.allCases.map { filter in
      .list(
        .filter(filter),
        count: filter.isArticleList ? counts.count(of: filter, favoritesStay: favoritesStay) : nil
      )
    }
    rows += [.space, .heading("Views"), .list(.inProgress, count: counts.inProgress)]
    if counts.failed > 0 { rows.append(.list(.failed, count: counts.failed)) }
    rows.append(.list(.trash, count: counts.trash))
    if !counts.tags.isEmpty {
      rows += [.space, .heading("Tags")]
      rows += counts.tags.map { .list(.tag($0.name), count: $0.count) }
    }
    self.rows = rows
  }

  /// The lists in order, as the keys 1 to 9 number them.
  package var scopes: [ListScope] {
    rows.compactMap { if case .list(let scope, _) = $0 { scope } else { nil } }
  }
}
