import ReadingListModel
package import TerminalKit

/// Keys and clicks in a menu.
extension Menu: Overlay {
  package var isTyping: Bool { search != nil }
  package func hints(_ interface: Interface) -> [BoxHint] { hints }
  /// Until something was typed, keys that come together are keys.
  package func types(_ character: Character) -> Bool {
    !searched.isEmpty && (kind != .toggles || takesSpaces || !" ,".contains(character))
  }
  /// Whether spaces and commas belong to what is typed: names of tags may have spaces, and commas part them.
  private var takesSpaces: Bool { invocation.command == .tag && !searched.isEmpty }
  package func box(_ interface: Interface) -> Rect? {
    MenuView.frame(self, on: interface.layout).box
  }
  package func draw(_ interface: Interface, on screen: inout Screen) {
    MenuView.draw(self, interface, on: &screen)
  }

  package func take(_ key: Key, _ interface: Interface) {
    if let rows = rows(for: key, interface) { return move(rows, interface) }
    if search != nil { return takeWhileSearching(key, interface) }
    if let action = current?.others[key] { return run(action, interface) }
    switch key.code {
    case .escape, .character("q"): interface.overlays.removeLast()
    case .enter, .character(" "): if let action = current?.action { run(action, interface) }
    case .character("/"): search(LineEditor(), interface)
    case .character("g"): move(-found.count, interface)
    case .character("G"): move(found.count, interface)
    default:
      var editor = LineEditor()
      if editor.take(key), !editor.text.isEmpty { search(editor, interface) }
    }
  }

  private func takeWhileSearching(_ key: Key, _ interface: Interface) {
    let isToggle = kind == .toggles
    switch key {
    case Key(.character("/")) where isUntouched:
      var menu = self
      menu.isUntouched = false
      interface.replaceFront(menu)
    case Key(.escape):
      if kind == .choice { search(nil, interface) } else { interface.overlays.removeLast() }
    case Key(.enter):
      guard let action = current?.action, !(isToggle && searched.isEmpty) else {
        interface.overlays.removeLast()
        return
      }
      run(Action(action.invocation, staysOpen: action.staysOpen && !isToggle), interface)
    case Key(.character(" ")) where isToggle && !takesSpaces,
      Key(.character(",")) where isToggle && !takesSpaces:
      if let item = current, let action = item.action {
        var menu = self
        menu.search(LineEditor())
        menu.moveCursor(to: item)
        menu.run(action, interface)
      }
    case Key(.tab):
      if let name = current?.name, !name.isEmpty { search(LineEditor(name), interface) }
    default: if var editor = search, editor.take(key) { narrow(editor, interface) }
    }
  }

  package func insert(_ text: String, isPasted: Bool, _ interface: Interface) {
    guard var editor = search, editor.insert(text) else {
      return interface.model.status = .error(LineEditor.tooLong)
    }
    narrow(editor, interface)
  }

  /// Shows the menu with something to search, or without.
  private func search(_ editor: LineEditor?, _ interface: Interface) {
    var menu = self
    menu.search(editor)
    interface.replaceFront(menu)
  }

  /// Narrows it to what is typed.
  private func narrow(_ editor: LineEditor, _ interface: Interface) {
    var menu = self
    menu.search(editor)
    if kind == .toggles, let fresh = interface.menu(of: invocation, typed: editor.text) {
      menu.refresh(fresh)
    }
    interface.replaceFront(menu)
  }

  /// How many rows a key moves the cursor; nil for a key that does something else.
  private func rows(for key: Key, _ interface: Interface) -> Int? {
    let page = max(1, MenuView.frame(self, on: interface.layout).items.rows - 1)
    return switch key {
    case Key(.down), Key(.character("n"), .control): 1
    case Key(.up), Key(.character("p"), .control): -1
    case Key(.character("j")) where isUntouched || search == nil: 1
    case Key(.character("k")) where isUntouched || search == nil: -1
    case Key(.pageDown): page
    case Key(.pageUp): -page
    case Key(.home) where search == nil: -found.count
    case Key(.end) where search == nil: found.count
    default: nil
    }
  }

  private func move(_ rows: Int, _ interface: Interface) {
    var menu = self
    let height = MenuView.frame(self, on: interface.layout).items.rows
    menu.cursor.move(by: rows, count: found.count)
    menu.cursor.settle(count: found.count, height: height)
    interface.replaceFront(menu)
  }

  package func scroll(by lines: Int, _ interface: Interface) {
    let rows = MenuView.frame(self, on: interface.layout).items.rows
    let top = MenuView.top(of: self, rows: rows, wheelTop: interface.overlayWheelTop)
    interface.scrollOverlay(from: top, by: lines, last: found.count - rows)
  }

  package func click(at point: Point, isDouble: Bool, _ interface: Interface) {
    let wheelTop = interface.overlayWheelTop
    guard let index = MenuView.item(of: self, at: point, on: interface.layout, wheelTop: wheelTop)
    else { return }
    var menu = self
    menu.cursor.move(by: index - cursor.cursor, count: found.count)
    if let action = menu.current?.action { menu.run(action, interface) }
  }

  private func run(_ action: Action, _ interface: Interface) {
    if let question = action.question {
      return interface.show(Question(confirmation: question, invocation: action.invocation))
    }
    if invocation.command == .palette { interface.remember(action.invocation.command) }
    // While it lies there the articles that it is about stay those it was opened for.
    interface.replaceFront(self)
    guard action.staysOpen else {
      return interface.closeFront { interface.perform(action.invocation) }
    }
    let under = interface.overlays.count
    interface.perform(action.invocation)
    if action.invocation.command == .filter { interface.model.facets.count() }
    if interface.overlays.count == under { (interface.overlays.last as? Menu)?.refresh(interface) }
  }

  /// Shows it as things are now, its cursor where it was.
  func refresh(_ interface: Interface) {
    guard let fresh = interface.menu(of: invocation, typed: searched) else { return }
    var menu = self
    menu.refresh(fresh)
    interface.replaceFront(menu)
  }
}
