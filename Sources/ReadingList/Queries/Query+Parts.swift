extension Query {
  /// Splits a query into parts with their quotes; joined by spaces they give the query.
  package static func parts(of text: String) -> [String] {
    var parts: [String] = []
    var part = ""
    var isQuoted = false
    for character in text {
      // Within a word a quote is a letter like others.
      if character == "\"", isQuoted || part.last.map({ ":=-(\"".contains($0) }) ?? true {
        isQuoted.toggle()
      }
      if character.isWhitespace, !isQuoted {
        if !part.isEmpty { parts.append(part) }
        part = ""
      } else {
        part.append(character)
      }
    }
    return part.isEmpty ? parts : parts + [part]
  }

  /// Removes the quotes of a part, where doubled quotes are one; other parts are returned unchanged.
  package static func unquoted(_ part: String) -> String {
    guard part.hasPrefix("\"") else { return part }
    let inside = part.dropFirst()
    return String(inside.hasSuffix("\"") ? inside.dropLast() : inside).replacing("\"\"", with: "\"")
  }

  /// The parts of a query to be shown each by itself: of one with “or” or groups the whole.
  package static func chips(of text: String) -> [String] {
    let parts = parts(of: text)
    let isPlain = parts.allSatisfy { part in
      !["and", "or", "not"].contains(part.lowercased())
        && (part.contains("\"") || !part.contains { $0 == "(" || $0 == ")" })
    }
    return isPlain ? parts : [parts.joined(separator: " ")]
  }

  /// The query with another order, in front: its last word may go on; or with none.
  package static func sorting(_ text: String, by order: Order?) -> String {
    let rest = parts(of: text).filter { !$0.lowercased().hasPrefix("sort:") }
    return ((order.map { ["sort:\($0.rawValue)"] } ?? []) + rest).joined(separator: " ")
  }

  /// The query narrowed by a part more, or without it where it has it.
  package static func toggling(_ part: String, in text: String) -> String {
    var parts = parts(of: text)
    if parts.contains(part) {
      parts.removeAll { $0 == part }
      return parts.joined(separator: " ")
    }
    let query = reading(of: text, isTyping: true).query
    if case .any = query.condition {
      // The whole query is narrowed, not only the part after the last “or”.
      parts =
        ["(\(Query(query.condition).text))"] + (query.order.map { ["sort:\($0.rawValue)"] } ?? [])
    }
    return (parts + [part]).joined(separator: " ")
  }
}
