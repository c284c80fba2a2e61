import ReadingList
import Terminal

/// A custom format of entries: text with fields in braces, such as `{title}\t{url}`.
struct EntryFormat {
  private enum Part {
    case text(String)
    case field(String)
  }

  private var parts: [Part] = []

  /// The keys of an entry in JSON.
  static let fields: [String] = {
    let moment = Timestamp(milliseconds: 0)
    let sample = Article(canonicalURL: "", url: "", title: "", savedAt: moment)
    return ArticleJSON.object(ArticleSummary(sample)).members?.map(\.key) ?? []
  }()

  /// - Throws: `Failure` for an unknown field or an unclosed brace.
  init(_ text: String, of command: Subcommand) throws {
    var rest = Substring(text)
    var literal = ""
    while let character = rest.popFirst() {
      switch character {
      case "\\":
        let next = rest.popFirst()
        switch next {
        case "t": literal += "\t"
        case "n": literal += "\n"
        case "\\", nil: literal += "\\"
        case let other?: literal += "\\\(other)"
        }
      case "{", "}":
        if rest.first == character {
          literal.append(rest.removeFirst())
        } else if character == "}" {
          literal += "}"
        } else {
          guard let end = rest.firstIndex(of: "}") else {
            throw Failure.usage("The format “\(text)” has a { without a }", of: command)
          }
          let name = String(rest[..<end])
          guard Self.fields.contains(name) else {
            throw Failure.usage(
              "Unknown field “{\(name)}”; the fields are \(Self.fields.joined(separator: ", "))",
              of: command)
          }
          parts += [.text(literal.printableLines), .field(name)]
          literal = ""
          rest = rest[rest.index(after: end)...]
        }
      default: literal.append(character)
      }
    }
    parts.append(.text(literal.printableLines))
  }

  /// Tabs and line breaks are removed from values, so that they can separate fields; unknown values
  /// are empty, and tags are joined by commas.
  func text(of article: ArticleSummary) -> String {
    let object = ArticleJSON.object(article)
    return parts.map { part in
      switch part {
      case .text(let text): text
      case .field(let name): Output.printable(Self.text(of: object[name]))
      }
    }.joined()
  }

  private static func text(of value: JSON?) -> String {
    switch value {
    case .string(let text): text
    case .number(let text): text
    case .bool(let value): value ? "true" : "false"
    case .array(let items): items.map { text(of: $0) }.joined(separator: ",")
    case .null, .object, nil: ""
    }
  }
}
