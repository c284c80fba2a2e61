import ReadingList
import Terminal

extension Interface {
  /// `typed` is the text typed into the menu.
  func menu(of invocation: Invocation, typed: String) -> BoxContent? {
    switch invocation.command {
    case .sort: sortMenu
    case .source where invocation.argument.isEmpty: sourceMenu
    case .category: choiceMenu(invocation, of: .category)
    case .theme: choiceMenu(invocation, of: .theme)
    case .set: Settings.Name(rawValue: invocation.argument).map { choiceMenu(invocation, of: $0) }
    case .settings: settingsMenu
    case .go: listMenu(invocation)
    case .tag: tagMenu(typed: typed)
    case .untag: untagMenu
    case .palette: palette
    case .filter: filterMenu
    case .share:
      BoxContent(
        invocation,
        items: ShareFormat.allCases.map {
          ListRow(
            $0.title.capitalizedFirst, name: $0.rawValue,
            ListAction(Invocation(.share, $0.rawValue)))
        })
    default: nil
    }
  }

  private var sortMenu: BoxContent {
    let order = model.list.order
    let isSearch = model.search.isActive
    let isBestMatch = isSearch && model.list.query.order == nil
    let best = ListRow(
      ListModel.bestMatch, detail: isBestMatch ? glyphs.check : "",
      ListAction(Invocation(.sort, ListModel.bestMatch)))
    let reverse = ListAction(Invocation(.sort, order.reversed.rawValue))
    let orders = Order.offered.map {
      ListRow(
        $0 == order.base ? order.title : $0.title,
        detail: $0 == order.base && !isBestMatch ? glyphs.check : "",
        ListAction(Invocation(.sort, ($0 == order.base ? order : $0).rawValue)),
        others: [Key(.character("r")): reverse])
    }
    let place = Order.offered.firstIndex(of: order.base) ?? 0
    return BoxContent(
      Invocation(.sort), items: (isSearch ? [best] : []) + orders,
      cursor: isBestMatch ? 0 : place + (isSearch ? 1 : 0),
      hints: [Chip(.enter, "sort"), Chip(.character("r"), "reverse"), .close])
  }

  private var sourceMenu: BoxContent {
    let choices = model.discovery.sourceChoices
    return BoxContent(
      Invocation(.source),
      items: choices.map { choice in
        let isChosen = choice.name == model.settings.source
        var others: [Key: ListAction] = [
          Key(.character("a")): ListAction(Prompt.addSource),
          Key(.character("r")): ListAction(Invocation(.refreshSources), staysOpen: true),
        ]
        if model.discovery.canRemove(choice.name) {
          others[Key(.character("d"))] = ListAction(
            Invocation(.source, "remove \(choice.name)"), staysOpen: true)
        }
        return ListRow(
          choice.title, detail: choice.detail + (isChosen ? " \(glyphs.check)" : ""),
          help: choice.help, ListAction(Invocation(.source, choice.name)), others: others)
      }, cursor: choices.firstIndex { $0.name == model.settings.source } ?? 0,
      hints: [
        Chip(.enter, "choose"), Chip(.character("a"), "add"), Chip(.character("d"), "remove"),
        Chip(.character("r"), "refresh"), .close,
      ])
  }

  private func choiceMenu(_ invocation: Invocation, of name: Settings.Name) -> BoxContent {
    let chosen = model.settings.value(of: name)
    let choices = model.discovery.choices(of: name)
    return BoxContent(
      invocation, title: invocation.command == .set ? name.summary : nil,
      items: choices.map {
        ListRow($0, detail: $0 == chosen ? glyphs.check : "", ListAction(invocation.appending($0)))
      }, cursor: choices.firstIndex(of: chosen) ?? 0, hints: [Chip(.enter, "choose"), .close])
  }

  private var settingsMenu: BoxContent {
    BoxContent(
      Invocation(.settings),
      items: Settings.Name.allCases.rows(in: \.group) { name in
        let value = model.settings.value(of: name)
        let choices = model.discovery.choices(of: name)
        guard choices.count > 1 else {
          return ListRow(
            name.summary, detail: value, help: name.help, name: name.rawValue,
            ListAction(Invocation(.set, name.rawValue)))
        }
        func change(_ step: Int) -> ListAction {
          let here = choices.firstIndex(of: value) ?? (step > 0 ? -1 : 0)
          let next = choices[(here + step + choices.count) % choices.count]
          return ListAction(
            Invocation(.settings, "\(name.rawValue) \(next)"), staysOpen: true)
        }
        return ListRow(
          name.summary, detail: "\(glyphs.lessThan) \(value) \(glyphs.greaterThan)",
          help: name.help, name: name.rawValue, change(1),
          others: [
            Key(.right): change(1), Key(.character("l")): change(1), Key(.left): change(-1),
            Key(.character("h")): change(-1),
          ])
      }, hints: [Chip(.enter, "change"), .close])
  }

  private var filterMenu: BoxContent {
    let filter = model.navigation.place.filter
    let parts = Query.parts(of: filter)
    return BoxContent(
      Invocation(.filter), kind: .toggles(namesHaveSpaces: false),
      items: model.facets.rows(in: \.section) { facet in
        let isOn = parts.contains(facet.part)
        let narrowed = Query.toggling(facet.part, in: filter)
        let argument = narrowed.isEmpty ? ListModel.everything : narrowed
        return ListRow(
          "\(isOn ? glyphs.check : " ") \(facet.title)", detail: String(facet.count),
          name: facet.part, ListAction(Invocation(.filter, argument), staysOpen: true))
      }, hints: Self.togglingHints)
  }

  private static let togglingHints = [Chip(.character(" "), "on or off"), Chip(.enter, "close")]

  private func listMenu(_ invocation: Invocation) -> BoxContent {
    let isOfTags = invocation.argument == RouteModel.tagsOnly
    return BoxContent(
      invocation, title: isOfTags ? "Go to tag" : nil, kind: .search,
      items: model.views.sidebar.filter { !isOfTags || $0.view.tag != nil }.map {
        ListRow(
          $0.view.name, detail: $0.count.map(String.init) ?? "",
          ListAction(Invocation(.go, $0.view.key)))
      })
  }

  /// Tags, those of the articles checked, and a new one if the typed text names it.
  private func tagMenu(typed: String) -> BoxContent {
    let articles = model.articles
    let (ids, counts) = (articles.targetIDs, articles.targetTags)
    let tags = model.tags
    func item(_ name: String, _ count: Int?) -> ListRow {
      let having = counts[name] ?? 0
      let isOn = having > 0 && having == ids.count
      let sign = isOn ? glyphs.check : having > 0 ? "-" : " "
      return ListRow(
        count == nil ? "New tag “\(name)”" : "\(sign) \(name)",
        detail: count.map(String.init) ?? "", name: name,
        synonyms: count == nil ? [typed] : [], isLast: count == nil,
        ListAction(Invocation(isOn ? .untag : .tag, name), staysOpen: true))
    }
    // The articles' own tags come first, so that they are not lost among thousands.
    let own = tags.filter { counts[$0.name] != nil }
    let ownNames = Set(own.map(\.name))
    var items = (own + tags.filter { !ownNames.contains($0.name) }).map { item($0.name, $0.count) }
    var wanted: [String] = []
    do throws(TagProblem) { wanted = typed.isEmpty ? [] : try parsedTags(typed) } catch {
      let action = ListAction(Invocation(.tag, typed))
      items.append(ListRow(error.message, synonyms: [typed], isLast: true, action))
    }
    if wanted.count > 1 {
      let names = wanted.map { "#" + $0 }.joined(separator: " ")
      let action = ListAction(Invocation(.tag, typed), staysOpen: true)
      items.append(ListRow("Add \(names)", name: typed, isLast: true, action))
    } else if let new = wanted.first, !tags.contains(where: { $0.name == new }) {
      items.append(item(new, nil))
    }
    let typing = [Chip(.enter, "add or remove"), Chip(nil, "commas separate")]
    return BoxContent(
      Invocation(.tag), title: "Tags of " + model.library.words(for: ids),
      about: items.isEmpty ? "No tags yet; type a name" : "",
      kind: .toggles(namesHaveSpaces: true), items: items,
      hints: items.isEmpty ? [Chip.close] : typed.isEmpty ? Self.togglingHints : typing)
  }

  private var untagMenu: BoxContent {
    let articles = model.articles
    let counts = articles.targetTags
    let tags = model.tags.filter { counts[$0.name] != nil }
    return BoxContent(
      Invocation(.untag),
      title: "Remove a tag from " + model.library.words(for: articles.targetIDs),
      kind: .search, items: tags.map { ListRow($0.name, ListAction(Invocation(.untag, $0.name))) })
  }

  /// All commands with their keys, then lists, orders and settings by name.
  ///
  /// Main commands come first, and the pane's before others.
  private var palette: BoxContent {
    let own = contexts.filter { $0 != .all }
    let all = Command.allCases.filter { $0 != .palette && model.offers($0) }
    let (inPane, others) = all.reduce(into: ([Command](), [Command]())) { parts, command in
      let isOwn = keymap.shortest(Invocation(command), in: own) != nil
      if isOwn { parts.0.append(command) } else { parts.1.append(command) }
    }
    let sorted = inPane + others
    let commands = sorted.filter(\.row.isMain) + sorted.filter { !$0.row.isMain }
    return BoxContent(
      Invocation(.palette), title: "Commands", kind: .search,
      items: commands.map { command in
        let row = command.row
        let keys = keymap.shortest(Invocation(command), in: contexts)
        let reason = model.reason(against: Invocation(command))
        return ListRow(
          row.summary.capitalizedFirst, detail: keys?.label ?? ":" + command.name,
          help: reason?.text ?? "", name: command.name, synonyms: row.synonyms,
          isOff: reason != nil, ListAction(Invocation(command)))
      } + places, hints: [Chip(.enter, "run"), .close])
  }

  private var places: [ListRow] {
    func row(_ title: String, _ command: Command, _ word: String, _ detail: String = "") -> ListRow
    {
      ListRow(
        title, detail: detail, name: "\(command.name) \(word)",
        ListAction(Invocation(command, word)))
    }
    return model.views.sidebar.map { row("Go to \($0.view.name)", .go, $0.view.key) }
      + Order.offered.map { row("Sort by \($0.title)", .sort, $0.rawValue) }
      + Settings.Name.allCases.map {
        row($0.summary, .set, $0.rawValue, model.settings.value(of: $0))
      }
  }
}
