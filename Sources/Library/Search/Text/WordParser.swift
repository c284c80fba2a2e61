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
  /// The signs between it and the word before it, where nothing else is: the `::` of `std::vector`; or a dot
  /// alone that it begins with.
  var before: Signs
  /// The signs that it ends with: those of `C++` and `F#`.
  var after: Signs

  /// How the word is written with its signs: with those before it and the word before them, and with those after it.
  func joints(_ bytes: some Sequence<UInt8>, after before: [UInt8]) -> [[UInt8]] {
    if self.before.isEmpty, after.isEmpty { return [] }
    var joints: [[UInt8]] = []
    let (first, last) = (self.before, after)
    if !first.isEmpty { joints.append((first.isAtBeginning ? [] : before) + first.bytes + bytes) }
    if !last.isEmpty { joints.append(bytes + last.bytes) }
    return joints.map { Array($0.prefix(WordParser.maxLength)) }
  }

  /// FNV's.
  fileprivate static let seed: UInt64 = 0xcbf2_9ce4_8422_2325, factor: UInt64 = 0x100_0000_01b3
}

/// Signs that belong to how a word is written, such as those in `C++`, `node.js` and `O_NONBLOCK`: up to three of ASCII.
struct Signs: Equatable {
  /// The first in the lowest byte.
  private(set) var packed: UInt32 = 0

  /// No word belongs to what stands before this one.
  private static let atBeginning: UInt32 = 1 << 24
  var isAtBeginning: Bool { packed & Self.atBeginning != 0 }

  static let none = Signs()
  private static let maxCount = 3

  var isEmpty: Bool { packed == 0 }

  var bytes: [UInt8] {
    (0..<Self.maxCount).map { UInt8(truncatingIfNeeded: packed >> UInt32(8 * $0)) }.filter {
      $0 != 0
    }
  }

  /// The signs between two words; none if there is anything else, or too much.
  fileprivate init(between text: Slice<UnsafeBufferPointer<UInt8>>) {
    guard text.count <= Self.maxCount, text.allSatisfy(Self.has) else { return }
    packed = text.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The dot that a word begins with, as in `.NET`.
  fileprivate init(_ text: UnsafeBufferPointer<UInt8>, beforeWordAt start: Int) {
    guard start > 0, text[start - 1] == UInt8(ascii: "."), text[start] > UInt8(ascii: "9") else {
      return
    }
    if start > 1 {
      let before = text[start - 2]
      guard before < 0x80, !Self.isWord(before), !Self.has(before) else { return }
    }
    packed = UInt32(UInt8(ascii: ".")) | Self.atBeginning
  }

  /// The signs that a word ends with; one alone is none within a word.
  fileprivate init(_ text: UnsafeBufferPointer<UInt8>, afterWordAt end: Int) {
    func isEnding(_ place: Int) -> Bool {
      place < text.count && (text[place] == UInt8(ascii: "+") || text[place] == UInt8(ascii: "#"))
    }
    guard isEnding(end) else { return }
    var last = end + 1
    while last - end <= Self.maxCount, isEnding(last) { last += 1 }
    let isWithin = last < text.count && (text[last] >= 0x80 || Self.isWord(text[last]))
    if last - end == 1, isWithin { return }
    packed = Signs(between: text[end..<last]).packed
  }

  private init() {}

  fileprivate static func isWord(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 97 < 26 || byte &- 48 < 10
  }

  /// Hyphens, commas, slashes and apostrophes are none, as they are written variously.
  private static func has(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "_"), UInt8(ascii: "\\"),
      UInt8(ascii: "+"), UInt8(ascii: "#"), UInt8(ascii: "@"), UInt8(ascii: "&"), UInt8(ascii: "$"),
      UInt8(ascii: "*"), UInt8(ascii: "="), UInt8(ascii: "~"), UInt8(ascii: "%"), UInt8(ascii: "|"),
      UInt8(ascii: "<"), UInt8(ascii: ">"):
      true
    default: false
    }
  }
}

/// Parts text into the words that are indexed: folded, and cut after `longest` bytes; see `WordPart`.
struct WordParser {
  /// The most bytes of a folded word.
  static let maxLength = 96

  /// The word that is being read.
  private struct Pending {
    let bytes: UnsafeMutablePointer<UInt8>
    var count = 0
    var start = 0
    private var hash = ParsedWord.seed
    /// Where the word before it ended; -1 where there is none, or a letter.
    private var last = -1

    init(_ bytes: UnsafeMutablePointer<UInt8>) { self.bytes = bytes }

    @inline(__always) mutating func add(_ byte: UInt8) {
      bytes[count] = byte
      count += 1
      hash = (hash ^ UInt64(byte)) &* ParsedWord.factor
    }

    mutating func add(_ folded: [UInt8]) {
      if count + folded.count <= WordParser.maxLength { for byte in folded { add(byte) } }
    }

    /// Gives the word up and begins again.
    mutating func end(
      _ text: UnsafeBufferPointer<UInt8>, at end: Int, isLetter: Bool = false,
      isJoined: Bool = false
    ) -> ParsedWord {
      defer {
        last = isLetter ? -1 : end
        count = 0
        hash = ParsedWord.seed
      }
      var before = Signs.none
      // Nearly all words stand behind a space.
      if !isLetter, start > 0, text[start - 1] != 32 {
        if last >= 0 { before = Signs(between: text[last..<start]) }
        if before.isEmpty { before = Signs(text, beforeWordAt: start) }
      }
      return ParsedWord(
        range: start..<end, isJoined: isJoined, isLetter: isLetter, hash: hash, before: before,
        after: isLetter ? .none : Signs(text, afterWordAt: end))
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
        let count = word.count
        if count > 0 {
          let ended = word.end(text, at: place)
          guard body(UnsafeBufferPointer(start: word.bytes, count: count), ended) else { return }
        }
        if let scalar, scalar.part == .letter {
          word.start = place
          word.add(whole ?? scalar.bytes)
          let isJoined = lastLetter == place
          lastLetter = next
          let count = word.count
          let letter = word.end(text, at: next, isLetter: true, isJoined: isJoined)
          guard body(UnsafeBufferPointer(start: word.bytes, count: count), letter) else { return }
        }
      }
      place = next
    }
    let count = word.count
    if count > 0 {
      let ended = word.end(text, at: place)
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
