import ArticleStore
import ReadingServices
package import ReadingList

extension ReadingListModel {
  /// Puts the list's cursor on a row, clamped.
  package func moveCursor(to index: Int) {
    list.moveCursor(to: index)
    search.landsOnBest = false
    rememberCursor()
  }

  /// Moves the list's cursor by rows.
  package func moveCursor(by rows: Int) { moveCursor(to: list.cursor + rows) }

  /// Puts the cursor on an article, when the list holds it.
  package func placeCursor(on id: ArticleID) {
    if let index = list.index(of: id) { moveCursor(to: index) }
  }

  /// Gives the focus to a pane.
  package func focus(_ pane: Navigation.Pane) {
    switch pane {
    case .sidebar, .list, .reader: navigation.focus = pane
    case .inspector, .panel: navigation.panes.focus = pane
    }
  }

  /// Remembers which row is first on screen, as the view decided it.
  package func setTop(_ top: Int) { navigation.place.top = top }

  /// Remembers that only the text is shown, or not.
  package func setZen(_ on: Bool) { navigation.isZen = on }

  /// Shows a list, or the shuffle screen, as it was left.
  package func show(_ view: SavedView) {
    guard view != navigation.view else { return }
    move(to: view)
    if isDiscovering { enterDiscovery() } else { openRemembered() }
  }

  /// Makes another list the one on screen; what stands in the reader is the caller's to say.
  func move(to view: SavedView) {
    endTypingFilter()
    savePosition()
    rememberCursor()
    navigation.place.rangeStart = nil
    if isDiscovering {
      if navigation.focus == .reader { navigation.focus = .list }
    } else if view == .list(.discovery) {
      discovery.listBefore = navigation.view
    }
    navigation.view = view
    refreshList()
  }

  /// Shows the list of a name, or of its number in the sidebar; `previous` to come.
  func go(to argument: String) -> CommandOutcome {
    if argument == Self.tagsOnly { return .needsArgument }
    if let number = Int(argument) {
      let views = SidebarModel.numbered + settings.views.views
      guard views.indices.contains(number - 1) else {
        return .invalid("There is no list \(number)")
      }
      show(views[number - 1])
    } else if let view = Self.view(named: argument) ?? settings.views.view(named: argument) {
      show(view)
    } else {
      return .invalid("There is no list “\(argument)”")
    }
    if navigation.focus == .reader, !isDiscovering { navigation.focus = .list }
    return .done
  }

  /// The name of the list that a word or a number means; nil when it means none.
  package static func listName(_ argument: String) -> String? {
    if argument == tagsOnly { return "a tag" }
    if let number = Int(argument) {
      let views = SidebarModel.numbered
      return views.indices.contains(number - 1) ? views[number - 1].name : nil
    }
    return view(named: argument)?.name
  }

  /// What has one of the tags chosen.
  package static let tagsOnly = "#"

  private static func view(named name: String) -> SavedView? {
    switch name {
    case "all": .list(.readingList)
    case "progress": .inProgress
    default: SavedView(key: name) ?? (name.hasPrefix("#") ? .tag(String(name.dropFirst())) : nil)
    }
  }

  /// Sorts the list on screen by the order of a name; the cursor stays on its article.
  func sort(by name: String) -> CommandOutcome {
    guard let order = Order(rawValue: name) else {
      let known = Order.allCases.map(\.rawValue).joined(separator: ", ")
      return .invalid("Unknown order “\(name)”; orders are \(known)")
    }
    navigation.place.order = order == navigation.view.order ? nil : order
    refreshList()
    return .done("Sorted by \(order.title)")
  }

  /// Opens a random article of the list, of those that can be read in a time where one is given.
  func openRandom(within time: String) -> CommandOutcome {
    guard !time.isEmpty else {
      moveCursor(to: Int(random.next() % UInt64(list.rows.count)))
      openCurrent()
      return .done
    }
    guard let minutes = ReadingTime.minutes(parsing: time) else {
      return .invalid("“\(time)” is not a time; write 15m or 1h")
    }
    let listed = list
    let fitting = listed.rows.indices.filter { index in
      listed.summary(at: index)?.readingMinutes.map { (1...minutes).contains($0) } ?? false
    }
    guard !fitting.isEmpty else {
      return .refused("No article here takes \(ReadingTime.words(minutes: minutes)) or less")
    }
    moveCursor(to: fitting[Int(random.next() % UInt64(fitting.count))])
    openCurrent()
    return .done
  }

  // MARK: Filter

  /// Takes what is being typed into the list's filter; it applies 300 ms after the last key.
  package func typeFilter(_ text: String) {
    if filterBefore == nil {
      filterBefore = (navigation.place.filter, navigation.place.cursor)
    }
    typedFilter = text
    filterDeadline = clock.now().advanced(byMilliseconds: Self.filterDelay)
  }

  /// Milliseconds between the last key of a filter and its taking effect.
  package static let filterDelay: Int64 = 300

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
    refreshList()
  }

  /// Shows the whole list again; the cursor stays on its article.
  package func clearFilter() {
    endTypingFilter()
    guard !navigation.place.filter.isEmpty else { return }
    navigation.place.filter = ""
    refreshList()
    narrow()
  }

  func applyTypedFilter() {
    filterDeadline = nil
    guard let typed = typedFilter else { return }
    typedFilter = nil
    guard typed != navigation.place.filter else { return }
    navigation.place.filter = typed
    search.landsOnBest = true
    refreshList()
  }

  private func endTypingFilter() {
    applyTypedFilter()
    filterBefore = nil
  }
}
