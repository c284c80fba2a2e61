extension Query {
  /// A problem of a query, with its place.
  package struct ParseError: Error, Hashable, Sendable {
    /// A line for the person who typed it.
    package let message: String
    /// The character of the query that it begins at, from 1.
    package private(set) var column = 1
  }

  /// The most bytes of a query, the most tests in it, and the most parentheses within one another.
  package static let maxLength = 10_000, maxTests = 200, maxDepth = 40

  /// Where a word without a key is looked for.
  package enum WordScope: Sendable {
    /// In all that an article has, its text included.
    case everywhere
    /// In title, site, author and address.
    case names
  }

  /// Parses a query.
  ///
  /// - Parameters:
  ///   - text: what was written.
  ///   - isTyping: whether the last word may go on; see `reading`.
  ///   - scope: where words without a key are looked for.
  /// - Throws: `ParseError`, the first.
  package init(
    parsing text: String, isTyping: Bool = false, scope: WordScope = .everywhere
  ) throws(ParseError) {
    let (query, problems) = Self.reading(of: text, isTyping: isTyping, scope: scope)
    if let problem = problems.first { throw problem }
    self = query
  }

  /// Reads what can be understood of a query.
  ///
  /// - Parameters:
  ///   - text: what was written.
  ///   - isTyping: whether the last word may go on: then it is the beginning of a word, and no problem
  ///     as long as it can become right.
  ///   - scope: where words without a key are looked for.
  /// - Returns: what was understood, and what not, in the order of the text.
  package static func reading(
    of text: String, isTyping: Bool = false, scope: WordScope = .everywhere
  ) -> (query: Query, problems: [ParseError]) {
    guard text.utf8.count <= maxLength else {
      let problem = ParseError(message: "The query is too long; it can have \(maxLength) bytes")
      return (Query(), [problem])
    }
    var parser = QueryParser(text, isTyping: isTyping, scope: scope)
    let query = parser.query()
    return (query, parser.problems(in: text))
  }

  /// Whether a query has words without a key, and whether it has keys other than `sort:`.
  package static func parts(in text: String) -> (hasWords: Bool, hasKeys: Bool) {
    var lexer = QueryLexer(text)
    var found = (hasWords: false, hasKeys: false)
    while let token = lexer.next() {
      guard case .term(let term) = token.kind else { continue }
      if term.key == nil { found.hasWords = true }
      if term.key != nil, term.key != "sort" { found.hasKeys = true }
    }
    return found
  }
}

/// Puts a query together: `or` of `and` of what is negated or not.
struct QueryParser {
  private var lexer: QueryLexer
  private var token: QueryLexer.Token?
  let isTyping: Bool
  private let scope: Query.WordScope
  let end: Int
  private var order: Order?
  private var tests = 0
  private var hasGivenUp = false
  private var depth = 0
  /// Each with the scalar that it begins at.
  private var found: [(message: String, start: Int)] = []

  init(_ text: String, isTyping: Bool, scope: Query.WordScope) {
    lexer = QueryLexer(text)
    self.isTyping = isTyping
    self.scope = scope
    end = lexer.scalars.count
    token = lexer.next()
  }

  mutating func query() -> Query {
    var parts = [either()]
    // Only a parenthesis that closes nothing stops it before the end.
    while let stray = token {
      note("“)” closes nothing; put text with it in quotes", stray.range)
      advance()
      parts.append(either())
    }
    return Query(.all(parts.compactMap { $0?.condition }), order: order)
  }

  /// The problems, in the order of the text.
  func problems(in text: String) -> [Query.ParseError] {
    guard !found.isEmpty else { return [] }
    // For each scalar the character that it belongs to, and for the end the one after the last.
    var columns: [Int] = []
    for (column, character) in zip(1..., text) {
      for _ in character.unicodeScalars { columns.append(column) }
    }
    columns.append((columns.last ?? 0) + 1)
    return found.sorted { $0.start < $1.start }.map { problem in
      Query.ParseError(message: problem.message, column: columns[problem.start])
    }
  }

  private mutating func advance() { token = hasGivenUp ? nil : lexer.next() }

  mutating func note(_ message: String, _ range: Range<Int>) {
    found.append((message, range.lowerBound))
  }

  /// Notes a problem; none while its part is still being typed.
  mutating func noteMissing(_ message: String, _ range: Range<Int>) {
    if !isTyping || range.upperBound < end { note(message, range) }
  }

  /// Stops: nothing further is read.
  private mutating func giveUp(_ message: String, _ range: Range<Int>) {
    note(message, range)
    hasGivenUp = true
    token = nil
  }

  /// Something that was read; without a condition when it was not understood or is about the order.
  private struct Part { var condition: Query.Condition? }

  private mutating func either() -> Part? {
    var parts: [Part] = []
    var sign: Range<Int>?
    while true {
      if let part = both() {
        parts.append(part)
      } else if let sign {
        noteMissing("“or” needs something after it", sign)
      } else if let token, token.kind == .or {
        note("“or” needs something before it", token.range)
      }
      guard let next = token, next.kind == .or else { break }
      sign = next.range
      advance()
    }
    let conditions = parts.compactMap(\.condition)
    if parts.isEmpty { return nil }
    return Part(condition: conditions.isEmpty ? nil : .any(conditions))
  }

  private mutating func both() -> Part? {
    var parts: [Part] = []
    var sign: Range<Int>?
    while let next = token, next.kind != .or, next.kind != .close {
      if next.kind == .and {
        if parts.isEmpty || sign != nil { note("“and” needs something before it", next.range) }
        sign = next.range
        advance()
      } else {
        sign = nil
        parts.append(one())
      }
    }
    if let sign { noteMissing("“and” needs something after it", sign) }
    let conditions = parts.compactMap(\.condition)
    if parts.isEmpty { return nil }
    return Part(condition: conditions.isEmpty ? nil : .all(conditions))
  }

  /// A test or a group, negated or not.
  private mutating func one() -> Part {
    var isNegated = false
    var sign: QueryLexer.Token?
    while let next = token, next.kind == .not || next.kind == .minus {
      isNegated.toggle()
      sign = next
      advance()
    }
    let range = token?.range ?? end..<end
    var condition: Query.Condition?
    switch token?.kind {
    case .term(let term):
      advance()
      if term.isOpen, !isTyping {
        note("The phrase has no closing quote", term.valueRange)
      }
      if term.key == "sort" {
        take(order: term, range, isWhole: depth == 0 && sign == nil)
      } else if let test = test(term, range) {
        tests += 1
        if tests <= Query.maxTests {
          condition = scope == .names && term.key == nil ? .names(test) : .test(test)
        } else {
          giveUp("The query asks too much; it can have \(Query.maxTests) conditions", range)
        }
      }
    case .open: condition = group()
    case .and, .or, .close, .not, .minus, nil:
      if let sign {
        let word = sign.kind == .not ? "“not”" : "“-”"
        noteMissing("\(word) needs something after it", sign.range)
      }
    }
    return Part(condition: isNegated ? condition.map { .not($0) } : condition)
  }

  private mutating func group() -> Query.Condition? {
    let range = token?.range ?? end..<end
    guard depth < Query.maxDepth else {
      giveUp("Too many parentheses within one another; there can be \(Query.maxDepth)", range)
      return nil
    }
    depth += 1
    defer { depth -= 1 }
    advance()
    let before = found.count
    let inside = either()
    if let token, token.kind == .close {
      if inside == nil, found.count == before {
        note("Nothing in the parentheses", range)
      }
      advance()
    } else if !hasGivenUp, !isTyping {
      note("“(” is not closed; put text with it in quotes", range)
    }
    return inside?.condition
  }

  private mutating func take(order term: QueryLexer.Term, _ range: Range<Int>, isWhole: Bool) {
    if !isWhole {
      note("sort: is about the whole query; write it outside of parentheses and not", range)
    } else if let order = Order(rawValue: Query.folded(term.value)) {
      self.order = order
    } else {
      noteUnknown(term, range, "order", Order.allCases.map(\.rawValue))
    }
  }

  mutating func noteUnknown(
    _ term: QueryLexer.Term, _ range: Range<Int>, _ thing: String, _ words: [String]
  ) {
    let word = Query.folded(term.value)
    if isTyping, range.upperBound == end, words.contains(where: { $0.hasPrefix(word) }) { return }
    let key = term.key ?? ""
    note(
      term.value.isEmpty
        ? "\(key): needs a value: \(Self.list(words))"
        : "Unknown \(thing) \(key):\(term.value); use \(Self.list(words))", range)
  }

  private static func list(_ words: [String]) -> String {
    words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
  }
}

extension Query.Condition {
  /// A test of words, asked of title, site, author and address.
  fileprivate static func names(_ test: Query.Test) -> Query.Condition {
    let word: String
    switch test {
    case .text(let value), .exact(let value), .prefix(let value): word = value
    case .part(let value):
      return .any([
        .test(.title("*" + value)), .test(.site(value)), .test(.author("*" + value)),
        .test(.url(value)),
      ])
    default: return .test(test)
    }
    return .any([.test(.title(word)), .test(.site(word)), .test(.author(word)), .test(.url(word))])
  }
}
