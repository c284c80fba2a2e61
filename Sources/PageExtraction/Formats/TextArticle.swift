import ReadingList

enum TextArticle {
  /// Parses plain text into paragraphs, lists and preformatted blocks.
  static func body(_ text: String) -> ArticleBody {
    var blocks: [ArticleBody.Block] = []
    var paragraph: [Substring] = []
    func flush() {
      if !paragraph.isEmpty { blocks += Self.blocks(paragraph) }
      paragraph = []
    }
    let text = CleanText.withoutHints(CleanText.string(text))
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.allSatisfy(\.isWhitespace) { flush() } else { paragraph.append(line) }
    }
    flush()
    return ArticleBody(blocks: joined(blocks))
  }

  /// Joins code that was split at blank lines.
  private static func joined(_ blocks: [ArticleBody.Block]) -> [ArticleBody.Block] {
    var out: [ArticleBody.Block] = []
    var codes: [String] = []
    func flush() {
      if !codes.isEmpty { out.append(.code(codes.joined(separator: "\n\n"), language: nil)) }
      codes = []
    }
    for block in blocks {
      if case .code(let text, nil) = block {
        codes.append(text)
      } else {
        flush()
        out.append(block)
      }
    }
    flush()
    return out
  }

  private static func blocks(_ lines: [Substring]) -> [ArticleBody.Block] {
    if isDrawn(lines) {
      return [.code(lines.map(\.trimmedEnd).joined(separator: "\n"), language: nil)]
    }
    if lines.allSatisfy({ bullet($0) != nil || $0.hasPrefix("  ") }), bullet(lines[0]) != nil {
      var items: [[String]] = []
      for line in lines {
        if let item = bullet(line) {
          items.append([item])
        } else if !items.isEmpty {
          items[items.count - 1].append(line.onOneLine)
        }
      }
      return [.list(.init(items: items.map { [.paragraph([.text($0.joined(separator: " "))])] }))]
    }
    let longest = lines.map(\.count).max() ?? 0
    if longest < 50, lines.count > 2 {
      var inlines: [ArticleBody.Inline] = []
      for line in lines {
        if !inlines.isEmpty { inlines.append(.lineBreak) }
        inlines.append(.text(line.onOneLine))
      }
      return [.paragraph(inlines)]
    }
    return [.paragraph([.text(lines.map(\.onOneLine).joined(separator: " "))])]
  }

  /// Whether lines are indented or spaced like tables, code and drawings.
  private static func isDrawn(_ lines: [Substring]) -> Bool {
    let drawn = lines.count { line in
      line.hasPrefix("    ") || line.hasPrefix("\t")
        || line.drop(while: \.isWhitespace).contains("    ") || line.contains("+--")
        || line.contains("---+")
    }
    return drawn * 2 > lines.count
  }

  private static func bullet(_ line: Substring) -> String? {
    let text = line.drop(while: \.isWhitespace)
    for mark in ["- ", "* ", "• ", "+ "] where text.hasPrefix(mark) {
      let item = text.dropFirst(2).onOneLine
      return item.isEmpty ? nil : item
    }
    return nil
  }
}
