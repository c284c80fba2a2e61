import ReadingList
package import ReadingListModel
import TerminalKit
import Typesetting

extension Interface {
  /// Carries out a command, wherever it came from, and shows what came of it.
  ///
  /// - Parameters:
  ///   - invocation: what is wanted.
  ///   - count: the number typed before its key.
  ///   - confirmed: the question that a yes was given to.
  ///   - prompt: the line its argument was typed into, which opens again where that is wrong.
  package func perform(
    _ invocation: Invocation,
    count: Int? = nil,
    confirmed: Confirmation? = nil,
    typedIn prompt: Prompt? = nil
  ) {
    guard count == nil || invocation.command.takesCount else {
      model.status = .info("“\(invocation.command.name)” takes no count")
      return
    }
    self.count = count
    isConfirmed = confirmed != nil
    defer {
      self.count = nil
      isConfirmed = false
    }
    let invocation = aimed(invocation)
    if selection != nil, !invocation.command.keepsSelection { endSelection() }
    switch model.perform(invocation, confirmed: confirmed, onScreen: carryOut) {
    case .done(let status): if let status { model.status = status }
    case .refused(let status):
      model.status = status
      if var prompt, status.kind == .error {
        prompt.problem = status.text
        overlays.append(.prompt(prompt))
      }
    case .needsArgument: ask(for: invocation)
    case .needsConfirmation(let confirmation): overlays.append(.confirm(confirmation, invocation))
    }
    if let preset = Command.Preset(rawValue: model.settings.keys), preset != keymap.preset {
      keymap.use(preset)
    }
  }

  /// Has what a command lacks typed or chosen.
  private func ask(for invocation: Invocation) {
    if invocation.command == .annotate { return askForNote() }
    if [.source, .category].contains(invocation.command) { model.askAboutSources() }
    if invocation.command == .filter { model.askAboutFacets() }
    let articles = model.targets.map(\.id)
    if let menu = menu(of: invocation) {
      overlays.append(.menu(menu))
    } else {
      let text = model.presentArgument(of: invocation.command)
      overlays.append(.prompt(Prompt(.argument(of: invocation), text: text)))
    }
    if model.pinned == nil { model.pinned = articles }
  }

  /// Carries out a command that concerns the screen alone, so many times.
  private func carryOut(_ invocation: Invocation) -> CommandOutcome {
    let count = count ?? 1
    switch invocation.command {
    case .down: move(lines: count)
    case .up: move(lines: -count)
    case .top: moveToEdge(isTop: true)
    case .bottom: moveToEdge(isTop: false)
    case .halfPageDown: move(lines: count * (page / 2))
    case .halfPageUp: move(lines: -count * (page / 2))
    case .pageDown:
      // What was on screen before the key says what it does, so that nobody archives by accident.
      if isEndShown, let command = model.commandAtEnd {
        perform(Invocation(command))
      } else {
        move(lines: count * page)
      }
    case .pageUp: move(lines: -count * page)
    case .scrollReaderDown: scrollReader(by: count)
    case .scrollReaderUp: scrollReader(by: -count)
    case .paneLeft: moveFocusLeft()
    case .paneRight: return moveFocusRight()
    case .nextPane: cyclePanes(1)
    case .previousPane: cyclePanes(-1)
    case .open: return openFromFocus()
    case .back: goBack(mayQuit: true)
    case .cancel: goBack(mayQuit: false)
    case .interrupt: return interrupt()
    case .find: beginFinding()
    case .findNext: return findAgain(count)
    case .findPrevious: return findAgain(-count)
    case .nextHeading: return jump(to: viewport?.headingLines ?? [], count, of: "heading")
    case .previousHeading: return jump(to: viewport?.headingLines ?? [], -count, of: "heading")
    case .nextParagraph where selection != nil: select(.paragraph, by: count)
    case .previousParagraph where selection != nil: select(.paragraph, by: -count)
    case .select: return select()
    case .selectRight: select(.character, by: count)
    case .selectLeft: select(.character, by: -count)
    case .nextWord: select(.word, by: count)
    case .previousWord: select(.word, by: -count)
    case .nextSentence: select(.sentence, by: count)
    case .previousSentence: select(.sentence, by: -count)
    case .otherEnd: moveToOtherEnd()
    case .copyText: return copyText()
    case .highlight: return highlight(invocation.argument)
    case .annotate: return annotate(invocation.argument)
    case .removeHighlight: return removeHighlight()
    case .openPicture: return openPicture(invocation.argument)
    case .followLink:
      if invocation.argument.isEmpty { return showLinkHints(for: .followLink) }
      follow(invocation.argument)
    case .linkMenu:
      guard let menu = linkMenu(invocation) else { return showLinkHints(for: .linkMenu) }
      overlays.append(.menu(menu))
    case .jumpBack: return goThroughJumps(-count)
    case .jumpForward: return goThroughJumps(count)
    case .edit: return edit()
    case .write:
      let overwrites = isConfirmed
      return handOn { .write(invocation.argument, $0, overwrites: overwrites) }
    case .pipe:
      defer { endSelection() }
      return handOn { .pipe(invocation.argument, $0) }
    case .shell: requests.append(.shell(invocation.argument))
    case .nextParagraph: return jump(to: viewport?.blockLines ?? [], count, of: "paragraph")
    case .previousParagraph: return jump(to: viewport?.blockLines ?? [], -count, of: "paragraph")
    case .contents: return togglePanel(.contents)
    case .links: return togglePanel(.links)
    case .notes: return togglePanel(.notes)
    case .messages: return togglePanel(.messages)
    case .panelHeight: return changePanelHeight(invocation.argument)
    case .paneWidths: return changeWidths(invocation.argument)
    case .sidebar: toggleSidebar()
    case .inspector: toggleInspector()
    case .zen: return toggleZen()
    case .commandLine: overlays.append(.prompt(Prompt(.commandLine)))
    case .palette: if let menu = menu(of: invocation) { overlays.append(.menu(menu)) }
    case .configProblems: return showProblems()
    case .help: overlays.append(.help(Help()))
    case .statistics: open(.statistics(.month))
    case .offline: open(.offline)
    case .activity: open(.activity)
    case .importFile:
      let outcome = model.lookInto(invocation.argument)
      if case .done = outcome { open(.imported) }
      return outcome
    case .importReport: open(.imported)
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
    case .list: max(1, (frames.list.map(ListPane.body)?.rows ?? 2) / density.height - 1)
    case .sidebar: 5
    case .inspector: max(1, (frames.inspector.map(InspectorPane.body)?.rows ?? 2) - 1)
    case .panel: panelPage
    }
  }

  private func move(lines: Int) {
    switch focus {
    case .reader where selection != nil: moveSelection(byLines: lines)
    case .reader: scrollReader(by: lines)
    case .list: model.moveCursor(by: lines)
    case .sidebar: moveInSidebar { $0 + lines }
    case .inspector: scrollInspector(by: lines)
    case .panel: movePanelCursor(by: lines)
    }
  }

  /// Goes to the beginning or the end, or to the line or row of a number that was typed before.
  private func moveToEdge(isTop: Bool) {
    let row = count.map { $0 - 1 } ?? (isTop ? 0 : .max)
    switch focus {
    case .reader where selection != nil: moveSelection(toTop: isTop)
    case .reader: if row == .max { jumpToEnd() } else { jump(toLine: row) }
    case .list: model.moveCursor(to: row)
    case .sidebar: moveInSidebar { _ in row }
    case .inspector: showInspector(from: row)
    case .panel: movePanelCursor(to: row)
    }
  }

  private func jumpToEnd() {
    if let viewport { jump(toLine: viewport.top) }
    finishReader()
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
    case .inspector, .panel: leaveSide()
    }
  }

  private func moveFocusRight() -> CommandOutcome {
    switch focus {
    case .sidebar, .list: return openFromFocus()
    case .reader, .panel: if frames.inspector != nil { model.focus(.inspector) }
    case .inspector: break
    }
    return .done
  }

  private func cyclePanes(_ step: Int) {
    if frames.tabs != nil, sideFocus == nil, focus == .list || model.isDiscovering {
      let here = Filter.allCases.firstIndex { $0 == model.navigation.view.filter } ?? 0
      let count = Filter.allCases.count
      model.show(.list(Filter.allCases[(here + step + count) % count]))
      return
    }
    let panes = shownPanes
    guard let here = panes.firstIndex(of: focus) else { return }
    model.focus(panes[(here + step + panes.count) % panes.count])
  }

  private func openFromFocus() -> CommandOutcome {
    if focus == .panel { return chooseInPanel() }
    if focus == .sidebar {
      leaveSidebar()
    } else if model.list.current == nil {
      return .refused(model.nothingSelected)
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

  /// Stops what is awaited; else says how to leave, which this key does elsewhere.
  private func interrupt() -> CommandOutcome {
    if model.stopWaiting() { return .done("Stopped") }
    return .refused("\(keys(of: .quit)) quits, \(keys(of: .back)) goes back")
  }

  private func goBack(mayQuit: Bool) {
    if selection != nil {
      endSelection()
    } else if model.navigation.isZen {
      model.setZen(false)
    } else if focus == .inspector || focus == .panel {
      leaveSide()
    } else if focus == .reader, !model.reader.find.isEmpty, !mayQuit {
      model.find(inReader: "")
      currentMatch = nil
    } else if focus == .reader, frames.panel != nil, !mayQuit {
      model.setPanel(nil)
    } else if model.isDiscovering, focus == .reader {
      if model.discovery.isLooking { model.stopLooking() } else { model.leavePicked() }
    } else if focus == .reader {
      leaveReader()
    } else if focus == .sidebar {
      leaveSidebar()
    } else if model.isMarking {
      model.clearMarks()
    } else if !model.navigation.place.filter.isEmpty {
      model.clearFilter()
    } else if mayQuit {
      model.quit()
    }
  }

  /// Goes to one of some lines, so many of them on or back; without one more it stays where it is.
  private func jump(to lines: [Int], _ steps: Int, of what: String) -> CommandOutcome {
    guard let top = viewport?.top else { return .done }
    let further = steps > 0 ? lines.filter { $0 > top } : lines.filter { $0 < top }.reversed()
    guard let line = further.prefix(abs(steps)).last else {
      return .refused("No \(steps > 0 ? "further" : "earlier") \(what)")
    }
    jumpReader(toLine: line)
    return .done
  }

  private func bind(_ line: String) -> CommandOutcome {
    do throws(CommandError) { try keymap.bind(line: line) } catch { return .invalid(error.message) }
    return .done
  }

  private func showProblems() -> CommandOutcome {
    guard !model.configProblems.isEmpty, let menu = menu(of: Invocation(.configProblems)) else {
      return .refused("Nothing is wrong in the config file")
    }
    overlays.append(.menu(menu))
    return .done
  }
}
