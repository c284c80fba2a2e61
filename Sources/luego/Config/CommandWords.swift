import Platform
import ReadingList

/// The words of a subcommand: its options with their values, and all other words.
struct CommandWords {
  /// The words that are not options, in order.
  private(set) var others: [String] = []
  /// Tags with `+` or `-` before them, in order, if the command accepts tag changes.
  private(set) var tagChanges: [String] = []
  private var options: [(name: String, value: String)] = []
  private let command: Subcommand

  /// Parses words by the row of their command.
  init(_ words: [String], of command: Subcommand, areFiles: Bool = false) throws {
    self.command = command
    let row = command.row
    let takesTags = if case .changes = row.completion { true } else { false }
    var rest = words[...]
    // Words after “--” are not options.
    var isLiteral = false
    while let word = rest.popFirst() {
      let isOption = !isLiteral && word.hasPrefix("-") && word != "-"
      if isOption, word == "--" {
        isLiteral = true
      } else if isOption, let option = row.options.split(word) {
        options.append(option)
      } else if isOption, let option = row.options.first(where: { $0.names.contains(word) }) {
        var value: String?
        if option.takes != nil {
          value = rest.popFirst()
          if value == nil { throw Failure.usage("\(option.name) needs a value", of: command) }
        }
        options.append((option.name, value ?? ""))
      } else if isOption, !command.takesTargets || !Query.isNegatedKey(word) {
        guard takesTags, !word.hasPrefix("--") else {
          throw Failure.unknownOption(
            word.asText, among: row.options + GlobalOptions.table, of: command)
        }
        tagChanges.append(word.asText)
      } else if takesTags, !isLiteral, word.hasPrefix("+") {
        tagChanges.append(word.asText)
      } else if row.operands.isEmpty {
        throw Failure.usage("\(command.rawValue) does not take “\(word.asText)”", of: command)
      } else {
        others.append(areFiles ? word : word.asText)
      }
    }
    for (name, value) in options
    where row.options.contains(where: { $0.name == name && $0.lacks(value) }) {
      throw Failure.usage("\(name) needs a value", of: command)
    }
    if others.isEmpty, row.operands.hasPrefix("TARGET") {
      throw Failure.usage("\(command.rawValue) needs an article", of: command)
    }
  }

  /// Whether an option was given; options are identified by the last of their names.
  func has(_ option: String) -> Bool { file(option) != nil }

  /// The value of an option; the last one if it was given more than once.
  subscript(option: String) -> String? { file(option)?.asText }

  /// The value of an option that names a file, which may not be valid text.
  func file(_ option: String) -> String? { options.last { $0.name == option }?.value }

  func values(_ option: String) -> [String] {
    options.filter { $0.name == option }.map(\.value.asText)
  }

  /// The value of an option as a number.
  ///
  /// - Throws: `Failure` if it is not a number or out of range.
  func number(_ option: String, in range: ClosedRange<Int>) throws -> Int? {
    guard let text = self[option] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      let wanted =
        range.upperBound == .max
        ? "\(range.lowerBound) or more" : "from \(range.lowerBound) to \(range.upperBound)"
      throw Failure.usage("\(option) needs a number, \(wanted), not “\(text)”", of: command)
    }
    return number
  }

  /// The value of an option as one of several names.
  ///
  /// - Throws: `Failure` listing the valid names.
  func choice<Value: RawRepresentable<String> & CaseIterable>(
    _ option: String, called noun: String
  ) throws -> Value? {
    guard let name = self[option] else { return nil }
    guard let value = Value(rawValue: name) else {
      let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
      throw Failure.usage("Unknown \(noun) “\(name)”; use \(known)", of: command)
    }
    return value
  }
}
