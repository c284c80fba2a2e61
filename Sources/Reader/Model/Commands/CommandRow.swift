import ReadingList

extension Command {
  package enum Section: String, CaseIterable, Sendable {
    case moving = "Moving"
    case lists = "Lists"
    case reading = "Reading"
    case articles = "Articles"
    case discovery = "Discovering"
    case program = "Program"
  }

  package enum Argument: Sendable {
    case none, required
    /// If left out, the command acts on the current article.
    case optional
    /// If left out, typed into a dialog or chosen from a menu.
    case typed, chosen
  }

  /// A precondition; `ReadingListModel.reason` says which is not met.
  package enum Need: String, Sendable {
    case writing
    /// Under the cursor, open or picked.
    case article
    case savedArticle
    case severalArticles
    case startedArticle
    case text
    case selection
    case pick
    /// A list that is not empty.
    case rows
  }

  package struct Row: Sendable {
    package private(set) var section = Section.program
    package private(set) var summary = ""
    package private(set) var title = ""
    package private(set) var hint = ""
    package private(set) var argument = Argument.none
    /// As in `[NAME]`.
    package let form: String?
    /// The label for Enter, and a note, in the dialog or menu of the argument.
    package private(set) var enter = "", note = ""
    package private(set) var needs: [Need] = []
    /// As in `bind` lines: `PANE[,PANE] KEYS`, and the argument that they pass.
    package private(set) var keys: [String] = []
    package private(set) var synonyms: [String] = []
    package private(set) var isMain = false
    package private(set) var keepsSelection = false
    private(set) var question: String?
    /// For a wrong argument.
    package let usage: String

    init(_ text: String) {
      let fields = text.split(separator: " · ").map(String.init)
      usage = "Usage: " + fields[0]
      form = fields[0].split(separator: " ", maxSplits: 1).dropFirst().first.map(String.init)
      if let form { argument = form.hasPrefix("[") ? .optional : .required }
      for (place, field) in fields.enumerated().dropFirst() {
        let kind = field.prefix { $0 != " " }
        let rest = String(field.dropFirst(kind.count + 1))
        switch (place, kind) {
        case (1, _): section = Section.allCases.first { "\($0)" == field } ?? .program
        case (2, _): summary = field
        case (_, "keys"): keys = rest.split(separator: "; ").map(String.init)
        case (_, "find"): synonyms = rest.split(separator: ", ").map(String.init)
        case (_, "needs"):
          needs = rest.split(separator: " ").compactMap { Need(rawValue: String($0)) }
        case (_, "title"): title = rest
        case (_, "hint"): hint = rest
        case (_, "typed"): (argument, enter) = (.typed, rest)
        case (_, "chosen"): (argument, enter) = (.chosen, rest)
        case (_, "note"): note = rest
        case (_, "ask"): question = rest
        case (_, "main"): isMain = true
        case (_, "selecting"): keepsSelection = true
        default: break
        }
      }
      if title.isEmpty { title = summary.capitalizedFirst }
      if hint.isEmpty {
        hint = fields[0].prefix { $0 != " " }.description.replacing("-", with: " ")
      }
    }
  }

  package var row: Row { Self.rows[self] ?? Row(name) }

  private static let rows: [Command: Row] = {
    var texts: [String] = []
    for line in table.split(separator: "\n") {
      if line.hasPrefix(" "), !texts.isEmpty {
        texts[texts.count - 1] += " " + String(line).trimmed
      } else {
        texts.append(String(line))
      }
    }
    let rows = texts.compactMap { text in
      Command(rawValue: String(text.prefix { $0 != " " })).map { ($0, Row(text)) }
    }
    return Dictionary(rows) { first, _ in first }
  }()
}
