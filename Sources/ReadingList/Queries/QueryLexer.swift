/// Takes a query apart.
///
/// Over scalars, not characters: a mark that combines with a quote does not hide it.
struct QueryLexer {
  /// A part of the query and where it stands, in scalars.
  struct Token {
    enum Kind: Equatable {
      case open, close, and, or, not
      /// The sign before what is negated.
      case minus
      /// A word, a phrase or a key with its value.
      case term(Term)
    }
    var kind: Kind
    var range: Range<Int>
  }

  /// The parts of a term.
  struct Term: Equatable {
    var key: String?
    var value = ""
    /// Where the value stands, quotes included.
    var valueRange = 0..<0
    var isQuoted = false
    /// Its closing quote is missing.
    var isOpen = false
    /// Spelled just so.
    var isExact = false
    /// Ends with a star.
    var isPrefix = false
  }

  let scalars: [Unicode.Scalar]
  private var index = 0
  private var isAfterMinus = false

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  /// The next part, or nil at the end.
  mutating func next() -> Token? {
    let wasMinus = isAfterMinus
    isAfterMinus = false
    if !wasMinus { while let scalar = peek(), scalar.properties.isWhitespace { index += 1 } }
    guard let first = peek() else { return nil }
    let start = index
    switch first {
    case "(", ")":
      index += 1
      return Token(kind: first == "(" ? .open : .close, range: start..<index)
    case "-" where !wasMinus:
      // A sign alone is a word.
      guard let second = peek(1), !second.properties.isWhitespace, second != ")" else { break }
      index += 1
      isAfterMinus = true
      return Token(kind: .minus, range: start..<index)
    default: break
    }
    let term = term()
    let token = Token(kind: .term(term), range: start..<index)
    guard !wasMinus, term.key == nil, !term.isQuoted, !term.isPrefix,
      let keyword = Self.keyword(term.value)
    else { return token }
    return Token(kind: keyword, range: token.range)
  }

  /// Whether a text by itself is read as a word that says just this.
  static func isWord(_ text: String) -> Bool {
    var lexer = QueryLexer(text)
    guard case .term(let term)? = lexer.next()?.kind, lexer.next() == nil else { return false }
    let scalars = text.unicodeScalars
    let isBalanced = scalars.count { $0 == "(" } == scalars.count { $0 == ")" }
    return term.key == nil && !term.isQuoted && !term.isPrefix && term.value == text && isBalanced
  }

  private static func keyword(_ word: String) -> Token.Kind? {
    guard word.utf8.count <= 3 else { return nil }
    return switch word.lowercased() {
    case "and": .and
    case "or": .or
    case "not": .not
    default: nil
    }
  }

  private func peek(_ ahead: Int = 0) -> Unicode.Scalar? {
    index + ahead < scalars.count ? scalars[index + ahead] : nil
  }

  /// The text of some scalars.
  func text(_ range: Range<Int>) -> String {
    String(String.UnicodeScalarView(scalars[range]))
  }

  private mutating func term() -> Term {
    var term = Term()
    var end = index
    while end < scalars.count, scalars[end].properties.isAlphabetic { end += 1 }
    // A colon behind what is no key is text, as in `std::vector`.
    if end > index, end < scalars.count, scalars[end] == ":",
      case let key = text(index..<end).lowercased(), Query.key(named: key) != nil,
      !(end + 2 < scalars.count && scalars[end + 1] == "/" && scalars[end + 2] == "/")
    {
      term.key = key
      index = end + 1
      if peek() == "=", term.key == "tag" {
        term.isExact = true
        index += 1
      }
    }
    let start = index
    if peek() == "\"" { phrase(&term) } else { word(&term) }
    term.valueRange = start..<index
    return term
  }

  private mutating func phrase(_ term: inout Term) {
    (term.isQuoted, term.isOpen) = (true, true)
    index += 1
    var view = String.UnicodeScalarView()
    while term.isOpen, let scalar = peek() {
      index += 1
      // A quote that is written twice is one.
      let isDouble = scalar == "\"" && peek() == "\""
      if isDouble { index += 1 }
      if scalar == "\"", !isDouble { term.isOpen = false } else { view.append(scalar) }
    }
    term.value = String(view)
    if !term.isOpen, peek() == "*" {
      term.isPrefix = true
      index += 1
    }
  }

  private mutating func word(_ term: inout Term) {
    let start = index
    var inner = 0
    while let scalar = peek(), !scalar.properties.isWhitespace {
      if scalar == "(" {
        if term.key == nil, Self.keyword(text(start..<min(index, start + 4))) != nil { break }
        inner += 1
      } else if scalar == ")" {
        if inner == 0 { break }
        inner -= 1
      }
      index += 1
    }
    var end = index
    if end > start + 1, scalars[end - 1] == "*" {
      term.isPrefix = true
      end -= 1
    }
    term.value = text(start..<end)
  }
}
