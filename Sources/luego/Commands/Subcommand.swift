import ReadingList

/// The commands of the command line.
///
/// Synopses, help, completions and the manual derive from their rows.
enum Subcommand: String, CaseIterable {
  case add, list, search, random, show, open, share
  case highlights, archive, unarchive, favorite, unfavorite, delete, restore, tag, tags, edit, undo
  case `import`, export, fetch, inbox, browser, sync, discover, sources, rules, extract, stats,
    doctor, welcome, completions, help, version

  /// The kinds of words that complete a command line.
  indirect enum Completion: Sendable {
    case nothing, files, articles, tags, queries, sources
    /// Articles, and tags with `+` or `-` before them.
    case changes
    case words([String])
    /// First one of these words, then words of another kind.
    case verbs([String], then: Completion)
  }

  /// The description of a command.
  struct Row: Sendable {
    /// The arguments besides options, as in the synopsis.
    var operands: String
    var completion: Completion = .nothing
    var options: [CommandOption] = []
    /// The purpose of the command, in one line.
    var summary: String
    /// The details for `luego help COMMAND`.
    var details = ""
  }

  /// The command with its arguments and options.
  var synopsis: String {
    let row = row
    return ([rawValue, row.operands] + row.options.map(\.synopsis)).filter { !$0.isEmpty }.joined(
      separator: " ")
  }

  /// The purpose of the command, in one line.
  var summary: String { row.summary }

  /// Whether its arguments are articles or a query; see `Targets`.
  var takesTargets: Bool {
    switch row.completion {
    case .articles, .changes, .queries: true
    case .nothing, .files, .tags, .sources, .words, .verbs: false
    }
  }
}

struct CommandOption: Sendable {
  /// The option as listed in help, such as `-o, --output FILE`.
  let heading: String
  /// The names, such as `-o` and `--output`; scripts should use the last one.
  let names: [String]
  /// The placeholder of the value; nil if the option takes none.
  let takes: String?
  let completion: Subcommand.Completion
  let repeats: Bool
  let summary: String

  /// Makes an option; the names and the placeholder are parsed from the heading.
  init(
    _ heading: String, completing completion: Subcommand.Completion = .nothing,
    repeats: Bool = false, does summary: String
  ) {
    self.heading = heading
    let words = heading.split { $0 == " " || $0 == "," }.map(String.init)
    names = words.filter { $0.hasPrefix("-") }
    takes = words.last { !$0.hasPrefix("-") }
    self.completion = completion
    self.repeats = repeats
    self.summary = summary
  }

  /// The name that scripts should use.
  var name: String { names[names.count - 1] }

  /// The option as written in a command's synopsis.
  var synopsis: String { "[\(names[0])\(takes.map { " " + $0 } ?? "")]\(repeats ? "..." : "")" }
}
