import ReadingListModel
import TerminalKit

/// A box with a footnote beside the number that leads to it.
struct NoteBox: Overlay {
  /// The note's number or sign.
  let label: String
  /// Its text, a paragraph in each line.
  let text: String
  /// Where the note stands in the text.
  let url: String
  /// Where on the screen the number begins.
  let point: Point
  /// The column where the article's text ends; the box stays left of it if it can.
  let textEnd: Int
  /// The first line on screen.
  private var top = 0

  init(label: String, text: String, url: String, at point: Point, textEnd: Int) {
    self.label = label
    self.text = text
    self.url = url
    self.point = point
    self.textEnd = textEnd
  }

  var dimsPanes: Bool { false }
  func box(_ interface: Interface) -> Rect? { place(on: interface.layout).box }
  func hints(_ interface: Interface) -> [BoxHint] {
    let scroll =
      lastTop(interface) > 0 ? interface.keymap.shortest(Invocation(.down), in: .reader) : nil
    return [BoxHint(.enter, "go there"), .close]
      + (scroll?.first.map { [BoxHint($0, "scroll")] } ?? [])
  }

  private var title: String { "Note \(label)" }

  /// Where it stands, and its lines: below the number where they fit or there is more room than above, as wide as
  /// they are.
  private func place(on layout: Layout) -> (box: Rect, lines: [String]) {
    let limit = Dialog.frame(on: layout, columns: Metrics.dialogColumns, rows: layout.size.rows)
    let paragraphs = text.split(separator: "\n").map {
      String($0).wrapped(toWidth: max(1, limit.columns - 4))
    }
    let lines = Array(paragraphs.joined(separator: [""]))
    guard !layout.isPlain else { return (limit, lines) }
    let widest = (lines + [title + "  "]).map(\.displayWidth).max() ?? 0
    let size = layout.size
    // The bar stays.
    let (above, below) = (point.row, size.rows - point.row - 2)
    let wanted = lines.count + 2
    let isBelow = wanted <= below || below >= above
    let rows = min(wanted, max(3, isBelow ? below : above))
    let columns = min(widest + 4, limit.columns)
    let box = Rect(
      column: max(0, min(point.column - 2, min(size.columns, textEnd + 2) - columns)),
      row: max(0, isBelow ? min(point.row + 1, size.rows - rows) : point.row - rows),
      columns: columns,
      rows: rows
    )
    return (box, lines)
  }

  private func lastTop(_ interface: Interface) -> Int {
    let (box, lines) = place(on: interface.layout)
    return max(0, lines.count - (box.rows - 2))
  }

  func draw(_ interface: Interface, on screen: inout Screen) {
    let (box, lines) = place(on: interface.layout)
    let last = lastTop(interface)
    let inside = Dialog.draw(title, hints(interface), in: box, interface.glyphs, on: &screen)
    let top = min(interface.overlayWheelTop ?? top, last)
    screen.cursor = inside.origin
    for (offset, line) in lines.dropFirst(top).prefix(inside.rows).enumerated() {
      let place = Point(column: inside.column, row: inside.row + offset)
      _ = screen.put(line, at: place, style: Style(.text, on: .panel), clip: inside)
    }
    Scrollbar(
      in: Rect(column: box.column, row: inside.row, columns: box.columns, rows: inside.rows),
      first: top,
      visible: inside.rows,
      count: lines.count
    )?.draw(glyphs: interface.glyphs, on: &screen)
  }

  /// Scrolls what is longer than the box; Enter goes to the note, and every other key closes the box.
  func take(_ key: Key, _ interface: Interface) {
    let last = lastTop(interface)
    let rows = max(1, place(on: interface.layout).box.rows - 3)
    var step: Int?
    if last > 0,
      case .command(let invocation) = interface.keymap.meaning(of: [key], in: [.reader, .all])
    {
      switch invocation.command {
      case .down: step = 1
      case .up: step = -1
      case .pageDown, .halfPageDown: step = rows
      case .pageUp, .halfPageUp: step = -rows
      case .bottom: step = last
      default: break
      }
    }
    if let step {
      var box = self
      box.top = min(max(0, top + step), last)
      return interface.replaceFront(box)
    }
    interface.overlays.removeLast()
    if key == Key(.enter) { interface.reader.follow(url) }
  }

  func scroll(by lines: Int, _ interface: Interface) {
    let top = interface.overlayWheelTop ?? top
    interface.scrollOverlay(from: top, by: lines, last: lastTop(interface))
  }
}
