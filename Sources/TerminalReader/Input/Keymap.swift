package import ReadingListModel
package import TerminalKit

/// Which keys run which commands, per pane; sequences of several keys included.
package struct Keymap: Sendable {
  /// Where a binding holds.
  package enum Context: String, CaseIterable, Hashable, Sendable {
    case all, sidebar, list, reader, discovery
  }

  /// A binding as help and manual show it.
  package struct Binding: Equatable, Sendable {
    package var context: Context
    package var keys: [Key]
    package var invocation: Invocation

    /// The keys in notation, without spaces.
    package var notation: String { keys.map(\.notation).joined() }
  }

  /// What a sequence of keys means so far.
  package enum Meaning: Equatable, Sendable {
    case command(Invocation)
    /// The beginning of longer sequences.
    case prefix
    case nothing
  }

  /// All bindings in the order they were made.
  package private(set) var bindings: [Binding] = []

  /// No keys bound.
  package init() {}

  /// The default bindings, in the style of vi, as the rows of the commands have them.
  package static let vim: Keymap = {
    var keymap = Keymap()
    for command in Command.allCases {
      for text in command.row.keys {
        let words = text.split(separator: " ", maxSplits: 2)
        guard words.count > 1 else { continue }
        let argument = words.count > 2 ? String(words[2]) : ""
        try? keymap.bind(words[1], in: words[0], to: Invocation(command, argument))
      }
    }
    return keymap
  }()

  /// Carries out the argument of a `bind` command: `PANE[,PANE] KEYS COMMAND [ARGUMENT]`.
  ///
  /// A later binding of the same keys in the same pane replaces the earlier one.
  /// - Throws: `CommandError` naming what is not known; nothing is bound then.
  package mutating func bind(line: String) throws(CommandError) {
    let words = line.split(maxSplits: 2, whereSeparator: \.isWhitespace)
    guard words.count == 3 else {
      throw CommandError(message: Command.bind.row.usage)
    }
    try bind(words[1], in: words[0], to: Invocation(parsing: String(words[2])))
  }

  private mutating func bind(
    _ notation: Substring,
    in panes: Substring,
    to invocation: Invocation
  ) throws(CommandError) {
    let keys = try Self.keys(notation: String(notation))
    var contexts: [Context] = []
    for name in panes.split(separator: ",") {
      guard let context = Context(rawValue: String(name)) else {
        let known = Context.allCases.map(\.rawValue).joined(separator: ", ")
        throw CommandError(
          message: "There is no pane “\(name)” to bind keys in; there are \(known)"
        )
      }
      contexts.append(context)
    }
    for context in contexts {
      bindings.removeAll { $0.context == context && $0.keys == keys }
      bindings.append(Binding(context: context, keys: keys, invocation: invocation))
    }
  }

  /// Reads keys written one after another: `gg`, `<C-d>`, `g<enter>`; spaces between are ignored.
  ///
  /// - Throws: `CommandError` naming the part that is no key.
  package static func keys(notation: String) throws(CommandError) -> [Key] {
    var keys: [Key] = []
    var rest = notation[...]
    while let first = rest.first {
      if first.isWhitespace {
        rest = rest.dropFirst()
        continue
      }
      var token = String(first)
      if first == "<", let end = rest.firstIndex(of: ">"), rest.count > 1 {
        token = String(rest[...end])
      }
      guard let key = Key(notation: token) else {
        throw CommandError(message: "“\(token)” is not a key")
      }
      keys.append(key)
      rest = rest.dropFirst(token.count)
    }
    return keys
  }

  /// What keys mean in a pane: its own bindings go before those of all panes.
  package func meaning(of keys: [Key], in pane: Navigation.Pane) -> Meaning {
    meaning(of: keys, in: Self.contexts(of: pane))
  }

  /// The shortest keys for a command in a pane, in notation; nil when it has none there.
  package func shortest(_ invocation: Invocation, in pane: Navigation.Pane) -> String? {
    shortest(invocation, in: Self.contexts(of: pane))
  }

  private static func contexts(of pane: Navigation.Pane) -> [Context] {
    [Context(rawValue: pane.rawValue) ?? .all, .all]
  }

  /// What keys mean where several sets of bindings hold, the first ones first.
  package func meaning(of keys: [Key], in contexts: [Context]) -> Meaning {
    for context in contexts {
      if let exact = bindings.last(where: { $0.context == context && $0.keys == keys }) {
        return .command(exact.invocation)
      }
    }
    let isPrefix = bindings.contains {
      contexts.contains($0.context) && $0.keys.count > keys.count && $0.keys.starts(with: keys)
    }
    return isPrefix ? .prefix : .nothing
  }

  /// The shortest keys for a command where several sets of bindings hold, in notation; of equally
  /// short ones one that needs no Shift.
  package func shortest(_ invocation: Invocation, in contexts: [Context]) -> String? {
    let candidates = bindings.filter {
      $0.invocation == invocation && contexts.contains($0.context)
        && meaning(of: $0.keys, in: contexts) == .command(invocation)
    }
    func rank(_ notation: String) -> (Int, Int, String) {
      (notation.count, notation.contains(where: \.isUppercase) ? 1 : 0, notation)
    }
    // The one key that notation has to name, since it begins names.
    return candidates.map { $0.notation.replacing("<lt>", with: "<") }
      .min { rank($0) < rank($1) }
  }
}
