/// The numbers and words of a text that may be a date, without small words such as `of` and `3rd`'s ending.
struct DateTokens {
  struct Token {
    let text: Substring
    /// The number, of at most four digits of any script.
    let number: Int?
    /// What stands between it and the token before; small words count as spaces.
    let gap: Substring

    var digits: Int { text.unicodeScalars.count }
    var month: Int? { number == nil ? MonthNames.table[text.lowercased()] : nil }

    /// Whether it follows another number without anything but these marks between them.
    func isNumber(after marks: Character...) -> Bool {
      number != nil && gap.count == 1 && gap.first.map { marks.contains($0) } ?? false
    }
  }

  /// What one character is part of.
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
      // "3rd", "de" and "of" stand between the parts of a date.
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
      // Marks are parts of letters, in Hindi above all.
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
