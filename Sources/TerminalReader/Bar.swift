import ArticleStore
import ReadingList
import ReadingListModel
import TerminalKit

/// The line at the bottom: what is being typed, else what happened, else hints; and what is under way.
enum Bar {
  static func draw(_ interface: Interface, in rect: Rect, on screen: inout Screen) {
    screen.fill(rect, style: Style(.text, on: .bar))
    let inside = rect.inset(columns: Metrics.margin, rows: 0)
    if case .prompt(let prompt)? = interface.overlays.last, prompt.isOnBar {
      PromptLine.draw(
        prompt.editor,
        label: prompt.label,
        in: inside,
        surface: .bar,
        on: &screen
      )
      return
    }
    let right = underWay(interface)
    if !interface.typedKeys.isEmpty {
      put([Span(interface.typedKeys.map(\.notation).joined(), Style(.key))], right)
    } else if let status = interface.model.status {
      put([Span(status.text, Style(status.kind == .error ? .error : .text))], right)
    } else {
      let space = inside.columns - (right.first.map { $0.width + 1 } ?? 0)
      put(hints(interface, columns: space), right)
    }

    func put(_ left: [Span], _ right: [Span]) {
      screen.put(
        left: left,
        right: right,
        row: rect.row,
        in: inside,
        ellipsis: interface.glyphs.ellipsis,
        surface: .bar
      )
    }
  }

  private static func underWay(_ interface: Interface) -> [Span] {
    let model = interface.model
    var words: [String] = []
    if !model.fetching.isEmpty {
      words.append("\(interface.spinnerPicture) fetching \(model.fetching.count)")
    }
    if model.isSaving { words.append("saving") }
    if model.isSaved { words.append("saved \(interface.glyphs.check)") }
    if model.counts.unreadable > 0 { words.append("\(model.counts.unreadable) unreadable") }
    return words.isEmpty
      ? [] : [Span(words.joined(separator: interface.glyphs.dot), Style(.secondary))]
  }

  /// The commands worth showing for a pane, most useful first.
  private static func commands(for pane: Navigation.Pane, _ interface: Interface) -> [Command] {
    switch pane {
    case .sidebar: [.open, .add, .help, .settings]
    case .list:
      [.open, .archive, .favorite, .delete, .add, .help, .find, .tag, .random, .undo, .settings]
    case .reader:
      [
        .back, .archive, .favorite, .help, .find, .nextArticle, .openInBrowser, .zen, .add,
        .settings,
      ]
    }
  }

  /// As many hints as fit, whole.
  private static func hints(_ interface: Interface, columns: Int) -> [Span] {
    var spans: [Span] = []
    var used = 0
    for command in commands(for: interface.focus, interface)
    where interface.model.isAvailable(command) {
      guard let hint = command.facts.hint else { continue }
      let keys =
        interface.keymap.shortest(Invocation(command), in: interface.focus)
        ?? ":" + command.rawValue
      let words = keys == ":" + hint ? "" : " " + hint
      let gap = spans.isEmpty ? "" : "  "
      let width = (gap + keys + words).displayWidth
      guard used + width <= columns else { continue }
      spans += [Span(gap + keys, Style(.key)), Span(words, Style(.secondary))]
      used += width
    }
    return spans
  }
}

/// A line being typed, scrolled so that its cursor is in view.
enum PromptLine {
  static func draw(
    _ editor: LineEditor,
    label: String,
    in rect: Rect,
    surface: Surface,
    on screen: inout Screen
  ) {
    var column = rect.column
    column += screen.put(
      label,
      at: Point(column: column, row: rect.row),
      style: Style(.accent, on: surface),
      clip: rect
    )
    let field = Rect(
      column: column,
      row: rect.row,
      columns: max(1, rect.column + rect.columns - column),
      rows: 1
    )
    var start = 0
    func width(_ range: Range<Int>) -> Int { String(editor.characters[range]).displayWidth }
    while start < editor.cursor, width(start..<editor.cursor) >= field.columns { start += 1 }
    _ = screen.put(
      String(editor.characters[start...]),
      at: Point(column: field.column, row: rect.row),
      style: Style(.text, on: surface),
      clip: field
    )
    screen.isCursorVisible = true
    screen.cursor = Point(
      column: field.column + min(field.columns - 1, width(start..<editor.cursor)),
      row: rect.row
    )
  }
}
