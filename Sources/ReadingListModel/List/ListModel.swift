package import ArticleStore
package import ReadingList

/// The article list: which rows, which is under the cursor.
///
/// Holds handles only; summaries are looked up for the rows on screen.
package struct ListModel: Sendable {
  /// The rows in order, of `snapshot` and of no other: a newer one may have fewer.
  package private(set) var rows: [LibrarySnapshot.Row] = []
  /// Index of the row under the cursor; 0 when the list is empty.
  package private(set) var cursor = 0
  /// What is wrong with the filter being typed, when something is.
  package private(set) var filterProblem: String?
  /// How they are sorted: as the filter says, or as the person chose.
  package private(set) var order = Order.newest
  /// The library they are rows of.
  package private(set) var snapshot: LibrarySnapshot

  /// An empty list over a snapshot.
  package init(snapshot: LibrarySnapshot) { self.snapshot = snapshot }

  /// The summary of a row, or nil past the end.
  package func summary(at index: Int) -> ArticleSummary? {
    rows.indices.contains(index) ? snapshot[rows[index]] : nil
  }

  /// The article under the cursor.
  package var current: ArticleSummary? { summary(at: cursor) }

  /// Computes the rows anew and finds the cursor's article again, or its neighbor.
  package mutating func refresh(
    snapshot: LibrarySnapshot,
    view: SavedView,
    place: Navigation.Place,
    now: Timestamp
  ) {
    self.snapshot = snapshot
    // What cannot be understood of a filter narrows nothing.
    let (query, problems) = Query.reading(of: place.filter)
    filterProblem = problems.first?.message
    order = query.order ?? place.order
    rows = snapshot.rows(in: view, matching: query, order: place.order, now: now)
    let found = place.cursor.flatMap { snapshot.row(of: $0) }.flatMap { rows.firstIndex(of: $0) }
    cursor = found ?? min(place.row, max(0, rows.count - 1))
  }

  /// Takes a snapshot with the same rows as the one that the list was made of.
  mutating func take(_ same: LibrarySnapshot) { snapshot = same }

  /// Puts the cursor on a row, clamped.
  package mutating func moveCursor(to index: Int) {
    cursor = min(max(0, index), max(0, rows.count - 1))
  }

  /// The index of an article's row, or nil when the list does not hold it.
  package func index(of id: ArticleID) -> Int? {
    snapshot.row(of: id).flatMap { rows.firstIndex(of: $0) }
  }
}
