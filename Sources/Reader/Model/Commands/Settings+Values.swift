import ReadingList

extension Settings {
  /// A setting's name, property and values, with the texts for the settings screen and the manual.
  package struct Name: Equatable, Sendable {
    package let rawValue: String
    package let summary: String
    package let help: String
    package let group: String
    let kind: Kind

    init(_ name: String, _ kind: Kind, _ summary: String, _ help: String, in group: String = "") {
      (rawValue, self.kind, self.summary, self.help, self.group) = (
        name, kind, summary, help, group
      )
    }

    package static func == (a: Name, b: Name) -> Bool { a.rawValue == b.rawValue }
  }

  /// The kind of a setting's values, with those that the settings screen cycles through.
  enum Kind: Sendable {
    case flag(any WritableKeyPath<Settings, Bool> & Sendable)
    case number(any WritableKeyPath<Settings, Int> & Sendable, of: String, ClosedRange<Int>, [Int])
    case choice(any WritableKeyPath<Settings, String> & Sendable, of: String, [String])
    case word(any WritableKeyPath<Settings, String> & Sendable, [String])
  }
}

extension Settings.Name {
  package init?(rawValue: String) {
    guard let setting = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = setting
  }

  func line(setting value: String) -> String {
    let isPlain = value.first != "\"" && value.trimmed == value && !value.isEmpty
    return "set \(rawValue) " + (isPlain ? value : "\"\(value)\"")
  }

  package var values: String {
    switch kind {
    case .flag: "on, off"
    case .number(_, of: let unit, let range, _):
      "\(range.lowerBound) to \(range.upperBound) \(unit)"
    case .choice(_, _, let known): known.joined(separator: ", ")
    case .word(_, let offered): offered.joined(separator: ", ") + " or another"
    }
  }

  /// The summary, values and effects, for the help screen and `luego help`.
  package var explanation: String { "\(summary): \(values). \(help)." }

  package var choices: [String] {
    switch kind {
    case .flag: ["on", "off"]
    case .number(_, _, _, let offered): offered.map(String.init)
    case .choice(_, _, let known), .word(_, let known): known
    }
  }
}

extension Settings {
  package func value(of name: Name) -> String {
    switch name.kind {
    case .flag(let path): self[keyPath: path] ? "on" : "off"
    case .number(let path, _, _, _): String(self[keyPath: path])
    case .choice(let path, _, _), .word(let path, _): self[keyPath: path]
    }
  }

  /// - Throws: `CommandError` that names the valid values.
  package mutating func set(_ name: Name, to value: String) throws(CommandError) {
    switch name.kind {
    case .flag(let path):
      switch value {
      case "on", "yes", "true": self[keyPath: path] = true
      case "off", "no", "false": self[keyPath: path] = false
      default: throw CommandError(message: "\(name.rawValue) is on or off")
      }
    case .number(let path, let unit, let range, _):
      guard let number = Int(value), range.contains(number) else {
        let bounds = "\(range.lowerBound) to \(range.upperBound)"
        throw CommandError(message: "\(name.rawValue) is a number of \(unit) from \(bounds)")
      }
      self[keyPath: path] = number
    case .choice(let path, let kind, let known):
      guard known.contains(value) else {
        let known = known.joined(separator: ", ")
        throw CommandError(message: "Unknown \(kind) “\(value)”; use \(known)")
      }
      self[keyPath: path] = value
    case .word(let path, _): self[keyPath: path] = value
    }
  }

  /// Performs the argument of `set`, `NAME VALUE`; a value with spaces may be quoted.
  ///
  /// - Returns: the setting, and its value without quotes.
  /// - Throws: `CommandError` for an unknown setting or an invalid value.
  @discardableResult package mutating func set(
    line: String
  ) throws(CommandError) -> (name: Name, value: String) {
    let line = line.trimmed
    let word = line.prefix { !$0.isWhitespace }
    var value = String(line.dropFirst(word.count)).trimmed
    guard !value.isEmpty else { throw CommandError(message: Command.set.row.usage) }
    guard let name = Name(rawValue: String(word)) else {
      let known = Name.allCases.map(\.rawValue).joined(separator: ", ")
      throw CommandError(message: "Unknown setting “\(word)”; settings are \(known)")
    }
    if value.count > 1, value.first == "\"", value.last == "\"" {
      value = String(value.dropFirst().dropLast())
    }
    try set(name, to: value)
    return (name, value)
  }
}

package struct SyncLine: Equatable, Sendable {
  package var name: String
  package var words: [String]

  package init(name: String, words: [String]) {
    self.name = name
    self.words = words
  }
}
