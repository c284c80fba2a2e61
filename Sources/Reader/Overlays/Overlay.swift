import ReadingList
package import Terminal

package protocol Overlay: AnyObject {
  var isOnBar: Bool { get }
  /// Nil for a line on the bar.
  func box(_ interface: Interface) -> Rect?
  func draw(_ interface: Interface, on screen: inout Screen)
  func take(_ key: Key, _ interface: Interface)
  /// Inserts pasted text if something is being typed.
  func insert(_ text: String, _ interface: Interface)
  func click(at point: Point, _ interface: Interface)
}

extension Interface {
  func show(_ overlay: any Overlay) { overlays.append(overlay) }

  /// Closes the front overlay and runs an action; the pinned articles stay pinned meanwhile.
  func closeFront(thenPerform work: () -> Void) {
    let articles = model.articles.pinned
    overlays.removeLast()
    model.articles.pinned = articles
    work()
    if overlays.isEmpty { model.articles.pinned = nil }
  }

  func takeInOverlay(_ key: Key) {
    overlays.last?.take(key == Key(.character("c"), .control) ? Key(.escape) : key, self)
  }

  func takeInOverlay(_ mouse: MouseEvent) {
    guard let front = overlays.last else { return }
    let isInside = front.box(self)?.contains(mouse.point) == true
    switch mouse.kind {
    case .wheelUp: if isInside { (front as? Box)?.scroll(by: -Self.wheelLines) }
    case .wheelDown: if isInside { (front as? Box)?.scroll(by: Self.wheelLines) }
    case .press, .doubleClick: click(front, at: mouse.point, isInside: isInside)
    case .release, .drag: break
    }
  }

  /// Presses the key named at a point, or passes the click on; a click outside closes the overlay.
  private func click(_ front: any Overlay, at point: Point, isInside: Bool) {
    if front.isOnBar || isInside {
      let key = frame().link(at: point)?.key
      return key.map { takeInOverlay($0) } ?? front.click(at: point, self)
    }
    let count = overlays.count
    takeInOverlay(Key(.escape))
    // The first Esc may only end a search.
    if overlays.count == count { takeInOverlay(Key(.escape)) }
  }
}
