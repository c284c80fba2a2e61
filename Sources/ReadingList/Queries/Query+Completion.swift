extension Query {
  /// The completable end of a query that is being typed.
  package struct Ending: Equatable, Sendable {
    /// The query before the completable part.
    package let before: String
    /// The typed part, without quotes.
    package let typed: String
    /// The key that it is the value of; nil where a key or a word is typed.
    package let key: Key?
  }

  /// Returns the completable end of a query; nil if there is none: in a phrase, after one
  /// that is closed, or behind an unknown key.
  package static func ending(of text: String) -> Ending? {
    guard text.utf8.count <= maxLength else { return nil }
    var lexer = QueryLexer(text)
    var last: QueryLexer.Token?
    while let token = lexer.next() { last = token }
    let end = lexer.scalars.count
    func ending(at start: Int, _ typed: String, _ key: Key? = nil) -> Ending {
      Ending(before: lexer.text(0..<start), typed: typed, key: key)
    }
    guard let last, last.range.upperBound == end else { return ending(at: end, "") }
    switch last.kind {
    case .open, .minus: return ending(at: end, "")
    case .close, .and, .or, .not: return nil
    case .term(let term):
      guard !term.isQuoted || term.isOpen, !term.isPrefix else { return nil }
      guard let name = term.key else {
        return term.isQuoted ? nil : ending(at: last.range.lowerBound, term.value)
      }
      return Self.key(named: name).map { ending(at: term.valueRange.lowerBound, term.value, $0) }
    }
  }
}
