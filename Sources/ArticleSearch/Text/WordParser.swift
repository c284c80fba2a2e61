import ReadingList

/// A word of a text, besides its folded bytes.
struct ParsedWord {
  /// Where it stands in the text.
  var range: Range<Int>
  /// How many bytes its first one, two and three letters have when folded; 0 where it has no more.
  var beginnings: (UInt8, UInt8, UInt8)
  /// Whether it is a letter of a script without spaces that follows another at once.
  var isJoined: Bool
  /// Whether it is a letter of a script without spaces.
  var isLetter: Bool
  /// Tells it from other words.
  var hash: UInt64

  /// What it is in the strings of codes that phrases are looked for in; never 0.
  var code: UInt16 {
    let code = UInt16(truncatingIfNeeded: hash ^ hash >> 32 ^ hash >> 48)
    return code == 0 ? 1 : code
  }
}

/// Parts text into the words that are indexed: folded, and cut after `longest` bytes.
///
/// Letters, digits and marks make words, all else parts them. In scripts without spaces each letter is a
/// word, so that any string is found as a phrase of letters.
struct WordParser {
  /// The most bytes of a folded word.
  static let maxLength = 96

  private enum Kind { case other, word, mark, letter }

  /// A scalar's kind, and what it folds to: up to 8 bytes, the first one lowest.
  private struct Scalar {
    var kind: Kind
    var count: Int
    var bytes: UInt64
  }

  /// The word that is being read.
  private struct Pending {
    let bytes: UnsafeMutablePointer<UInt8>
    var count = 0
    var start = 0
    private var letters = 0
    private var beginnings: (UInt8, UInt8, UInt8) = (0, 0, 0)
    private var hash = Self.seed

    private static let seed: UInt64 = 0xcbf2_9ce4_8422_2325

    init(_ bytes: UnsafeMutablePointer<UInt8>) { self.bytes = bytes }

    @inline(__always)
    mutating func add(_ byte: UInt8) {
      bytes[count] = byte
      count += 1
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }

    @inline(__always)
    mutating func endLetter() {
      letters += 1
      switch letters {
      case 1: beginnings.0 = UInt8(count)
      case 2: beginnings.1 = UInt8(count)
      case 3: beginnings.2 = UInt8(count)
      default: break
      }
    }

    mutating func add(_ scalar: Scalar) {
      guard count + scalar.count <= WordParser.maxLength else { return }
      for index in 0..<scalar.count {
        add(UInt8(truncatingIfNeeded: scalar.bytes >> UInt64(8 * index)))
      }
    }

    /// Gives the word up and begins again.
    mutating func end(at end: Int, isLetter: Bool, isJoined: Bool) -> ParsedWord {
      defer {
        count = 0
        letters = 0
        beginnings = (0, 0, 0)
        hash = Self.seed
      }
      return ParsedWord(
        range: start..<end,
        beginnings: beginnings,
        isJoined: isJoined,
        isLetter: isLetter,
        hash: hash
      )
    }
  }

  private var scalars: [UInt32: Scalar] = [:]

  /// Calls `body` with each word, its bytes first, until it says no.
  mutating func parse(
    _ text: UnsafeBufferPointer<UInt8>,
    _ body: (UnsafeBufferPointer<UInt8>, ParsedWord) -> Bool
  ) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.maxLength) { buffer in
      guard let bytes = buffer.baseAddress else { return }
      parse(text, Pending(bytes), body)
    }
  }

  private mutating func parse(
    _ text: UnsafeBufferPointer<UInt8>,
    _ empty: Pending,
    _ body: (UnsafeBufferPointer<UInt8>, ParsedWord) -> Bool
  ) {
    var word = empty
    var place = 0
    var lastLetter = -1
    while place < text.count {
      let byte = text[place]
      if byte < 0x80 {
        let lower = byte &- 65 < 26 ? byte | 0x20 : byte
        if lower &- 97 < 26 || byte &- 48 < 10 {
          if word.count == 0 { word.start = place }
          if word.count < Self.maxLength {
            word.add(lower)
            word.endLetter()
          }
          place += 1
          continue
        }
      }
      let step = Self.length(byte, text.count - place)
      let scalar = byte < 0x80 ? nil : self.scalar(text, place, step)
      switch scalar?.kind ?? .other {
      case .word, .mark:
        if let scalar, word.count > 0 || scalar.kind == .word {
          if word.count == 0 { word.start = place }
          word.add(scalar)
          if scalar.kind == .word { word.endLetter() }
        }
      case .other, .letter:
        let count = word.count
        if count > 0 {
          let ended = word.end(at: place, isLetter: false, isJoined: false)
          guard body(UnsafeBufferPointer(start: word.bytes, count: count), ended) else { return }
        }
        if let scalar, scalar.kind == .letter {
          word.start = place
          word.add(scalar)
          let isJoined = lastLetter == place
          lastLetter = place + step
          let count = word.count
          let letter = word.end(at: lastLetter, isLetter: true, isJoined: isJoined)
          guard body(UnsafeBufferPointer(start: word.bytes, count: count), letter) else { return }
        }
      }
      place += step
    }
    let count = word.count
    if count > 0 {
      let ended = word.end(at: place, isLetter: false, isJoined: false)
      _ = body(UnsafeBufferPointer(start: word.bytes, count: count), ended)
    }
  }

  private static func length(_ byte: UInt8, _ rest: Int) -> Int {
    min(rest, byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4)
  }

  /// The scalar at a place; nil where there is none.
  private mutating func scalar(
    _ text: UnsafeBufferPointer<UInt8>,
    _ place: Int,
    _ length: Int
  ) -> Scalar? {
    guard length > 1 else { return nil }
    var value = UInt32(text[place]) & (0xff >> UInt32(length + 1))
    for index in 1..<length { value = value << 6 | UInt32(text[place + index] & 0x3f) }
    if let known = scalars[value] { return known }
    guard let scalar = Unicode.Scalar(value) else { return nil }
    let made = Self.made(scalar)
    scalars[value] = made
    return made
  }

  private static func made(_ scalar: Unicode.Scalar) -> Scalar {
    let folded = Array(Query.folded(String(scalar)).utf8.prefix(8))
    let bytes = folded.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Scalar(kind: kind(scalar), count: folded.count, bytes: bytes)
  }

  private static func kind(_ scalar: Unicode.Scalar) -> Kind {
    switch scalar.value {
    // Soft hyphen, joiners and variation selectors change no word.
    case 0xad, 0x200c, 0x200d, 0x2060, 0xfe00...0xfe0f: return .mark
    default: break
    }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark:
      return isUnspaced(scalar.value) ? .letter : .mark
    case .decimalNumber, .letterNumber, .otherNumber: return .word
    default: break
    }
    guard properties.isAlphabetic else { return .other }
    return isUnspaced(scalar.value) ? .letter : .word
  }

  /// Whether a letter is of a script whose words are not parted: Thai and its neighbors, Han, kana, hangul.
  private static func isUnspaced(_ value: UInt32) -> Bool {
    switch value {
    case 0xe00...0xeff, 0x1000...0x109f, 0x1780...0x17ff, 0x3005...0x3007, 0x3040...0x30ff,
      0x31f0...0x31ff, 0x3400...0x4dbf, 0x4e00...0x9fff, 0xac00...0xd7a3, 0xf900...0xfaff,
      0x20000...0x3ffff:
      true
    default: false
    }
  }
}

extension WordParser {
  /// The words of a text in a query, each with its folded bytes.
  static func words(of text: String, limit: Int = .max) -> [(bytes: [UInt8], word: ParsedWord)] {
    var words: [(bytes: [UInt8], word: ParsedWord)] = []
    var parser = WordParser()
    var text = text
    text.withUTF8 { bytes in
      parser.parse(bytes) { bytes, word in
        words.append((Array(bytes), word))
        return words.count < limit
      }
    }
    return words
  }
}
