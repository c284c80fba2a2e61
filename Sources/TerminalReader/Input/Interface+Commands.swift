import ReadingList
package import ReadingListModel
import TerminalKit
import Typesetting

extension Interface {
  /// Carries out a command, wherever it came from, and shows what came of it.
  package func perform(_ invocation: Invocation, confirmed: Confirmation? = nil) {
    switch model.perform(invocation, confirmed: confirmed, onScreen: carryOut) {
    case .done(let status): if let status { model.status = status }
    case .refused(let status): model.status = status
    case .needsArgument: ask(for: invocation)
    case .needsConfirmation(let confirmation): overlays.append(.confirm(confirmation, invocation))
    }
  }

  /// Has what a command lacks typed or chosen.
  private func ask(for invocation: Invocation) {
    if invocation.command == .source { model.askAboutSources() }
    if invocation.argument.isEmpty, let menu = menu(of: invocation.command) {
      overlays.append(.menu(menu))
    } else {
      overlays.append(.prompt(Prompt(.argument(of: invocation))))
    }
  }

  /// Carries out a command that concerns the screen alone.
  private func carryOut(_ invocation: Invocation) -> CommandOutcome {
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
    case .paneLeft: moveFocusLeft()
    case .paneRight: return focus == .reader ? .done : openFromFocus()
    case .nextPane: cyclePanes(1)
    case .previousPane: cyclePanes(-1)
    case .open: return openFromFocus()
    case .back: goBack(mayQuit: true)
    case .cancel: goBack(mayQuit: false)
    case .find: overlays.append(.prompt(findPrompt))
    case .findNext: return findAgain(1)
    case .findPrevious: return findAgain(-1)
    case .nextHeading: jump(to: viewport?.headingLines ?? [], forward: true)
    case .previousHeading: jump(to: viewport?.headingLines ?? [], forward: false)
    case .nextParagraph: jump(to: viewport?.blockLines ?? [], forward: true)
    case .previousParagraph: jump(to: viewport?.blockLines ?? [], forward: false)
    case .links: return showLinks()
    case .sidebar: toggleSidebar()
    case .zen: return toggleZen()
    case .commandLine: overlays.append(.prompt(Prompt(.commandLine)))
    case .help: overlays.append(.help(Help()))
    case .redraw: requests.append(.redraw)
    case .suspend: requests.append(.suspend)
    case .bind: return bind(invocation.argument)
    default: return .refused("“\(invocation.command.name)” does nothing here")
    }
    return .done
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

  private func moveFocusLeft() {
    switch focus {
    case .reader where !model.isDiscovering: leaveReader()
    case .reader, .list:
      if layout.hasSlidingSidebar { isSidebarToggled = true }
      if frames.sidebar != nil { model.focus(.sidebar) }
    case .sidebar: break
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

  private func openFromFocus() -> CommandOutcome {
    if focus == .sidebar {
      leaveSidebar()
    } else if model.list.current == nil {
      return .refused("There is no article here")
    } else {
      model.openCurrent()
    }
    return .done
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

  private func toggleZen() -> CommandOutcome {
    if model.navigation.isZen {
      model.setZen(false)
    } else if model.reader.id != nil {
      model.setZen(true)
      model.focus(.reader)
    } else {
      return .refused("No article is open")
    }
    return .done
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

  private func findAgain(_ step: Int) -> CommandOutcome {
    guard focus == .reader else {
      model.moveCursor(by: step)
      return .done
    }
    let matches = model.reader.matches
    guard !matches.isEmpty else {
      return .refused(
        model.reader.find.isEmpty
          ? "Nothing to find yet; / starts" : "“\(model.reader.find)” is not in this article"
      )
    }
    guard let viewport else { return .done }
    let lines = matches.map { viewport.text.line(setting: $0.start) }
    let here = viewport.top
    let line =
      step > 0
      ? lines.first { $0 > here } ?? lines[0] : lines.last { $0 < here } ?? lines[lines.count - 1]
    scrollReader(toLine: line)
    let number = (lines.firstIndex(of: line) ?? 0) + 1
    return .done("Match \(number) of \(matches.count)")
  }

  /// Shows the first match at or after what is on screen.
  func findFirst() {
    guard let viewport else { return }
    let lines = model.reader.matches.map { viewport.text.line(setting: $0.start) }
    guard let first = lines.first else { return }
    scrollReader(toLine: lines.first { $0 >= viewport.top } ?? first)
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

  private func bind(_ line: String) -> CommandOutcome {
    do throws(CommandError) { try keymap.bind(line: line) } catch { return .invalid(error.message) }
    return .done
  }

  private func showLinks() -> CommandOutcome {
    guard let menu = menu(of: .links), !menu.items.isEmpty else {
      return .refused("There are no links in this article")
    }
    overlays.append(.menu(menu))
    return .done
  }
}
