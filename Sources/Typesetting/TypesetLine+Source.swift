package import ReadingList
import TerminalKit

extension TypesetLine {
  /// Columns of the line, counted from its beginning, in which text of the body is seen.
  ///
  /// - Parameter range: the text.
  /// - Returns: a range for each piece of it, in the order in which they are seen; none where the line shows
  ///   nothing of it.
  package func columns(of range: TextRange) -> [Range<Int>] {
    var columns: [Range<Int>] = []
    var start = 0
    for run in runs {
      let width = run.text.displayWidth
      if let seen = run.characters(of: range) {
        let from = start + run.text.prefix(seen.lowerBound).displayWidth
        columns.append(
          from..<(from + run.text.dropFirst(seen.lowerBound).prefix(seen.count).displayWidth)
        )
      }
      start += width
    }
    return columns
  }

  /// Whether the line sets the character at a position.
  func sets(_ position: ReadingPosition) -> Bool {
    runs.contains { run in
      guard let source = run.source else { return false }
      return source.start <= position && position < source.end
    }
  }
}

extension TypesetLine.Run {
  /// The characters of the piece, from its beginning, that show text of the body; nil where there are none.
  func characters(of range: TextRange) -> Range<Int>? {
    guard let source, source.block == range.block, range.lower < source.upper,
      source.lower < range.upper
    else { return nil }
    let count = text.count
    let seen = min(count, source.count - gapCount)
    let lower = seenCount(before: Int(max(range.lower, source.lower) - source.lower))
    let reach = Int(min(range.upper, source.upper) - source.lower)
    let upper = reach == source.count ? count : min(seenCount(before: reach), seen)
    guard lower < upper, lower < seen else { return nil }
    return isReversed ? (count - upper)..<(count - lower) : lower..<upper
  }

  /// How many of the first characters of the source are seen.
  private func seenCount(before offset: Int) -> Int {
    guard gapCount > 0 else { return offset }
    return offset - gaps.enumerated().count { $0.element + $0.offset < offset }
  }

  /// Adds the next piece, behind one character that is not seen; false where it must be a run of its own.
  ///
  /// All others of this run are seen, but for its gaps.
  mutating func join(behindGap piece: String, _ next: TextRange) -> Bool {
    guard let source else { return false }
    // Without what parted them, two characters may be one.
    let isASCII = (text.utf8.last ?? 0x80) | (piece.utf8.first ?? 0x80) < 0x80
    guard isASCII || (text.suffix(1) + piece.prefix(1)).count == 2,
      addGap(after: source.count - gapCount - 1)
    else { return false }
    // With no room to grow, which would be kept as long as the line.
    var joined = ""
    joined.reserveCapacity(text.utf8.count + piece.utf8.count)
    joined += text
    joined += piece
    text = joined
    self.source?.upper = next.upper
    return true
  }

  /// Adds the next unit in the order in which they are seen; false where that begins another run.
  mutating func join(_ piece: String, _ next: TextRange?, isReversed: Bool) -> Bool {
    guard let source, let next else {
      guard source == nil, next == nil else { return false }
      text += piece
      return true
    }
    guard isReversed == self.isReversed, source.block == next.block else { return false }
    let isWhole = text.count + gapCount == source.count
    if isReversed {
      // What is not seen stands at the end of the text that a run sets, which comes first here.
      guard next.upper == source.lower, !piece.isEmpty || text.isEmpty else { return false }
      self.source?.lower = next.lower
    } else {
      guard next.lower == source.upper, isWhole || piece.isEmpty else { return false }
      self.source?.upper = next.upper
    }
    text += piece
    return true
  }
}
