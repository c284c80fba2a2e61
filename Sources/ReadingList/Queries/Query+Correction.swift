extension Query {
  /// Replaces words or phrases in a query and keeps the rest as written.
  ///
  /// - Parameters:
  ///   - text: the query.
  ///   - words: replacements by folded word; values of keys stay unchanged.
  /// - Returns: nil when nothing in it is replaced.
  package static func correcting(_ text: String, _ words: [String: String]) -> String? {
    guard !words.isEmpty, text.utf8.count <= maxLength else { return nil }
    var lexer = QueryLexer(text)
    var corrected = ""
    var end = 0
    while let token = lexer.next() {
      guard case .term(let term) = token.kind, term.key == nil, let word = words[folded(term.value)]
      else { continue }
      corrected += lexer.text(end..<term.valueRange.lowerBound) + Test.quoted(word)
      if term.isPrefix { corrected += "*" }
      end = term.valueRange.upperBound
    }
    return end > 0 ? corrected + lexer.text(end..<lexer.scalars.count) : nil
  }
}
