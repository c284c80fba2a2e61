import ReadingList

/// Takes out the text that designers set where none is written yet, and that was left standing.
enum FillerText {
  /// What it begins with, and what else is in it.
  private static let phrases = [
    "lorem ipsum", "consectetur adipi", "tempor incididunt", "quis nostrud", "duis aute",
    "excepteur sint", "voluptate velit",
  ]
  /// A shorter text is a line.
  private static let minLength = 120

  /// Takes out the blocks that begin so, and their texts, where two or more are text of the page's own and none speaks
  /// of it.
  static func remove(from blocks: inout [ArticleBody.Block], _ texts: inout [String]) {
    guard texts.contains(where: isFiller) else { return }
    let own = texts.filter { !isFiller($0) }.map { $0.lowercased() }
    guard !own.contains(where: { ByteText.contains($0, phrases[0]) }),
      own.count(where: { text in
        text.utf8.count >= minLength && !phrases.contains { ByteText.contains(text, $0) }
      }) >= 2
    else { return }
    blocks = blocks.indices.filter { !isFiller(texts[$0]) }.map { blocks[$0] }
    texts.removeAll(where: isFiller)
  }

  private static func isFiller(_ text: String) -> Bool {
    text.prefix(phrases[0].count).lowercased() == phrases[0]
  }
}
