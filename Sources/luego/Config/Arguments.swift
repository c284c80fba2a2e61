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
  /// `text` or `ansi`; nil if none is given.
  var snapshotFormat: String?
  /// Whether keys pressed for a snapshot may change the library and fetch.
  var snapshotWrites = false
  var theme: String?
  var keys: String?
  var seed: UInt64?

  fileprivate typealias Row = (
    option: CommandOption, set: @Sendable (inout GlobalOptions, String) throws -> Void
  )

  private static func row(
    _ text: String, _ set: @escaping @Sendable (inout GlobalOptions, String) throws -> Void
  ) -> Row { (CommandOption(text), set) }

  fileprivate static let rows: [Row] = [
    row("--library DIR · use the library in DIR · files") { $0.library = $1 },
    row("--config FILE · read settings and keys from FILE · files") { $0.config = $1 },
    row("--read-only · change nothing") { options, _ in options.isReadOnly = true },
    row("--no-color · do not use color") { options, _ in options.hasColor = false },
    row(
      "--theme NAME · use these colors: auto|\(Settings.themes.joined(separator: "|"))"
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

  /// Options only without a command; commands have options of the same names.
  fileprivate static let rowsWithoutCommand: [Row] = [
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
}

/// A parsed command line.
struct Arguments {
  private(set) var global = GlobalOptions()
  private(set) var subcommand: Subcommand?
  /// Words that are not options, in order; file names among them may not be valid text.
  private(set) var files: [String] = []
  /// Tags with `+` or `-`, in order, if the command changes tags.
  private(set) var tagChanges: [String] = []
  private var options: [(name: String, value: String)] = []

  /// Global options may appear anywhere before `--`.
  ///
  /// - Throws: `Failure` naming the word that is not understood.
  init(_ line: [String]) throws {
    let asksForHelp = line.prefix { $0 != "--" }.contains(where: Self.helpOptions.contains)
    var rest = line[...]
    var isLiteral = false
    while let word = rest.popFirst() {
      if !isLiteral, word.hasPrefix("-"), word != "-" {
        if word == "--" { isLiteral = true } else { try take(option: word, &rest) }
      } else if subcommand != nil || isLiteral {
        try take(word, isLiteral: isLiteral)
      } else {
        guard let named = Subcommand(rawValue: word) else { throw Failure.unknownCommand(word) }
        subcommand = named
        guard asksForHelp else { continue }
        (subcommand, files) = (.help, [word])
        break
      }
    }
    if global.snapshot != nil, let subcommand, subcommand != .help {
      throw Failure.usage("--snapshot goes without a command, not with \(subcommand.rawValue)")
    }
    if global.keys != nil, global.snapshot == nil { throw Failure.usage("--keys needs --snapshot") }
    guard global.snapshotFormat == nil || (subcommand == nil && global.snapshot != nil) else {
      throw Failure.usage("--format needs --snapshot before it, or a command")
    }
    if let subcommand, files.isEmpty, subcommand.row.operands.hasPrefix("TARGET") {
      throw Failure.usage("\(subcommand.rawValue) needs an article", of: subcommand)
    }
    if let subcommand, [.import, .extract].contains(subcommand), files.contains("") {
      throw Failure.usage("An empty argument names no file", of: subcommand)
    }
    guard subcommand == nil, global.snapshot != nil else {
      if global.snapshotWrites { throw Failure.usage("--write needs --snapshot, and no command") }
      return
    }
    if !global.snapshotWrites { (global.isReadOnly, global.isOffline) = (true, true) }
  }

  private static let helpOptions = ["--help", "-h"]

  private mutating func take(option word: String, _ rest: inout ArraySlice<String>) throws {
    let rows = GlobalOptions.rows + (subcommand == nil ? GlobalOptions.rowsWithoutCommand : [])
    let known = (subcommand?.row.options ?? []) + rows.map(\.option)
    let split = known.split(word)
    if let option = known.first(where: { $0.names.contains(split?.name ?? word) }) {
      let row = rows.first { $0.option.name == option.name }
      let hasValue = split != nil || option.takes == nil
      let given = hasValue ? split?.value ?? "" : rest.popFirst()
      guard let value = given, !option.lacks(value) else {
        throw Failure.usage("\(option.name) needs a value", of: row == nil ? subcommand : nil)
      }
      if let row { try row.set(&global, value) } else { options.append((option.name, value)) }
    } else if Self.helpOptions.contains(word) {
      subcommand = .help
    } else if subcommand == nil, word == "--version" {
      subcommand = .version
    } else if let subcommand, subcommand.takesTargets, Query.isNegatedKey(word) {
      files.append(word)
    } else if let subcommand, subcommand.takesTags, !word.hasPrefix("--") {
      tagChanges.append(word.asText)
    } else {
      throw Failure.unknownOption(word.asText, among: known, of: subcommand)
    }
  }

  private mutating func take(_ word: String, isLiteral: Bool) throws {
    guard let subcommand else {
      throw Failure.usage("“\(word)” comes after --; put the command before it")
    }
    if subcommand.takesTags, !isLiteral, word.hasPrefix("+") {
      tagChanges.append(word.asText)
    } else if subcommand.row.operands.isEmpty {
      throw Failure.usage("\(subcommand.rawValue) does not take “\(word.asText)”", of: subcommand)
    } else {
      files.append(word)
    }
  }

  var others: [String] { files.map(\.asText) }

  /// Options are identified by the last of their names.
  func has(_ option: String) -> Bool { file(option) != nil }

  /// If repeated, the last one counts.
  subscript(option: String) -> String? { file(option)?.asText }

  /// The value may not be valid text.
  func file(_ option: String) -> String? { options.last { $0.name == option }?.value }

  func values(_ option: String) -> [String] {
    options.filter { $0.name == option }.map(\.value.asText)
  }

  /// - Throws: `Failure` if it is not a number or out of range.
  func number(_ option: String, in range: ClosedRange<Int>) throws -> Int? {
    guard let text = self[option] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      let wanted =
        range.upperBound == .max
        ? "\(range.lowerBound) or more" : "from \(range.lowerBound) to \(range.upperBound)"
      throw Failure.usage("\(option) needs a number, \(wanted), not “\(text)”", of: subcommand)
    }
    return number
  }

  /// - Throws: `Failure` listing the valid names.
  func choice<Value: RawRepresentable<String> & CaseIterable>(
    _ option: String, called noun: String
  ) throws -> Value? {
    guard let name = self[option] else { return nil }
    guard let value = Value(rawValue: name) else {
      let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
      throw Failure.usage("Unknown \(noun) “\(name)”; use \(known)", of: subcommand)
    }
    return value
  }
}

extension [CommandOption] {
  /// Splits `--format=json` into the option's last name and the value.
  func split(_ word: String) -> (name: String, value: String)? {
    guard word.hasPrefix("--"), let equals = word.firstIndex(of: "=") else { return nil }
    let option = first { $0.takes != nil && $0.names.contains(String(word[..<equals])) }
    return option.map { ($0.name, String(word[word.index(after: equals)...])) }
  }
}
