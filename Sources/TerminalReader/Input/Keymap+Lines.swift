import TerminalKit
package import ReadingListModel

extension Keymap {
  /// Keys of one command that hold in the same panes.
  package struct Line: Equatable, Sendable {
    package var contexts: [Context]
    /// As people name them; see `Key.label`.
    package var keys: [String]
    /// What they do, and where, in a few words.
    package var words: String
  }

  /// The keys of a command as lists of keys have them: those that do the same in the same panes on one line, as
  /// are those that only give different numbers.
  package func lines(of command: Command) -> [Line] {
    var made: [(contexts: [Context], keys: [String], arguments: [String])] = []
    var seen: Set<[String]> = []
    let own = bindings.filter { $0.invocation.command == command }
    for binding in own {
      let argument = binding.invocation.argument
      let keys = binding.keys.label
      guard seen.insert([keys, argument]).inserted else { continue }
      let contexts = own.filter { $0.keys == binding.keys && $0.invocation == binding.invocation }
        .map(\.context)
      if let last = made.last, last.contexts == contexts,
        last.arguments.last == argument || Int(argument) != nil && Int(last.arguments[0]) != nil
      {
        made[made.count - 1].keys.append(keys)
        if last.arguments.last != argument { made[made.count - 1].arguments.append(argument) }
      } else {
        made.append((contexts, [keys], [argument]))
      }
    }
    return made.map { line in
      let panes = line.contexts.map(\.rawValue).joined(separator: ", ")
      var words = command.row.summary
      if line.arguments.count > 1 {
        words += ": " + line.arguments.joined(separator: " ")
      } else if let known = Invocation(command, line.arguments[0]).words {
        words = known
      }
      return Line(
        contexts: line.contexts, keys: line.keys,
        words: words + (line.contexts == [.all] ? "" : " (\(panes))"))
    }
  }
}

extension Invocation {
  /// What it does, in a few words; nil when it goes to a list that there is not.
  package var words: String? {
    let summary = command.row.summary
    guard !argument.isEmpty else { return summary }
    guard command == .go else { return "\(summary): \(argument)" }
    return RouteModel.listName(argument).map { "go to \($0)" }
  }

  /// The same in a word or two.
  var hint: String? {
    command == .go && !argument.isEmpty ? RouteModel.listName(argument) : command.row.hint
  }
}
