/// Units by which a selection moves.
package enum TextUnit: Hashable, Sendable {
  case character, word
  /// A whole block, without white space around it.
  case paragraph
}

/// Words and paragraphs of a text, by where they are.
package struct TextUnits: Sendable {
  private let blocks: [String]

  /// Over text blocks, as `ArticleBody.textBlocks` has them.
  package init(_ blocks: [String]) { self.blocks = blocks }

  /// The unit that has a position; where it lies between two, the next one of its block, else the last.
  ///
  /// - Returns: nil where the block has none.
  package func unit(_ unit: TextUnit, at position: ReadingPosition) -> Range<ReadingPosition>? {
    let units = self.units(unit, in: position.block)
    let next = units.partitioningIndex { $0.upperBound > position.offset }
    return (next < units.count ? units[next] : units.last).map { Range(block: position.block, $0) }
  }

  /// The first unit that ends after a position.
  package func next(_ unit: TextUnit, after position: ReadingPosition) -> Range<ReadingPosition>? {
    for block in position.block..<max(position.block, blocks.count) {
      let least = block == position.block ? position.offset : 0
      let units = self.units(unit, in: block)
      let next = units.partitioningIndex { $0.upperBound > least }
      if next < units.count { return Range(block: block, units[next]) }
    }
    return nil
  }

  /// The last unit that begins before a position.
  package func previous(
    _ unit: TextUnit, before position: ReadingPosition
  ) -> Range<ReadingPosition>? {
    for block in (0...max(0, min(position.block, blocks.count - 1))).reversed() {
      let most = block == position.block ? position.offset : Int.max
      let units = self.units(unit, in: block)
      let next = units.partitioningIndex { $0.lowerBound >= most }
      if next > 0 { return Range(block: block, units[next - 1]) }
    }
    return nil
  }

  private func units(_ unit: TextUnit, in block: Int) -> [Range<Int>] {
    guard blocks.indices.contains(block) else { return [] }
    let characters = Array(blocks[block])
    return switch unit {
    case .character: characters.indices.map { $0..<($0 + 1) }
    case .word: Self.words(characters)
    case .paragraph:
      if let first = characters.firstIndex(where: { !$0.isWhitespace }),
        let last = characters.lastIndex(where: { !$0.isWhitespace })
      {
        [first..<(last + 1)]
      } else {
        []
      }
    }
  }

  /// Words, and between them, where there are none, what stands between white space.
  private static func words(_ characters: [Character]) -> [Range<Int>] {
    var bytes: [UInt8] = []
    // The character that each byte belongs to, and the one after the last.
    var owners: [Int] = []
    for (index, character) in characters.enumerated() {
      bytes += character.utf8
      while owners.count < bytes.count { owners.append(index) }
    }
    owners.append(characters.count)
    var words: [Range<Int>] = []
    var next = 0
    for end in TextBreaks.wordEnds(in: bytes) {
      let last = owners[end - 1] + 1
      guard last > next else { continue }
      let first = (next..<last).first { characters[$0].isLetter || characters[$0].isNumber }
      words.append((first ?? last - 1)..<last)
      next = last
    }
    guard words.isEmpty else { return words }
    return characters.indices.split { characters[$0].isWhitespace }.map {
      $0.startIndex..<$0.endIndex
    }
  }
}
