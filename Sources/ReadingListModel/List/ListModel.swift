import ArticleStore
package import ReadingList
import ReadingServices

/// The article list: its rows and its cursor, marks, filter and order.
@dynamicMemberLookup package final class ListModel: ModelPart {
  private let search: SearchModel
  private let all: HighlightsModel
  private var computed: ListContents
  /// How often the rows were computed.
  package private(set) var computations = 0
  /// How many articles the disk had when marks were last compared with it.
  private var totalOfMarks: Int
  private(set) var filterDeadline: Timestamp?
  /// What was in the filter before it was being typed, for taking it back.
  private var filterBefore: (filter: String, cursor: ArticleID?)?
  private var typedFilter: String?

  init(
    _ session: SessionState, _ library: LibraryModel, _ search: SearchModel,
    _ highlights: HighlightsModel
  ) {
    self.search = search
    all = highlights
    computed = ListContents(snapshot: library.shown)
    totalOfMarks = library.shown.counts.total
    super.init(session, library)
  }

  /// The rows as things are now.
  package var contents: ListContents {
    bringUpToDate()
    return computed
  }

  /// What it shows can be asked of it as well.
  package subscript<Value>(dynamicMember path: KeyPath<ListContents, Value>) -> Value {
    contents[keyPath: path]
  }

  /// The summary of a row, or nil past the end.
  package func summary(at index: Int) -> ArticleSummary? { contents.summary(at: index) }

  /// The highlight of a row; nil past the end and in lists of articles.
  package func highlight(at index: Int) -> Highlight? { contents.highlight(at: index) }

  /// The index of an article's row, or nil when the list does not hold it.
  package func index(of id: ArticleID) -> Int? { contents.index(of: id) }

  /// Computes the rows where what they depend on has changed.
  func bringUpToDate() {
    let snapshot = snapshot
    if navigation.view.listsHighlights { all.follow() }
    guard library.isListStale else { return }
    library.isListStale = false
    computations += 1
    computed.read(view: navigation.view, place: navigation.place, isTyping: filterBefore != nil)
    // Before the rows are sorted: the ranking of a search that was left is none.
    search.ask(computed, of: snapshot)
    computed.refresh(
      snapshot: snapshot, view: navigation.view, place: navigation.place,
      texts: search.answer.matches, ranking: search.isRanked ? search.answer.ranking : [],
      highlights: all.collection, now: clock.now())
    if !library.isBeingRead {
      if !isReadingHighlights { rememberCursor() }
    } else if library.refreshesUnderWay == 0 {
      library.refresh()
    }
  }

  /// Takes over a snapshot with the same rows.
  func take(_ same: LibrarySnapshot) { computed.take(same) }

  /// Whether the highlights that it is to show are still being read.
  package var isReadingHighlights: Bool { navigation.view.listsHighlights && all.collection == nil }

  // MARK: Cursor

  /// Puts the cursor on a row, clamped.
  package func moveCursor(to index: Int) {
    bringUpToDate()
    computed.moveCursor(to: index)
    search.landsOnBest = false
    rememberCursor()
  }

  /// Moves the cursor by rows.
  package func moveCursor(by rows: Int) { moveCursor(to: contents.cursor + rows) }

  /// Puts the cursor on an article, when the list holds it.
  package func placeCursor(on id: ArticleID) {
    if let index = contents.index(of: id) { moveCursor(to: index) }
  }

  private func rememberCursor() {
    // A filter that finds nothing takes nobody's place away.
    guard !computed.rows.isEmpty || navigation.place.filter.isEmpty else { return }
    navigation.place.cursor = computed.current?.id
    navigation.place.highlight = computed.highlight(at: computed.cursor)?.id
    navigation.place.row = computed.cursor
  }

  /// The list is about to be left for another.
  func leave() {
    endTypingFilter()
    bringUpToDate()
    rememberCursor()
    navigation.place.rangeStart = nil
  }

  /// Sorts the list on screen by the order of a name; the cursor stays on its article.
  func sort(by name: String) -> CommandOutcome {
    guard let order = Order(rawValue: name) else {
      let known = Order.allCases.map(\.rawValue).joined(separator: ", ")
      return .invalid("Unknown order “\(name)”; orders are \(known)")
    }
    navigation.place.order = order == navigation.view.order ? nil : order
    library.isListStale = true
    return .done("Sorted by \(order.title)")
  }

  // MARK: Changes

  /// Makes a change: at once on screen, then on disk, with a step to undo it.
  ///
  /// - Parameters:
  ///   - change: what is done.
  ///   - ids: to which articles.
  ///   - note: what was typed for it, and what for.
  func submit(
    _ change: ArticleChange, to ids: [ArticleID],
    note: (key: SessionState.TypedText, text: String)? = nil
  ) {
    var step = PendingChange(change: change, ids: ids, typed: note)
    if case .position = change {} else { step.rereads = true }
    all.take(change, to: ids)
    service.apply(change, to: ids, answer: library.begin(step))
  }

  // MARK: Marks

  /// Forgets marks, in whatever list, of articles that another snapshot does not have any more; a range
  /// whose beginning is one of them is kept as marks.
  func forgetMarks(missingIn next: LibrarySnapshot) {
    let before = totalOfMarks
    totalOfMarks = next.counts.total
    guard next.counts.total < before else { return }
    if let start = navigation.place.rangeStart, next.row(of: start.article) == nil { keepRange() }
    for (view, place) in navigation.places where !place.marks.isEmpty {
      navigation.places[view]?.marks = place.marks.filter { next.row(of: $0.article) != nil }
    }
  }

  // MARK: Filter

  /// Milliseconds between the last key of a filter and its taking effect.
  package static let filterDelay: Int64 = 300

  /// Takes what is being typed into the list's filter; it applies 300 ms after the last key.
  package func typeFilter(_ text: String) {
    if filterBefore == nil { filterBefore = (navigation.place.filter, navigation.place.cursor) }
    typedFilter = text
    filterDeadline = clock.now().advanced(byMilliseconds: Self.filterDelay)
  }

  /// Applies what was typed at once and keeps it.
  package func commitFilter() {
    applyTypedFilter()
    filterBefore = nil
  }

  /// Takes back what was typed: the list and the cursor as before.
  package func revertFilter() {
    guard let before = filterBefore else { return }
    typedFilter = nil
    filterDeadline = nil
    filterBefore = nil
    navigation.place.filter = before.filter
    navigation.place.cursor = before.cursor
    search.landsOnBest = false
    library.isListStale = true
  }

  /// Shows the whole list again; the cursor stays on its article.
  ///
  /// - Returns: whether it was narrowed.
  @discardableResult func clearFilter() -> Bool {
    endTypingFilter()
    guard !navigation.place.filter.isEmpty else { return false }
    navigation.place.filter = ""
    library.isListStale = true
    return true
  }

  /// Narrows the list to a query; the cursor stays on its article.
  func filter(by text: String) -> CommandOutcome {
    let text = text == Self.everything ? "" : text
    do throws(Query.ParseError) { _ = try Query(parsing: text) } catch {
      return .invalid(error.message)
    }
    typeFilter(text)
    commitFilter()
    search.landsOnBest = false
    return .done
  }

  /// What stands for no filter at all.
  package static let everything = "*"

  func applyTypedFilter() {
    filterDeadline = nil
    guard let typed = typedFilter else { return }
    typedFilter = nil
    guard typed != navigation.place.filter else { return }
    navigation.place.filter = typed
    search.landsOnBest = true
    library.isListStale = true
  }

  private func endTypingFilter() {
    applyTypedFilter()
    filterBefore = nil
  }
}
