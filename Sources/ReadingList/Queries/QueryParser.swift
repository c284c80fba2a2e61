extension Query {
  /// What is wrong with a query, in words that name the part.
  package struct ParseError: Error, Equatable, Sendable {
    /// One line for the person who typed it.
    package var message: String
  }

  /// Parses a query; `now` resolves ages such as `older:1y`.
  ///
  /// An unknown key before a colon is not an error when it looks like a URL or a time, but is one
  /// otherwise, so that a misspelt `tga:x` does not silently find nothing.
  /// - Throws: `ParseError`.
  package init(parsing text: String, now: Timestamp) throws(ParseError) {
    var terms: [Term] = []
    for token in Self.tokens(of: text) {
      let test =
        if let key = token.key {
          try Self.test(key: key, value: token.value, now: now)
        } else {
          Test.text(Self.folded(token.value))
        }
      terms.append(Term(test, isNegated: token.isNegated))
    }
    self.init(terms: terms)
  }

  /// The keys of the language with what each takes, for help and completion.
  package static let keys: [(name: String, takes: String)] = [
    ("title", "words"), ("site", "name"), ("author", "name"), ("url", "part"), ("tag", "name"),
    ("lang", "code"), ("is", State.allCases.map(\.rawValue).joined(separator: "|")),
    ("in", "list|favorites|archived|progress|trash|all"), ("has", "tags|highlights|note"),
    ("minutes", "5..20"), ("words", "1000.."), ("progress", "1..94"), ("older", "1y"),
    ("newer", "2w"), ("saved", "2026-01-01..2026-06-30"),
  ]

  private struct Token {
    var isNegated = false
    var key: String?
    var value = ""
  }

  private static func tokens(of text: String) -> [Token] {
    var tokens: [Token] = []
    var rest = Substring(text)
    while true {
      rest = rest.drop { $0.isWhitespace }
      guard let first = rest.first else { return tokens }
      var token = Token()
      if first == "-", rest.count > 1, rest.dropFirst().first?.isWhitespace == false {
        token.isNegated = true
        rest = rest.dropFirst()
      }
      let word = rest.prefix { !$0.isWhitespace && $0 != "\"" }
      if let colon = word.firstIndex(of: ":"), colon != word.startIndex,
        word[..<colon].allSatisfy({ $0.isLetter }),
        !word[word.index(after: colon)...].hasPrefix("//")
      {
        token.key = word[..<colon].lowercased()
        rest = rest[rest.index(after: colon)...]
      }
      if rest.first == "\"" {
        let inside = rest.dropFirst()
        let end = inside.firstIndex(of: "\"") ?? inside.endIndex
        token.value = String(inside[..<end])
        rest = end < inside.endIndex ? inside[inside.index(after: end)...] : ""
      } else {
        let value = rest.prefix { !$0.isWhitespace }
        token.value = String(value)
        rest = rest[value.endIndex...]
      }
      if token.key != nil || !token.value.isEmpty { tokens.append(token) }
    }
  }

  private static func test(
    key: String,
    value: String,
    now: Timestamp
  ) throws(ParseError) -> Test {
    guard !value.isEmpty else { throw ParseError(message: "\(key): needs a value") }
    let word = folded(value)
    switch key {
    case "title": return .title(word)
    case "site": return .site(word)
    case "author": return .author(word)
    case "url": return .url(word)
    case "tag": return .tag(folded(normalizedTag(value) ?? value))
    case "lang", "language": return .language(word)
    case "is":
      guard let state = State(rawValue: word) else {
        let known = State.allCases.map(\.rawValue).joined(separator: ", ")
        throw ParseError(message: "Unknown state is:\(value); use \(known)")
      }
      return .state(state)
    case "in":
      guard let list = list(named: word) else {
        throw ParseError(
          message: "Unknown list in:\(value); use list, favorites, archived, progress, trash or all"
        )
      }
      return list
    case "has":
      switch word {
      case "tag", "tags": return .hasTags
      case "highlight", "highlights": return .hasHighlights
      case "note", "notes": return .hasNote
      default: throw ParseError(message: "Unknown has:\(value); use tags, highlights or note")
      }
    case "minutes": return .minutes(try range(value, key: key))
    case "words": return .words(try range(value, key: key))
    case "progress": return .progress(try range(value, key: key))
    case "older":
      return .saved(Timestamp(milliseconds: .min)...(try moment(ago: value, key: key, now: now)))
    case "newer":
      return .saved((try moment(ago: value, key: key, now: now))...Timestamp(milliseconds: .max))
    case "saved": return .saved(try days(value))
    default:
      let known = keys.map(\.name).joined(separator: ", ")
      throw ParseError(message: "Unknown key \(key): in query; use \(known)")
    }
  }

  /// The list that `in:` names.
  private static func list(named word: String) -> Test? {
    switch word {
    case "list", "readinglist", "unarchived": .inList(.readingList)
    case "favorites", "favorite": .inList(.favorites)
    case "archived", "archive": .inList(.archived)
    case "progress": .inView(.inProgress)
    case "failed": .inView(.failed)
    case "trash": .inView(.trash)
    case "all", "everything": .inView(.everything)
    default: nil
    }
  }

  private static func range(_ text: String, key: String) throws(ParseError) -> ClosedRange<Int> {
    let wrong = ParseError(
      message: "\(key):\(text) is not a range; use \(key):5..20 or \(key):10"
    )
    guard let dots = text.firstRange(of: "..") else {
      guard let value = Int(text) else { throw wrong }
      return value...value
    }
    let (low, high) = (text[..<dots.lowerBound], text[dots.upperBound...])
    guard let from = low.isEmpty ? 0 : Int(low), let to = high.isEmpty ? Int.max : Int(high),
      from <= to, !(low.isEmpty && high.isEmpty)
    else { throw wrong }
    return from...to
  }

  private static func moment(
    ago text: String,
    key: String,
    now: Timestamp
  ) throws(ParseError) -> Timestamp {
    let days: [Character: Int64] = ["d": 1, "w": 7, "m": 30, "y": 365]
    guard let unit = text.last, let length = days[unit], let count = Int64(text.dropLast()),
      (0...100_000).contains(count)
    else {
      throw ParseError(message: "\(key):\(text) is not an age; use \(key):3d, 2w, 6m or 1y")
    }
    return now.advanced(bySeconds: -count * length * 86_400)
  }

  private static func days(_ text: String) throws(ParseError) -> ClosedRange<Timestamp> {
    let wrong = ParseError(
      message: "saved:\(text) is not a date; use saved:2026-01-31 or saved:2026-01-01..2026-06-30"
    )
    let parts = text.firstRange(of: "..").map { dots in
      (String(text[..<dots.lowerBound]), String(text[dots.upperBound...]))
    }
    func day(_ text: String) -> Timestamp? { Timestamp(rfc3339: text) }
    let (low, high) = parts ?? (text, text)
    guard let from = low.isEmpty ? Timestamp(milliseconds: .min) : day(low),
      let to = high.isEmpty
        ? Timestamp(milliseconds: .max) : day(high)?.advanced(byMilliseconds: 86_399_999),
      from <= to
    else { throw wrong }
    return from...to
  }
}
