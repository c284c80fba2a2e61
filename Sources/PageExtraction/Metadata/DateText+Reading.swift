import ReadingList

// Dates inside of other text, as pages show them.
extension DateText {
  /// A number or word of a text, with what stood before it.
  private struct Token {
    let text: Substring
    /// The number, of at most four digits.
    let number: Int?
    let month: Int?
    /// What parts it from the token before.
    let gap: Substring
  }

  private static let years = 1990...2099

  /// The first whole date in a text: day, month and year, together and in a usual order.
  ///
  /// A number of a version, a range of years or a sentence with a month in it is none.
  static func first(in text: String) -> PageDate? {
    guard text.utf8.count <= 400, mayHoldDate(text) else { return nil }
    let tokens = tokens(of: text)
    guard tokens.count >= 3 else { return nil }
    for index in 0...(tokens.count - 3) {
      let three = Array(tokens[index..<(index + 3)])
      guard let (year, month, day) = date(three),
        let moment = Timestamp(year: year, month: month, day: day)
      else { continue }
      let range = three[0].text.startIndex..<three[2].text.endIndex
      return PageDate(text: String(three[0].text.base[range]), moment: moment)
    }
    return nil
  }

  /// Whether there are digits for a year, of any script.
  private static func mayHoldDate(_ text: String) -> Bool {
    text.utf8.lazy.filter { 0x30...0x39 ~= $0 }.prefix(4).count == 4
      || text.utf8.contains { $0 >= 0x80 } && text.contains { !$0.isASCII && $0.isNumber }
  }

  private static func date(_ three: [Token]) -> (Int, Int, Int)? {
    let gaps = [three[1].gap, three[2].gap]
    if let place = three.firstIndex(where: { $0.month != nil }) {
      let numbers = three.compactMap(\.number)
      guard numbers.count == 2, let month = three[place].month,
        gaps.allSatisfy({ $0.count <= 4 && !$0.contains("(") && !$0.contains(";") })
      else { return nil }
      // 3 May 2024, May 3 2024, 2024 May 3
      if years.contains(numbers[1]), place < 2, (1...31).contains(numbers[0]) {
        return (numbers[1], month, numbers[0])
      }
      if years.contains(numbers[0]), place == 1, (1...31).contains(numbers[1]) {
        return (numbers[0], month, numbers[1])
      }
      return nil
    }
    let numbers = three.compactMap(\.number)
    guard numbers.count == 3 else { return nil }
    let marks = gaps.map { $0.filter { $0 != " " } }
    let isWritten =
      ["年", "년", "-", "/", "."].contains(marks[0])
      && (marks[1] == marks[0] || marks == ["年", "月"] || marks == ["년", "월"])
    guard isWritten else { return nil }
    if years.contains(numbers[0]), three[0].text.count == 4 {
      return (numbers[0], numbers[1], numbers[2])
    }
    guard years.contains(numbers[2]), three[2].text.count == 4 else { return nil }
    let (a, b) = (numbers[0], numbers[1])
    // Points are of places where the day comes first; slashes and strokes may be either.
    let isDayFirst = a > 12 || marks[0] == "." && b <= 12
    return isDayFirst ? (numbers[2], b, a) : (numbers[2], a, b)
  }

  private static func tokens(of text: String) -> [Token] {
    let text = text.lowercased()
    var tokens: [Token] = []
    var gapStart = text.startIndex
    var index = text.startIndex
    func kind(_ character: Character) -> Int {
      if "年月日년월일".contains(character) { return 0 }
      if character.isNumber { return 1 }
      return character.isLetter ? 2 : 0
    }
    while index < text.endIndex {
      let kind = kind(text[index])
      guard kind > 0 else {
        index = text.index(after: index)
        continue
      }
      var end = text.index(after: index)
      while end < text.endIndex, Self.isPart(text[end], of: kind) { end = text.index(after: end) }
      let word = text[index..<end]
      // "3rd", "de" and "of" stand between the parts of a date.
      if kind == 2, fillers.contains(word), !tokens.isEmpty {
        index = end
        continue
      }
      tokens.append(
        Token(
          text: word,
          number: kind == 1 && word.count <= 4 ? digits(word) : nil,
          month: kind == 2 ? month(String(word)) : nil,
          gap: gap(text[gapStart..<index])
        )
      )
      gapStart = end
      index = end
    }
    return tokens
  }

  /// What parts two tokens, without the small words that belong to a date.
  private static func gap(_ gap: Substring) -> Substring {
    guard gap.contains(where: \.isLetter) else { return gap }
    let rest = gap.split(separator: " ").filter { !fillers.contains($0) }.joined(separator: " ")
    return rest[...]
  }

  private static func isPart(_ character: Character, of kind: Int) -> Bool {
    if "年月日년월일".contains(character) { return false }
    return kind == 1 ? character.isNumber : character.isLetter
  }

  private static let fillers: Set<Substring> = [
    "st", "nd", "rd", "th", "de", "del", "of", "er", "г",
  ]

  /// The value of digits of any script.
  private static func digits(_ word: Substring) -> Int? {
    var value = 0
    for character in word {
      guard let digit = character.wholeNumberValue, digit < 10 else { return nil }
      value = value * 10 + digit
    }
    return value
  }
}
