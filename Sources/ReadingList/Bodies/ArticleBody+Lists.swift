extension ArticleBody.List {
  /// How the numbers of a list are written, spelled as HTML spells it.
  package enum Numerals: String, Equatable, Sendable {
    case decimal = "1"
    case lowerLetters = "a"
    case upperLetters = "A"
    case lowerRoman = "i"
    case upperRoman = "I"
  }

  /// The number of each item; empty for bullets.
  package var itemNumbers: [Int] {
    guard let start else { return [] }
    var number = start
    var all: [Int] = []
    for place in items.indices {
      if let said = numbers[place] { number = said }
      all.append(number)
      number = number.addingReportingOverflow(isReversed ? -1 : 1).partialValue
    }
    return all
  }

  /// A number as the list writes it: `3`, `c` or `iii`; decimal where its numerals have no such number.
  package func written(_ number: Int) -> String {
    switch numerals {
    case .decimal: String(number)
    case .lowerLetters: Self.letters(number) ?? String(number)
    case .upperLetters: Self.letters(number)?.uppercased() ?? String(number)
    case .lowerRoman: Self.roman(number) ?? String(number)
    case .upperRoman: Self.roman(number)?.uppercased() ?? String(number)
    }
  }

  private static func letters(_ number: Int) -> String? {
    guard number > 0 else { return nil }
    var rest = number
    var letters: [UInt8] = []
    while rest > 0 {
      letters.append(UInt8(ascii: "a") + UInt8((rest - 1) % 26))
      rest = (rest - 1) / 26
    }
    return String(decoding: letters.reversed(), as: UTF8.self)
  }

  private static func roman(_ number: Int) -> String? {
    guard (1..<4000).contains(number) else { return nil }
    var rest = number
    var out = ""
    for (value, sign) in [
      (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"),
      (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
    ] {
      while rest >= value {
        out += sign
        rest -= value
      }
    }
    return out
  }
}
