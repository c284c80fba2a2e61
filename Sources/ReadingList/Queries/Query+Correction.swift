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
    let scalars = lexer.scalars
    var corrected = String.UnicodeScalarView()
    var end = 0
    while let token = lexer.next() {
      guard case .term(let term) = token.kind, term.key == nil, let word = words[folded(term.value)]
      else { continue }
      corrected.append(contentsOf: scalars[end..<term.valueRange.lowerBound])
      corrected.append(contentsOf: Test.quoted(word).unicodeScalars)
      if term.isPrefix { corrected.append("*") }
      end = term.valueRange.upperBound
    }
    guard end > 0 else { return nil }
    corrected.append(contentsOf: scalars[end...])
    return String(corrected)
  }
}
