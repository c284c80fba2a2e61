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
    let key = key == Key(.character("c"), .control) ? Key(.escape) : key
    switch overlays.last {
    case .prompt(let prompt): take(key, in: prompt)
    case .help(let help): take(key, in: help)
    case .menu(let menu): take(key, in: menu)
    case .confirm(let confirmation, let invocation):
      overlays.removeLast()
      if key == Key(.character("y")) || key == Key(.enter) {
        perform(invocation, confirmed: confirmation)
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
    case .findInReader: previewFind(prompt.editor.text)
    case .argument, .commandLine: break
    }
  }

  private func cancel(_ prompt: Prompt) {
    overlays.removeLast()
    switch prompt.purpose {
    case .filter: model.revertFilter()
    case .findInReader: cancelFind()
    case .argument, .commandLine: break
    }
  }

  private func commit(_ prompt: Prompt) {
    overlays.removeLast()
    let text = prompt.editor.text
    switch prompt.purpose {
    case .argument(let invocation):
      if !text.allSatisfy(\.isWhitespace) { perform(invocation.appending(text)) }
    case .filter:
      model.typeFilter(text)
      model.commitFilter()
      if let problem = model.list.filterProblem { model.status = .error(problem) }
    case .findInReader: commitFind()
    case .commandLine: runLine(text)
    }
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
    case .argument(let invocation) where invocation.command == .tag:
      candidates = model.counts.tags.map(\.name)
    case .argument(let invocation) where invocation.command == .untag:
      candidates = model.target?.tags ?? []
    case .commandLine where !text.contains(" "): candidates = Command.allCases.map(\.name)
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
}

extension String {
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
