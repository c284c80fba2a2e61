import ReadingList

/// Finds the addresses in a text in order, with titles: plain text, Markdown, Org, OneTab lists.
enum TextLinks {
  struct Found: Equatable {
    var link: SavedLinks.Link
    var title = ""
  }

  /// The links of a line, each address once.
  static func found(in line: String) -> [Found] {
    var known: Set<WebAddress> = []
    let all = SavedLinks.places(in: line).filter { known.insert($0.link.address).inserted }
    var found = all.map { place in Found(link: place.link, title: title(of: place.range, in: line))
    }
    guard found.count == 1, let range = all.first?.range else { return found }
    // OneTab: address, bar, title.
    let rest = line[range.upperBound...]
    if rest.hasPrefix(" | "), line[..<range.lowerBound].allSatisfy(\.isWhitespace) {
      found[0].title = rest.dropFirst(3).trimmed
    }
    return found
  }

  /// The title that the syntax around an address gives.
  private static func title(of range: Range<String.Index>, in line: String) -> String {
    let (before, after) = (
      line[..<range.lowerBound].suffix(400), line[range.upperBound...].prefix(400)
    )
    if before.hasSuffix("](") || before.hasSuffix("](<") {
      return label(before.dropLast(before.hasSuffix("<") ? 3 : 2))
    }
    // Org.
    if before.hasSuffix("[["), after.hasPrefix("]["), let end = after.firstRange(of: "]]") {
      return after.dropFirst(2)[..<end.lowerBound].trimmed
    }
    return ""
  }

  /// The text in the last brackets, which are not closed.
  private static func label(_ text: Substring) -> String {
    var depth = 0
    for index in text.indices.reversed() {
      if text[index] == "]" { depth += 1 }
      guard text[index] == "[" else { continue }
      if depth == 0 {
        let words = text[text.index(after: index)...]
        return words.hasPrefix("!") ? "" : String(words).replacing("\\", with: "").trimmed
      }
      depth -= 1
    }
    return ""
  }
}
