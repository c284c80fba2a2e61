import ReadingList

/// Recognizes lines that only repeat an author and date, which are shown above the text.
enum MetadataLine {
  /// The number of blocks searched; a later line belongs to the article.
  private static let maxDepth = 6
  /// The maximum length of such a line, in bytes.
  private static let maxLength = 120

  /// Returns the blocks without such lines at the start.
  static func removed(from blocks: [ArticleBody.Block], author: String?) -> [ArticleBody.Block] {
    func isLine(_ block: ArticleBody.Block) -> Bool {
      guard case .paragraph(let inlines) = block else { return false }
      return isWhole(inlines.plainText, author: author ?? "")
    }
    // Several dates belong to the text's subject.
    guard !blocks.dropFirst(maxDepth).contains(where: isLine) else { return blocks }
    return blocks.prefix(maxDepth).filter { !isLine($0) } + blocks.dropFirst(maxDepth)
  }

  /// Whether a text contains only the author or date of a post: with few other words, as in
  /// "Post by heron » 3 May 2024 12:41 pm".
  static func isWhole(_ text: String, author: String) -> Bool {
    guard text.utf8.count <= maxLength else { return false }
    var rest = text
    var hasName = false
    for name in author.split(separator: ", ") {
      guard let place = rest.firstRange(of: name) else { continue }
      // The date may follow the name without a space.
      rest.replaceSubrange(place, with: " ")
      hasName = true
    }
    let date = DateText.first(in: rest)
    if let day = date.flatMap({ rest.firstRange(of: $0.text) }) { rest.removeSubrange(day) }
    guard hasName || date != nil else { return false }
    let words = BylineText.opened(EntityText.collapsed(rest)).split { !$0.isLetter }
    return words.count <= (date == nil ? 1 : 3)
  }
}
