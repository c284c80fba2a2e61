import ReadingList

/// Takes out the line at the beginning of an article that only repeats its author and date.
///
/// Both are shown above the text; pages set them between headline and text, often without as much as a
/// space between them.
enum FactLine {
  /// A line further down is the article's own.
  private static let deepest = 4
  /// A longer line says more than who and when.
  private static let longest = 120

  private static let fillers: Set<String> = [
    "by", "posted", "published", "written", "updated", "last", "on", "at", "in", "from", "and",
    "the",
    "min", "mins", "minute", "minutes", "read", "am", "pm", "st", "nd", "rd", "th", "est", "edt",
    "gmt", "utc", "pst", "pdt", "von", "par", "por", "di", "le", "el", "um", "uhr",
  ]

  /// The blocks without such a line.
  static func removed(
    from blocks: [ArticleBody.Block],
    author: String?
  ) -> [ArticleBody.Block] {
    let names = Set(words(author ?? ""))
    guard !names.isEmpty else { return blocks }
    for (index, block) in blocks.prefix(deepest).enumerated() {
      guard case .paragraph(let inlines) = block else { continue }
      let text = inlines.plainText
      guard text.utf8.count <= longest, !inlines.contains(where: isPicture) else { continue }
      guard isFacts(words(text), names: names) else { continue }
      var blocks = blocks
      blocks.remove(at: index)
      return blocks
    }
    return blocks
  }

  private static func isPicture(_ inline: ArticleBody.Inline) -> Bool {
    if case .image = inline { true } else { false }
  }

  /// Whether words are an author's whole name and otherwise parts of a date and fillers.
  private static func isFacts(_ words: [String], names: Set<String>) -> Bool {
    guard names.isSubset(of: words) else { return false }
    return words.allSatisfy { word in
      names.contains(word) || fillers.contains(word) || DateText.isMonth(word)
        || isWeekday(word) || word.allSatisfy { $0.isASCII && $0.isNumber }
    }
  }

  private static let weekdays: Set<String> = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  private static func isWeekday(_ word: String) -> Bool {
    weekdays.contains(String(word.prefix(3)))
      && (word.count == 3 || word.hasSuffix("day") || word.count <= 5)
  }

  /// Words in lower case, parted also where a small letter meets a capital or a digit.
  private static func words(_ text: String) -> [String] {
    var words: [String] = []
    var word = ""
    var last: Character?
    for character in text {
      let isPart = character.isLetter || character.isNumber
      let isBreak =
        last.map { last in
          last.isLowercase && character.isUppercase || last.isLetter && character.isNumber
            || last.isNumber && character.isLetter
        } ?? false
      if !isPart || isBreak, !word.isEmpty {
        words.append(word.lowercased())
        word = ""
      }
      if isPart { word.append(character) }
      last = isPart ? character : nil
    }
    if !word.isEmpty { words.append(word.lowercased()) }
    return words
  }
}
