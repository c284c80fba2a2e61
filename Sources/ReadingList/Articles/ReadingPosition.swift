/// Where reading stands: the first visible character, independent of any width.
package struct ReadingPosition: Hashable, Comparable, Sendable {
  /// Index of the text block, counted over `ArticleBody.textBlocks`, from 0.
  package var block: Int
  /// Characters (grapheme clusters) into that block's plain text, from 0.
  package var offset: Int

  /// Makes a position; negative parts become 0.
  package init(block: Int, offset: Int) {
    self.block = max(0, block)
    self.offset = max(0, offset)
  }

  /// The beginning of the article.
  package static let start = ReadingPosition(block: 0, offset: 0)

  package static func < (a: ReadingPosition, b: ReadingPosition) -> Bool {
    (a.block, a.offset) < (b.block, b.offset)
  }
}

extension Range<ReadingPosition> {
  /// A stretch of the text of one block.
  package init(block: Int, _ characters: Range<Int>) {
    let start = ReadingPosition(block: block, offset: characters.lowerBound)
    self = start..<ReadingPosition(block: block, offset: characters.upperBound)
  }

  /// The block that it begins in.
  package var block: Int { lowerBound.block }

  /// How many characters a stretch of one block has.
  package var length: Int { upperBound.offset - lowerBound.offset }
}

/// How much of an article was read, as a whole percentage that never lies at its ends.
package struct Progress: Hashable, Comparable, Sendable {
  /// 0...100.
  package let percent: Int

  /// Clamps to 0...100.
  package init(percent: Int) { self.percent = min(100, max(0, percent)) }

  /// From a share 0...1, rounded; at least 0.95 counts as finished.
  package init(share: Double) {
    self.init(percent: share >= 0.95 ? 100 : Int(max(0, share) * 100 + 0.5))
  }

  /// Nothing read.
  package static let none = Progress(percent: 0)

  /// Begun and not finished.
  package var isUnderWay: Bool { (1..<100).contains(percent) }

  /// Read to the end.
  package var isFinished: Bool { percent == 100 }

  package static func < (a: Progress, b: Progress) -> Bool { a.percent < b.percent }
}
