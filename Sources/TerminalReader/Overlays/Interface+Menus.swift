import Discovery
import ReadingList
import ReadingListModel
import TerminalKit
import Typesetting

extension Interface {
  /// The menu of a command that has one, as things are now.
  func menu(of command: Command) -> Menu? {
    switch command {
    case .sort: sortMenu
    case .source: sourceMenu
    case .category: categoryMenu
    case .settings: settingsMenu
    case .links: linksMenu
    default: nil
    }
  }

  private var sortMenu: Menu {
    let order = model.navigation.place.order
    return Menu(
      .sort,
      items: Order.allCases.map {
        Menu.Item(
          $0.title,
          detail: $0 == order ? glyphs.check : "",
          Menu.Action(Invocation(.sort, $0.rawValue))
        )
      },
      cursor: Order.allCases.firstIndex(of: order) ?? 0
    )
  }

  /// The sources, with how they have been doing.
  private var sourceMenu: Menu {
    let choices = model.sourceChoices
    return Menu(
      .source,
      items: choices.map { choice in
        let isChosen = choice.name == model.settings.source
        var others: [Character: Menu.Action] = [
          "a": Menu.Action(Prompt.addSource),
          "r": Menu.Action(Invocation(.refreshSources), staysOpen: true),
        ]
        if choice.name != Source.surprise {
          others["d"] = Menu.Action(Invocation(.source, "remove \(choice.name)"), staysOpen: true)
        }
        return Menu.Item(
          choice.title,
          detail: choice.detail + (isChosen ? " \(glyphs.check)" : ""),
          Menu.Action(Invocation(.source, choice.name)),
          others: others
        )
      },
      cursor: choices.firstIndex { $0.name == model.settings.source } ?? 0
    )
  }

  private var categoryMenu: Menu {
    let choices = Settings.Name.category.choices
    let chosen = model.settings.category
    return Menu(
      .category,
      items: choices.map {
        Menu.Item(
          $0,
          detail: $0 == chosen ? glyphs.check : "",
          Menu.Action(Invocation(.category, $0))
        )
      },
      cursor: choices.firstIndex(of: chosen) ?? 0
    )
  }

  /// The settings, with the values in effect; choosing one takes its next value.
  private var settingsMenu: Menu {
    Menu(
      .settings,
      items: Settings.Name.allCases.map { name in
        let value = model.settings.value(of: name)
        let choices = name == .source ? model.sourceChoices.map(\.name) : name.choices
        let here = choices.firstIndex(of: value) ?? -1
        let next = choices[(here + 1) % choices.count]
        return Menu.Item(
          name.summary,
          detail: value,
          Menu.Action(Invocation(.settings, "\(name.rawValue) \(next)"), staysOpen: true)
        )
      }
    )
  }

  private var linksMenu: Menu {
    Menu(
      .links,
      items: (viewport?.text.links ?? []).map { link in
        Menu.Item(
          link.text.isEmpty ? link.url : link.text,
          detail: link.url,
          Menu.Action(Invocation(.openInBrowser, link.url)),
          others: [
            "a": Menu.Action(Invocation(.add, link.url)),
            "y": Menu.Action(Invocation(.copyURL, link.url)),
          ]
        )
      },
      hint: "Enter opens in the browser, a saves, y copies, Esc closes"
    )
  }

  // MARK: Keys

  /// Gives a key to the menu in front.
  func take(_ key: Key, in menu: Menu) {
    var menu = menu
    let count = menu.items.count
    let item =
      menu.items.indices.contains(menu.cursor.cursor) ? menu.items[menu.cursor.cursor] : nil
    switch key.code {
    case .escape, .character("q"):
      overlays.removeLast()
      return
    case .enter, .character(" "):
      if let item { run(item.action, from: menu) }
      return
    case .character(let character) where item?.others[character] != nil:
      if let action = item?.others[character] { run(action, from: menu) }
      return
    case .down, .character("j"): menu.cursor.move(by: 1, count: count)
    case .up, .character("k"): menu.cursor.move(by: -1, count: count)
    case .home, .character("g"): menu.cursor.move(by: -count, count: count)
    case .end, .character("G"): menu.cursor.move(by: count, count: count)
    default: return
    }
    replaceFront(.menu(menu))
  }

  private func run(_ action: Menu.Action, from menu: Menu) {
    overlays.removeLast()
    let under = overlays.count
    perform(action.invocation)
    guard action.staysOpen, overlays.count == under else { return }
    overlays.append(.menu(menu))
    refreshMenu()
  }

  /// Shows the menu in front as things are now, its cursor where it was.
  func refreshMenu() {
    guard case .menu(let menu)? = overlays.last, var fresh = self.menu(of: menu.command) else {
      return
    }
    fresh.cursor = menu.cursor
    fresh.cursor.move(by: 0, count: fresh.items.count)
    replaceFront(.menu(fresh))
  }
}
