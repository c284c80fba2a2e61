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
    case .report(let report): take(key, in: report)
    case .confirm(let confirmation, let invocation):
      overlays.removeLast()
      if key == Key(.character("y")) || key == Key(.enter) {
        perform(invocation, confirmed: confirmation)
      } else if let typed = confirmation.typed {
        let purpose = Prompt.Purpose.argument(of: Invocation(invocation.command))
        overlays.append(.prompt(Prompt(purpose, text: typed)))
      } else {
        model.status = .info(confirmation.refusal)
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
      complete(&prompt, step: key.modifiers.contains(.shift) ? -1 : 1)
      replaceFront(.prompt(prompt))
      promptChanged(prompt)
    case .up where prompt.purpose == .commandLine, .down where prompt.purpose == .commandLine:
      recall(&prompt, older: key.code == .up)
      replaceFront(.prompt(prompt))
    case Bar.filterKey.code where key == Bar.filterKey && prompt.purpose == .filter:
      openFilters(from: prompt)
    case .backspace where prompt.isOnBar && prompt.editor.text.isEmpty: cancel(prompt)
    default:
      if prompt.editor.take(key) {
        prompt.completion = nil
        prompt.endsInPaste = false
        replaceFront(.prompt(prompt))
        promptChanged(prompt)
      }
    }
  }

  /// Puts text into the line being typed, in one piece; what is pasted after an address that was pasted is another.
  func insert(_ text: String, isPasted: Bool = false) {
    switch overlays.last {
    case .prompt(var prompt):
      let gap = isPasted && prompt.endsInPaste && prompt.isOfAddresses ? " " : ""
      prompt.problem = prompt.editor.insert(gap + text) ? nil : Self.tooLong
      prompt.endsInPaste = isPasted
      replaceFront(.prompt(prompt))
      promptChanged(prompt)
    case .menu(var menu):
      guard var editor = menu.search, editor.insert(text) else {
        return model.status = .error(Self.tooLong)
      }
      search(editor, in: &menu)
    case .help(var help):
      guard help.search?.insert(text) == true else { return model.status = .error(Self.tooLong) }
      help.cursor = 0
      replaceFront(.help(help))
    default: break
    }
  }

  private static var tooLong: String {
    "Nothing inserted: it is longer than \(LineEditor.maxLength) characters"
  }

  /// Goes from a filter that is being typed to the filters that can be chosen; what was typed stays.
  func openFilters(from prompt: Prompt) {
    commit(prompt)
    perform(Invocation(.filter))
  }

  /// What a prompt does while it is being typed.
  func promptChanged(_ prompt: Prompt) {
    askAboutNames(for: prompt)
    askAboutEntries(for: prompt)
    switch prompt.purpose {
    case .filter: model.typeFilter(prompt.editor.text)
    case .findInReader: previewFind(prompt.editor.text)
    case .argument, .commandLine: break
    }
  }

  private func cancel(_ prompt: Prompt) {
    overlays.removeLast()
    model.forgetEntries()
    switch prompt.purpose {
    case .filter: model.revertFilter()
    case .findInReader: cancelFind()
    case .argument, .commandLine: askedNote = nil
    }
  }

  private func commit(_ prompt: Prompt) {
    let articles = model.pinned
    overlays.removeLast()
    model.forgetEntries()
    let text = prompt.editor.text
    switch prompt.purpose {
    case .argument(let invocation):
      if !text.allSatisfy(\.isWhitespace) {
        model.pinned = articles
        // Which passage a note is about is known no more once it was typed.
        perform(
          invocation.appending(text),
          typedIn: invocation.command == .annotate ? nil : prompt
        )
        if overlays.isEmpty { model.pinned = nil }
      } else if askedNote != nil, invocation.command == .annotate {
        removeNote()
      }
    case .filter:
      model.typeFilter(text)
      model.commitFilter()
      if let problem = model.list.filterProblem { model.status = .error(problem.message) }
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
}
