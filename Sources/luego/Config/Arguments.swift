import Platform
import TerminalKit

/// Options that every command takes.
struct GlobalOptions {
  var library: String?
  var config: String?
  var isReadOnly = false
  var hasColor = true
  var hasMouse = true
  var hasAnimation = true
  var printsJSON = false
  var logFile: String?
  var snapshot: Size?
  var keys: String?
  var seed: UInt64?

  /// The options with what each takes and does, for help.
  static let table: [(name: String, takes: String?, summary: String)] = [
    ("--library", "DIR", "use the library in DIR"),
    ("--config", "FILE", "read settings and keys from FILE"),
    ("--read-only", nil, "change nothing"),
    ("--no-color", nil, "show state by weight and signs alone"),
    ("--no-mouse", nil, "leave the mouse to the terminal"),
    ("--no-animation", nil, "nothing moves by itself"),
    ("--json", nil, "print one JSON object a line"),
    ("--log", "FILE", "append what happens to FILE"),
    ("--snapshot", "WxH", "print the screen at that size instead of opening it"),
    ("--seed", "N", "pick from discovery in an order that can be repeated"),
    ("--keys", "KEYS", "with --snapshot: press these keys first"),
  ]
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
    while let word = rest.popFirst() {
      if isLiteral || !word.hasPrefix("-") || word == "-" {
        if subcommand == nil, !isLiteral {
          guard let named = Subcommand(rawValue: word) else {
            throw .usage("There is no command “\(word)”")
          }
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
        default: throw .usage("There is no option “\(word)”")
        }
      } else if word == "--help" || word == "-h" {
        words = [subcommand?.rawValue ?? ""]
        subcommand = .help
      } else {
        words.append(word)
      }
    }
  }

  private mutating func takeGlobal(
    _ word: String,
    _ rest: inout ArraySlice<String>
  ) throws(Failure) -> Bool {
    func value(_ rest: inout ArraySlice<String>) throws(Failure) -> String {
      guard let next = rest.popFirst() else { throw .usage("\(word) needs a value") }
      return next
    }
    switch word {
    case "--library": global.library = try value(&rest)
    case "--config": global.config = try value(&rest)
    case "--log": global.logFile = try value(&rest)
    case "--keys": global.keys = try value(&rest)
    case "--seed":
      let text = try value(&rest)
      guard let seed = UInt64(text) else { throw .usage("--seed takes a number, not “\(text)”") }
      global.seed = seed
    case "--read-only": global.isReadOnly = true
    case "--no-color": global.hasColor = false
    case "--no-mouse": global.hasMouse = false
    case "--no-animation": global.hasAnimation = false
    case "--json": global.printsJSON = true
    case "--snapshot":
      let text = try value(&rest)
      let parts = text.split(separator: "x").compactMap { Int($0) }
      guard parts.count == 2, (1...1000).contains(parts[0]), (1...1000).contains(parts[1]) else {
        throw .usage("--snapshot takes columns and rows, such as 120x40, not “\(text)”")
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
  private var isLiteral = false
  private let command: Subcommand
  private let wordsNameFiles: Bool

  /// Reads the words of a command; what is not said to name files is made text.
  init(_ words: [String], of command: Subcommand, wordsNameFiles: Bool = false) {
    rest = words[...]
    self.command = command
    self.wordsNameFiles = wordsNameFiles
  }

  /// The next word: an option, or something else.
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
    if !isLiteral, word.hasPrefix("-"), word != "-" { return .option(word.asText) }
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
        "\(option) takes a number from \(range.lowerBound) to \(range.upperBound), not “\(text)”",
        of: command
      )
    }
    return number
  }

  /// The failure for an option that the command does not have.
  func unknown(_ option: String) -> Failure {
    .usage("\(command.rawValue) has no option “\(option)”", of: command)
  }
}
