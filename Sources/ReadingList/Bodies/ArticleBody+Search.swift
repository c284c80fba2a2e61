extension ArticleBody {
  /// Where a text occurs, in order and without overlaps.
  ///
  /// Compared is as `Query.folded` makes it. White space of any kind is one, a line break too; what is
  /// not seen, like a soft hyphen, does not count. A range has whole characters; none reaches over the
  /// end of its block. Takes time in proportion to the body.
  package func ranges(of text: String) -> [TextRange] {
    let needle = FoldedText(text).bytes
    guard !needle.isEmpty else { return [] }
    var found: [TextRange] = []
    for (block, text) in textBlocks.enumerated() {
      let hay = FoldedText(text)
      let places = hay.places(of: needle)
      guard !places.isEmpty else { continue }
      var next = places[...]
      var lower: Int?
      var end = 0
      for (offset, character) in text.enumerated() {
        guard let place = next.first else { break }
        end += character.utf8.count
        if lower == nil, place.lowerBound < end { lower = offset }
        // One character may hold the end of a match and the beginning of the next.
        while let start = lower, let place = next.first, place.upperBound <= end {
          found.append(TextRange(block: block, start..<(offset + 1)))
          next.removeFirst()
          lower = next.first.flatMap { $0.lowerBound < end ? offset : nil }
        }
      }
    }
    return found
  }
}

extension ArticleBody {
  /// Where words begin that begin with one of some texts, in order and without overlaps; compared as in
  /// `ranges(of:)`.
  ///
  /// Writing without spaces has no beginnings of words to see: there the texts are found anywhere.
  package func ranges(ofWords words: [String]) -> [TextRange] {
    let all = words.flatMap { ranges(of: $0) }.sorted {
      ($0.block, $0.lower, -$0.upper) < ($1.block, $1.lower, -$1.upper)
    }
    guard !all.isEmpty else { return [] }
    let blocks = textBlocks
    var found: [TextRange] = []
    var block: (number: Int32, characters: [Character]) = (-1, [])
    for range in all {
      if range.block != block.number {
        block = (range.block, Array(blocks[Int(range.block)]))
      }
      let before = range.lower > 0 ? block.characters[Int(range.lower) - 1] : " "
      let joins = { (character: Character) in
        character.isASCII ? character.isLetter || character.isNumber : character.isCased
      }
      guard !(joins(before) && joins(block.characters[Int(range.lower)])) else { continue }
      if let last = found.last, last.block == range.block, last.upper > range.lower { continue }
      found.append(range)
    }
    return found
  }
}

/// A text made comparable, which remembers where each byte comes from.
private struct FoldedText {
  private(set) var bytes: [UInt8] = []
  /// For each byte, the first byte of its scalar in the text.
  private var origins: [Int32] = []

  init(_ text: String) {
    bytes.reserveCapacity(text.utf8.count)
    origins.reserveCapacity(text.utf8.count)
    var offset: Int32 = 0
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x41...0x5a: append(UInt8(scalar.value | 0x20), offset)
      case 0x09...0x0d: append(0x20, offset)
      case 0x20..<0x7f: append(UInt8(scalar.value), offset)
      default: fold(scalar, offset)
      }
      offset += Int32(UTF8.width(scalar))
    }
  }

  private mutating func append(_ byte: UInt8, _ offset: Int32) {
    bytes.append(byte)
    origins.append(offset)
  }

  private mutating func fold(_ scalar: Unicode.Scalar, _ offset: Int32) {
    let properties = scalar.properties
    if properties.isWhitespace {
      append(0x20, offset)
    } else if scalar.value >= 0x80, !properties.isDefaultIgnorableCodePoint,
      properties.generalCategory != .control
    {
      for byte in Query.folded(String(scalar)).utf8 { append(byte, offset) }
    }
  }

  /// The bytes of the text from the first of each occurrence to that of the last scalar, exclusive of the
  /// bytes after its first.
  func places(of needle: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    guard let first = needle.first, bytes.count >= needle.count else { return found }
    var start = 0
    while start <= bytes.count - needle.count {
      if bytes[start] == first, bytes[start..<(start + needle.count)].elementsEqual(needle) {
        found.append(Int(origins[start])..<(Int(origins[start + needle.count - 1]) + 1))
        start += needle.count
      } else {
        start += 1
      }
    }
    return found
  }
}
