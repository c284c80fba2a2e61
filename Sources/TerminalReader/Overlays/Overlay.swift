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
}
