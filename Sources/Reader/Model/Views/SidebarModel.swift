package import Library
package import ReadingList

/// The sidebar's rows, derived from the counts of a snapshot.
package struct SidebarModel: Equatable, Sendable {
  package enum Row: Equatable, Sendable {
    /// A list, with its number of articles; nil if that is not known.
    case list(SavedView, count: Int?)
    /// A heading over the rows below it.
    case heading(String)
    case space
  }

  /// The rows from top to bottom.
  package let rows: [Row]
  /// The places of the tags among the rows.
  package let tags: [SavedView: TagTree.Place]

  /// Creates the rows of a library: the filters, Trash, the views, and the tags without those below
  /// folded ones.
  ///
  /// - Parameters:
  ///   - snapshot: the library.
  ///   - folded: the folded tags.
  ///   - views: the built-in views and those of the config file.
  ///   - counts: the numbers of articles in views that are slow to count, by key.
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

  /// The numbered lists, from 1, in the order of the sidebar; views follow them.
  package static let numbered: [SavedView] =
    Filter.allCases.map { .list($0) } + [.trash, .inProgress]

  /// The lists among the rows, in order.
  package var views: [SavedView] {
    rows.compactMap { if case .list(let view, _) = $0 { view } else { nil } }
  }
}
