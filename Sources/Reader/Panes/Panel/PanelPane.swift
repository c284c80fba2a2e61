import ReadingList
import Terminal

final class PanelPane: RowsPane {
  unowned let interface: Interface
  let name = Navigation.Pane.panel
  var list = ListView([], kind: .plain)
  /// The panel and article that the rows belong to.
  private var subject: (panel: PaneState.Panel, article: ArticleID?)?

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

  var header: PaneHeader {
    let items = list.rows.count { !$0.isContinuation }
    return PaneHeader(
      title: model.navigation.panes.panel?.rawValue.capitalizedFirst ?? "",
      details: [Span(" ", Style(.text))],
      right: items == 0 ? [] : [Span(" \(items) ", Style(.secondary))])
  }

  func body(_ frame: Rect) -> Rect { frame.below(1) }

  /// Nil if no panel is open or its article's text is not on screen.
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
    return panes.panelRows ?? min(most, list.rows.count + 1)
  }

  var current: ListRow? { isFocused ? list.current : nil }

  func settle() {
    guard let frame, let panel = model.navigation.panes.panel else {
      subject = nil
      return
    }
    let rows = rows(of: panel, columns: max(1, frame.withoutMargins.columns))
    let next = (panel: panel, article: panel == .messages ? nil : model.reader.id)
    if subject.map({ $0 != next }) ?? true {
      // Without rows, the cursor is set later, once the text is typeset.
      subject = rows.isEmpty ? nil : next
      list = ListView(rows, kind: .plain)
      list.move(to: panel == .contents ? interface.reader.currentHeading ?? 0 : 0)
      if panel == .messages { list.move(to: .max) }
    } else {
      let wasAtEnd = list.isAtEnd
      list.update(rows)
      if panel == .messages, wasAtEnd { list.move(to: .max) }
    }
    // The panel's height may depend on the number of rows.
    list.settle(height: body(self.frame ?? frame).rows, margin: 1)
  }

  func draw(in frame: Rect, on screen: inout Screen) {
    guard let panel = model.navigation.panes.panel else { return }
    if !layout.isPlain {
      screen.put(
        String(repeating: glyphs.borders.horizontal, count: frame.columns), at: frame.origin,
        style: Style(.border), clip: frame)
    }
    drawRows(in: frame, on: &screen)
    guard list.rows.isEmpty else { return }
    let area = body(frame).withoutMargins
    screen.put(
      centered: panel.emptyWords, row: area.row + (area.rows - 1) / 2, style: Style(.placeholder),
      in: area)
  }

  // MARK: Commands

  func handle(_ invocation: Invocation, count: Int) -> CommandOutcome? {
    if let panel = PaneState.Panel(rawValue: invocation.command.name) { return toggle(panel) }
    switch invocation.command {
    case .panelHeight: return changeHeight(invocation.argument)
    case .open where isFocused: list.current?.action?.perform(interface)
    case .paneRight where isFocused: interface.focusInspector()
    case .paneLeft where isFocused, .back where isFocused, .cancel where isFocused:
      model.navigation.setPanel(nil)
    default: return nil
    }
    return .done
  }

  private func toggle(_ panel: PaneState.Panel) -> CommandOutcome {
    if model.navigation.panes.panel == panel, frame != nil {
      model.navigation.setPanel(nil)
      return .done
    }
    guard layout.panelRange != nil else { return .refused("The window is too short for a panel") }
    if panel != .messages, model.reader.article == nil { return .refused("No article is open") }
    guard !rows(of: panel, columns: layout.size.columns).isEmpty else {
      return .refused(panel.emptyWords)
    }
    model.navigation.isZen = false
    model.navigation.setPanel(panel)
    // The article's text has to be on screen, even in place of list or inspector.
    if frame == nil, panel != .messages { model.navigation.focus = .reader }
    if frame == nil { model.navigation.panes.showsInspector = false }
    model.navigation.focus = .panel
    return .done
  }

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

  func drag(to row: Int) { if let frame { _ = changeHeight(String(max(0, frame.endRow - row))) } }

  /// The command that replaces another while the panel has the focus.
  func aimed(_ invocation: Invocation) -> Invocation {
    guard invocation.argument.isEmpty else { return invocation }
    return current?.retargets[invocation.command] ?? invocation
  }

  func clicked(isDouble: Bool, isAgain: Bool) {
    // Another page takes a second click, another line does not.
    if isDouble || isAgain || model.navigation.panes.panel != .links {
      interface.perform(Invocation(.open))
    }
  }
}
