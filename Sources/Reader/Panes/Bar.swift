import ReadingList
import Terminal

/// The line at the bottom: the prompt, the last status or hints; and running work at the right.
enum Bar {
  static func draw(_ interface: Interface, in rect: Rect, on screen: inout Screen) {
    screen.fill(rect, style: Style(.text, on: .bar))
    let inside = rect.withoutMargins
    if let prompt = interface.overlays.last as? Prompt, prompt.isOnBar {
      if let problem = prompt.problem {
        put([Span(problem, Style(.error))], [])
        return
      }
      let found = interface.reader.found(by: prompt)
      var line = inside
      if let button = filterButton(interface, in: rect) {
        Self.filterChip.draw(in: button, on: &screen)
        line.columns = button.column - 1 - line.column
      }
      if found.width > 0, line.columns > 2 * found.width {
        screen.put(left: [], right: [found], row: rect.row, in: line, surface: .bar)
        line.columns -= found.width + 1
      }
      PromptLine.draw(
        prompt.editor, label: prompt.label, placeholder: prompt.placeholder,
        mistake: interface.reader.mistake(in: prompt)?.range, in: line, surface: .bar, on: &screen)
      return
    }
    let right = underWay(interface)
    if interface.isBegun {
      let typed = interface.typedCount + interface.typedKeys.label
      put([Span(typed, Style(.key))], right)
    } else {
      let left = pieces(interface, columns: inside.columns).map(\.span)
      // A message may use the whole line.
      let used = (left + right).reduce(1) { $0 + $1.width }
      put(left, interface.model.status == nil || used <= inside.columns ? right : [])
    }

    func put(_ left: [Span], _ right: [Span]) {
      screen.put(left: left, right: right, row: rect.row, in: inside, surface: .bar)
    }
  }

  /// The key that opens the filters while a filter is typed.
  static let filterKey = Key(.character("t"), .control)
  private static let filterChip = Chip(filterKey.label, "filters")

  /// Returns the frame of the filters' button; nil if no filter is being typed or there is no room.
  static func filterButton(_ interface: Interface, in rect: Rect) -> Rect? {
    guard (interface.overlays.last as? Prompt)?.purpose == .filter else { return nil }
    let inside = rect.withoutMargins
    guard inside.columns >= 3 * filterChip.width else { return nil }
    return Rect(
      column: inside.endColumn - filterChip.width, row: rect.row, columns: filterChip.width, rows: 1
    )
  }

  /// A piece of the bar's text, with the command of a click on it.
  private typealias Piece = (span: Span, invocation: Invocation?)

  /// Returns the command of a click on the bar; nil if there is none at the point.
  static func invocation(_ interface: Interface, in rect: Rect, at point: Point) -> Invocation? {
    guard !interface.isBegun else { return nil }
    let inside = rect.withoutMargins
    var column = inside.column
    for piece in pieces(interface, columns: inside.columns) {
      let end = min(column + piece.span.width, inside.endColumn)
      if (column..<max(column, end)).contains(point.column) { return piece.invocation }
      column = end
    }
    return nil
  }

  /// Returns the pieces at the left: the last status, or marks and hints.
  private static func pieces(_ interface: Interface, columns: Int) -> [Piece] {
    if let hints = interface.reader.linkHints {
      return [(Span(hints.instruction, Style(.text)), nil)]
        + parts(of: .cancel(), interface, interface.contexts, isFirst: false)
    }
    if let status = interface.model.status {
      return pieces(of: status, interface, columns: columns)
    }
    let right = underWay(interface)
    let marking = interface.model.list.isMarkingRange ? "range, " : ""
    let marked: [Piece] =
      interface.focus == .list && interface.model.list.isMarking
      ? [
        (
          Span("\(marking)\(interface.model.list.markedCount) selected  ", Style(.marked, [.bold])),
          nil
        )
      ] : []
    let selecting: [Piece] =
      interface.focus == .reader && interface.reader.selection != nil
      ? [(Span("select  ", Style(.marked, [.bold])), nil)] : []
    let count = marked + selecting
    let space = columns - (right.first.map { $0.width + 1 } ?? 0) - (count.first?.span.width ?? 0)
    return count + hints(interface, columns: space)
  }

  /// Returns a status with the key of its offer, in the longest wording that fits; running work
  /// yields to it.
  private static func pieces(of status: Status, _ interface: Interface, columns: Int) -> [Piece] {
    let style = Style(status.kind == .error ? .error : .text)
    let offer = status.offer.map { Invocation($0) }
    let key = status.offer.map { interface.keys(of: $0) + " " } ?? ""
    let action = status.action.isEmpty ? "" : status.action + interface.glyphs.dot
    let space = columns - key.displayWidth - action.displayWidth
    let cut = status.text.cutInPath(toWidth: space, ellipsis: interface.glyphs.ellipsis)
    let words = [status.text] + (cut.map { [$0] } ?? []) + status.shorter
    let fitting = words.first { $0.displayWidth <= space } ?? words.last ?? ""
    return (key.isEmpty ? [] : [(Span(key, Style(.key, [.bold])), offer)]) + [
      (Span(action + fitting, style), offer)
    ]
  }

  private static func underWay(_ interface: Interface) -> [Span] {
    let model = interface.model
    var words: [String] = []
    if model.discovery.isLooking, model.isDiscovering { words.append(interface.spinnerPicture) }
    if let progress = model.imports.progress {
      words.append("\(interface.spinnerPicture) \(progress)")
      words.append("\(interface.keys(of: .interrupt)) stops it")
    }
    if !model.fetches.fetching.isEmpty {
      words.append("\(interface.spinnerPicture) fetching \(model.fetches.fetching.count)")
    }
    if model.isSaving { words.append("saving") }
    if model.sync.isUnderWay { words.append("syncing") }
    if let warning = model.sync.warning { words.append(warning) }
    if model.unreadable > 0 { words.append("\(model.unreadable) unreadable") }
    return words.isEmpty
      ? [] : [Span(words.joined(separator: interface.glyphs.dot), Style(.secondary))]
  }

  /// Returns as many hints as fit without being cut.
  private static func hints(_ interface: Interface, columns: Int) -> [Piece] {
    var pieces: [Piece] = []
    var used = 0
    let pane = interface.pane
    for hint in pane.hints where hint.invocations.allSatisfy({ interface.model.offers($0.command) })
    {
      let parts = parts(of: hint, interface, pane.contexts, isFirst: pieces.isEmpty)
      let width = parts.reduce(0) { $0 + $1.span.width }
      guard used + width <= columns else { continue }
      pieces += parts
      used += width
    }
    return pieces
  }

  /// Returns the keys of a hint and its words, after a gap unless it is the first.
  private static func parts(
    of hint: Hint, _ interface: Interface, _ contexts: [Keymap.Context], isFirst: Bool
  ) -> [Piece] {
    let keys = hint.invocations.map { interface.keys(of: $0, in: contexts) }
    var parts: [Piece] = isFirst ? [] : [(Span("  ", Style(.secondary)), nil)]
    for (index, (key, invocation)) in zip(keys, hint.invocations).enumerated() {
      if index > 0 {
        parts.append((Span(hint.isRange ? interface.glyphs.range : "/", Style(.key)), nil))
      }
      parts.append((Span(key, Style(.key)), invocation))
    }
    let isNamed = keys == [":" + hint.words]
    // Words for two commands belong to neither.
    let only = hint.invocations.count == 1 ? hint.invocations.first : nil
    if !isNamed { parts.append((Span(" " + hint.words, Style(.secondary)), only)) }
    return parts
  }
}

/// Draws a line being typed, scrolled to its cursor.
enum PromptLine {
  /// Draws the line wrapped into rows, scrolled to its cursor.
  static func draw(_ editor: LineEditor, wrappedIn rect: Rect, on screen: inout Screen) {
    let rows = editor.rows(columns: rect.columns)
    let cursor = rows.lastIndex { $0.lowerBound <= editor.cursor } ?? 0
    let top = max(0, cursor - rect.rows + 1)
    for (offset, row) in rows[top...].prefix(rect.rows).enumerated() {
      _ = screen.put(
        String(editor.characters[row]), at: rect.line(offset).origin,
        style: Style(.text, on: .field), clip: rect)
    }
    let before = editor.characters[rows[cursor].lowerBound..<editor.cursor]
    screen.isCursorVisible = true
    screen.cursor = Point(
      column: rect.column + min(rect.columns - 1, String(before).displayWidth),
      row: rect.row + cursor - top)
  }

  static func draw(
    _ editor: LineEditor, label: String, placeholder: String = "", mistake: Range<Int>? = nil,
    in rect: Rect, surface: Surface, on screen: inout Screen
  ) {
    var column = rect.column
    column += screen.put(
      label, at: Point(column: column, row: rect.row), style: Style(.accent, on: surface),
      clip: rect)
    let field = Rect(
      column: column, row: rect.row, columns: max(1, rect.column + rect.columns - column), rows: 1)
    if editor.characters.isEmpty, placeholder.displayWidth < field.columns {
      _ = screen.put(
        placeholder, at: Point(column: field.column + 1, row: rect.row),
        style: Style(.placeholder, on: surface), clip: field)
    }
    let view = editor.view(columns: field.columns)
    _ = screen.put(
      view.text, at: Point(column: field.column, row: rect.row), style: Style(.text, on: surface),
      clip: field)
    if let part = mistake?.clamped(to: view.first..<view.first + view.text.count), !part.isEmpty {
      let before = view.text.prefix(part.lowerBound - view.first).displayWidth
      _ = screen.put(
        String(view.text.dropFirst(part.lowerBound - view.first).prefix(part.count)),
        at: Point(column: field.column + before, row: rect.row),
        style: Style(.error, on: surface, [.underline]), clip: field)
    }
    screen.isCursorVisible = true
    screen.cursor = Point(column: field.column + min(field.columns - 1, view.cursor), row: rect.row)
  }
}
