import ReadingListModel
import TerminalKit

/// Keys on the help screen.
extension Interface {
  /// Gives a key to the help screen.
  func take(_ key: Key, in help: Help) {
    var help = help
    let count = HelpView.stops(HelpView.lines(self, help)).count
    let page = max(1, HelpView.frame(help, on: layout).lineCount / 2)
    switch key.code {
    case .escape:
      guard help.search != nil else {
        overlays.removeLast()
        return
      }
      help.search = nil
      help.cursor = 0
    case .enter: return runEntry(of: help)
    case .down: help.cursor += 1
    case .up: help.cursor -= 1
    case .pageDown: help.cursor += page
    case .pageUp: help.cursor -= page
    default:
      if var search = help.search {
        if search.take(key) {
          help.search = search
          help.cursor = 0
        }
      } else if !moved(&help, by: key, page: page, count: count) {
        return
      }
    }
    help.cursor = min(max(0, help.cursor), max(0, count - 1))
    replaceFront(.help(help))
  }

  /// - Returns: false when the help screen is gone.
  private func moved(_ help: inout Help, by key: Key, page: Int, count: Int) -> Bool {
    if key == Key(.character("/")) {
      help.search = LineEditor()
      help.cursor = 0
      return true
    }
    if key == Key(.character("g")) {
      help.cursor = 0
      return true
    }
    guard case .command(let invocation) = keymap.meaning(of: [key], in: .reader) else {
      return true
    }
    switch invocation.command {
    case .down: help.cursor += 1
    case .up: help.cursor -= 1
    case .pageDown, .halfPageDown: help.cursor += page
    case .pageUp, .halfPageUp: help.cursor -= page
    case .bottom: help.cursor = count - 1
    case .top: help.cursor = 0
    case .quit:
      model.quit()
      return false
    case .back, .cancel, .help:
      overlays.removeLast()
      return false
    default: break
    }
    return true
  }

  /// Runs the command under the cursor; one that must be told more is typed on the command line, and a part of
  /// a query as a filter.
  private func runEntry(of help: Help) {
    let lines = HelpView.lines(self, help)
    let stops = HelpView.stops(lines)
    guard stops.indices.contains(help.cursor) else { return }
    let line = lines[stops[help.cursor]]
    overlays.removeLast()
    if let query = line.query {
      let filter = model.navigation.place.filter
      let prompt = Prompt(.filter, text: (filter.isEmpty ? "" : filter + " ") + query)
      overlays.append(.prompt(prompt))
      return promptChanged(prompt)
    }
    guard let invocation = line.invocation else { return }
    if case .required = invocation.command.row.argument, invocation.argument.isEmpty {
      overlays.append(.prompt(Prompt(.commandLine, text: invocation.command.name + " ")))
    } else {
      perform(invocation)
    }
  }
}
