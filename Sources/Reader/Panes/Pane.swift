import ReadingList
import Terminal

/// A part of the screen that can have the focus; `Layout` decides its frame.
protocol Pane: AnyObject {
  var interface: Interface { get }
  var name: Navigation.Pane { get }
  var contexts: [Keymap.Context] { get }
  var hints: [Hint] { get }
  /// Lines or rows that a page key moves by.
  var page: Int { get }
  /// Updates state before drawing, such as the scroll offset.
  func settle()
  func draw(in frame: Rect, on screen: inout Screen)
  func move(by lines: Int)
  /// Counted from 0.
  func move(to line: Int)
  /// Performs a command even without the focus; nil if the pane does not know it.
  func handle(_ invocation: Invocation, count: Int) -> CommandOutcome?
  func click(at point: Point, in frame: Rect, address: String?, isDouble: Bool)
  /// Scrolls by wheel; the cursor stays, and the next key scrolls back to it.
  func scroll(by lines: Int, in frame: Rect)
  /// The next frame shows the cursor again after the wheel was turned.
  func returnToCursor()
}

extension Pane {
  var model: ReadingListModel { interface.model }
  var glyphs: Glyphs { interface.glyphs }
  var layout: Layout { interface.layout }
  var frames: Layout.Frames { interface.frames }
}

extension Pane {
  var isFocused: Bool { interface.focus == name }
  var frame: Rect? { frames[name] }

  func returnToCursor() {}

  /// The contexts of the pane that inspector and panel belong to.
  var articleContexts: [Keymap.Context] {
    if model.isDiscovering { return [.discovery, .reader, .all] }
    return model.navigation.mainFocus == .reader ? [.reader, .all] : [.list, .all]
  }

  func putCursor(_ column: Int, _ row: Int, on screen: inout Screen) {
    if isFocused, interface.overlays.isEmpty { screen.cursor = Point(column: column, row: row) }
  }
}

struct Hint {
  var invocations: [Invocation]
  var words: String
  var isRange = false

  init(_ command: Command) {
    invocations = [Invocation(command)]
    words = command.row.hint
  }

  init(_ invocations: [Invocation], _ words: String, isRange: Bool = false) {
    self.invocations = invocations
    self.words = words
    self.isRange = isRange
  }

  static let move = Hint([Invocation(.down), Invocation(.up)], "move")
  static let restore = Hint([Invocation(.delete)], "restore")
  static let colors = Hint(
    [Invocation(.highlight, "yellow"), Invocation(.highlight, "pink")], "colors", isRange: true)
  /// Leaves a mode.
  static func cancel(_ words: String = "leave") -> Hint { Hint([Invocation(.cancel)], words) }
}

extension Rect {
  func line(_ offset: Int) -> Rect {
    Rect(column: column, row: row + offset, columns: columns, rows: 1)
  }

  /// The rest below its first rows.
  func below(_ count: Int) -> Rect {
    Rect(column: column, row: row + count, columns: columns, rows: rows - count)
  }

  var withoutMargins: Rect { inset(columns: Metrics.margin, rows: 0) }
}
