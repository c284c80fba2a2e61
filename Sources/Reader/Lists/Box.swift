import ReadingList
package import Terminal

/// A box over the panes: a title, a text, a list, and hints that are keys.
///
/// Used for menus, questions, help, reports and footnotes; `BoxContent` has the content.
package final class Box: Overlay {
  package let kind: Kind
  package private(set) var list: ListView
  private var content: BoxContent
  private var widest = (row: 0, help: 0)

  package enum Kind: Equatable, Sendable {
    /// The argument tells several menus of one command apart.
    case menu(Invocation)
    case help
    case statistics(days: Int?)
    case question(Confirmation, Invocation)
    /// By its address in the text.
    case footnote(String)
  }

  init?(_ kind: Kind, _ interface: Interface) {
    guard let content = interface.content(of: kind) else { return nil }
    self.kind = kind
    self.content = content
    list = ListView(content.rows, kind: content.listKind, cursor: content.cursor)
    measure()
  }

  private func measure() {
    widest.row =
      list.rows.map { row in (row.left + row.right).width + (row.right.isEmpty ? 0 : 2) }.max() ?? 0
    widest.help = list.rows.map(\.help.displayWidth).max() ?? 0
  }

  package let isOnBar = false
  package func box(_ interface: Interface) -> Rect? { frame(interface).box }

  /// A single key answers it.
  package var isQuestion: Bool { if case .question = kind { true } else { false } }

  /// Whether its rows change while it is open.
  var isLive: Bool {
    switch kind {
    case .menu(let invocation): [.source, .filter].contains(invocation.command)
    case .statistics: true
    case .help, .question, .footnote: false
    }
  }

  /// Rebuilds the rows; the cursor stays on its row.
  func refresh(_ interface: Interface) {
    guard let fresh = interface.content(of: kind, typed: list.editor?.text) else { return }
    content = fresh
    list.update(fresh.rows)
    measure()
  }

  // MARK: Keys

  package func take(_ key: Key, _ interface: Interface) {
    if list.editor == nil, let action = content.keys[key] { return run(action, interface) }
    if let other = content.otherKeys { return run(other, interface) }
    let typed = list.editor
    let outcome = list.take(key, interface.keymap)
    if list.editor != typed { remakeRows(interface, typedBefore: typed) }
    finish(outcome, interface)
  }

  package func insert(_ text: String, _ interface: Interface) {
    guard let typed = list.editor else { return }
    guard list.insert(text) else { return interface.model.status = .error(typed.tooLong) }
    remakeRows(interface, typedBefore: typed)
  }

  private func remakeRows(_ interface: Interface, typedBefore typed: LineEditor?) {
    switch list.kind {
    case .toggles: refresh(interface)
    case .searchable where (typed == nil) != (list.editor == nil): refresh(interface)
    case .plain, .searchable, .choice, .search: break
    }
  }

  func scroll(by lines: Int) { list.scroll(by: lines) }

  package func click(at point: Point, _ interface: Interface) {
    var offset = 0
    for column in frame(interface).list {
      if column.inset(columns: -1, rows: 0).contains(point) {
        return finish(list.click(offset + point.row - column.row), interface)
      }
      offset += column.rows
    }
  }

  private func finish(_ outcome: ListView.Outcome, _ interface: Interface) {
    switch outcome {
    case .stay: break
    case .close: interface.overlays.removeLast()
    case .quit: interface.model.quit()
    case .run(let action): run(action, interface)
    }
  }

  private func run(_ action: ListAction, _ interface: Interface) {
    // The command acts on the articles that the box was opened for.
    guard action.staysOpen else { return interface.closeFront { action.perform(interface) } }
    action.perform(interface)
    if interface.overlays.last === self { refresh(interface) }
  }

  // MARK: Drawing

  private struct Frame {
    var box: Rect
    /// The text over the rows.
    var about: Rect
    var aboutLines: [String]
    /// The filter line.
    var search: Rect?
    var list: [Rect]
    /// The help for the row under the cursor, if there is room.
    var help: Rect?
  }

  private static let maxHelpRows = 2

  /// Filtering shrinks the box to the matching rows; its top stays in place.
  private func frame(_ interface: Interface) -> Frame {
    let layout = interface.layout
    let columns = content.columns ?? Dialog.columns(for: widths)
    let width = max(1, Dialog.frame(on: layout, columns: columns, rows: 1).columns - 4)
    let about = content.about.isEmpty ? [] : content.about.wrapped(toWidth: width)
    let helps = widest.help == 0 ? 0 : 1 + (widest.help > width ? Self.maxHelpRows : 1)
    let searches = list.editor == nil ? 0 : 2
    let gap = about.isEmpty || list.rows.isEmpty ? 0 : 1
    let others = 2 + about.count + gap + searches + helps
    let fixed = content.listRows
    let isFull = content.isFull && fixed == nil
    let (all, shown) = (fixed ?? max(1, list.rows.count), fixed ?? max(1, list.found.count))
    let rows = list.rows.isEmpty && !about.isEmpty ? max(5, others) : all + others
    var box = Dialog.frame(on: layout, columns: columns, rows: isFull ? layout.size.rows : rows)
    let isCut = box.rows < shown + others
    if !layout.isPlain, !isFull { box.rows = min(box.rows, rows - all + shown) }
    var rest = box.inset(columns: 2, rows: 1)
    var frame = Frame(box: box, about: rest, aboutLines: about, list: [])
    // Some rows stay visible, however long the text is.
    let least = list.rows.isEmpty ? 0 : min(shown, 3) + 1
    frame.about.rows = max(0, min(about.count, rest.rows - least))
    if frame.about.rows > 0 {
      rest = rest.below(min(rest.rows, frame.about.rows + gap))
    }
    if searches > 0 {
      frame.search = rest.line(0)
      rest = rest.below(min(rest.rows, isCut && rest.rows <= 4 ? 1 : 2))
    }
    if helps > 0, !isCut || rest.rows > helps + 1 {
      rest.rows -= helps
      frame.help = Rect(
        column: rest.column, row: rest.endRow + 1, columns: rest.columns, rows: helps - 1)
    }
    frame.list = rest.columns(content.rowColumns)
    return frame
  }

  private var widths: [Int] {
    [
      widest.row, widest.help, content.title.displayWidth + 2, content.about.displayWidth,
      content.hints.map(\.spans.width).reduce(2) { $0 + $1 + Chip.gap.count } - Chip.gap.count,
    ]
  }

  func settle(_ interface: Interface) {
    list.settle(height: frame(interface).list.reduce(0) { $0 + $1.rows })
  }

  package func draw(_ interface: Interface, on screen: inout Screen) {
    let frame = frame(interface)
    let glyphs = interface.glyphs
    let inside = Dialog.draw(content.title, content.hints, in: frame.box, glyphs, on: &screen)
    screen.cursor = inside.origin
    for (offset, line) in frame.aboutLines.prefix(frame.about.rows).enumerated() {
      let isCut = offset == frame.about.rows - 1 && frame.aboutLines.count > frame.about.rows
      let span = Span(isCut ? line + " " + glyphs.ellipsis : line, Style(content.aboutRole))
      screen.put(left: [span], row: frame.about.row + offset, in: frame.about, surface: .panel)
    }
    if !list.rows.isEmpty || frame.aboutLines.isEmpty {
      list.draw(in: frame.list, glyphs, on: &screen)
    }
    if let first = frame.list.first {
      let edge = Rect(
        column: frame.box.column, row: first.row, columns: frame.box.columns, rows: first.rows)
      let visible = first.rows * frame.list.count
      screen.drawScrollbar(
        in: edge, first: list.top, visible: visible, count: list.found.count, glyphs)
    }
    if let help = frame.help, let words = list.current?.help, !words.isEmpty {
      for (offset, line) in words.wrapped(toWidth: help.columns).prefix(help.rows).enumerated() {
        let span = Span(line, Style(.secondary, on: .panel))
        screen.put(left: [span], row: help.row + offset, in: help)
      }
    }
    if let editor = list.editor, let line = frame.search {
      PromptLine.draw(editor, label: "/ ", in: line, surface: .panel, on: &screen)
    }
  }
}

extension Rect {
  /// Equally wide, with gaps.
  fileprivate func columns(_ count: Int) -> [Rect] {
    let gap = 3
    let width = (columns - gap * (count - 1)) / count
    return (0..<count).map {
      Rect(column: column + $0 * (width + gap), row: row, columns: width, rows: rows)
    }
  }
}
