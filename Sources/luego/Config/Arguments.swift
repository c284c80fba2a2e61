import Platform
import ReadingList
import ReadingListModel
import TerminalKit

/// Options that every command takes.
struct GlobalOptions {
  var library: String?
  var config: String?
  var isReadOnly = false
  /// Whether nothing may be fetched.
  var isOffline = false
  var hasColor = true
  var hasMouse = true
  var hasAnimation = true
  var isPlain = false
  var printsJSON = false
  var logFile: String?
  var snapshot: Size?
  var snapshotFormat: SnapshotFormat?
  /// Whether keys of a snapshot may change something and fetch.
  var snapshotWrites = false
  var theme: String?
  var keys: String?
  var seed: UInt64?

  /// The options, for help and completions.
  static let table = [
    CommandOption("--library", takes: "DIR", completing: .files, does: "use the library in DIR"),
    CommandOption(
      "--config",
      takes: "FILE",
      completing: .files,
      does: "read settings and keys from FILE"
    ),
    CommandOption("--read-only", does: "change nothing"),
    CommandOption("--no-color", does: "do not use color"),
    CommandOption(
      "--theme",
      takes: "NAME",
      completing: .words([Settings.auto] + Settings.themes),
      does: "use these colors: " + Settings.themes.joined(separator: "|")
    ),
    CommandOption("--no-mouse", does: "do not use the mouse"),
    CommandOption("--no-animation", does: "do not animate"),
    CommandOption("--plain", does: "show one column without lines, for screen readers"),
    CommandOption("--json", does: "print one JSON object per line"),
    CommandOption("--log", takes: "FILE", completing: .files, does: "append a log to FILE"),
    CommandOption("--snapshot", takes: "WxH", does: "print the screen at this size and exit"),
    CommandOption("--keys", takes: "KEYS", does: "with --snapshot: press these keys first"),
    CommandOption("--seed", takes: "N", does: "use a fixed random seed"),
  ]

  /// Those that count only where there is no command; commands have others of these names.
  static let withoutCommand = [
    CommandOption(
      "--format",
      takes: "FORMAT",
      completing: .words(SnapshotFormat.allCases.map(\.rawValue)),
      does: "with --snapshot: " + SnapshotFormat.alternatives
    ),
    CommandOption("--write", does: "with --snapshot: let the keys change the library, and fetch"),
  ]

  /// The names of those before a command that are followed by a value.
  static var valued: [String] {
    (table + withoutCommand).filter { $0.takes != nil }.flatMap(\.names)
  }
}

/// The words of a command line after the program's name, taken apart.
struct Arguments {
  var global = GlobalOptions()
  var subcommand: Subcommand?
  /// What is left for the subcommand, in order.
  var words: [String] = []

  /// Takes the command line apart; global options may stand anywhere before `--`.
  ///
  /// - Throws: `Failure` naming what is not understood.
  init(_ line: [String]) throws(Failure) {
    var rest = line[...]
    var isLiteral = false
    while let next = rest.popFirst() {
      var word = next
      let own = subcommand == nil ? GlobalOptions.withoutCommand : []
      if !isLiteral, let (name, value) = (GlobalOptions.table + own).split(word) {
        word = name
        rest = [value] + rest
      }
      if isLiteral || !word.hasPrefix("-") || word == "-" {
        if subcommand == nil, !isLiteral {
          guard let named = Subcommand(rawValue: word) else { throw .unknownCommand(word) }
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
          throw .unknownOption(word, among: GlobalOptions.table + GlobalOptions.withoutCommand)
        }
      } else if word == "--help" || word == "-h" {
        words = [subcommand?.rawValue ?? ""]
        subcommand = .help
      } else {
        words.append(word)
      }
    }
    guard global.snapshotFormat == nil || (subcommand == nil && global.snapshot != nil) else {
      throw .usage("--format needs --snapshot before it, or a command")
    }
    guard subcommand == nil, global.snapshot != nil else {
      if global.snapshotWrites { throw .usage("--write needs --snapshot, and no command") }
      return
    }
    if !global.snapshotWrites { (global.isReadOnly, global.isOffline) = (true, true) }
  }

  private func value(
    _ word: String,
    _ rest: inout ArraySlice<String>
  ) throws(Failure) -> String {
    guard let next = rest.popFirst() else { throw .usage("\(word) needs a value") }
    return next
  }

  private mutating func takeGlobal(
    _ word: String,
    _ rest: inout ArraySlice<String>
  ) throws(Failure) -> Bool {
    switch word {
    case "--library": global.library = try value(word, &rest)
    case "--config": global.config = try value(word, &rest)
    case "--log": global.logFile = try value(word, &rest)
    case "--keys": global.keys = try value(word, &rest)
    case "--seed":
      let text = try value(word, &rest)
      guard let seed = UInt64(text) else { throw .usage("--seed needs a number, not “\(text)”") }
      global.seed = seed
    case "--read-only": global.isReadOnly = true
    case "--no-color": global.hasColor = false
    case "--theme":
      let name = try value(word, &rest)
      var settings = Settings()
      do throws(CommandError) { try settings.set(.theme, to: name) } catch {
        throw .usage(error.message)
      }
      global.theme = name
    case "--no-mouse": global.hasMouse = false
    case "--no-animation": global.hasAnimation = false
    case "--plain": global.isPlain = true
    case "--json": global.printsJSON = true
    case "--snapshot":
      let text = try value(word, &rest)
      let parts = text.split(separator: "x").compactMap { Int($0) }
      guard parts.count == 2, (1...1000).contains(parts[0]), (1...1000).contains(parts[1]) else {
        throw .usage("--snapshot needs columns and rows, such as 120x40, not “\(text)”")
      }
      global.snapshot = Size(columns: parts[0], rows: parts[1])
    default: return false
    }
    return true
  }
}

/// The words of a subcommand, taken in turn.
struct OptionReader {
  private var rest: ArraySlice<String>
  /// Whether “--” was read: what follows is no option.
  private(set) var isLiteral = false
  private let command: Subcommand
  private let wordsNameFiles: Bool

  /// Reads the words of a command; what is not said to name files is made text.
  init(_ words: [String], of command: Subcommand, wordsNameFiles: Bool = false) {
    rest = words[...]
    self.command = command
    self.wordsNameFiles = wordsNameFiles
  }

  /// The next word: an option, by the last of its names, or something else.
  enum Word {
    case option(String)
    case word(String)
  }

  /// Takes the next word, or gives nil at the end.
  mutating func next() -> Word? {
    guard let word = rest.popFirst() else { return nil }
    if !isLiteral, word == "--" {
      isLiteral = true
      return next()
    }
    if !isLiteral, word.hasPrefix("-"), word != "-" {
      if let (name, value) = command.row.options.split(word) {
        rest = [value] + rest
        return .option(name)
      }
      let known = command.row.options.first { $0.names.contains(word) }
      if known != nil || !command.takesTargets || !Query.isNegatedKey(word) {
        return .option(known?.names.last ?? word.asText)
      }
    }
    return .word(wordsNameFiles ? word : word.asText)
  }

  /// Takes the value of an option.
  ///
  /// - Throws: `Failure` when there is none.
  mutating func value(of option: String) throws(Failure) -> String {
    try file(of: option).asText
  }

  /// Takes the value of an option that names a file, which need not be text.
  ///
  /// - Throws: `Failure` when there is none.
  mutating func file(of option: String) throws(Failure) -> String {
    guard let value = rest.popFirst() else { throw .usage("\(option) needs a value", of: command) }
    return value
  }

  /// A number that an option takes.
  ///
  /// - Throws: `Failure` when it is none or out of range.
  mutating func number(of option: String, in range: ClosedRange<Int>) throws(Failure) -> Int {
    let text = try value(of: option)
    guard let number = Int(text), range.contains(number) else {
      throw .usage(
        "\(option) needs a number from \(range.lowerBound) to \(range.upperBound), not “\(text)”",
        of: command
      )
    }
    return number
  }

  /// The failure for an option that the command does not have.
  func unknown(_ option: String) -> Failure {
    .unknownOption(option, among: command.row.options + GlobalOptions.table, of: command)
  }
}

extension [CommandOption] {
  /// An option and its value of a word such as `--format=json`; nil for any other word.
  fileprivate func split(_ word: String) -> (name: String, value: String)? {
    guard word.hasPrefix("--"), let equals = word.firstIndex(of: "=") else { return nil }
    let name = String(word[..<equals])
    guard contains(where: { $0.takes != nil && $0.names.contains(name) }) else { return nil }
    return (name, String(word[word.index(after: equals)...]))
  }
}
