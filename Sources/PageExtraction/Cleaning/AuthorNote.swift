import ReadingList

/// Takes off the end of an article what is said there of its authors: a name above a line or two, or a sentence that
/// begins with a name.
enum AuthorNote {
  typealias Block = ArticleBody.Block

  /// A shorter paragraph is a remark.
  private static let minLength = 60
  /// A longer paragraph is no note on an author.
  private static let maxLength = 700
  /// A name and so much more is still a name: "Written by", a title, a degree.
  private static let maxTitle = 25
  /// So many lines stand below a name.
  private static let maxLines = 2

  private static let verbs = [
    " is ", " was ", " has ", " covers ", " writes ", " works ", " joined ", " holds ", ", ", "’s ",
    "'s ", " provides ", " offers ", " helps ",
  ]

  /// The blocks without such notes on `authors`, at most a third of the text.
  static func removed(from blocks: [Block], authors: String?, site: String?) -> [Block] {
    let names = ((authors ?? "").replacing(" and ", with: ", ") + "," + (site ?? "")).split(
      separator: ","
    )
    .map { EntityText.collapsed(String($0)) }.filter { $0.contains(" ") }
    var end = blocks.count
    while end > 0, case .footnotes = blocks[end - 1] { end -= 1 }
    guard end > 1 else { return blocks }
    var start = end
    var lines = 0
    for place in (1..<end).reversed() {
      guard let text = line(blocks[place]) else { break }
      if isNote(text, names) || place == end - 1 && isAside(blocks[place], text)
        || lines > 0 && isName(text, names)
      {
        start = place
        lines = 0
      } else {
        lines += 1
        guard lines <= maxLines else { break }
      }
    }
    let length = ArticleBody(blocks: Array(blocks[start..<end])).plainText.utf8.count
    guard start < end, length * 3 < ArticleBody(blocks: blocks).plainText.utf8.count else {
      return blocks
    }
    return Array(blocks[..<start] + blocks[end...])
  }

  private static func line(_ block: Block) -> String? {
    switch block {
    case .paragraph(let text), .heading(_, let text, _):
      let line = text.plainText
      return line.utf8.count <= maxLength ? line : nil
    case .figure: return ""
    default: return nil
    }
  }

  private static func isName(_ line: String, _ names: [String]) -> Bool {
    names.contains { line.utf8.count <= $0.utf8.count + maxTitle && line.contains($0) }
  }

  /// Whether a paragraph in parentheses or italics says who somebody is.
  private static func isAside(_ block: Block, _ line: String) -> Bool {
    guard case .paragraph(let text) = block, line.utf8.count >= minLength else { return false }
    let isItalic = text.count == 1 && { if case .emphasis = text[0] { true } else { false } }()
    guard isItalic || line.hasPrefix("(") && line.hasSuffix(")") else { return false }
    let words = line.drop { !$0.isLetter }.split(separator: " ").prefix(6)
    let name = words.prefix { $0.first?.isUppercase == true }
    guard name.count >= 2, words.count > name.count + 1 else { return false }
    return words[name.count] == "is" && ["a", "an", "the"].contains(words[name.count + 1])
  }

  private static func isNote(_ line: String, _ names: [String]) -> Bool {
    let line = line.drop { !$0.isLetter }
    return names.contains { name in
      line.hasPrefix(name) && verbs.contains { line.dropFirst(name.count).hasPrefix($0) }
    }
  }
}
