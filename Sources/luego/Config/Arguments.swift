import Platform
import Reader
import ReadingList
import Terminal

/// The options that every command accepts.
struct GlobalOptions {
  var library: String?
  var config: String?
  var isReadOnly = false
  /// Whether fetching is forbidden.
  var isOffline = false
  var hasColor = true
  var hasMouse = true
  var hasAnimation = true
  var isPlain = false
  var printsJSON = false
  var logFile: String?
  var snapshot: Size?
  var snapshotFormat: SnapshotFormat?
  /// Whether the keys pressed for a snapshot may change the library and fetch.
  var snapshotWrites = false
  var theme: String?
  var keys: String?
  var seed: UInt64?

  /// The rows of the options, for help and completions.
  static let table = [
    CommandOption("--library DIR", completing: .files, does: "use the library in DIR"),
    CommandOption("--config FILE", completing: .files, does: "read settings and keys from FILE"),
    CommandOption("--read-only", does: "change nothing"),
    CommandOption("--no-color", does: "do not use color"),
    CommandOption(
      "--theme NAME", completing: .words([Settings.auto] + Settings.themes),
      does: "use these colors: " + Settings.themes.joined(separator: "|")),
    CommandOption("--no-mouse", does: "do not use the mouse"),
    CommandOption("--no-animation", does: "do not animate"),
    CommandOption("--plain", does: "show one column without lines, for screen readers"),
    CommandOption("--json", does: "print one JSON object per line"),
    CommandOption("--log FILE", completing: .files, does: "append a log to FILE"),
    CommandOption("--snapshot WxH", does: "print the screen at this size and exit"),
    CommandOption("--keys KEYS", does: "with --snapshot: press these keys first"),
    CommandOption("--seed N", does: "use a fixed random seed"),
  ]

  /// Options that apply only without a command; commands have options of the same names.
  static let withoutCommand = [
    CommandOption(
      "--format FORMAT", completing: .words(SnapshotFormat.allCases.map(\.rawValue)),
      does: "with --snapshot: " + SnapshotFormat.alternatives),
    CommandOption("--write", does: "with --snapshot: let the keys change the library, and fetch"),
  ]

  /// Splits a word such as `--theme=night` into an option and its value; nil for any other word.
  static func split(_ word: String, hasCommand: Bool) -> (name: String, value: String)? {
    // Most command lines need no table.
    guard word.utf8.contains(UInt8(ascii: "=")) else { return nil }
    return (hasCommand ? table : table + withoutCommand).split(word)
  }
}

/// The parsed words of a command line after the program's name.
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
      if !isLiteral, let (name, value) = GlobalOptions.split(word, hasCommand: subcommand != nil) {
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
      if try takeGlobal(word, &rest) { continue }
      if subcommand == nil {
        switch word {
        case "--version": subcommand = .version
        case "--help", "-h": subcommand = .help
        case "--format": global.snapshotFormat = try SnapshotFormat(try value(word, &rest))
        case "--write": global.snapshotWrites = true
        default:
          throw Failure.unknownOption(
            word, among: GlobalOptions.table + GlobalOptions.withoutCommand)
        }
      } else if word == "--help" || word == "-h" {
        words = [subcommand?.rawValue ?? ""]
        subcommand = .help
      } else {
        words.append(word)
      }
    }
    if subcommand == nil, let word = words.first(where: { $0 != "--" }) {
      throw Failure.usage("“\(word)” is behind --; a command goes before it")
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

  private func value(_ word: String, _ rest: inout ArraySlice<String>) throws -> String {
    guard let next = rest.popFirst() else { throw Failure.usage("\(word) needs a value") }
    return next
  }

  private mutating func takeGlobal(_ word: String, _ rest: inout ArraySlice<String>) throws -> Bool
  {
    switch word {
    case "--library": global.library = try value(word, &rest)
    case "--config": global.config = try value(word, &rest)
    case "--log": global.logFile = try value(word, &rest)
    case "--keys": global.keys = try value(word, &rest)
    case "--seed":
      let text = try value(word, &rest)
      guard let seed = UInt64(text) else {
        throw Failure.usage("--seed needs a number, not “\(text)”")
      }
      global.seed = seed
    case "--read-only": global.isReadOnly = true
    case "--no-color": global.hasColor = false
    case "--theme":
      let name = try value(word, &rest)
      var settings = Settings()
      try settings.set(.theme, to: name)
      global.theme = name
    case "--no-mouse": global.hasMouse = false
    case "--no-animation": global.hasAnimation = false
    case "--plain": global.isPlain = true
    case "--json": global.printsJSON = true
    case "--snapshot":
      let text = try value(word, &rest)
      let parts = text.split(separator: "x").compactMap { Int($0) }
      guard parts.count == 2, (1...1000).contains(parts[0]), (1...1000).contains(parts[1]) else {
        throw Failure.usage("--snapshot needs columns and rows, such as 120x40, not “\(text)”")
      }
      global.snapshot = Size(columns: parts[0], rows: parts[1])
    default: return false
    }
    return true
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
