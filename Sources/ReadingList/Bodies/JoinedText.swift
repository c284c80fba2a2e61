/// The text blocks of a body as one text, a line feed between each two, and where in it positions are.
package struct JoinedText: Sendable {
  /// The blocks, as `ArticleBody.textBlocks` has them.
  package let blocks: [String]
  /// The text.
  package let text: String
  /// Its UTF-8.
  let bytes: [UInt8]
  /// The first byte of each block.
  private let starts: [Int]

  /// Joins blocks.
  package init(_ blocks: [String]) {
    self.blocks = blocks
    text = blocks.joined(separator: "\n")
    bytes = Array(text.utf8)
    var next = 0
    starts = blocks.map { block in
      defer { next += block.utf8.count + 1 }
      return next
    }
  }

  /// The bytes of a stretch; nil where the text has no such positions, or nothing between them.
  package func bytes(of place: Range<ReadingPosition>) -> Range<Int>? {
    let found = offsets(of: [place.lowerBound, place.upperBound])
    guard let start = found[place.lowerBound], let end = found[place.upperBound], start < end else {
      return nil
    }
    return start..<end
  }

  /// Returns the text of some bytes.
  package func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// A little of the text before a byte, at least 32 characters of it in most writing.
  func context(before byte: Int) -> String {
    var start = max(0, byte - Self.contextBytes)
    while start < byte, bytes[start] & 0xc0 == 0x80 { start += 1 }
    return text(start..<byte)
  }

  /// A little of the text from a byte on.
  func context(after byte: Int) -> String {
    var end = min(bytes.count, byte + Self.contextBytes)
    while end > byte, end < bytes.count, bytes[end] & 0xc0 == 0x80 { end -= 1 }
    return text(byte..<end)
  }

  /// A character can have any number of marks.
  static let contextBytes = 512

  /// The byte that each position stands before; without those that the text does not have.
  ///
  /// Each block is gone through once, however many positions it has.
  func offsets(of positions: [ReadingPosition]) -> [ReadingPosition: Int] {
    var found: [ReadingPosition: Int] = [:]
    let sorted = Set(positions).filter { $0.block < blocks.count }.sorted()
    var next = sorted[...]
    while let block = next.first?.block {
      let text = blocks[block]
      var (index, character) = (text.startIndex, 0)
      while let position = next.first, position.block == block {
        next.removeFirst()
        while character < position.offset, index < text.endIndex {
          index = text.index(after: index)
          character += 1
        }
        guard character == position.offset else { continue }
        found[position] = starts[block] + text.utf8.distance(from: text.startIndex, to: index)
      }
    }
    return found
  }

  /// A byte near a position: the one it stands before, else the end of its block or of the text.
  func offset(near position: ReadingPosition, in known: [ReadingPosition: Int]) -> Int {
    known[position]
      ?? (position.block < blocks.count
        ? starts[position.block] + blocks[position.block].utf8.count : bytes.count)
  }

  /// Where bytes stand, widened to whole characters; no range may be empty.
  package func places(of ranges: [Range<Int>]) -> [Range<ReadingPosition>] {
    let ends = Set(ranges.flatMap { [$0.lowerBound, $0.upperBound - 1] }).sorted()
    // Of the character that has a byte, where it begins and ends.
    var characters: [Int: Range<ReadingPosition>] = [:]
    var next = ends[...]
    while let first = next.first {
      let block = blockIndex(of: first)
      let start = starts[block]
      var end = start
      for (offset, character) in blocks[block].enumerated() {
        end += character.utf8.count
        while let byte = next.first, byte < end {
          next.removeFirst()
          characters[byte] =
            ReadingPosition(
              block: block, offset: offset)..<ReadingPosition(block: block, offset: offset + 1)
        }
        let last = start + blocks[block].utf8.count
        guard let byte = next.first, byte < last else { break }
      }
      // The line feed after a block stands at its end.
      if let byte = next.first, byte == end {
        next.removeFirst()
        let position = ReadingPosition(block: block, offset: blocks[block].count)
        characters[byte] = position..<position
      }
    }
    return ranges.map { range in
      let first = characters[range.lowerBound]?.lowerBound ?? .start
      return first..<max(first, characters[range.upperBound - 1]?.upperBound ?? .start)
    }
  }

  private func blockIndex(of byte: Int) -> Int {
    max(0, starts.partitioningIndex { $0 > byte } - 1)
  }
}
