/// How long a text is, in words and minutes.
package enum ReadingTime {
  /// Words a minute.
  package static let wordsPerMinute = 200

  /// CJK characters that take the time of one word: 400 characters a minute.
  package static let charactersPerWord = 2

  /// Whole minutes, rounded, at least 1; nil when the length is unknown (no words).
  package static func minutes(words: Int) -> Int? {
    guard words > 0 else { return nil }
    let roundsUp = words % wordsPerMinute >= wordsPerMinute / 2
    return max(1, words / wordsPerMinute + (roundsUp ? 1 : 0))
  }

  /// Reads a time as a person writes it: `15`, `15m`, `1h`, `1h30m`; nil for anything else and for
  /// none.
  package static func minutes(parsing text: String) -> Int? {
    var minutes = 0
    var rest = text.lowercased()[...]
    if let end = rest.firstIndex(of: "h") {
      guard let hours = Int(rest[..<end]), (0...1000).contains(hours) else { return nil }
      minutes = hours * 60
      rest = rest[rest.index(after: end)...]
    }
    if rest.hasSuffix("m") { rest.removeLast() }
    if !rest.isEmpty {
      guard let more = Int(rest), (0...60_000).contains(more) else { return nil }
      minutes += more
    }
    return minutes > 0 ? minutes : nil
  }

  /// A length in words: `12 min`, `2 h`, `9 h 2 min`.
  package static func words(minutes: Int) -> String {
    let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
    if hours == 0 { return "\(rest) min" }
    return rest == 0 ? "\(hours) h" : "\(hours) h \(rest) min"
  }

  /// Counts words: runs of letters, digits and marks; ideographs, kana and hangul syllables by
  /// character, `charactersPerWord` to the word, rounded up; scripts without spaces by dictionary.
  package static func words(in text: some StringProtocol) -> Int {
    var words = 0
    var ideographs = 0
    var inWord = false
    var unspaced: [UInt8] = []
    for scalar in text.unicodeScalars {
      switch WordPart(scalar) {
      case .word:
        if !inWord { words += 1 }
        inWord = true
      case .letter where isCountedByCharacter(scalar.value):
        ideographs += 1
        inWord = false
      case .letter:
        if !inWord { unspaced.append(0x20) }
        unspaced += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
        inWord = true
      case .mark: continue
      case .other: if scalar != "'", scalar != "’" { inWord = false }
      }
    }
    if !unspaced.isEmpty { words += TextBreaks.wordEnds(in: unspaced).count }
    return words + (ideographs + charactersPerWord - 1) / charactersPerWord
  }

  static func isCountedByCharacter(_ value: UInt32) -> Bool {
    switch value {
    case 0x3040...0x30ff, 0x3400...0x4dbf, 0x4e00...0x9fff, 0xac00...0xd7a3, 0xf900...0xfaff,
      0x20000...0x3ffff:
      true
    default: false
    }
  }
}
