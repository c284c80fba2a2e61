import ReadingListModel
import TerminalKit

/// Draws a menu: what is typed, the items that are found, and a line about the one under the cursor.
enum MenuView {
  /// Where the parts of a menu stand.
  struct Frame {
    var box: Rect
    /// Where is typed; nil when nothing is.
    var search: Rect?
    /// The text above the items, and its lines.
    var about: Rect
    var aboutLines: [String]
    /// The items.
    var items: Rect
    /// The line about an item; nil when there is none.
    var help: Rect?
  }

  /// Places a menu on a screen: as high as the items that are found, as far as there is room, with its top where
  /// it is with all of them.
  static func frame(_ menu: Menu, on layout: Layout) -> Frame {
    let searches = menu.search == nil ? 0 : 2
    let helps = menu.items.contains { !$0.help.isEmpty } ? 2 : 0
    var widths = menu.items.map {
      max($0.title.displayWidth + $0.detail.displayWidth + 2, $0.help.displayWidth)
    }
    widths += [menu.title.displayWidth + 2, menu.about.displayWidth]
    // As wide as with words for Enter, whatever sign stands for it.
    widths.append(Dialog.columns(of: menu.hints, .ascii))
    let columns = Dialog.columns(for: widths)
    let width = Dialog.frame(on: layout, columns: columns, rows: 1).columns - 4
    let about = menu.about.isEmpty ? [] : menu.about.wrapped(toWidth: max(1, width))
    let abouts = about.isEmpty ? 0 : about.count + 1
    let others = 2 + abouts + searches + helps
    var box = Dialog.frame(on: layout, columns: columns, rows: max(1, menu.items.count) + others)
    let wanted = max(1, menu.found.count) + others
    let isCut = box.rows < wanted
    if !layout.isPlain { box.rows = min(box.rows, wanted) }
    var rest = box.inset(columns: 2, rows: 1)
    var frame = Frame(box: box, search: nil, about: rest, aboutLines: about, items: rest, help: nil)
    // The items stay, whatever is said about them.
    frame.about.rows = max(0, min(about.count, rest.rows - menu.found.count - 1))
    if frame.about.rows > 0 {
      rest.row += frame.about.rows + 1
      rest.rows -= frame.about.rows + 1
    }
    if searches > 0 {
      frame.search = rest.line(0)
      let taken = isCut && rest.rows <= 4 ? 1 : 2
      rest.row += taken
      rest.rows -= taken
    }
    if helps > 0, !isCut || rest.rows > 3 {
      rest.rows -= 2
      frame.help = rest.line(rest.rows + 1)
    }
    frame.items = rest
    return frame
  }

  /// The item at a row of the screen, counted over those that are found; nil where there is none.
  static func item(of menu: Menu, at point: Point, on layout: Layout, wheelTop: Int?) -> Int? {
    let area = frame(menu, on: layout).items.inset(columns: -1, rows: 0)
    guard area.contains(point) else { return nil }
    let index = top(of: menu, rows: area.rows, wheelTop: wheelTop) + point.row - area.row
    return menu.found.indices.contains(index) ? index : nil
  }

  /// The first item on screen: where the wheel left it, else so that the cursor is seen.
  static func top(of menu: Menu, rows: Int, wheelTop: Int?) -> Int {
    var cursor = menu.cursor
    cursor.settle(count: menu.found.count, height: rows)
    return wheelTop.map { min($0, max(0, menu.found.count - rows)) } ?? cursor.offset
  }

  static func draw(_ menu: Menu, _ interface: Interface, on screen: inout Screen) {
    let frame = frame(menu, on: interface.layout)
    let glyphs = interface.glyphs
    _ = Dialog.draw(menu.title, menu.hints, in: frame.box, glyphs, on: &screen)
    for (offset, line) in frame.aboutLines.prefix(frame.about.rows).enumerated() {
      let isCut = offset == frame.about.rows - 1 && frame.aboutLines.count > frame.about.rows
      screen.put(
        left: [Span(isCut ? line + " " + glyphs.ellipsis : line, Style(.secondary, on: .panel))],
        row: frame.about.row + offset,
        in: frame.about
      )
    }
    let inside = frame.items
    let top = top(of: menu, rows: inside.rows, wheelTop: interface.overlayWheelTop)
    if menu.found.isEmpty {
      screen.put(
        left: [Span(menu.items.isEmpty ? "Nothing here" : "No match", Style(.placeholder))],
        row: inside.row,
        in: inside,
        surface: .panel
      )
    }
    for (offset, index) in menu.found.dropFirst(top).prefix(inside.rows).enumerated() {
      let item = menu.items[index]
      let isCursor = top + offset == menu.cursor.cursor
      let row = inside.line(offset).inset(columns: -1, rows: 0)
      let surface: Surface = isCursor ? .selection : .panel
      if isCursor {
        _ = screen.drawCursor(in: row, isFocused: true, glyphs: glyphs)
        screen.cursor = row.origin
      }
      screen.put(
        left: [Span(item.title, Style(item.isOff ? .placeholder : .text))],
        right: [Span(item.detail, Style(.secondary))],
        row: row.row,
        in: inside,
        surface: surface
      )
    }
    if let help = frame.help, let text = menu.current?.help {
      screen.put(left: [Span(text, Style(.secondary, on: .panel))], row: help.row, in: help)
    }
    if let search = menu.search, let line = frame.search {
      PromptLine.draw(search, label: "/ ", in: line, surface: .panel, on: &screen)
    }
  }
}
