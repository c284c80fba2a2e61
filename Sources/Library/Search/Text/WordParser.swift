import ReadingList

/// A word of a text, besides its folded bytes.
struct ParsedWord {
  /// Where it stands in the text.
  var range: Range<Int>
  /// Whether it is a letter of a script without spaces that follows another at once.
  var isJoined: Bool
  /// Whether it is a letter of a script without spaces.
  var isLetter: Bool
  /// Tells it from other words.
  var hash: UInt64

  /// FNV's.
  fileprivate static let seed: UInt64 = 0xcbf2_9ce4_8422_2325, factor: UInt64 = 0x100_0000_01b3
}

/// Parts text into the words that are indexed: folded, and cut after `maxLength` bytes; see `WordPart`.
struct WordParser {
  /// The most bytes of a folded word.
  static let maxLength = 96

  /// The word that is being read.
  private struct Pending {
    let bytes: UnsafeMutablePointer<UInt8>
    var count = 0
    var start = 0
    private var hash = ParsedWord.seed

    init(_ bytes: UnsafeMutablePointer<UInt8>) { self.bytes = bytes }

    @inline(__always) mutating func add(_ byte: UInt8) {
      bytes[count] = byte
      count += 1
      hash = (hash ^ UInt64(byte)) &* ParsedWord.factor
    }

    mutating func add(_ folded: [UInt8]) {
      if count + folded.count <= WordParser.maxLength { for byte in folded { add(byte) } }
    }

    /// Adds the signs after a single letter, as in `C++` and `F#`, of which one alone is none within a word; returns
    /// where they end.
    mutating func addSigns(_ text: UnsafeBufferPointer<UInt8>, at place: Int) -> Int {
      func isSign(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "+") || byte == UInt8(ascii: "#") }
      guard count == 1, bytes[0] > UInt8(ascii: "9"), isSign(text[place]) else { return place }
      let signs = text[place...].prefix(3).prefix(while: isSign)
      let next = signs.endIndex < text.count ? text[signs.endIndex] : 32
      let isWithin = next >= 0x80 || (next | 0x20) &- 97 < 26 || next &- 48 < 10
      if signs.count == 1, isWithin { return place }
      add(Array(signs))
      return signs.endIndex
    }

    /// Gives the word up and begins again.
    mutating func end(at end: Int, isLetter: Bool = false, isJoined: Bool = false) -> ParsedWord {
      defer {
        count = 0
        hash = ParsedWord.seed
      }
      return ParsedWord(range: start..<end, isJoined: isJoined, isLetter: isLetter, hash: hash)
    }
  }

  private var folding = ScalarFolding()

  /// Calls `body` with each word, its bytes first, until it says no.
  ///
  /// - Parameters:
  ///   - text: the words and what is between them.
  ///   - body: gets the folded bytes of a word, valid only while it runs, and the rest; says whether to go on.
  mutating func parse(
    _ text: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>, ParsedWord) -> Bool
  ) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.maxLength) { buffer in
      guard let bytes = buffer.baseAddress else { return }
      parse(text, Pending(bytes), body)
    }
  }

  private mutating func parse(
    _ text: UnsafeBufferPointer<UInt8>, _ empty: Pending,
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
          if word.count < Self.maxLength { word.add(lower) }
          place += 1
          continue
        }
        if word.count == 0 {
          place += 1
          continue
        }
      }
      let step = Self.length(byte, text.count - place)
      let scalar = byte < 0x80 ? nil : self.scalar(text, place, step)
      var next = place + step
      // Few letters are followed by what becomes part of them.
      var whole: [UInt8]?
      if scalar != nil, byte >= 0xe0 {
        while next < text.count, text[next] >= 0xe0 {
          let more = Self.length(text[next], text.count - next)
          guard self.scalar(text, next, more)?.continues == true else { break }
          next += more
        }
        if next > place + step {
          let letters = String(decoding: text[place..<next], as: UTF8.self)
          whole = Array(Query.folded(letters).utf8)
        }
      }
      switch scalar?.part ?? .other {
      case .word, .mark:
        if let scalar, word.count > 0 || scalar.part == .word {
          if word.count == 0 { word.start = place }
          word.add(whole ?? scalar.bytes)
        }
      case .other, .letter:
        if word.count > 0 {
          let end = word.addSigns(text, at: place)
          let count = word.count
          let ended = word.end(at: end)
          guard body(UnsafeBufferPointer(start: word.bytes, count: count), ended) else { return }
          next = max(next, end)
        }
        if let scalar, scalar.part == .letter {
          word.start = place
          word.add(whole ?? scalar.bytes)
          let isJoined = lastLetter == place
          lastLetter = next
          let count = word.count
          let letter = word.end(at: next, isLetter: true, isJoined: isJoined)
          guard body(UnsafeBufferPointer(start: word.bytes, count: count), letter) else { return }
        }
      }
      place = next
    }
    let count = word.count
    if count > 0 {
      let ended = word.end(at: place)
      _ = body(UnsafeBufferPointer(start: word.bytes, count: count), ended)
    }
  }

  private static func length(_ byte: UInt8, _ rest: Int) -> Int {
    min(rest, byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4)
  }

  /// The scalar at a place; nil where there is none.
  private mutating func scalar(
    _ text: UnsafeBufferPointer<UInt8>, _ place: Int, _ length: Int
  ) -> ScalarFolding.Folded? {
    guard length > 1 else { return nil }
    var value = UInt32(text[place]) & (0xff >> UInt32(length + 1))
    for index in 1..<length { value = value << 6 | UInt32(text[place + index] & 0x3f) }
    guard let scalar = Unicode.Scalar(value) else { return nil }
    return folding[scalar]
  }
}

extension WordParser {
  /// A word of a query with its folded bytes.
  typealias Word = (bytes: [UInt8], word: ParsedWord)

  /// The words of a text in a query.
  static func words(of text: String, limit: Int = .max) -> [Word] {
    var words: [Word] = []
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
