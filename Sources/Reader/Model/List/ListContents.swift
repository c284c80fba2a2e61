package import Library
package import ReadingList
import ReadingServices

/// The article list's rows and cursor.
///
/// Holds row handles only; summaries are looked up for the rows on screen.
package struct ListContents: Sendable {
  /// Valid in `snapshot` only: a newer one may have fewer.
  package private(set) var rows: [LibrarySnapshot.Row] = []
  /// Parallel to `rows`, which has their articles; empty in lists of articles.
  package private(set) var highlights: [ListedHighlight] = []
  package private(set) var cursor = 0
  package private(set) var filterProblem: Query.ParseError?
  package private(set) var order = Order.newest
  package private(set) var query = Query()
  /// The part of the filter that selects articles, and the full-text conditions of filter and view.
  private(set) var articleQuery = Query()
  private(set) var textConditions: Set<Query.Test> = []
  private var view: SavedView?
  private var filter = ""
  package private(set) var snapshot: LibrarySnapshot

  package init(snapshot: LibrarySnapshot) { self.snapshot = snapshot }

  package func summary(at index: Int) -> ArticleSummary? {
    rows.indices.contains(index) ? snapshot[rows[index]] : nil
  }

  package var current: ArticleSummary? { summary(at: cursor) }

  package func highlight(at index: Int) -> Highlight? {
    highlights.indices.contains(index) ? highlights[index].highlight : nil
  }

  /// Nil past the end.
  package func item(at index: Int) -> Navigation.Item? {
    guard rows.indices.contains(index) else { return nil }
    return Navigation.Item(snapshot.id(of: rows[index]), highlight: highlight(at: index)?.id)
  }

  /// Parses the filter and determines the order, for `refresh`.
  ///
  /// The last word always matches as a prefix. A filter with errors matches nothing; while typing,
  /// an unfinished one is no error.
  mutating func read(view: SavedView, place: Navigation.Place, isTyping: Bool) {
    query = Query()
    filterProblem = nil
    if !place.filter.isEmpty {
      let typed = Query.reading(of: place.filter, isTyping: true)
      query = typed.query
      let problems = isTyping ? typed.problems : Query.reading(of: place.filter).problems
      filterProblem = problems.first
    }
    order = query.order ?? place.order ?? view.order
    articleQuery = view.listsHighlights ? query.aboutArticles : query
    textConditions = view.query.and(articleQuery).textConditions
  }

  mutating func refresh(
    snapshot: LibrarySnapshot, view: SavedView, place: Navigation.Place, texts: TextMatches,
    ranking: [ArticleID], highlights collection: HighlightCollection?, now: Timestamp
  ) {
    let before: ListContents? = self.view == view && filter == place.filter ? self : nil
    let isNewFilter = self.view == view && before == nil && !place.filter.isEmpty
    (self.view, filter) = (view, place.filter)
    self.snapshot = snapshot
    rows =
      filterProblem != nil
      ? []
      : snapshot.rows(
        in: view, matching: view.listsHighlights ? Query() : query, order: order, texts: texts,
        now: now, ranking: ranking)
    highlights = []
    if view.listsHighlights {
      let found = snapshot.highlights(
        collection ?? HighlightCollection(), of: rows, matching: query, order: order, texts: texts,
        now: now)
      rows = found.map(\.row)
      highlights = found.map(\.highlight)
    }
    let found = place.cursor.flatMap {
      index(of: $0) ?? index(nearestTo: $0, in: before) ?? index(of: $0.article)
    }
    cursor = found ?? (isNewFilter ? 0 : min(place.row, max(0, rows.count - 1)))
  }

  /// The cursor's row when its item has left the list: the next that stayed, else the one before.
  private func index(nearestTo item: Navigation.Item, in before: ListContents?) -> Int? {
    guard let before, let place = before.index(of: item) else { return nil }
    func here(_ place: Int) -> Int? { before.item(at: place).flatMap { index(of: $0) } }
    // Usually one row leaves; searching for each of many would be slow.
    if let next = here(place + 1) {
      // Another may have replaced it, such as an article whose address changed.
      let isReplaced =
        next > 0 && self.item(at: next - 1).map { before.index(of: $0) == nil } ?? false
      return isReplaced ? next - 1 : next
    }
    let stayed = Set(rows.indices.compactMap { self.item(at: $0) })
    func stays(_ place: Int) -> Bool { before.item(at: place).map(stayed.contains) ?? false }
    let next = (place..<before.rows.count).first(where: stays) ?? (0..<place).last(where: stays)
    return next.flatMap(here)
  }

  package mutating func moveCursor(to index: Int) {
    cursor = min(max(0, index), max(0, rows.count - 1))
  }

  /// The index of an article's row.
  ///
  /// In the list of highlights, the row under the cursor if it is the article's, else its first.
  package func index(of id: ArticleID) -> Int? {
    guard let row = snapshot.row(of: id) else { return nil }
    let isUnderCursor = rows.indices.contains(cursor) && rows[cursor] == row
    return isUnderCursor ? cursor : rows.firstIndex(of: row)
  }

  package func index(of item: Navigation.Item) -> Int? {
    guard let id = item.highlight else { return index(of: item.article) }
    return highlights.firstIndex { $0.article == item.article && $0.highlight.id == id }
  }
}

extension Query {
  /// Conditions on whole articles, for lists of highlights, whose own text the words match.
  fileprivate var aboutArticles: Query {
    let tests = textConditions.filter { $0 == .hasImage || $0 == .hasCode }
    return Query(.any(tests.map { .test($0) }))
  }
}

/// The heading of a date: Today, Yesterday, This week, a month, or No date.
///
/// This week is the five days before yesterday that are in the calendar week, from Monday. Months
/// have the year if it is not the current one. The future, from a clock that was ahead, counts as
/// today.
package func dayGroup(of moment: Timestamp?, clock: Clock) -> String {
  guard let moment else { return "No date" }
  let now = clock.now()
  let today = now.components(utcOffset: clock.utcOffset(now))
  let day = moment.components(utcOffset: clock.utcOffset(moment))
  switch today.dayNumber - day.dayNumber {
  case ...0: return "Today"
  case 1: return "Yesterday"
  case 2...6 where day.dayNumber >= today.dayNumber - today.weekday: return "This week"
  default:
    let month = monthNames[day.month - 1]
    return day.year == today.year ? month : "\(month) \(day.year)"
  }
}
