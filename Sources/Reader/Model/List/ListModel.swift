import Library
package import ReadingList
import ReadingServices

@dynamicMemberLookup package final class ListModel: ModelPart {
  private lazy var computed = ListContents(snapshot: library.shown)
  package private(set) var computations = 0
  /// The last count of marked rows, and what it was counted for.
  var counted: (list: Int, marked: Set<Navigation.Item>, count: Int)?
  /// The typed filter not applied yet, and when it will be.
  private var typed: (filter: String, due: Timestamp)?
  var filterDeadline: Timestamp? { typed?.due }
  /// From before typing, to restore on cancel.
  private var filterBefore: (filter: String, cursor: Navigation.Item?)?

  package var contents: ListContents {
    bringUpToDate()
    return computed
  }

  package subscript<Value>(dynamicMember path: KeyPath<ListContents, Value>) -> Value {
    contents[keyPath: path]
  }

  package func summary(at index: Int) -> ArticleSummary? { contents.summary(at: index) }

  package func highlight(at index: Int) -> Highlight? { contents.highlight(at: index) }

  package func index(of id: ArticleID) -> Int? { contents.index(of: id) }

  func bringUpToDate() {
    let snapshot = snapshot
    if navigation.view.listsHighlights { model.highlights.follow() }
    guard library.isListStale else { return }
    library.isListStale = false
    computations += 1
    forgetMissingMarks(in: snapshot)
    computed.read(view: navigation.view, place: navigation.place, isTyping: filterBefore != nil)
    // Before sorting, since this clears the ranking of a search that has ended.
    search.ask(computed, of: snapshot)
    computed.refresh(
      snapshot: snapshot, view: navigation.view, place: navigation.place,
      texts: search.answer.matches, ranking: search.isRanked ? search.answer.ranking : [],
      highlights: model.highlights.collection, now: clock.now())
    if !library.isBeingRead {
      if !isReadingHighlights { rememberCursor() }
    } else if library.refreshesUnderWay == 0 {
      library.refresh()
    }
  }

  package var isReadingHighlights: Bool {
    navigation.view.listsHighlights && model.highlights.collection == nil
  }

  // MARK: Cursor

  package func moveCursor(to index: Int) {
    bringUpToDate()
    computed.moveCursor(to: index)
    search.landsOnBest = false
    rememberCursor()
  }

  package func moveCursor(by rows: Int) { moveCursor(to: contents.cursor + rows) }

  package func placeCursor(on id: ArticleID) {
    if let index = contents.index(of: id) { moveCursor(to: index) }
  }

  private func rememberCursor() {
    // A filter without matches does not change the saved cursor.
    guard !computed.rows.isEmpty || navigation.place.filter.isEmpty else { return }
    navigation.place.cursor = computed.item(at: computed.cursor)
    navigation.place.row = computed.cursor
  }

  /// Commits the filter and saves the cursor before another list is shown.
  func leave() {
    commitFilter()
    bringUpToDate()
    rememberCursor()
    navigation.place.rangeStart = nil
  }

  /// The default order of a search.
  static let bestMatch = "best match"

  func sort(by name: String) -> CommandOutcome {
    if name == Self.bestMatch, search.isActive {
      navigation.place.filter = Query.sorting(navigation.place.filter, by: nil)
      library.isListStale = true
      return .done("Sorted by \(name)")
    }
    guard let order = Order(rawValue: name) else {
      let known = Order.allCases.map(\.rawValue).joined(separator: ", ")
      return .invalid("Unknown order “\(name)”; orders are \(known)", listedBy: .sort)
    }
    if contents.query.order != nil || search.isActive {
      // A search has the best matches first unless its words name an order.
      navigation.place.filter = Query.sorting(navigation.place.filter, by: order)
    } else {
      navigation.place.order = order == navigation.view.order ? nil : order
    }
    library.isListStale = true
    return .done("Sorted by \(order.title)")
  }

  // MARK: Changes

  func submit(
    _ change: ArticleChange, to ids: [ArticleID],
    note: (key: NoteTarget, text: String)? = nil
  ) {
    var step = PendingChange(change: change, ids: ids, typed: note)
    if case .position = change {} else { step.rereads = true }
    model.highlights.take(change, to: ids)
    service.apply(change, to: ids, answer: library.begin(step))
  }

  // MARK: Filter

  /// Milliseconds between the last key of a filter and its effect.
  package static let filterDelay: Int64 = 300

  package func typeFilter(_ text: String) {
    guard text != typed?.filter ?? navigation.place.filter else { return }
    if filterBefore == nil { filterBefore = (navigation.place.filter, navigation.place.cursor) }
    typed = (text, clock.now().advanced(byMilliseconds: Self.filterDelay))
  }

  /// Applies the typed filter at once and ends typing.
  package func commitFilter() {
    applyTypedFilter()
    guard filterBefore != nil else { return }
    filterBefore = nil
    // Once entered, an unfinished filter may be an error.
    if !navigation.place.filter.isEmpty { library.isListStale = true }
  }

  package func revertFilter() {
    guard let before = filterBefore else { return }
    typed = nil
    filterBefore = nil
    navigation.place.filter = before.filter
    navigation.place.cursor = before.cursor
    search.landsOnBest = false
    library.isListStale = true
  }

  /// Clears the filter, with the cursor on its article; false if there was none.
  @discardableResult func clearFilter() -> Bool {
    commitFilter()
    guard !navigation.place.filter.isEmpty else { return false }
    navigation.place.filter = ""
    library.isListStale = true
    return true
  }

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

  package static let everything = "*"

  func applyTypedFilter() {
    guard let filter = typed?.filter else { return }
    typed = nil
    guard filter != navigation.place.filter else { return }
    navigation.place.filter = filter
    search.landsOnBest = true
    library.isListStale = true
  }
}
