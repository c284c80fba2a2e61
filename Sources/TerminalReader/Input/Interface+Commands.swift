import ReadingList
package import ReadingListModel
import TerminalKit
import Typesetting

extension Interface {
  /// Carries out a command, wherever it came from.
  package func perform(_ invocation: Invocation) {
    switch invocation.command {
    case .down: move(lines: 1)
    case .up: move(lines: -1)
    case .top: moveToEdge(top: true)
    case .bottom: moveToEdge(top: false)
    case .halfPageDown: move(lines: page / 2)
    case .halfPageUp: move(lines: -(page / 2))
    case .pageDown: move(lines: page)
    case .pageUp: move(lines: -page)
    case .scrollReaderDown: scrollReader(by: 1)
    case .scrollReaderUp: scrollReader(by: -1)
    case .paneLeft: moveFocus(left: true)
    case .paneRight: moveFocus(left: false)
    case .nextPane: cyclePanes(1)
    case .previousPane: cyclePanes(-1)
    case .open: openFromFocus()
    case .back: goBack(mayQuit: true)
    case .cancel: goBack(mayQuit: false)
    case .find: overlays.append(.prompt(findPrompt))
    case .findNext: findAgain(1)
    case .findPrevious: findAgain(-1)
    case .nextHeading: jump(to: viewport?.headingLines ?? [], forward: true)
    case .previousHeading: jump(to: viewport?.headingLines ?? [], forward: false)
    case .nextParagraph: jump(to: viewport?.blockLines ?? [], forward: true)
    case .previousParagraph: jump(to: viewport?.blockLines ?? [], forward: false)
    case .links: showLinks()
    case .sidebar: toggleSidebar()
    case .zen: toggleZen()
    case .commandLine: overlays.append(.prompt(Prompt(.commandLine)))
    case .settings: overlays.append(.menu(settingsMenu(cursor: 0)))
    case .help: overlays.append(.help(Help()))
    case .redraw: requests.append(.redraw)
    case .suspend: requests.append(.suspend)
    case .bind: bind(invocation.argument)
    case .purge:
      let articles = model.targets
      if model.isAvailable(.purge), let first = articles.first {
        let what = articles.count == 1 ? "“\(first.title)”" : "\(articles.count) articles"
        overlays.append(.confirm(question: "Delete \(what) for ever?", invocation))
      } else {
        _ = model.perform(invocation)
      }
    default:
      if !model.perform(invocation) { ask(for: invocation.command) }
    }
  }

  /// A command that needs something typed or chosen first.
  private func ask(for command: Command) {
    switch command {
    case .add: overlays.append(.prompt(Prompt(.add)))
    case .tag where model.target != nil: overlays.append(.prompt(Prompt(.tag)))
    case .untag where model.target != nil: overlays.append(.prompt(Prompt(.untag)))
    case .sort: overlays.append(.menu(sortMenu))
    case .source:
      model.askAboutSources()
      overlays.append(.menu(sourceMenu))
    case .category: overlays.append(.menu(categoryMenu))
    default: model.status = .info("There is no article here")
    }
  }

  // MARK: Moving

  /// Lines, or rows of the list, that make a page.
  private var page: Int {
    switch focus {
    case .reader: max(1, readerRows - 2)
    case .list: max(1, (frames.list.map(ListPane.body)?.rows ?? 2) / Metrics.rowHeight - 1)
    case .sidebar: 5
    }
  }

  private func move(lines: Int) {
    switch focus {
    case .reader: scrollReader(by: lines)
    case .list: model.moveCursor(by: lines)
    case .sidebar: moveInSidebar { $0 + lines }
    }
  }

  private func moveToEdge(top: Bool) {
    switch focus {
    case .reader: scrollReader(by: top ? -Int.max / 2 : Int.max / 2)
    case .list: model.moveCursor(to: top ? 0 : Int.max)
    case .sidebar: moveInSidebar { _ in top ? 0 : Int.max / 2 }
    }
  }

  private func moveInSidebar(_ step: (Int) -> Int) {
    let views = model.sidebar.views
    let here = views.firstIndex(of: model.navigation.view) ?? 0
    model.show(views[min(max(0, step(here)), views.count - 1)])
  }

  // MARK: Panes

  private func moveFocus(left: Bool) {
    switch (focus, left) {
    case (.reader, true) where model.isDiscovering:
      if layout.hasSlidingSidebar { isSidebarToggled = true }
      if frames.sidebar != nil { model.focus(.sidebar) }
    case (.reader, true): leaveReader()
    case (.list, true):
      if layout.hasSlidingSidebar { isSidebarToggled = true }
      if frames.sidebar != nil { model.focus(.sidebar) }
    case (.sidebar, false): leaveSidebar()
    case (.list, false): openFromFocus()
    case (.sidebar, true), (.reader, false): break
    }
  }

  private func cyclePanes(_ step: Int) {
    if frames.tabs != nil, focus == .list || model.isDiscovering {
      let here = Filter.allCases.firstIndex { $0 == model.navigation.view.filter } ?? 0
      let count = Filter.allCases.count
      model.show(.list(Filter.allCases[(here + step + count) % count]))
      return
    }
    var panes: [Navigation.Pane] = []
    if frames.sidebar != nil { panes.append(.sidebar) }
    if frames.list != nil { panes.append(.list) }
    if frames.reader != nil { panes.append(.reader) }
    guard let here = panes.firstIndex(of: focus) else { return }
    model.focus(panes[(here + step + panes.count) % panes.count])
  }

  private func openFromFocus() {
    if focus == .sidebar { leaveSidebar() } else { model.openCurrent() }
  }

  private func leaveSidebar() {
    model.focus(model.isDiscovering ? .reader : .list)
    if frames.sidebarFloats { isSidebarToggled = false }
  }

  private func leaveReader() {
    model.setZen(false)
    model.savePosition()
    model.focus(.list)
  }

  private func toggleSidebar() {
    isSidebarToggled.toggle()
    if frames.sidebarFloats {
      model.focus(.sidebar)
    } else if frames.sidebar == nil, model.navigation.focus == .sidebar {
      model.focus(.list)
    }
  }

  private func toggleZen() {
    if model.navigation.isZen {
      model.setZen(false)
    } else if model.reader.id != nil {
      model.setZen(true)
      model.focus(.reader)
    } else {
      model.status = .info("Open an article first")
    }
  }

  private func goBack(mayQuit: Bool) {
    if model.navigation.isZen {
      model.setZen(false)
    } else if focus == .reader, !model.reader.find.isEmpty, !mayQuit {
      model.find(inReader: "")
    } else if model.isDiscovering, focus == .reader {
      if model.discovery.isLooking { model.stopLooking() } else { model.leaveDiscovery() }
    } else if focus == .reader {
      leaveReader()
    } else if focus == .sidebar {
      leaveSidebar()
    } else if model.isMarking {
      model.clearMarks()
    } else if !model.navigation.place.filter.isEmpty, !mayQuit {
      model.clearFilter()
    } else if mayQuit {
      model.quit()
    }
  }

  // MARK: Finding

  private var findPrompt: Prompt {
    focus == .reader
      ? Prompt(.findInReader) : Prompt(.filter, text: model.navigation.place.filter)
  }

  private func findAgain(_ step: Int) {
    guard focus == .reader else {
      model.moveCursor(by: step)
      return
    }
    let matches = model.reader.matches
    guard !matches.isEmpty else {
      model.status = .info(
        model.reader.find.isEmpty
          ? "Nothing to find yet; / starts" : "“\(model.reader.find)” is not in this article"
      )
      return
    }
    guard let viewport else { return }
    let lines = matches.map { viewport.text.line(at: $0) }
    let here = viewport.top
    let line =
      step > 0
      ? lines.first { $0 > here } ?? lines[0] : lines.last { $0 < here } ?? lines[lines.count - 1]
    scrollReader(toLine: line)
    let number = (lines.firstIndex(of: line) ?? 0) + 1
    model.status = .info("Match \(number) of \(matches.count)")
  }

  /// Shows the first match at or after what is on screen.
  func findFirst() {
    guard let viewport, let first = model.reader.matches.first else { return }
    let lines = model.reader.matches.map { viewport.text.line(at: $0) }
    scrollReader(toLine: lines.first { $0 >= viewport.top } ?? viewport.text.line(at: first))
  }

  private func jump(to lines: [Int], forward: Bool) {
    guard let top = viewport?.top else { return }
    let next = forward ? lines.first { $0 > top } : lines.last { $0 < top }
    if let next {
      scrollReader(toLine: next)
    } else {
      scrollReader(by: forward ? Int.max / 2 : -Int.max / 2)
    }
  }

  private func bind(_ line: String) {
    do throws(CommandError) { try keymap.bind(line: line) } catch {
      model.status = .error(error.message)
    }
  }

  // MARK: Menus

  private var sortMenu: Menu {
    let order = model.navigation.place.order
    return Menu(
      .sort,
      title: "Sort by",
      items: Order.allCases.map { Menu.Item($0.title, detail: $0 == order ? glyphs.check : "") },
      cursor: Order.allCases.firstIndex(of: order) ?? 0,
      hint: "Enter sorts, Esc cancels"
    )
  }

  /// The sources, with how they have been doing.
  var sourceMenu: Menu {
    let choices = model.sourceChoices
    return Menu(
      .source,
      title: "Shuffle from",
      items: choices.map { choice in
        let isChosen = choice.name == model.settings.source
        return Menu.Item(
          choice.title,
          detail: choice.detail + (isChosen ? " \(glyphs.check)" : "")
        )
      },
      cursor: choices.firstIndex { $0.name == model.settings.source } ?? 0,
      hint: "Enter chooses, a adds, d removes, r asks anew"
    )
  }

  private var categoryMenu: Menu {
    let choices = Settings.Name.category.choices
    let chosen = model.settings.category
    return Menu(
      .category,
      title: "Category",
      items: choices.map { Menu.Item($0, detail: $0 == chosen ? glyphs.check : "") },
      cursor: choices.firstIndex(of: chosen) ?? 0,
      hint: "Enter chooses, Esc closes"
    )
  }

  /// The settings, with the values in effect.
  func settingsMenu(cursor: Int) -> Menu {
    Menu(
      .settings,
      title: "Settings",
      items: Settings.Name.allCases.map {
        Menu.Item($0.summary, detail: model.settings.value(of: $0))
      },
      cursor: cursor,
      hint: "Enter changes and keeps, Esc closes"
    )
  }

  private func showLinks() {
    let links = viewport?.text.links ?? []
    guard !links.isEmpty else {
      model.status = .info("There are no links in this article")
      return
    }
    overlays.append(
      .menu(
        Menu(
          .links,
          title: "Links",
          items: links.map { Menu.Item($0.text.isEmpty ? $0.url : $0.text, detail: $0.url) },
          hint: "Enter opens in the browser, a saves, y copies, Esc closes"
        )
      )
    )
  }
}
