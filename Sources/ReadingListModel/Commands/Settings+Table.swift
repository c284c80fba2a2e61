import Discovery
import ReadingList

extension Settings {
  /// A setting: its name, its property in `Settings`, its values, and its texts for the settings
  /// screen and the manual.
  package struct Name: Equatable, Sendable {
    package let rawValue: String
    /// Its title on the settings screen.
    package let summary: String
    /// A line of explanation.
    package let help: String
    /// Its heading on the settings screen; empty for settings at the top.
    package let group: String
    fileprivate let kind: Kind

    fileprivate init(
      _ name: String, _ kind: Kind, _ summary: String, _ help: String, in group: String = ""
    ) {
      (rawValue, self.kind, self.summary, self.help, self.group) = (
        name, kind, summary, help, group
      )
    }

    package static func == (a: Name, b: Name) -> Bool { a.rawValue == b.rawValue }
  }

  /// The kind of a setting's values, with the values that the settings screen cycles through.
  fileprivate enum Kind: Sendable {
    case flag(any WritableKeyPath<Settings, Bool> & Sendable)
    case number(any WritableKeyPath<Settings, Int> & Sendable, of: String, ClosedRange<Int>, [Int])
    case choice(any WritableKeyPath<Settings, String> & Sendable, of: String, [String])
    case word(any WritableKeyPath<Settings, String> & Sendable, [String])
  }
}

extension Settings.Name {
  package static let theme = Self(
    "theme", .choice(\.theme, of: "theme", [Settings.auto] + Settings.themes), "Colors",
    "auto follows the terminal's background")
  package static let source = Self(
    "source", .word(\.source, [Source.surprise] + Source.builtIn.map(\.name)), "Discovery source",
    "surprise picks from a random source each time", in: "Fetching")
  package static let category = Self(
    "category", .word(\.category, [Settings.allCategories] + Source.categories),
    "Discovery category", "For sources that have categories", in: "Fetching")

  /// All settings, in the order of the settings screen and the manual: the most used ones first,
  /// then by group.
  package static let allCases = [
    theme,
    Self(
      "measure", .number(\.measure, of: "columns", 20...200, [56, 64, 72, 80, 90, 100]),
      "Text width", "Maximum length of a line in the reader"),
    Self(
      "pictures", .choice(\.pictures, of: "choice", ["on", "ask", "off"]), "Pictures",
      "on fetches and shows them, ask fetches them on request, off shows only their descriptions"),
    Self(
      "reading", .choice(\.reading, of: "choice", [Settings.auto, "full", "panes"]), "Reading",
      "full gives an open article the window, panes keeps the list beside it; auto depends on the width"
    ),
    Self(
      "density", .choice(\.density, of: "density", Settings.densities), "List density",
      "compact is one line an article; auto depends on the size of the window"),
    Self(
      "at-end", .choice(\.atEnd, of: "choice", Settings.atEndChoices),
      "Space at the end of an article",
      "Archive it (not favorites) and open the next one, only open the next one, or do nothing"),
    Self(
      "keys", .choice(\.keys, of: "preset", Settings.keyPresets), "Keys",
      "A preset; your own bindings are kept"),
    Self(
      "sync-on", .choice(\.syncOn, of: "choice", Settings.syncChoices), "Sync on",
      "Sync with all that the config file names when the reading list starts or quits"),
    Self(
      "leading", .number(\.leading, of: "lines", 1...2, [1, 2]), "Line spacing",
      "2 leaves a blank line after each line of text", in: "Look"),
    Self("animation", .flag(\.animation), "Animation", "Show a spinner while fetching", in: "Look"),
    Self(
      "plain", .flag(\.plain), "Plain", "One column without lines, for screen readers", in: "Look"),
    Self(
      "bidi", .flag(\.bidi), "Reorder RTL text", "For terminals that do not do it themselves",
      in: "Look"),
    Self(
      "after-archive", .choice(\.afterArchive, of: "choice", Settings.afterArchiveChoices),
      "After archiving in the reader",
      "next opens the next article, also after deleting; stay does not", in: "Reading"),
    Self(
      "browser-in-terminal", .flag(\.browserInTerminal), "Terminal browser",
      "Give it the terminal until it exits; w3m, lynx, links and elinks always get it",
      in: "Reading"),
    Self(
      "favorites-stay", .flag(\.favoritesStay), "Favorites stay in All Articles",
      "Favorites remain in All Articles and Archived", in: "Lists"), source, category,
    Self(
      "archive", .word(\.archive, ["https://web.archive.org/web/2id_/{url}"]), "Archive",
      "Archive for dead pages; {url} is the page's address", in: "Fetching"),
    Self(
      "inbox", .word(\.inbox, ["inbox"]), "Inbox",
      "The directory that files are taken from, from the next start on", in: "Fetching"),
    Self(
      "sync-ssh", .word(\.syncSSH, ["ssh -o ConnectTimeout=15"]), "SSH command",
      "The program that reaches another machine, and its options", in: "Sync"),
    Self(
      "machine", .word(\.machine, ["auto"]), "Machine",
      "The name in the files that this machine writes; auto makes one of the host's", in: "Sync"),
    Self(
      "mouse", .flag(\.mouse), "Mouse", "off leaves clicks and selection to the terminal",
      in: "Keys"),
    Self("counts", .flag(\.counts), "Digits count", "g1 to g9 then go to lists", in: "Keys"),
    Self(
      "escape-time",
      .number(\.escapeTime, of: "milliseconds", 0...1000, [0, 10, 25, 50, 100, 200]),
      "Escape timeout", "Time to wait for the rest of a key; use more on slow connections",
      in: "Keys"),
  ]

  /// Finds a setting by its name; nil if there is none.
  package init?(rawValue: String) {
    guard let setting = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = setting
  }

  /// A description of its values.
  package var values: String {
    switch kind {
    case .flag: "on, off"
    case .number(_, of: let unit, let range, _):
      "\(range.lowerBound) to \(range.upperBound) \(unit)"
    case .choice(_, _, let known): known.joined(separator: ", ")
    case .word(_, let offered): offered.joined(separator: ", ") + " or another"
    }
  }

  /// The values that the settings screen cycles through.
  package var choices: [String] {
    switch kind {
    case .flag: ["on", "off"]
    case .number(_, _, _, let offered): offered.map(String.init)
    case .choice(_, _, let known), .word(_, let known): known
    }
  }
}

extension Settings {
  /// Returns the value of a setting as text.
  package func value(of name: Name) -> String {
    switch name.kind {
    case .flag(let path): self[keyPath: path] ? "on" : "off"
    case .number(let path, _, _, _): String(self[keyPath: path])
    case .choice(let path, _, _), .word(let path, _): self[keyPath: path]
    }
  }

  /// Parses and sets the value of a setting.
  ///
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

  /// Performs the argument of a `set` command: `NAME VALUE`.
  ///
  /// A value with spaces, which only some settings allow, may be quoted.
  /// - Returns: the setting, and its value without quotes.
  /// - Throws: `CommandError` for an unknown setting or an invalid value.
  @discardableResult
  package mutating func set(line: String) throws(CommandError) -> (name: Name, value: String) {
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
