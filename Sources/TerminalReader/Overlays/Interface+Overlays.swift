import ArticleStore
import Discovery
import ReadingList
import ReadingListModel
import TerminalKit

extension Interface {
  /// Puts an overlay in place of the front one.
  func replaceFront(_ overlay: Overlay) {
    guard !overlays.isEmpty else { return }
    overlays[overlays.count - 1] = overlay
  }

  /// Gives a key to the front overlay.
  func takeInOverlay(_ key: Key) {
    switch overlays.last {
    case .prompt(let prompt): take(key, in: prompt)
    case .help(let help): take(key, in: help)
    case .menu(let menu): take(key, in: menu)
    case .confirm(_, let invocation):
      overlays.removeLast()
      if key == Key(.character("y")) || key == Key(.enter) {
        _ = model.perform(invocation)
      } else {
        model.status = .info("Nothing was deleted")
      }
    case nil: break
    }
  }

  // MARK: Prompts

  private func take(_ key: Key, in prompt: Prompt) {
    var prompt = prompt
    if prompt.problem != nil {
      prompt.problem = nil
      replaceFront(.prompt(prompt))
    }
    switch key.code {
    case .escape: cancel(prompt)
    case .enter: commit(prompt)
    case .tab:
      if complete(&prompt) { replaceFront(.prompt(prompt)) }
    case .up where prompt.purpose == .commandLine, .down where prompt.purpose == .commandLine:
      recall(&prompt, older: key.code == .up)
      replaceFront(.prompt(prompt))
    case .backspace where prompt.isOnBar && prompt.editor.text.isEmpty: cancel(prompt)
    case .character("c") where key.modifiers == .control: cancel(prompt)
    default:
      if prompt.editor.take(key) {
        replaceFront(.prompt(prompt))
        promptChanged(prompt)
      }
    }
  }

  /// Puts text into the line being typed, in one piece.
  func insert(_ text: String) {
    switch overlays.last {
    case .prompt(var prompt):
      prompt.problem = prompt.editor.insert(text) ? nil : Self.tooLong
      replaceFront(.prompt(prompt))
      promptChanged(prompt)
    case .help(var help):
      guard help.search?.insert(text) == true else { return model.status = .error(Self.tooLong) }
      help.top = 0
      replaceFront(.help(help))
    default: break
    }
  }

  private static var tooLong: String {
    "Nothing inserted: it is longer than \(LineEditor.longest) characters"
  }

  /// What a prompt does while it is being typed.
  func promptChanged(_ prompt: Prompt) {
    switch prompt.purpose {
    case .filter: model.typeFilter(prompt.editor.text)
    case .findInReader:
      model.find(inReader: prompt.editor.text)
      findFirst()
    case .add, .tag, .untag, .addSource, .commandLine: break
    }
  }

  private func cancel(_ prompt: Prompt) {
    overlays.removeLast()
    switch prompt.purpose {
    case .filter: model.revertFilter()
    case .findInReader: model.find(inReader: "")
    case .add, .tag, .untag, .addSource, .commandLine: break
    }
  }

  private func commit(_ prompt: Prompt) {
    overlays.removeLast()
    let text = prompt.editor.text
    switch prompt.purpose {
    case .add: run(.add, text)
    case .tag: run(.tag, text)
    case .untag: run(.untag, text)
    case .addSource:
      if !text.allSatisfy(\.isWhitespace) { run(.source, "add " + text) }
    case .filter:
      model.typeFilter(text)
      model.commitFilter()
      if let problem = model.list.filterProblem { model.status = .error(problem) }
    case .findInReader:
      if !text.isEmpty, model.reader.matches.isEmpty {
        model.status = .info("“\(text)” is not in this article")
      }
    case .commandLine: runLine(text)
    }
  }

  private func run(_ command: Command, _ argument: String) {
    guard !argument.allSatisfy(\.isWhitespace) else { return }
    _ = model.perform(Invocation(command, argument))
  }

  private func runLine(_ line: String) {
    guard !line.allSatisfy(\.isWhitespace) else { return }
    history.removeAll { $0 == line }
    history.append(line)
    do throws(CommandError) { perform(try Invocation(parsing: line)) } catch {
      model.status = .error(error.message)
    }
  }

  private func recall(_ prompt: inout Prompt, older: Bool) {
    let here = history.firstIndex(of: prompt.editor.text) ?? history.count
    let next = older ? here - 1 : here + 1
    if history.indices.contains(next) {
      prompt.editor = LineEditor(history[next])
    } else if !older {
      prompt.editor = LineEditor()
    }
  }

  /// Completes the last word from tags or commands, as far as it is unambiguous.
  private func complete(_ prompt: inout Prompt) -> Bool {
    let text = prompt.editor.text
    let candidates: [String]
    switch prompt.purpose {
    case .tag: candidates = model.counts.tags.map(\.name)
    case .untag: candidates = model.target?.tags ?? []
    case .commandLine where !text.contains(" "): candidates = Command.allCases.map(\.rawValue)
    default: return false
    }
    let word =
      text.split(separator: " ", omittingEmptySubsequences: false).last.map(String.init) ?? ""
    let matching = candidates.filter { $0.hasPrefix(word) }
    guard let first = matching.first else { return false }
    let common = matching.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
    let ending = matching.count == 1 ? " " : ""
    prompt.editor = LineEditor(text.dropLast(word.count) + common + ending)
    return true
  }

  // MARK: Help

  private func take(_ key: Key, in help: Help) {
    var help = help
    if var search = help.search {
      switch key.code {
      case .escape: help.search = nil
      case .enter: break
      case .up: help.top -= 1
      case .down: help.top += 1
      default:
        if search.take(key) {
          help.search = search
          help.top = 0
        }
      }
      replaceFront(.help(help))
      return
    }
    if key == Key(.character("/")) {
      help.search = LineEditor()
      help.top = 0
    } else if case .command(let invocation) = keymap.meaning(of: [key], in: .reader) {
      switch invocation.command {
      case .down: help.top += 1
      case .up: help.top -= 1
      case .pageDown, .halfPageDown: help.top += max(1, size.rows / 2)
      case .pageUp, .halfPageUp: help.top -= max(1, size.rows / 2)
      case .bottom: help.top = HelpView.lineCount(self)
      case .top: help.top = 0
      case .quit:
        model.quit()
        return
      case .back, .cancel, .help:
        overlays.removeLast()
        return
      default: break
      }
    } else if key == Key(.character("g")) {
      help.top = 0
    }
    help.top = min(max(0, help.top), max(0, HelpView.lineCount(self) - 1))
    replaceFront(.help(help))
  }

  // MARK: Menus

  private func take(_ key: Key, in menu: Menu) {
    var menu = menu
    let count = menu.items.count
    switch key.code {
    case .escape, .character("q"):
      overlays.removeLast()
      return
    case .enter, .character(" "):
      choose(menu)
      return
    case .down, .character("j"): menu.cursor.move(by: 1, count: count)
    case .up, .character("k"): menu.cursor.move(by: -1, count: count)
    case .home, .character("g"): menu.cursor.move(by: -count, count: count)
    case .end, .character("G"): menu.cursor.move(by: count, count: count)
    case .character("a") where menu.purpose == .source:
      overlays.removeLast()
      overlays.append(.prompt(Prompt(.addSource)))
      return
    case .character("d") where menu.purpose == .source:
      let name = model.sourceChoices[menu.cursor.cursor].name
      if name != Source.surprise { run(.source, "remove \(name)") }
      menu = sourceMenu
    case .character("r") where menu.purpose == .source: run(.refreshSources, "all")
    case .character("a") where menu.purpose == .links: actOnLink(menu, .add)
    case .character("y") where menu.purpose == .links: actOnLink(menu, .copyURL)
    default: return
    }
    if !overlays.isEmpty { replaceFront(.menu(menu)) }
  }

  private func choose(_ menu: Menu) {
    guard menu.items.indices.contains(menu.cursor.cursor) else { return }
    let chosen = menu.cursor.cursor
    switch menu.purpose {
    case .sort:
      overlays.removeLast()
      _ = model.perform(Invocation(.sort, Order.allCases[chosen].rawValue))
    case .settings:
      let name = Settings.Name.allCases[chosen]
      let choices = name == .source ? model.sourceChoices.map(\.name) : name.choices
      let here = choices.firstIndex(of: model.settings.value(of: name)) ?? -1
      model.change(name, to: choices[(here + 1) % choices.count])
      replaceFront(.menu(settingsMenu(cursor: chosen)))
    case .source:
      overlays.removeLast()
      model.chooseSource(model.sourceChoices[chosen].name)
      pickAgain()
    case .category:
      overlays.removeLast()
      model.change(.category, to: Settings.Name.category.choices[chosen])
      pickAgain()
    case .links:
      overlays.removeLast()
      model.send(.openInBrowser(menu.items[chosen].detail))
    }
  }

  /// Picks from what was chosen, when that is what the screen is for.
  private func pickAgain() {
    if model.isDiscovering { _ = model.perform(Invocation(.discover)) }
  }

  private func actOnLink(_ menu: Menu, _ command: Command) {
    let url = menu.items[menu.cursor.cursor].detail
    overlays.removeLast()
    if command == .add {
      _ = model.perform(Invocation(.add, url))
    } else {
      model.send(.copy(url))
      model.status = .info("Copied the address")
    }
  }
}

extension String {
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
