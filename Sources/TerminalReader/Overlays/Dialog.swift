import ReadingListModel
import TerminalKit

/// A box in the middle of the screen, with a title and a line of hints.
enum Dialog {
  /// A frame of at most so many columns and rows that leaves some of what is under it in sight; in a plain
  /// layout the whole screen, since a row that is read aloud belongs to one thing.
  static func frame(on layout: Layout, columns: Int, rows: Int) -> Rect {
    let size = layout.size
    guard !layout.isPlain else {
      return Rect(column: 0, row: 0, columns: size.columns, rows: size.rows)
    }
    let width = min(columns, size.columns - 2 * (size.columns > 44 ? Metrics.dialogMargin : 0))
    let height = min(rows, size.rows - (size.rows > 14 ? 2 : 0))
    return Rect(
      column: (size.columns - width) / 2,
      row: max(0, (size.rows - height) / 2),
      columns: width,
      rows: height
    )
  }

  /// Columns that some content takes with its frame, within what a dialog may have.
  static func columns(for widths: [Int]) -> Int {
    min(Metrics.dialogColumns, max(Metrics.dialogLeastColumns, (widths.max() ?? 0) + 4))
  }

  /// Where an overlay stands; nil for a line that is typed on the bar.
  static func frame(of overlay: Overlay, _ interface: Interface) -> Rect? {
    let layout = interface.layout
    return switch overlay {
    case .prompt(let prompt) where prompt.isOnBar: nil
    case .prompt: frame(on: layout, columns: Metrics.dialogColumns, rows: 5)
    case .confirm(let question, _): frame(of: question, on: layout).box
    case .help(let help): HelpView.frame(help, on: layout).box
    case .menu(let menu): MenuView.frame(menu, on: layout).box
    case .report(let report): ReportView.frame(interface.page(of: report), on: layout).box
    }
  }

  /// The key that is named at a place of an overlay's hints; nil where none is.
  static func key(at point: Point, of overlay: Overlay, _ interface: Interface) -> Key? {
    guard let frame = frame(of: overlay, interface), point.row == frame.endRow - 1 else {
      return nil
    }
    let hint =
      switch overlay {
      case .prompt(let prompt): prompt.problem ?? prompt.hint
      case .confirm(let question, _): hint(of: question)
      case .help: HelpView.hint
      case .menu(let menu): menu.hint
      case .report(let report): interface.page(of: report).hint
      }
    // As it is drawn: behind the corner, a line and a blank.
    var column = frame.column + 3
    for part in hint.split(separator: ", ").flatMap({ $0.split(separator: interface.glyphs.dot) }) {
      let width = part.displayWidth
      if (column..<column + width).contains(point.column) { return key(named: part) }
      column += width + (hint.contains(", ") ? 2 : interface.glyphs.dot.displayWidth)
    }
    return nil
  }

  /// The key that a hint begins with: `Esc closes`, `f: fetch all`.
  private static func key(named hint: Substring) -> Key? {
    let name = hint.prefix { $0 != " " && $0 != ":" }
    switch name {
    case "Enter", "⏎": return Key(.enter)
    case "Esc": return Key(.escape)
    case "Tab": return Key(.tab)
    case "Space": return Key(.character(" "))
    default: return name.count == 1 ? name.first.map { Key(.character($0)) } : nil
    }
  }

  /// Draws the box and gives the area inside it.
  static func draw(
    title: String,
    hint: String,
    in rect: Rect,
    _ glyphs: Glyphs,
    on screen: inout Screen
  ) -> Rect {
    screen.fill(rect, style: Style(.text, on: .panel))
    screen.box(
      rect,
      borders: glyphs.borders,
      style: Style(.accent, on: .panel)
    )
    let inside = rect.inset(columns: 2, rows: 1)
    let top = Rect(column: inside.column, row: rect.row, columns: inside.columns, rows: 1)
    screen.put(
      left: [Span(" \(title) ", Style(.accent, on: .panel, [.bold]))],
      row: rect.row,
      in: top,
      ellipsis: glyphs.ellipsis
    )
    if !hint.isEmpty, rect.rows > 2 {
      let bottom = Rect(
        column: inside.column,
        row: rect.row + rect.rows - 1,
        columns: inside.columns,
        rows: 1
      )
      screen.put(
        left: [Span(" \(hint) ", Style(.secondary, on: .panel))],
        row: bottom.row,
        in: bottom,
        ellipsis: glyphs.ellipsis
      )
    }
    return inside
  }

  static func draw(_ prompt: Prompt, _ interface: Interface, on screen: inout Screen) {
    let rect = frame(on: interface.layout, columns: Metrics.dialogColumns, rows: 5)
    let inside = draw(
      title: prompt.label,
      hint: prompt.problem ?? prompt.hint,
      in: rect,
      interface.glyphs,
      on: &screen
    )
    let field = Rect(
      column: inside.column,
      row: inside.row + min(1, inside.rows / 2),
      columns: inside.columns,
      rows: 1
    )
    screen.fill(field, style: Style(.text, on: .field))
    PromptLine.draw(prompt.editor, label: "", in: field, surface: .field, on: &screen)
  }

  /// Where a question stands, and its lines.
  private static func frame(
    of question: Confirmation,
    on layout: Layout
  ) -> (box: Rect, lines: [String]) {
    let columns = frame(on: layout, columns: Metrics.dialogColumns, rows: 1).columns - 4
    let lines = question.question.wrapped(toWidth: max(1, columns))
    let rows = max(5, lines.count + 2)
    return (frame(on: layout, columns: Metrics.dialogColumns, rows: rows), lines)
  }

  private static func hint(of question: Confirmation) -> String {
    "y: \(question.yes) · other keys: cancel"
  }

  static func draw(_ question: Confirmation, _ interface: Interface, on screen: inout Screen) {
    let (rect, lines) = frame(of: question, on: interface.layout)
    let inside = draw(
      title: question.title,
      hint: hint(of: question),
      in: rect,
      interface.glyphs,
      on: &screen
    )
    screen.cursor = Point(column: inside.column, row: inside.row)
    for (offset, line) in lines.prefix(inside.rows).enumerated() {
      _ = screen.put(
        line,
        at: Point(column: inside.column, row: inside.row + offset),
        style: Style(.text, on: .panel),
        clip: inside
      )
    }
  }
}
