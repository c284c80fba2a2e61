import ReadingList
import ReadingListModel
import TerminalKit

/// A part of the screen that can have the focus: how it looks, and what keys and mouse do in it.
///
/// `Layout` says where it stands. What panes share they ask the interface for.
protocol Pane: InterfacePart, AnyObject {
  /// Which one it is.
  var name: Navigation.Pane { get }
  /// Whose bindings hold while it has the focus, the first ones first.
  var contexts: [Keymap.Context] { get }
  /// The hints worth showing while it has the focus, most useful first.
  var hints: [Hint] { get }
  /// Lines, or rows, that a page goes on by.
  var page: Int { get }
  /// Brings what it shows into view.
  func settle()
  func draw(in frame: Rect, on screen: inout Screen)
  /// Moves cursor or text by lines.
  func move(by lines: Int)
  /// Moves cursor or text to a line, by its number from 0; `isEdge` where it is the first or the last.
  func move(to line: Int, isEdge: Bool)
  /// Carries out a command so many times, also without the focus; nil where it is none of this pane's.
  func handle(_ invocation: Invocation, count: Int) -> CommandOutcome?
  /// What a command means while it has the focus.
  func aimed(_ invocation: Invocation) -> Invocation
  /// Acts on what is under the pointer.
  func click(at point: Point, in frame: Rect, isDouble: Bool)
  /// Scrolls by a turn of the wheel, by so many lines; the cursor stays, and the next key goes back to it.
  func scroll(by lines: Int, in frame: Rect)
}

/// What knows the interface, and through it what all share.
protocol InterfacePart { var interface: Interface { get } }

extension InterfacePart {
  var model: ReadingListModel { interface.model }
  var glyphs: Glyphs { interface.glyphs }
  var layout: Layout { interface.layout }
  var frames: Layout.Frames { interface.frames }
}

extension Pane {
  var isFocused: Bool { interface.focus == name }
  /// Where it stands; nil where it is not on screen.
  var frame: Rect? { frames[name] }

  func settle() {}
  func aimed(_ invocation: Invocation) -> Invocation { invocation }

  /// The bindings of the pane that inspector and panel belong to.
  var articleContexts: [Keymap.Context] {
    if model.isDiscovering { return [.discovery, .reader, .all] }
    return model.navigation.mainFocus == .reader ? [.reader, .all] : [.list, .all]
  }

  /// Remembers where the wheel has scrolled to.
  func scrolled(to top: Int, last: Int) {
    interface.wheelTops[name] = min(max(0, top), max(0, last))
  }

  /// Puts the terminal's cursor on what has the focus.
  func putCursor(_ column: Int, _ row: Int, on screen: inout Screen) {
    if isFocused, interface.overlays.isEmpty { screen.cursor = Point(column: column, row: row) }
  }
}

/// A hint: the keys of one or two commands and what they do.
struct Hint {
  var invocations: [Invocation]
  var words: String
  /// Whether the keys are the first and the last of several.
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
  /// Leaves what was begun, in a word.
  static func cancel(_ words: String = "leave") -> Hint { Hint([Invocation(.cancel)], words) }
}

extension Rect {
  /// One of its rows.
  func line(_ offset: Int) -> Rect {
    Rect(column: column, row: row + offset, columns: columns, rows: 1)
  }

  /// Without the margins at its sides.
  var withoutMargins: Rect { inset(columns: Metrics.margin, rows: 0) }
}
