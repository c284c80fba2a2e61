import ReadingList

/// Removes repetitions of the title near the top of a body.
enum RepeatedTitle {
  typealias Block = ArticleBody.Block

  /// Returns the blocks without repetitions of the title near the top: a heading, a line, a
  /// breadcrumb trail.
  static func removed(from blocks: [Block], _ title: String?) -> [Block] {
    guard let title, !title.isEmpty else { return blocks }
    var before = 0
    var repeated: Set<Int> = []
    for (index, block) in blocks.prefix(4).enumerated() where before < 200 {
      before += ArticleBody(blocks: [block]).plainText.utf8.count
      switch block {
      case .heading(let level, let text, _) where level <= 2:
        let words = text.plainText
        if TitleText.similarity(title, words) > 0.75, TitleText.similarity(words, title) > 0.5 {
          repeated.insert(index)
        } else {
          before = .max
        }
      case .paragraph(let text) where isTitle(text.plainText, title): repeated.insert(index)
      case .list(let list) where list.items.count > 1:
        if case .paragraph(let text)? = list.items.last?.last, isTitle(text.plainText, title) {
          repeated.insert(index)
        }
      default: break
      }
    }
    guard repeated.count < blocks.count else { return blocks }
    var rest: [Block] = []
    for (place, block) in blocks.enumerated() where !repeated.contains(place) {
      rest.appendMerging(block)
    }
    return rest.isEmpty ? blocks : rest
  }

  /// Whether a line has the same letters as a title of several words.
  private static func isTitle(_ line: String, _ title: String) -> Bool {
    line.utf8.count <= 2 * title.utf8.count && title.contains(" ")
      && line.lowercased().filter(\.isLetter) == title.lowercased().filter(\.isLetter)
  }
}
