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
  /// How the tags among them are arranged.
  package let tags: [SavedView: TagTree.Place]

  /// The rows for a library: the four filters first, then views, then tags, without those below folded ones.
  ///
  /// - Parameters:
  ///   - snapshot: the library.
  ///   - folded: tags whose lower ones are not shown.
  ///   - views: those that the program comes with, and the reader's own.
  ///   - counts: how many articles such views hold, by key, where it takes time to tell.
  package init(
    _ snapshot: LibrarySnapshot, folded: Set<String> = [], views: ViewList = ViewList(),
    counts: [String: Int] = [:]
  ) {
    func row(_ view: SavedView) -> Row { .list(view, count: snapshot.count(of: view)) }
    var rows: [Row] = Filter.allCases.map { filter in
      filter.isArticleList ? row(.list(filter)) : .list(.list(filter), count: nil)
    }
    rows += [row(.trash), .space, .heading("Views"), row(.inProgress)]
    rows += views.views.map { view in
      .list(view, count: snapshot.knownCount(of: view) ?? counts[view.key])
    }
    let tree = TagTree(snapshot.counts.tags, folded: folded)
    if !tree.places.isEmpty {
      rows += [.space, .heading("Tags")]
      rows += tree.places.map { .list(.tag($0.tag.name), count: $0.tag.count) }
    }
    self.rows = rows
    tags = Dictionary(tree.places.map { (.tag($0.tag.name), $0) }) { first, _ in first }
  }

  /// The lists that numbers name, from 1, in the order of the sidebar; views follow them.
  package static let numbered: [SavedView] =
    Filter.allCases.map { .list($0) } + [.trash, .inProgress]

  /// The lists in order.
  package var views: [SavedView] {
    rows.compactMap { if case .list(let view, _) = $0 { view } else { nil } }
  }
}
