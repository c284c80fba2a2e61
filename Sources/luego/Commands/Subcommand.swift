import ReadingList

/// The commands of the command line; synopses, help, completions and the manual derive from their rows.
enum Subcommand: String, CaseIterable {
  case add, list, search, random, show, open, share
  case highlights, archive, unarchive, favorite, unfavorite, delete, restore, tag, tags, edit, undo
  case `import`, export, fetch, inbox, browser, sync, discover, sources, rules, extract, stats,
    doctor, welcome, completions, help, version

  /// What words a command line may have, for completing them.
  indirect enum Completion: Sendable {
    case nothing, files, articles, tags, queries, sources
    /// Articles, and tags with `+` or `-` in front.
    case changes
    case words([String])
    /// The first word is one of these, the rest as said.
    case verbs([String], then: Completion)
  }

  /// All there is to say of a command.
  struct Row: Sendable {
    /// What it takes besides options, as written in its synopsis.
    var operands: String
    var completion: Completion = .nothing
    var options: [CommandOption] = []
    /// What it does, in a line.
    var summary: String
    /// More to know, for `help COMMAND`.
    var details = ""
  }

  /// How it is written.
  var synopsis: String {
    let row = row
    return ([rawValue, row.operands] + row.options.map(\.synopsis)).filter { !$0.isEmpty }.joined(
      separator: " ")
  }

  /// What it does, in a line.
  var summary: String { row.summary }

  /// Whether its arguments are articles or a query; see `Targets`.
  var takesTargets: Bool {
    switch row.completion {
    case .articles, .changes, .queries: true
    case .nothing, .files, .tags, .sources, .words, .verbs: false
    }
  }
}

/// An option of the command line.
struct CommandOption: Sendable {
  /// How it stands in a list of options, such as `-o, --output FILE`.
  let heading: String
  /// As they are given; the last is the one that programs should use.
  let names: [String]
  /// What its value is called; nil where it takes none.
  let takes: String?
  let completion: Subcommand.Completion
  let repeats: Bool
  let summary: String

  /// Makes an option; its names and what its value is called are those of the heading.
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

  /// The name that programs should use.
  var name: String { names[names.count - 1] }

  /// How it stands in a command's synopsis.
  var synopsis: String { "[\(names[0])\(takes.map { " " + $0 } ?? "")]\(repeats ? "..." : "")" }
}
