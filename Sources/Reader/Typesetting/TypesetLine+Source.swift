package import ReadingList
import Terminal

extension TypesetLine {
  /// The columns of the line that show a stretch of the body's text, in visual order, with
  /// adjoining pieces joined.
  package func columns(of place: Range<ReadingPosition>) -> [Range<Int>] {
    var columns: [Range<Int>] = []
    var start = 0
    for run in runs {
      let width = run.text.displayWidth
      defer { start += width }
      guard let seen = run.characters(of: place) else { continue }
      let from = start + run.text.prefix(seen.lowerBound).displayWidth
      let end = from + run.text.dropFirst(seen.lowerBound).prefix(seen.count).displayWidth
      if let last = columns.last, last.upperBound == from {
        columns[columns.count - 1] = last.lowerBound..<end
      } else {
        columns.append(from..<end)
      }
    }
    return columns
  }

  /// From the first character of the body that the line sets to the last; nil if it sets none.
  ///
  /// Table cells are side by side, so the line may not set everything in between.
  package var extent: Range<ReadingPosition>? {
    var extent: Range<ReadingPosition>?
    for case let source? in runs.lazy.map(\.source) {
      let known = extent ?? source
      extent = min(known.lowerBound, source.lowerBound)..<max(known.upperBound, source.upperBound)
    }
    return extent
  }

  /// The body's character at a column, or nearest to it; nil if the line shows none.
  package func position(atColumn column: Int) -> ReadingPosition? {
    var nearest: (distance: Int, position: ReadingPosition)?
    var start = 0
    for run in runs {
      let width = run.text.displayWidth
      defer { start += width }
      guard let source = run.source, !source.isEmpty, width > 0 else { continue }
      let distance = max(start - column, column - (start + width - 1), 0)
      guard distance < nearest?.distance ?? .max else { continue }
      var left = min(max(0, column - start), width - 1)
      var index = 0
      for character in run.text {
        left -= character.displayWidth
        if left < 0 { break }
        index += 1
      }
      nearest = (distance, run.position(ofCharacter: index, source: source))
    }
    return nearest?.position
  }

  func sets(_ position: ReadingPosition) -> Bool {
    runs.contains { $0.source?.contains(position) ?? false }
  }
}

extension TypesetLine.Run {
  /// The piece's characters that show text of the body.
  func characters(of place: Range<ReadingPosition>) -> Range<Int>? {
    guard let source, source.overlaps(place) else { return nil }
    let part = source.clamped(to: place)
    let count = text.count
    let seen = min(count, source.length)
    let lower = part.lowerBound.offset - source.lowerBound.offset
    let reach = part.upperBound.offset - source.lowerBound.offset
    let upper = reach == source.length ? count : min(reach, seen)
    guard lower < upper, lower < seen else { return nil }
    return isReversed ? (count - upper)..<(count - lower) : lower..<upper
  }

  /// The body's position of a character of the piece.
  func position(ofCharacter index: Int, source: Range<ReadingPosition>) -> ReadingPosition {
    let count = text.count
    let offset = isReversed ? count - 1 - index : index
    return ReadingPosition(
      block: source.block,
      offset: source.lowerBound.offset + min(max(0, offset), source.length - 1))
  }
}
