import Platform
import Reader
import ReadingList
import Terminal

struct GlobalOptions {
  var library: String?
  var config: String?
  var isReadOnly = false
  var isOffline = false
  var hasColor = true
  var hasMouse = true
  var hasAnimation = true
  var isPlain = false
  var printsJSON = false
  var logFile: String?
  var snapshot: Size?
  /// The format of a snapshot, `text` or `ansi`; nil if none is given.
  var snapshotFormat: String?
  /// Whether the keys pressed for a snapshot may change the library and fetch.
  var snapshotWrites = false
  var theme: String?
  var keys: String?
  var seed: UInt64?

  private typealias Row = (
    option: CommandOption, set: @Sendable (inout GlobalOptions, String) throws -> Void
  )

  private static func row(
    _ text: String, _ set: @escaping @Sendable (inout GlobalOptions, String) throws -> Void
  ) -> Row { (CommandOption(text), set) }

  private static let rows: [Row] = [
    row("--library DIR · use the library in DIR · files") { $0.library = $1 },
    row("--config FILE · read settings and keys from FILE · files") { $0.config = $1 },
    row("--read-only · change nothing") { options, _ in options.isReadOnly = true },
    row("--no-color · do not use color") { options, _ in options.hasColor = false },
    row(
      "--theme NAME · use these colors: \(Settings.themes.joined(separator: "|"))"
        + " · auto|\(Settings.themes.joined(separator: "|"))"
    ) { options, name in
      var settings = Settings()
      try settings.set(.theme, to: name)
      options.theme = name
    }, row("--no-mouse · do not use the mouse") { options, _ in options.hasMouse = false },
    row("--no-animation · do not animate") { options, _ in options.hasAnimation = false },
    row("--plain · show one column without lines, for screen readers") { options, _ in
      options.isPlain = true
    }, row("--json · print one JSON object per line") { options, _ in options.printsJSON = true },
    row("--log FILE · append a log to FILE · files") { $0.logFile = $1 },
    row("--snapshot WxH · print the screen at this size and exit") { options, text in
      let parts = text.split(separator: "x").compactMap { Int($0) }
      guard parts.count == 2, parts.allSatisfy((1...1000).contains) else {
        throw Failure.usage("--snapshot needs columns and rows, such as 120x40, not “\(text)”")
      }
      options.snapshot = Size(columns: parts[0], rows: parts[1])
    }, row("--keys KEYS · with --snapshot: press these keys first") { $0.keys = $1 },
    row("--seed N · use a fixed random seed") { options, text in
      options.seed = UInt64(text)
      if options.seed == nil { throw Failure.usage("--seed needs a number, not “\(text)”") }
    },
  ]

  static let table = rows.map(\.option)

  /// Options that apply only without a command; commands have options of the same names.
  private static let rowsWithoutCommand: [Row] = [
    row("--format FORMAT · with --snapshot: text|ansi · text|ansi") { options, name in
      guard ["text", "ansi"].contains(name) else {
        throw Failure.usage("Unknown format “\(name)”; with --snapshot it is text|ansi")
      }
      options.snapshotFormat = name
    },
    row("--write · with --snapshot: let the keys change the library, and fetch") { options, _ in
      options.snapshotWrites = true
    },
  ]

  static let withoutCommand = rowsWithoutCommand.map(\.option)
  static let beforeCommand = table + withoutCommand

  /// Applies an option, with its value from the words after it; returns false for any other word.
  mutating func take(
    _ word: String, _ rest: inout ArraySlice<String>, hasCommand: Bool
  ) throws -> Bool {
    let rows = hasCommand ? Self.rows : Self.rows + Self.rowsWithoutCommand
    guard let row = rows.first(where: { $0.option.names.contains(word) }) else { return false }
    var value = ""
    if row.option.takes != nil {
      guard let next = rest.popFirst(), !row.option.lacks(next) else {
        throw Failure.usage("\(word) needs a value")
      }
      value = next
    }
    try row.set(&self, value)
    return true
  }
}

struct Arguments {
  var global = GlobalOptions()
  var subcommand: Subcommand?
  /// The remaining words, for the subcommand, in order.
  var words: [String] = []

  /// Parses a command line; global options may appear anywhere before `--`.
  ///
  /// - Throws: `Failure` naming the word that is not understood.
  init(_ line: [String]) throws {
    var rest = line[...]
    var isLiteral = false
    while let next = rest.popFirst() {
      var word = next
      let options = subcommand == nil ? GlobalOptions.beforeCommand : GlobalOptions.table
      if !isLiteral, let (name, value) = options.split(word) {
        word = name
        rest = [value] + rest
      }
      if isLiteral || !word.hasPrefix("-") || word == "-" {
        if subcommand == nil, !isLiteral {
          guard let named = Subcommand(rawValue: word) else { throw Failure.unknownCommand(word) }
          subcommand = named
        } else {
          words.append(word)
        }
        continue
      }
      if word == "--" {
        isLiteral = true
        words.append(word)
        continue
      }
      if try global.take(word, &rest, hasCommand: subcommand != nil) { continue }
      if subcommand == nil {
        switch word {
        case "--version": subcommand = .version
        case "--help", "-h": subcommand = .help
        default: throw Failure.unknownOption(word, among: options)
        }
      } else if word == "--help" || word == "-h" {
        words = [subcommand?.rawValue ?? ""]
        subcommand = .help
      } else {
        words.append(word)
      }
    }
    if subcommand == nil, let word = words.first(where: { $0 != "--" }) {
      throw Failure.usage("“\(word)” comes after --; put the command before it")
    }
    if global.snapshot != nil, let subcommand, subcommand != .help {
      throw Failure.usage("--snapshot goes without a command, not with \(subcommand.rawValue)")
    }
    if global.keys != nil, global.snapshot == nil { throw Failure.usage("--keys needs --snapshot") }
    guard global.snapshotFormat == nil || (subcommand == nil && global.snapshot != nil) else {
      throw Failure.usage("--format needs --snapshot before it, or a command")
    }
    guard subcommand == nil, global.snapshot != nil else {
      if global.snapshotWrites { throw Failure.usage("--write needs --snapshot, and no command") }
      return
    }
    if !global.snapshotWrites { (global.isReadOnly, global.isOffline) = (true, true) }
  }
}

extension [CommandOption] {
  /// Splits a word such as `--format=json` into its option's last name and the value, or nil.
  func split(_ word: String) -> (name: String, value: String)? {
    guard word.hasPrefix("--"), let equals = word.firstIndex(of: "=") else { return nil }
    let option = first { $0.takes != nil && $0.names.contains(String(word[..<equals])) }
    return option.map { ($0.name, String(word[word.index(after: equals)...])) }
  }
}
