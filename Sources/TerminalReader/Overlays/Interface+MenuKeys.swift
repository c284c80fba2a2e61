import ReadingListModel
import TerminalKit

/// What keys and clicks do in a menu.
extension Interface {
  /// Gives a key to the menu in front.
  func take(_ key: Key, in menu: Menu) {
    var menu = menu
    if menu.search != nil {
      takeWhileSearching(key, in: &menu)
      return
    }
    if let action = menu.current?.others[key] {
      run(action, from: menu)
      return
    }
    switch key.code {
    case .escape, .character("q"): overlays.removeLast()
    case .enter, .character(" "): if let action = menu.current?.action { run(action, from: menu) }
    case .character("/"):
      menu.search(LineEditor())
      replaceFront(.menu(menu))
    case .character("j"): move(1, in: menu)
    case .character("k"): move(-1, in: menu)
    case .character("g"): move(-menu.found.count, in: menu)
    case .character("G"): move(menu.found.count, in: menu)
    default: if let rows = rows(for: key, in: menu) { move(rows, in: menu) }
    }
  }

  private func takeWhileSearching(_ key: Key, in menu: inout Menu) {
    let isToggle = menu.kind == .toggles
    // Names of tags may have spaces, and commas part them.
    let isText = menu.invocation.command == .tag && !menu.searched.isEmpty
    switch key {
    case Key(.escape):
      guard menu.kind == .choice else {
        overlays.removeLast()
        return
      }
      menu.search(nil)
      replaceFront(.menu(menu))
    case Key(.enter):
      guard let action = menu.current?.action, !(isToggle && menu.searched.isEmpty) else {
        overlays.removeLast()
        return
      }
      run(Menu.Action(action.invocation, staysOpen: action.staysOpen && !isToggle), from: menu)
    case Key(.character(" ")) where isToggle && !isText,
      Key(.character(",")) where isToggle && !isText:
      if let action = menu.current?.action {
        menu.search(LineEditor())
        run(action, from: menu)
      }
    case Key(.tab):
      if let name = menu.current?.name, !name.isEmpty { menu.search(LineEditor(name)) }
      replaceFront(.menu(menu))
    case Key(.character("n"), .control): move(1, in: menu)
    case Key(.character("p"), .control): move(-1, in: menu)
    default:
      if let rows = rows(for: key, in: menu) {
        move(rows, in: menu)
      } else if var editor = menu.search, editor.take(key) {
        search(editor, in: &menu)
      }
    }
  }

  /// Narrows the menu in front to what is typed.
  func search(_ editor: LineEditor, in menu: inout Menu) {
    menu.search(editor)
    if menu.kind == .toggles, let fresh = self.menu(of: menu.invocation, typed: editor.text) {
      menu.refresh(fresh)
    }
    replaceFront(.menu(menu))
  }

  private func rows(for key: Key, in menu: Menu) -> Int? {
    switch key.code {
    case .down: 1
    case .up: -1
    case .pageDown: max(1, MenuView.frame(menu, on: layout).items.rows - 1)
    case .pageUp: -max(1, MenuView.frame(menu, on: layout).items.rows - 1)
    case .home where menu.search == nil: -menu.found.count
    case .end where menu.search == nil: menu.found.count
    default: nil
    }
  }

  private func move(_ rows: Int, in menu: Menu) {
    var menu = menu
    menu.cursor.move(by: rows, count: menu.found.count)
    menu.cursor.settle(
      count: menu.found.count,
      height: MenuView.frame(menu, on: layout).items.rows
    )
    replaceFront(.menu(menu))
  }

  /// Chooses an item of the menu in front.
  func choose(_ index: Int, in menu: Menu) {
    var menu = menu
    menu.cursor.move(by: index - menu.cursor.cursor, count: menu.found.count)
    if let action = menu.current?.action { run(action, from: menu) }
  }

  private func run(_ action: Menu.Action, from menu: Menu) {
    // While it lies there the articles that it is about stay those it was opened for.
    replaceFront(.menu(menu))
    guard action.staysOpen else {
      let articles = model.pinned
      overlays.removeLast()
      model.pinned = articles
      perform(action.invocation)
      if overlays.isEmpty { model.pinned = nil }
      return
    }
    let under = overlays.count
    perform(action.invocation)
    if action.invocation.command == .filter { model.askAboutFacets() }
    if overlays.count == under { refreshMenu() }
  }

  /// Shows the menu in front as things are now, its cursor where it was.
  func refreshMenu() {
    guard case .menu(var menu)? = overlays.last,
      let fresh = self.menu(of: menu.invocation, typed: menu.searched)
    else { return }
    menu.refresh(fresh)
    replaceFront(.menu(menu))
  }
}
