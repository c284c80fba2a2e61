import Terminal

extension Keymap {
  /// The keys of a command that apply in the same panes.
  package struct Line: Equatable, Sendable {
    package var contexts: [Context]
    /// As users name them; see `Key.label`.
    package var keys: [String]
    var invocation: Invocation
    /// In a few words.
    package var meaning: String

    /// The keys' effect and where they apply.
    package var words: String {
      let panes = contexts.map(\.rawValue).joined(separator: ", ")
      return meaning + (contexts == [.all] ? "" : " (\(panes))")
    }
  }

  /// A command's keys as help shows them: keys with the same effect in the same panes share a line,
  /// and so do keys that differ only in a number.
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
      let invocation = Invocation(command, line.arguments[0])
      let numbers = ": " + line.arguments.joined(separator: " ")
      let meaning =
        line.arguments.count > 1
        ? command.row.summary + numbers : invocation.words ?? command.row.summary
      return Line(
        contexts: line.contexts, keys: line.keys, invocation: invocation, meaning: meaning)
    }
  }
}

extension Invocation {
  /// Nil for going to a list that does not exist.
  package var words: String? {
    let summary = command.row.summary
    guard !argument.isEmpty else { return summary }
    guard command == .go else { return "\(summary): \(argument)" }
    return RouteModel.listName(argument).map { "go to \($0)" }
  }

  /// A word or two.
  var hint: String? {
    command == .go && !argument.isEmpty ? RouteModel.listName(argument) : command.row.hint
  }
}
