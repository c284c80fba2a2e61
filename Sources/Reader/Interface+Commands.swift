import ReadingList
import Terminal

extension Interface {
  /// Performs a command and shows its outcome; an invalid argument opens its prompt again.
  ///
  /// As in vi, a command that takes no count ignores one, and Esc cancels only that.
  package func perform(
    _ invocation: Invocation, count: Int? = nil, confirmed: Confirmation? = nil,
    typedIn prompt: Prompt? = nil
  ) {
    if count != nil, invocation.command == .cancel { return }
    isConfirmed = confirmed != nil
    defer { isConfirmed = false }
    let invocation = panel.aimed(invocation)
    if reader.selection != nil, !invocation.command.row.keepsSelection { reader.endSelection() }
    let outcome = model.perform(invocation, confirmed: confirmed) { carryOut($0, count: count) }
    show(outcome, of: invocation, typedIn: prompt)
    if model.settings.keys != keymap.preset { keymap.use(model.settings.keys) }
  }

  func show(
    _ outcome: CommandOutcome, of invocation: Invocation? = nil, typedIn prompt: Prompt? = nil
  ) {
    switch outcome {
    case .done(nil): break
    case .done(let status?): model.status = status
    case .refused(let status):
      model.status = status
      guard let prompt, status.kind == .error else { break }
      prompt.problem = status.text
      show(prompt)
    case .needsArgument: if let invocation { ask(for: invocation) }
    case .needsConfirmation(let confirmation):
      if let invocation { show(.question(confirmation, invocation)) }
    }
  }

  private func ask(for invocation: Invocation) {
    if invocation.command == .annotate { return reader.askForNote() }
    let setting = invocation.command == .set ? Settings.Name(rawValue: invocation.argument) : nil
    if let setting, model.discovery.choices(of: setting).count < 2 {
      return show(Prompt(.commandLine, text: "set \(setting.rawValue) "))
    }
    if [.source, .category].contains(invocation.command) { model.discovery.askAboutSources() }
    let articles = model.articles.targetIDs
    if let menu = Box(.menu(invocation), self) {
      show(menu)
    } else {
      let text = model.articles.presentArgument(of: invocation.command)
      show(Prompt(.argument(of: invocation), text: text))
    }
    if model.articles.pinned == nil { model.articles.pinned = articles }
  }

  /// Performs a command that only concerns the screen.
  ///
  /// The focused pane goes first, then the other panes, then the interface as a whole.
  private func carryOut(_ invocation: Invocation, count: Int?) -> CommandOutcome {
    let pane = pane
    let times = count ?? 1
    switch invocation.command {
    case .down: pane.move(by: times)
    case .up: pane.move(by: -times)
    case .top: pane.move(to: count.map { $0 - 1 } ?? 0)
    case .bottom: pane.move(to: count.map { $0 - 1 } ?? .max)
    case .halfPageDown: pane.move(by: times * (pane.page / 2))
    case .halfPageUp: pane.move(by: -times * (pane.page / 2))
    case .pageDown:
      // The frame seen before the key decides, so that nobody archives by accident.
      if reader.isEndShown, let command = model.articles.commandAtEnd {
        perform(Invocation(command))
      } else {
        pane.move(by: times * pane.page)
      }
    case .pageUp: pane.move(by: -times * pane.page)
    case .nextPane: cyclePanes(1)
    case .previousPane: cyclePanes(-1)
    default:
      if let outcome = pane.handle(invocation, count: times) { return outcome }
      for other in panes where other !== pane {
        if let outcome = other.handle(invocation, count: times) { return outcome }
      }
      return carryOutElsewhere(invocation)
    }
    return .done
  }

  private func carryOutElsewhere(_ invocation: Invocation) -> CommandOutcome {
    switch invocation.command {
    case .interrupt:
      if model.stopWaiting() { return .done("Stopped") }
      return .refused("\(keys(of: .quit)) quits, \(keys(of: .back)) goes back")
    case .commandLine: show(Prompt(.commandLine))
    case .palette: show(.menu(invocation))
    case .help: show(.help)
    case .statistics: show(.statistics(days: Statistics.month))
    case .shell: model.session.effects.append(.shell(invocation.argument))
    case .redraw: model.session.effects.append(.redraw)
    case .suspend: model.session.effects.append(.suspend)
    case .bind:
      do throws(CommandError) { try keymap.bind(line: invocation.argument) } catch {
        return .invalid(error.message)
      }
      let line = "bind \(invocation.argument)"
      model.session.effects.append(.keep([line]))
      return .done("Saved to config: \(line)")
    default: return .refused("“\(invocation.command.name)” does nothing here")
    }
    return .done
  }

  private func cyclePanes(_ step: Int) {
    func next<Element: Equatable>(_ element: Element?, in all: [Element]) -> Element? {
      guard let here = all.firstIndex(where: { $0 == element }) else { return nil }
      return all[(here + step + all.count) % all.count]
    }
    let focus = focus
    if frames.tabs != nil, !focus.isAside, focus == .list || model.isDiscovering {
      let here = model.navigation.view.filter ?? Filter.allCases[0]
      if let filter = next(here, in: Filter.allCases) { model.route.show(.list(filter)) }
    } else if let pane = next(focus, in: panes.map(\.name).filter { frames[$0] != nil }) {
      model.navigation.focus = pane
    }
  }

  // MARK: Widths

  /// Makes the list wider, then narrower, then restores all widths.
  func changeWidths() -> CommandOutcome {
    guard frames.list != nil, !frames.dividers.isEmpty else {
      return .refused("There is one pane on screen")
    }
    var widths = PaneState.Widths()
    let present = model.navigation.panes.widths
    if present == widths {
      widths.list = Metrics.listStep
    } else if present.list == Metrics.listStep {
      widths.list = -Metrics.listStep
    }
    model.navigation.panes.widths = widths
    return .done("List width: \(widths.list > 0 ? "wide" : widths.list < 0 ? "narrow" : "default")")
  }
}
