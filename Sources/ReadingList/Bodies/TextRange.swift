/// A stretch of the text of one block, in the unit of `ReadingPosition`: grapheme clusters.
///
/// Small, since every run of typeset text has one.
package struct TextRange: Hashable, Sendable {
  /// Index into `ArticleBody.textBlocks`.
  package var block: Int32
  /// The first character, and the one after the last; never below the first.
  package var lower: Int32, upper: Int32

  /// Makes a range of a block's characters; what 32 bits cannot hold is cut off.
  package init(block: Int, _ characters: Range<Int>) {
    self.block = Int32(clamping: block)
    lower = Int32(clamping: characters.lowerBound)
    upper = Int32(clamping: characters.upperBound)
  }

  /// How many characters it has.
  package var count: Int { Int(upper - lower) }

  /// Where it begins.
  package var start: ReadingPosition { ReadingPosition(block: Int(block), offset: Int(lower)) }

  /// Where it ends; exclusive.
  package var end: ReadingPosition { ReadingPosition(block: Int(block), offset: Int(upper)) }

  /// Returns the part of a range in this block; nil if there is none.
  package func part(of place: Range<ReadingPosition>) -> TextRange? {
    guard place.lowerBound < end, start < place.upperBound else { return nil }
    let first = max(start, place.lowerBound).offset
    return TextRange(block: Int(block), first..<max(first, min(end, place.upperBound).offset))
  }
}
