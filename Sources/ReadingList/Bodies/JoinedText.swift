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
  /// In each block, the bytes that every `stride`th character begins at.
  private let marks: [[Int]]
  private static let stride = 256

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
    marks = blocks.map { block in
      var marks = [0]
      var index = block.startIndex
      while let next = block.index(index, offsetBy: Self.stride, limitedBy: block.endIndex) {
        index = next
        marks.append(block.utf8.distance(from: block.startIndex, to: next))
      }
      return marks
    }
  }

  /// The bytes of a stretch; nil where the text has no such positions, or nothing between them.
  package func bytes(of place: Range<ReadingPosition>) -> Range<Int>? {
    guard let start = offset(of: place.lowerBound), let end = offset(of: place.upperBound),
      start < end
    else { return nil }
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

  /// The byte that a position stands before; nil if the text has no such position.
  private func offset(of position: ReadingPosition) -> Int? {
    guard position.block < blocks.count else { return nil }
    let text = blocks[position.block]
    let mark = min(position.offset / Self.stride, marks[position.block].count - 1)
    let rest = position.offset - mark * Self.stride
    let start = text.utf8.index(text.startIndex, offsetBy: marks[position.block][mark])
    return text.index(start, offsetBy: rest, limitedBy: text.endIndex).map {
      starts[position.block] + text.utf8.distance(from: text.startIndex, to: $0)
    }
  }

  /// A byte near a position: the one it stands before, else the end of its block or of the text.
  func offset(near position: ReadingPosition) -> Int {
    offset(of: position)
      ?? (position.block < blocks.count
        ? starts[position.block] + blocks[position.block].utf8.count : bytes.count)
  }

  /// Where bytes stand, widened to whole characters; the range may not be empty.
  func place(of range: Range<Int>) -> Range<ReadingPosition> {
    let first = character(at: range.lowerBound).lowerBound
    return first..<max(first, character(at: range.upperBound - 1).upperBound)
  }

  /// Where the character begins and ends that has a byte; the line feed after a block stands at its end.
  private func character(at byte: Int) -> Range<ReadingPosition> {
    let block = max(0, starts.partitioningIndex { $0 > byte } - 1)
    let text = blocks[block]
    let index = text.utf8.index(text.startIndex, offsetBy: byte - starts[block])
    let mark = marks[block].partitioningIndex { $0 > byte - starts[block] } - 1
    let start = text.utf8.index(text.startIndex, offsetBy: marks[block][mark])
    // Within a character an index counts as its beginning.
    let offset = mark * Self.stride + text.distance(from: start, to: index)
    return Range(block: block, offset..<(index == text.endIndex ? offset : offset + 1))
  }
}
