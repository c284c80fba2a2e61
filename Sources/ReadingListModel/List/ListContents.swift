package import ArticleStore
package import ReadingList
import ReadingServices

/// What the article list shows: which rows, which is under the cursor.
///
/// Holds handles only; summaries are looked up for the rows on screen.
package struct ListContents: Sendable {
  /// The rows in order, of `snapshot` and of no other: a newer one may have fewer.
  package private(set) var rows: [LibrarySnapshot.Row] = []
  /// The highlights that the rows are about, each in `rows` by its article; empty in lists of articles.
  package private(set) var highlights: [ListedHighlight] = []
  /// Index of the row under the cursor; 0 when the list is empty.
  package private(set) var cursor = 0
  /// How long it takes to read what is left of them, as far as their lengths are known.
  package private(set) var minutesLeft = 0
  /// What is wrong with the filter, when something is.
  package private(set) var filterProblem: Query.ParseError?
  /// How they are sorted: as the filter says, or as the person chose.
  package private(set) var order = Order.newest
  /// What the filter was understood to ask.
  package private(set) var query = Query()
  /// What it asks of articles, and what it and the view ask of full text.
  private(set) var articleQuery = Query()
  private(set) var textConditions: Set<Query.Test> = []
  private var isTyping = false
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

  /// The highlight of a row; nil past the end and in lists of articles.
  package func highlight(at index: Int) -> Highlight? {
    highlights.indices.contains(index) ? highlights[index].highlight : nil
  }

  /// What a row is about.
  package func item(at index: Int) -> Navigation.Item? {
    guard rows.indices.contains(index) else { return nil }
    return Navigation.Item(snapshot.id(of: rows[index]), highlight: highlight(at: index)?.id)
  }

  /// Understands what is to be listed, by which `refresh` then finds it.
  ///
  /// While a filter is being typed, what can be understood of one with mistakes counts, and later none of it. Its
  /// last word may go on, as if it were still being typed.
  mutating func read(view: SavedView, place: Navigation.Place, isTyping: Bool) {
    query = Query()
    filterProblem = nil
    self.isTyping = isTyping
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

  /// Computes the rows and finds the cursor's article again, or its neighbor.
  mutating func refresh(
    snapshot: LibrarySnapshot, view: SavedView, place: Navigation.Place, texts: TextMatches,
    ranking: [ArticleID], highlights collection: HighlightCollection?, now: Timestamp
  ) {
    self.snapshot = snapshot
    let isUnclear = filterProblem != nil && !isTyping
    rows =
      isUnclear
      ? []
      : snapshot.rows(
        in: view, matching: view.listsHighlights ? Query() : query, order: order, texts: texts,
        now: now, ranking: ranking)
    highlights = []
    minutesLeft = 0
    if view.listsHighlights {
      let found = snapshot.highlights(
        collection ?? HighlightCollection(), of: rows, matching: query, order: order, texts: texts,
        now: now)
      rows = found.map(\.row)
      highlights = found.map(\.highlight)
    } else {
      minutesLeft = snapshot.minutesLeft(in: rows)
    }
    let wanted = place.cursor.map { Navigation.Item($0, highlight: place.highlight) }
    let found = wanted.flatMap { index(of: $0) ?? index(of: $0.article) }
    cursor = found ?? min(place.row, max(0, rows.count - 1))
  }

  /// Takes a snapshot with the same rows as the one that the list was made of.
  mutating func take(_ same: LibrarySnapshot) { snapshot = same }

  /// Puts the cursor on a row, clamped.
  package mutating func moveCursor(to index: Int) {
    cursor = min(max(0, index), max(0, rows.count - 1))
  }

  /// The index of an article's row, or nil when the list does not hold it; of its highlights the one under the
  /// cursor, else the first one.
  package func index(of id: ArticleID) -> Int? {
    guard let row = snapshot.row(of: id) else { return nil }
    let isUnderCursor = rows.indices.contains(cursor) && rows[cursor] == row
    return isUnderCursor ? cursor : rows.firstIndex(of: row)
  }

  /// The index of the row that is about something, or nil when the list does not hold it.
  package func index(of item: Navigation.Item) -> Int? {
    guard let id = item.highlight else { return index(of: item.article) }
    return highlights.firstIndex { $0.article == item.article && $0.highlight.id == id }
  }
}

extension Query {
  /// What it asks of full text where words are looked for elsewhere.
  fileprivate var aboutArticles: Query {
    let tests = textConditions.filter { $0 == .hasImage || $0 == .hasCode }
    return Query(.any(tests.map { .test($0) }))
  }
}

/// The groups a list by date is divided into.
package struct DayGroup: Hashable, Sendable {
  /// The heading: Today, Yesterday, This week, a month, or No date.
  package var title: String

  /// The group of a moment, seen from `now`.
  ///
  /// This week means the six days before yesterday's, as far as they lie in the calendar week that
  /// begins on Monday; older ones are months, with the year when it is another one. Moments in the
  /// future, from a clock that was ahead, count as today.
  package init(of moment: Timestamp?, clock: Clock) {
    guard let moment else {
      title = "No date"
      return
    }
    let now = clock.now()
    let today = now.components(utcOffset: clock.utcOffset(now))
    let day = moment.components(utcOffset: clock.utcOffset(moment))
    let age = today.dayNumber - day.dayNumber
    switch age {
    case ...0: title = "Today"
    case 1: title = "Yesterday"
    case 2...6 where day.dayNumber >= today.dayNumber - today.weekday: title = "This week"
    default:
      let month = monthNames[day.month - 1]
      title = day.year == today.year ? month : "\(month) \(day.year)"
    }
  }
}
