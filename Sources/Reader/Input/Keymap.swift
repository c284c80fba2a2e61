package import Terminal

package struct Keymap: Sendable {
  package enum Context: String, CaseIterable, Hashable, Sendable {
    case all, sidebar, list, highlights, reader, selection, discovery, inspector, panel
  }

  package struct Binding: Equatable, Sendable {
    package var context: Context
    package var keys: [Key]
    package var invocation: Invocation
  }

  package enum Meaning: Equatable, Sendable {
    case command(Invocation)
    /// The beginning of a longer sequence.
    case prefix
    case nothing
  }

  package private(set) var bindings: [Binding] = []
  /// Indices of the bindings.
  private var places: [Context: [[Key]: Int]] = [:]
  package private(set) var preset = ""
  /// By name, without the default keys; a `bind` line per binding.
  private let presets: [String: String]
  /// The user's bindings, which override the preset's.
  private var own: [Binding] = []
  /// As written, in bytes.
  private static let maxNotation = 200

  package init(_ preset: String = Settings.keyPresets[0], presets: [String: String] = [:]) {
    self.presets = presets
    use(preset)
  }

  package static let vim = Keymap()

  /// The user's bindings stay.
  package mutating func use(_ preset: String) {
    self.preset = preset
    let own = own
    (bindings, places, self.own) = ([], [:], [])
    let lines = (presets[preset] ?? "").split(separator: "\n").filter { $0.hasPrefix("bind ") }.map
    { $0.dropFirst("bind ".count) }
    // A command that the preset binds loses its default keys.
    let named = Set(lines.compactMap { $0.split(separator: " ").dropFirst(2).first })
    for binding in Self.defaults where !named.contains(binding.invocation.command.name[...]) {
      put(binding)
    }
    for line in lines { try? bind(line: String(line)) }
    self.own = own
    for binding in own { put(binding) }
  }

  private static let defaults = Command.allCases.flatMap { command in
    command.row.keys.flatMap { text -> [Binding] in
      let words = text.split(separator: " ", maxSplits: 2)
      guard words.count > 1 else { return [] }
      let argument = words.count > 2 ? String(words[2]) : ""
      return (try? made(words[1], in: words[0], to: Invocation(command, argument))) ?? []
    }
  }

  /// Adds a `bind` line, `PANE[,PANE] KEYS COMMAND [ARGUMENT]`, which replaces an earlier binding
  /// of the same keys in the same pane.
  ///
  /// - Throws: `CommandError` naming the unknown part; then nothing is bound.
  package mutating func bind(line: String) throws(CommandError) {
    let words = line.split(maxSplits: 2, whereSeparator: \.isWhitespace)
    guard words.count == 3 else { throw CommandError(message: Command.bind.row.usage) }
    let made = try Self.made(words[1], in: words[0], to: Invocation(parsing: String(words[2])))
    own += made
    for binding in made { put(binding) }
  }

  private mutating func put(_ binding: Binding) {
    if let index = places[binding.context]?[binding.keys] {
      bindings[index] = binding
    } else {
      places[binding.context, default: [:]][binding.keys] = bindings.count
      bindings.append(binding)
    }
  }

  private static func made(
    _ notation: Substring, in panes: Substring, to invocation: Invocation
  ) throws(CommandError) -> [Binding] {
    guard notation.utf8.count <= maxNotation else {
      throw CommandError(message: "“\(notation.prefix(20))…” is too long for keys")
    }
    let keys = try keys(notation: String(notation))
    var contexts: [Context] = []
    for name in panes.split(separator: ",") {
      guard let context = Context(rawValue: String(name)) else {
        let known = Context.allCases.map(\.rawValue).joined(separator: ", ")
        throw CommandError(message: "Unknown pane “\(name)”; panes are \(known)")
      }
      contexts.append(context)
    }
    return contexts.map { Binding(context: $0, keys: keys, invocation: invocation) }
  }

  /// Parses keys such as `gg`, `<C-d>` or `g<enter>`; spaces are ignored.
  ///
  /// - Throws: `CommandError` naming the part that is not a key.
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

  package func meaning(of keys: [Key], in contexts: [Context]) -> Meaning {
    for context in contexts {
      if let index = places[context]?[keys] { return .command(bindings[index].invocation) }
    }
    let isPrefix = bindings.contains {
      contexts.contains($0.context) && $0.keys.count > keys.count && $0.keys.starts(with: keys)
    }
    return isPrefix ? .prefix : .nothing
  }

  package func continuations(
    of keys: [Key], in contexts: [Context]
  ) -> [(rest: String, invocation: Invocation)] {
    var seen: Set<[Key]> = []
    var found: [(rest: String, invocation: Invocation)] = []
    for context in contexts {
      for binding in bindings
      where binding.context == context && binding.keys.count > keys.count
        && binding.keys.starts(with: keys) && seen.insert(binding.keys).inserted
      {
        let rest = binding.keys.dropFirst(keys.count).map(\.notation).joined()
        found.append((rest, binding.invocation))
      }
    }
    return found
  }

  /// The shortest keys for a command, without Shift if possible.
  package func shortest(_ invocation: Invocation, in contexts: [Context]) -> [Key]? {
    let candidates = bindings.filter {
      $0.invocation == invocation && contexts.contains($0.context)
        && meaning(of: $0.keys, in: contexts) == .command(invocation)
    }
    func rank(_ keys: [Key]) -> (Int, Int, String) {
      let notation = keys.map(\.notation).joined()
      return (notation.count, notation.contains(where: \.isUppercase) ? 1 : 0, notation)
    }
    return candidates.map(\.keys).min { rank($0) < rank($1) }
  }
}
