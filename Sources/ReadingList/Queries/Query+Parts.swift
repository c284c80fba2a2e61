extension Query {
  /// The parts of a query as it was typed, each with its quotes; joined by spaces they are the query.
  package static func parts(of text: String) -> [String] {
    var parts: [String] = []
    var part = ""
    var isQuoted = false
    for character in text {
      if character == "\"" { isQuoted.toggle() }
      if character.isWhitespace, !isQuoted {
        if !part.isEmpty { parts.append(part) }
        part = ""
      } else {
        part.append(character)
      }
    }
    return part.isEmpty ? parts : parts + [part]
  }

  /// The query with a part more, or without it where it has it.
  package static func toggling(_ part: String, in text: String) -> String {
    var parts = parts(of: text)
    if parts.contains(part) { parts.removeAll { $0 == part } } else { parts.append(part) }
    return parts.joined(separator: " ")
  }
}
