import ReadingList
import ReadingListModel
import TerminalKit
import Typesetting

extension Interface {
  /// The menu of a command that has one, as things are now; `typed` is what was typed to search in it.
  func menu(of invocation: Invocation, typed: String = "") -> Menu? {
    MenuMaker(interface: self).menu(of: invocation, typed: typed)
  }
}

/// Makes the menus of commands.
private struct MenuMaker: InterfacePart {
  let interface: Interface

  func menu(of invocation: Invocation, typed: String) -> Menu? {
    switch invocation.command {
    case .sort: sortMenu
    case .source where invocation.argument.isEmpty: sourceMenu
    case .category: choiceMenu(of: .category, model.discovery.categoryChoices, running: .category)
    case .theme: choiceMenu(of: .theme, Settings.Name.theme.choices, running: .theme)
    case .settings: settingsMenu
    case .go: listMenu(invocation)
    case .linkMenu: interface.reader.linkMenu(invocation)
    case .tag: tagMenu(typed: typed)
    case .untag: untagMenu
    case .palette: palette
    case .filter: filterMenu
    case .share:
      Menu(
        invocation,
        items: ShareFormat.allCases.map {
          Menu.Item(
            $0.title.capitalizedFirst,
            name: $0.rawValue,
            Menu.Action(Invocation(.share, $0.rawValue))
          )
        }
      )
    case .configProblems:
      Menu(
        invocation,
        title: "Config problems",
        items: model.configProblems.map { Menu.Item($0, nil) },
        hints: [.close]
      )
    default: nil
    }
  }

  private var sortMenu: Menu {
    let order = model.navigation.order
    let reverse = Menu.Action(Invocation(.sort, order.reversed.rawValue))
    return Menu(
      Invocation(.sort),
      items: Order.offered.map {
        Menu.Item(
          $0 == order.base ? order.title : $0.title,
          detail: $0 == order.base ? glyphs.check : "",
          Menu.Action(Invocation(.sort, ($0 == order.base ? order : $0).rawValue)),
          others: [Key(.character("r")): reverse]
        )
      },
      cursor: Order.offered.firstIndex(of: order.base) ?? 0,
      hints: [BoxHint(.enter, "sort"), BoxHint(.character("r"), "reverse"), .close]
    )
  }

  /// The sources, with how they have been doing.
  private var sourceMenu: Menu {
    let choices = model.discovery.sourceChoices
    return Menu(
      Invocation(.source),
      items: choices.map { choice in
        let isChosen = choice.name == model.settings.source
        var others: [Key: Menu.Action] = [
          Key(.character("a")): Menu.Action(Prompt.addSource),
          Key(.character("r")): Menu.Action(Invocation(.refreshSources), staysOpen: true),
        ]
        if model.discovery.canRemove(choice.name) {
          others[Key(.character("d"))] = Menu.Action(
            Invocation(.source, "remove \(choice.name)"),
            staysOpen: true,
            asking: .removingSource(choice.title)
          )
        }
        return Menu.Item(
          choice.title,
          detail: choice.detail + (isChosen ? " \(glyphs.check)" : ""),
          Menu.Action(Invocation(.source, choice.name)),
          others: others
        )
      },
      cursor: choices.firstIndex { $0.name == model.settings.source } ?? 0,
      hints: [
        BoxHint(.enter, "choose"), BoxHint(.character("a"), "add"),
        BoxHint(.character("d"), "remove"), BoxHint(.character("r"), "refresh"), .close,
      ]
    )
  }

  /// The values of a setting.
  private func choiceMenu(
    of name: Settings.Name,
    _ choices: [String],
    running command: Command
  ) -> Menu {
    let chosen = model.settings.value(of: name)
    return Menu(
      Invocation(command),
      items: choices.map {
        Menu.Item(
          $0,
          detail: $0 == chosen ? glyphs.check : "",
          Menu.Action(Invocation(command, $0))
        )
      },
      cursor: choices.firstIndex(of: chosen) ?? 0
    )
  }

  /// The settings, with the values in effect, which other keys change at once.
  private var settingsMenu: Menu {
    Menu(
      Invocation(.settings),
      items: Settings.Name.allCases.filter(\.isShown).map { name in
        let value = model.settings.value(of: name)
        let choices = model.discovery.choices(of: name)
        func change(_ step: Int) -> Menu.Action {
          let here = choices.firstIndex(of: value) ?? (step > 0 ? -1 : 0)
          let next = choices[(here + step + choices.count) % choices.count]
          let line = SessionState.trying + "\(name.rawValue) \(next)"
          return Menu.Action(Invocation(.settings, line), staysOpen: true)
        }
        return Menu.Item(
          name.summary,
          detail: "\(glyphs.lessThan) \(value) \(glyphs.greaterThan)",
          help: name.help,
          name: name.rawValue,
          Menu.Action(Invocation(.settings, "\(name.rawValue) \(value)"), staysOpen: true),
          others: [
            Key(.character(" ")): change(1), Key(.right): change(1),
            Key(.character("l")): change(1), Key(.left): change(-1),
            Key(.character("h")): change(-1),
          ]
        )
      },
      hints: [BoxHint(.character(" "), "change"), BoxHint(.enter, "keep"), .close]
    )
  }

  /// The facets of the list, with how many articles match.
  private var filterMenu: Menu {
    let filter = model.navigation.place.filter
    let parts = Query.parts(of: filter)
    return Menu(
      Invocation(.filter),
      kind: .toggles,
      items: model.facets.facets.map { facet in
        let isOn = parts.contains(facet.part)
        let narrowed = Query.toggling(facet.part, in: filter)
        let argument = narrowed.isEmpty ? ListModel.everything : narrowed
        return Menu.Item(
          "\(isOn ? glyphs.check : " ") \(facet.title)",
          detail: String(facet.count),
          name: facet.part,
          Menu.Action(Invocation(.filter, argument), staysOpen: true)
        )
      },
      hints: Self.togglingHints
    )
  }

  private static let togglingHints = [
    BoxHint(.character(" "), "on or off"), BoxHint(.enter, "close"),
  ]

  /// The lists and tags, or the tags alone.
  private func listMenu(_ invocation: Invocation) -> Menu {
    let isOfTags = invocation.argument == RouteModel.tagsOnly
    return Menu(
      invocation,
      title: isOfTags ? "Go to tag" : nil,
      kind: .search,
      items: model.views.sidebar.rows.compactMap { row in
        guard case .list(let view, let count) = row, !isOfTags || view.tag != nil else {
          return nil
        }
        return Menu.Item(
          view.name,
          detail: count.map(String.init) ?? "",
          Menu.Action(Invocation(.go, view.key))
        )
      }
    )
  }

  /// The tags, with those that the articles have checked; a new one where what is typed is none.
  private func tagMenu(typed: String) -> Menu {
    let articles = model.articles
    let (ids, counts) = (articles.targetIDs, articles.targetTags)
    let tags = model.tags
    func item(_ name: String, _ count: Int?) -> Menu.Item {
      let having = counts[name] ?? 0
      let isOn = having > 0 && having == ids.count
      let sign = isOn ? glyphs.check : having > 0 ? "-" : " "
      return Menu.Item(
        count == nil ? "New tag “\(name)”" : "\(sign) \(name)",
        detail: count.map(String.init) ?? "",
        name: name,
        isLast: count == nil,
        Menu.Action(Invocation(isOn ? .untag : .tag, name), staysOpen: true)
      )
    }
    // The articles' own tags come first, or they would be hidden among thousands.
    let own = tags.filter { counts[$0.name] != nil }
    let ownNames = Set(own.map(\.name))
    var items = (own + tags.filter { !ownNames.contains($0.name) }).map { item($0.name, $0.count) }
    let wanted = (try? parsedTags(typed)) ?? []
    if wanted.count > 1 {
      let names = wanted.map { "#" + $0 }.joined(separator: " ")
      let action = Menu.Action(Invocation(.tag, typed), staysOpen: true)
      items.append(Menu.Item("Add \(names)", name: typed, isLast: true, action))
    } else if let new = wanted.first, !tags.contains(where: { $0.name == new }) {
      items.append(item(new, nil))
    }
    return Menu(
      Invocation(.tag),
      title: "Tags of " + articles.words(for: ids),
      kind: .toggles,
      items: items,
      hints: typed.isEmpty
        ? Self.togglingHints : [BoxHint(.enter, "add or remove"), BoxHint(nil, "commas separate")]
    )
  }

  /// The tags that the articles have.
  private var untagMenu: Menu {
    let articles = model.articles
    let tags = model.tags.filter { articles.targetTags[$0.name] != nil }
    return Menu(
      Invocation(.untag),
      title: "Remove a tag from " + articles.words(for: articles.targetIDs),
      kind: .search,
      items: tags.map { Menu.Item($0.name, Menu.Action(Invocation(.untag, $0.name))) }
    )
  }

  /// All commands with their keys: those that it ran last, then the main ones, those of the pane first, then all others.
  private var palette: Menu {
    let own = interface.contexts.filter { $0 != .all }
    let all = Command.allCases.filter { $0 != .palette && model.offers($0) }
    let (inPane, others) = all.reduce(into: ([Command](), [Command]())) { parts, command in
      let isOwn = interface.keymap.shortest(Invocation(command), in: own) != nil
      if isOwn { parts.0.append(command) } else { parts.1.append(command) }
    }
    let recent = interface.recentCommands.filter { all.contains($0) }
    let rest = (inPane + others).filter { !recent.contains($0) }
    let commands = recent + rest.filter(\.row.isMain) + rest.filter { !$0.row.isMain }
    return Menu(
      Invocation(.palette),
      title: "Commands",
      kind: .search,
      items: commands.map { command in
        let row = command.row
        let keys = interface.keymap.shortest(Invocation(command), in: interface.contexts)
        let reason = model.reason(against: Invocation(command))
        return Menu.Item(
          row.summary.capitalizedFirst,
          detail: keys?.label ?? ":" + command.name,
          help: reason?.text ?? "",
          name: command.name,
          synonyms: row.synonyms,
          isOff: reason != nil,
          Menu.Action(Invocation(command))
        )
      },
      hints: [BoxHint(.enter, "run"), .close]
    )
  }
}
