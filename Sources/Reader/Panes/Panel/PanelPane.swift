import ReadingList
import Terminal

/// The panel under the text: the open article's contents, links or notes, or recent messages.
final class PanelPane: Pane {
  unowned let interface: Interface
  let name = Navigation.Pane.panel
  /// The panel and the article that the cursor is for.
  private var subject: Subject?
  /// The first row of the item under the cursor.
  private var cursor = ListCursor()
  /// The rows scrolled away of an item that is higher than the panel.
  private var skipped = 0
  /// The rows of each item in the last frame.
  private var items: [Range<Int>] = []

  private struct Subject: Equatable {
    var panel: PaneState.Panel
    var article: ArticleID?
  }

  init(_ interface: Interface) { self.interface = interface }

  var contexts: [Keymap.Context] { [.panel] + articleContexts }

  var hints: [Hint] {
    let isOfNotes = model.navigation.panes.panel == .notes
    let height = [Invocation(.panelHeight, "+1"), Invocation(.panelHeight, "-1")]
    // `delete` removes the highlight under the cursor.
    let marks = [Hint([Invocation(.delete)], "remove"), .colors, Hint(.help)]
    return [.move, Hint(.open), Hint(isOfNotes ? .annotate : .help)] + (isOfNotes ? marks : []) + [
      .cancel("close"), Hint(height, "height"),
    ]
  }

  /// The number of rows in the last frame.
  private var count: Int { items.last?.upperBound ?? 0 }
  /// The index of the item under the cursor.
  private var item: Int { items.lastIndex { $0.lowerBound <= cursor.cursor } ?? 0 }

  /// Returns the area of the rows, under the edge with the title.
  private static func body(_ frame: Rect) -> Rect {
    Rect(column: frame.column, row: frame.row + 1, columns: frame.columns, rows: frame.rows - 1)
  }

  /// The panel's requested rows; nil if none is open or its article's text is not on screen.
  var wishedRows: Int? {
    let panes = model.navigation.panes
    guard let panel = panes.panel else { return nil }
    if panel != .messages {
      guard model.reader.article != nil, !layout.hasOnePane || interface.isReaderMeant else {
        return nil
      }
    }
    // Links get more rows than longer items do.
    let most = panel == .links ? layout.size.rows * 2 / 3 : PaneState.defaultPanelRows
    return panes.panelRows ?? min(most, count + 1)
  }

  /// Returns the first visible row: the wheel's scroll offset, or else that of the cursor.
  private func top(rows: Int) -> Int {
    min(interface.wheelTops[name] ?? cursor.offset, max(0, count - rows))
  }

  /// The target of the row under the cursor; nil without the focus.
  var goal: PanelRow.Goal? {
    guard isFocused else { return nil }
    let rows = rows
    return rows.indices.contains(cursor.cursor) ? rows[cursor.cursor].goal : nil
  }

  /// Resets the cursor for a new subject, and scrolls to it.
  func settle() {
    guard let frame, let panel = model.navigation.panes.panel else {
      subject = nil
      return
    }
    let next = Subject(panel: panel, article: panel == .messages ? nil : model.reader.id)
    let shown = PanelRow.items(of: rows)
    let last = shown.last?.lowerBound ?? 0
    let wasAtEnd = item == items.count - 1
    if next != subject {
      // Without rows, the cursor is set later, once the text is typeset.
      subject = shown.isEmpty ? nil : next
      let isContents = panel == .contents
      cursor = ListCursor(
        cursor: isContents ? interface.reader.currentHeading ?? 0 : panel == .messages ? last : 0)
    } else if panel == .messages, wasAtEnd {
      cursor = ListCursor(cursor: last, offset: cursor.offset)
    }
    items = shown
    // The panel's height may depend on the number of rows.
    let rows = (self.frame.map(Self.body) ?? frame).rows
    let here = items.indices.contains(item) ? items[item] : 0..<1
    cursor = ListCursor(cursor: here.lowerBound, offset: cursor.offset)
    cursor.settle(count: count, height: rows, margin: 1, length: here.count)
    skipped = min(skipped, max(0, here.count - rows))
    if skipped > 0 {
      cursor = ListCursor(cursor: here.lowerBound, offset: here.lowerBound + skipped)
    }
  }

  // MARK: Drawing

  func draw(in frame: Rect, on screen: inout Screen) {
    guard let panel = model.navigation.panes.panel else { return }
    let rows = rows
    let items = PanelRow.items(of: rows)
    let here = cursor.cursor
    let underCursor = items.first { $0.contains(here) } ?? here..<here + 1
    if !layout.isPlain {
      screen.put(
        String(repeating: glyphs.borders.horizontal, count: frame.columns), at: frame.origin,
        style: Style(.border), clip: frame)
    }
    PaneHeader(
      title: panel.rawValue.capitalizedFirst, details: [Span(" ", Style(.text))],
      right: rows.isEmpty ? [] : [Span(" \(items.count) ", Style(.secondary))]
    ).draw(isFocused, in: frame.withoutMargins, glyphs, on: &screen)
    let area = Self.body(frame)
    guard !rows.isEmpty else {
      screen.put(
        centered: PanelRow.emptyWords(of: panel), row: area.row + (area.rows - 1) / 2,
        style: Style(.placeholder), in: area.withoutMargins)
      return
    }
    let top = min(interface.wheelTops[name] ?? cursor.offset, max(0, rows.count - area.rows))
    for (offset, row) in rows.dropFirst(top).prefix(area.rows).enumerated() {
      let line = area.line(offset)
      var surface: Surface = .base
      if underCursor.contains(top + offset) {
        surface = screen.drawCursor(in: line, isFocused: isFocused, glyphs: glyphs)
        if top + offset == max(here, top) { putCursor(line.column, line.row, on: &screen) }
      }
      var inside = line.withoutMargins
      screen.put(left: row.spans, right: row.right, row: line.row, in: inside, surface: surface)
      guard let mark = row.mark else { continue }
      inside.columns = min(1, inside.columns)
      screen.restyle(inside, surface: mark)
    }
  }

  // MARK: Commands

  /// The number of items that a page moves by: those that begin on screen.
  var page: Int {
    guard let frame else { return 1 }
    let rows = Self.body(frame).rows
    let top = top(rows: rows)
    return max(1, items.count { (top..<top + rows).contains($0.lowerBound) } - 1)
  }

  /// Moves the cursor by items; an item higher than the panel is scrolled through first.
  func move(by step: Int) {
    guard let frame, items.indices.contains(item) else { return }
    let hidden = max(0, items[item].count - Self.body(frame).rows)
    let next = min(max(0, skipped.saturatedAdding(step)), hidden)
    if next == skipped {
      move(to: item.saturatedAdding(step), isEdge: false)
    } else {
      skipped = next
    }
  }

  func move(to number: Int, isEdge: Bool) {
    guard !items.isEmpty else { return }
    let item = items[min(max(0, number), items.count - 1)]
    skipped = 0
    cursor = ListCursor(cursor: item.lowerBound, offset: cursor.offset)
  }

  func handle(_ invocation: Invocation, count: Int) -> CommandOutcome? {
    switch invocation.command {
    case .contents: return toggle(.contents)
    case .links: return toggle(.links)
    case .notes: return toggle(.notes)
    case .messages: return toggle(.messages)
    case .panelHeight: return changeHeight(invocation.argument)
    case .open where isFocused: return choose()
    case .paneRight where isFocused: interface.focusInspector()
    case .paneLeft where isFocused, .back where isFocused, .cancel where isFocused:
      model.navigation.setPanel(nil)
    default: return nil
    }
    return .done
  }

  /// Opens a panel and focuses it, or closes it if it is open.
  private func toggle(_ panel: PaneState.Panel) -> CommandOutcome {
    if model.navigation.panes.panel == panel, frame != nil {
      model.navigation.setPanel(nil)
      return .done
    }
    guard layout.panelRange != nil else { return .refused("The window is too short for a panel") }
    if panel != .messages, model.reader.article == nil { return .refused("No article is open") }
    interface.reader.setMoreText(toEnd: true)
    guard !rows(of: panel, columns: layout.size.columns).isEmpty else {
      return .refused(PanelRow.emptyWords(of: panel))
    }
    model.navigation.isZen = false
    model.navigation.setPanel(panel)
    // The article's text has to be on screen, even in place of list or inspector.
    if frame == nil, panel != .messages { model.navigation.focus = .reader }
    if frame == nil { model.navigation.panes.showsInspector = false }
    model.navigation.focus = .panel
    return .done
  }

  /// Sets the panel's height in rows, or changes it by a signed number.
  private func changeHeight(_ argument: String) -> CommandOutcome {
    guard let frame, let range = layout.panelRange else { return .refused("No panel is open") }
    let isChange = argument.hasPrefix("+") || argument.hasPrefix("-")
    guard let number = Int(argument), (-1000...1000).contains(number) else {
      return .invalid(Command.panelHeight.row.usage)
    }
    let rows = isChange ? frame.rows + number : number
    model.navigation.panes.panelRows = min(max(rows, range.lowerBound), range.upperBound)
    return .done
  }

  /// Moves the panel's upper edge to a row of the screen.
  func drag(to row: Int) { if let frame { _ = changeHeight(String(max(0, frame.endRow - row))) } }

  /// Goes to the target of the row under the cursor; `aimed` opens links.
  private func choose() -> CommandOutcome {
    switch goal {
    case .line(let line), .passage(_, line: let line?):
      interface.reader.jump(toLine: line)
      model.navigation.focus = .reader
    case .passage: return .refused("This passage is no longer in the text")
    case .link, .note, nil: break
    }
    return .done
  }

  /// Redirects commands to the link, highlight or note under the cursor.
  func aimed(_ invocation: Invocation) -> Invocation {
    guard invocation.argument.isEmpty, let goal else { return invocation }
    switch (goal, invocation.command) {
    // On a highlight or a note, these commands act on it instead of the article.
    case (.passage, .delete), (.note, .delete): return Invocation(.removeHighlight)
    case (.passage, .copyURL): return Invocation(.copyText)
    case (.link(let url), .open): return Invocation(.followLink, url)
    case (.link(let url), .openInBrowser), (.link(let url), .add), (.link(let url), .copyURL),
      (.link(let url), .linkMenu):
      return Invocation(invocation.command, url)
    default: return invocation
    }
  }

  // MARK: Mouse

  func click(at point: Point, in frame: Rect, isDouble: Bool) {
    let wasFocused = isFocused
    let area = Self.body(frame)
    let top = top(rows: area.rows)
    let index = top + point.row - area.row
    model.navigation.focus = .panel
    if let link = interface.link(at: point) { return interface.reader.follow(link) }
    guard (0..<count).contains(index) else { return }
    let clicked = items.firstIndex { $0.contains(index) } ?? 0
    let isAgain = wasFocused && clicked == item
    interface.wheelTops[name] = top
    move(to: clicked, isEdge: false)
    // Another page takes a second click, another line does not.
    if isDouble || isAgain || model.navigation.panes.panel != .links {
      interface.perform(Invocation(.open))
    }
  }

  func scroll(by lines: Int, in frame: Rect) {
    let rows = Self.body(frame).rows
    scrolled(to: top(rows: rows) + lines, last: count - rows)
  }
}
