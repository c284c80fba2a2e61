/// The numbers and words of a possible date, without fillers such as `of` and the suffix of `3rd`.
struct DateTokens {
  struct Token {
    let text: Substring
    /// The number, of at most four digits in any script.
    let number: Int?
    /// The text between the previous token and this one; fillers count as spaces.
    let gap: Substring

    var digits: Int { text.unicodeScalars.count }
    var month: Int? { number == nil ? MonthNames.table[text.lowercased()] : nil }

    /// Whether it is a number separated from the previous token by one of these marks alone.
    func isNumber(after marks: Character...) -> Bool {
      number != nil && gap.count == 1 && gap.first.map { marks.contains($0) } ?? false
    }
  }

  /// The kind of token that a character belongs to.
  private enum Kind { case number, word, mark }

  private(set) var all: [Token] = []

  init(_ text: String) {
    let scalars = text.unicodeScalars
    var end = scalars.startIndex
    var index = end
    while index < scalars.endIndex {
      let kind = Self.kind(scalars[index])
      guard kind != .mark else {
        index = scalars.index(after: index)
        continue
      }
      let start = index
      repeat {
        index = scalars.index(after: index)
      } while index < scalars.endIndex && Self.kind(scalars[index]) == kind
      let word = text[start..<index]
      // Fillers such as the "rd" of "3rd", "de" and "of" are skipped.
      if kind == .word, !all.isEmpty, word.utf8.count <= 3,
        DateNames.fillers.contains(word.lowercased())
      {
        continue
      }
      all.append(
        Token(
          text: word, number: kind == .number ? Self.value(word.unicodeScalars) : nil,
          gap: Self.withoutFillers(text[end..<start])))
      end = index
    }
  }

  private static func kind(_ scalar: Unicode.Scalar) -> Kind {
    switch scalar {
    case "0"..."9": return .number
    case "a"..."z", "A"..."Z": return .word
    case "年", "月", "日", "년", "월", "일": return .mark
    default:
      guard scalar.value >= 0x80 else { return .mark }
      let properties = scalar.properties
      if properties.numericType == .decimal { return .number }
      // Combining marks are parts of letters, especially in Hindi.
      let isWord =
        properties.isAlphabetic
        || [.nonspacingMark, .spacingMark].contains(properties.generalCategory)
      return isWord ? .word : .mark
    }
  }

  private static func value(_ digits: Substring.UnicodeScalarView) -> Int? {
    guard digits.count <= 4 else { return nil }
    return digits.reduce(0) { value, digit in
      let ascii = Int(digit.value) - 0x30
      return value * 10 + (ascii < 10 ? ascii : Int(digit.properties.numericValue ?? 0))
    }
  }

  private static func withoutFillers(_ gap: Substring) -> Substring {
    guard gap.utf8.count > 1, gap.contains(where: \.isLetter) else { return gap }
    return gap.split(separator: " ").filter { !DateNames.fillers.contains($0.lowercased()) }.joined(
      separator: " ")[...]
  }
}
