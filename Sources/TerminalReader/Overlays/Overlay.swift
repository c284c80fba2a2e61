import ReadingList
import ReadingListModel
package import TerminalKit

/// A box or line over the panes that takes keys and clicks first.
package protocol Overlay: Sendable {
  /// Whether it takes the place of the bar and leaves the panes as they are.
  var isOnBar: Bool { get }
  /// Whether what lies under it steps back.
  var dimsPanes: Bool { get }
  /// Whether a line is being typed in it.
  var isTyping: Bool { get }
  /// Where it stands; nil for a line that is typed on the bar.
  func box(_ interface: Interface) -> Rect?
  /// The keys that it names at its bottom; a click on one presses it.
  func hints(_ interface: Interface) -> [BoxHint]
  func draw(_ interface: Interface, on screen: inout Screen)
  /// Takes a key.
  func take(_ key: Key, _ interface: Interface)
  /// Whether a character goes into a line; several that come at once are inserted together.
  func types(_ character: Character) -> Bool
  /// Takes text that came in one piece.
  func insert(_ text: String, isPasted: Bool, _ interface: Interface)
  /// Acts on what is under the pointer, inside its box.
  func click(at point: Point, isDouble: Bool, _ interface: Interface)
  /// Scrolls by lines.
  func scroll(by lines: Int, _ interface: Interface)
}

extension Overlay {
  package var isOnBar: Bool { false }
  package var dimsPanes: Bool { !isOnBar }
  package var isTyping: Bool { false }
  package func types(_ character: Character) -> Bool { isTyping }
  package func insert(_ text: String, isPasted: Bool, _ interface: Interface) {}
  package func click(at point: Point, isDouble: Bool, _ interface: Interface) {}
  package func scroll(by lines: Int, _ interface: Interface) {}
}

extension Interface {
  /// Puts an overlay over all else.
  func show(_ overlay: any Overlay) { overlays.append(overlay) }

  /// Puts an overlay in place of the front one.
  func replaceFront(_ overlay: any Overlay) {
    if !overlays.isEmpty { overlays[overlays.count - 1] = overlay }
  }

  /// Takes the front overlay away and does what it was for; the articles that it is about stay the same.
  func closeFront(thenPerform work: () -> Void) {
    let articles = model.articles.pinned
    overlays.removeLast()
    model.articles.pinned = articles
    work()
    if overlays.isEmpty { model.articles.pinned = nil }
  }

  /// Gives a key to the front overlay.
  func takeInOverlay(_ key: Key) {
    overlays.last?.take(key == Key(.character("c"), .control) ? Key(.escape) : key, self)
  }

  /// Takes what the mouse does while an overlay lies over the panes.
  func takeInOverlay(_ mouse: MouseEvent) {
    guard let front = overlays.last else { return }
    let isInside = front.box(self)?.contains(mouse.point) == true
    switch mouse.kind {
    case .wheelUp: if isInside { front.scroll(by: -Self.wheelLines, self) }
    case .wheelDown: if isInside { front.scroll(by: Self.wheelLines, self) }
    case .press: click(front, at: mouse.point, isDouble: false, isInside: isInside)
    case .doubleClick: click(front, at: mouse.point, isDouble: true, isInside: isInside)
    case .release, .drag: break
    }
  }

  /// Presses the key of a hint, or acts on what is under the pointer; outside of the overlay closes it.
  private func click(_ front: any Overlay, at point: Point, isDouble: Bool, isInside: Bool) {
    if front.isOnBar {
      front.click(at: point, isDouble: isDouble, self)
    } else if !isInside {
      let count = overlays.count
      takeInOverlay(Key(.escape))
      // The first Esc may end a search only.
      if overlays.count == count { takeInOverlay(Key(.escape)) }
    } else if let box = front.box(self),
      let key = Dialog.key(at: point, of: front.hints(self), in: box, glyphs)
    {
      takeInOverlay(key)
    } else {
      front.click(at: point, isDouble: isDouble, self)
    }
  }

  /// Scrolls the front overlay with the wheel.
  func scrollOverlay(from top: Int, by lines: Int, last: Int) {
    overlayWheelTop = min(max(0, top + lines), max(0, last))
  }
}

/// A question whose `y` runs a command; every other key answers no.
package struct Question: Overlay {
  var confirmation: Confirmation
  var invocation: Invocation

  private static let yes = Key(.character("y"))

  package func hints(_ interface: Interface) -> [BoxHint] {
    [BoxHint(Self.yes, confirmation.yes), .cancel]
  }

  package func box(_ interface: Interface) -> Rect? { place(on: interface.layout).box }

  /// Where it stands, and its lines.
  private func place(on layout: Layout) -> (box: Rect, lines: [String]) {
    let columns = Dialog.frame(on: layout, columns: Metrics.dialogColumns, rows: 1).columns - 4
    let lines = confirmation.question.wrapped(toWidth: max(1, columns))
    let rows = max(5, lines.count + 2)
    return (Dialog.frame(on: layout, columns: Metrics.dialogColumns, rows: rows), lines)
  }

  package func take(_ key: Key, _ interface: Interface) {
    interface.overlays.removeLast()
    if key == Self.yes {
      interface.perform(invocation, confirmed: confirmation)
    } else if let typed = confirmation.typed {
      interface.show(Prompt(.argument(of: Invocation(invocation.command)), text: typed))
    } else {
      interface.model.status = .info(confirmation.refusal)
    }
  }

  package func draw(_ interface: Interface, on screen: inout Screen) {
    let (box, lines) = place(on: interface.layout)
    let title = confirmation.title
    let inside = Dialog.draw(title, hints(interface), in: box, interface.glyphs, on: &screen)
    screen.cursor = inside.origin
    for (offset, line) in lines.prefix(inside.rows).enumerated() {
      let point = Point(column: inside.column, row: inside.row + offset)
      screen.put(line, at: point, style: Style(.text, on: .panel), clip: inside)
    }
  }
}
