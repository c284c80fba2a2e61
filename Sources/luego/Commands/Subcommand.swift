import ReadingList

/// The commands of the command line; synopses, help, completions and manual derive from the table.
enum Subcommand: String, CaseIterable {
  case add, list, search, random, show, open, share
  case highlights, archive, unarchive, favorite, unfavorite, delete, restore, tag, tags, views,
    edit, undo
  case `import`, export, fetch, inbox, browser, sync, discover, sources, extract, stats, doctor,
    welcome, completions, help, version

  /// Completes the words of a command line.
  indirect enum Completion: Sendable {
    case nothing, files, articles, tags, queries, sources
    /// Articles, and tags with `+` or `-` before them.
    case changes
    case words([String])
    /// First one of these words, then words of another kind.
    case verbs([String], then: Completion)

    /// `KIND`, `WORD|WORD`, or `WORD|WORD then KIND`.
    init(_ text: String) {
      if let range = text.firstRange(of: " then ") {
        let verbs = text[..<range.lowerBound].split(separator: "|").map(String.init)
        self = .verbs(verbs, then: Completion(String(text[range.upperBound...])))
        return
      }
      switch text {
      case "": self = .nothing
      case "files": self = .files
      case "articles": self = .articles
      case "tags": self = .tags
      case "queries": self = .queries
      case "sources": self = .sources
      case "changes": self = .changes
      default: self = .words(text.split(separator: "|").map(String.init))
      }
    }
  }

  struct Row: Sendable {
    /// Besides options, as in the synopsis.
    var operands: String
    var completion: Completion
    var options: [CommandOption] = []
    var summary: String
    var details = ""
  }

  var row: Row { Self.rows[self] ?? Row(operands: "", completion: .nothing, summary: "") }

  private static let rows: [Subcommand: Row] = {
    var rows: [Subcommand: Row] = [:]
    var last: Subcommand?
    for line in table.split(separator: "\n") {
      if !line.hasPrefix(" ") {
        let fields = line.fields
        let words = fields[0].split(separator: " ", maxSplits: 1).map(String.init)
        last = Subcommand(rawValue: words[0])
        if let last {
          rows[last] = Row(
            operands: words.count > 1 ? words[1] : "", completion: Completion(fields[2]),
            summary: fields[1])
        }
      } else if let last, line.hasPrefix("    -") {
        rows[last]?.options.append(CommandOption(line.dropFirst(4)))
      } else if let last, let before = rows[last]?.details {
        rows[last]?.details = before + (before.isEmpty ? "" : "\n") + line.dropFirst(2)
      }
    }
    return rows
  }()

  var synopsis: String {
    let row = row
    return ([rawValue, row.operands] + row.options.map(\.synopsis)).filter { !$0.isEmpty }.joined(
      separator: " ")
  }

  var summary: String { row.summary }

  /// See `Targets`.
  var takesTargets: Bool {
    switch row.completion {
    case .articles, .changes, .queries: true
    case .nothing, .files, .tags, .sources, .words, .verbs: false
    }
  }

  var takesTags: Bool { if case .changes = row.completion { true } else { false } }
}

struct CommandOption: Sendable {
  /// As in help: `-o, --output FILE`.
  let heading: String
  /// Such as `-o` and `--output`; scripts should use the last one.
  let names: [String]
  /// The value's placeholder; nil if it takes none.
  let takes: String?
  let completion: Subcommand.Completion
  let repeats: Bool
  let summary: String

  /// Parses `HEADING · SUMMARY · COMPLETION`; `...` after the heading means that the option may be
  /// repeated.
  init(_ row: some StringProtocol) {
    let fields = row.fields
    repeats = fields[0].hasSuffix("...")
    heading = fields[0].replacing("...", with: "")
    let words = heading.split { $0 == " " || $0 == "," }.map(String.init)
    names = words.filter { $0.hasPrefix("-") }
    takes = words.last { !$0.hasPrefix("-") }
    summary = fields[1]
    completion = Subcommand.Completion(fields[2])
  }

  var name: String { names[names.count - 1] }

  /// An empty value names no file.
  func lacks(_ value: String) -> Bool {
    if case .files = completion { value.isEmpty } else { false }
  }

  var synopsis: String { "[\(names[0])\(takes.map { " " + $0 } ?? "")]\(repeats ? "..." : "")" }
}

extension StringProtocol {
  /// The three fields of a row; missing ones are empty.
  fileprivate var fields: [String] {
    let fields = String(self).split(separator: " · ").map(String.init)
    return fields + Array(repeating: "", count: Swift.max(0, 3 - fields.count))
  }
}
