/// A stretch of a text that is being selected.
///
/// It reaches from where it began, which stays selected, to where one goes, on or back.
package struct TextSelection: Sendable {
  /// The selected range; never empty.
  package private(set) var extent: Range<ReadingPosition>
  private var anchor: Range<ReadingPosition>
  private let units: TextUnits

  /// Selects the word at a position, or the next one; nil where the text has none from there on.
  package init?(at position: ReadingPosition, in blocks: [String]) {
    let units = TextUnits(blocks)
    guard let word = units.unit(.word, at: position) ?? units.next(.word, after: position) else {
      return nil
    }
    (extent, anchor, self.units) = (word, word, units)
  }

  /// Selects the word at a position, or the character where there is no word.
  package init?(dragFrom position: ReadingPosition, in blocks: [String]) {
    let units = TextUnits(blocks)
    guard let start = Self.dragged(to: position, units) else { return nil }
    (extent, anchor, self.units) = (start, start, units)
  }

  /// The end that moves, as the character that it is.
  package var end: ReadingPosition {
    guard !isBackward else { return extent.lowerBound }
    let upper = extent.upperBound
    return ReadingPosition(block: upper.block, offset: upper.offset - 1)
  }

  private var isBackward: Bool { extent.lowerBound < anchor.lowerBound }

  /// Lets the other end move; of what one has not gone from yet, both do.
  package mutating func swapEnds() {
    guard extent != anchor else { return }
    let other = isBackward ? extent.lowerBound : end
    anchor = units.unit(.character, at: other) ?? anchor
  }

  /// Goes so many units on, or back.
  package mutating func go(_ unit: TextUnit, by count: Int) {
    for _ in 0..<min(abs(count), 10_000) {
      let before = extent
      if count > 0 { goOn(unit) } else { goBack(unit) }
      if extent == before { return }
    }
  }

  private mutating func goOn(_ unit: TextUnit) {
    if isBackward {
      var next = units.next(unit, after: extent.lowerBound)
      if let here = next, here.lowerBound <= extent.lowerBound {
        next = units.next(unit, after: here.upperBound)
      }
      let start = min(next?.lowerBound ?? anchor.lowerBound, anchor.lowerBound)
      extent = max(start, extent.lowerBound)..<extent.upperBound
    } else if let next = units.next(unit, after: extent.upperBound) {
      extent = extent.lowerBound..<next.upperBound
    }
  }

  private mutating func goBack(_ unit: TextUnit) {
    guard !isBackward, extent.upperBound > anchor.upperBound else {
      if let previous = units.previous(unit, before: extent.lowerBound) {
        extent = previous.lowerBound..<extent.upperBound
      }
      return
    }
    var last = units.previous(unit, before: extent.upperBound)
    if let here = last, here.upperBound >= extent.upperBound {
      last = units.previous(unit, before: here.lowerBound)
    }
    let upper = max(last?.upperBound ?? anchor.upperBound, anchor.upperBound)
    extent = extent.lowerBound..<upper
  }

  /// Moves the end to the word at a position.
  package mutating func go(to position: ReadingPosition) {
    if let word = units.unit(.word, at: position) { reach(word) }
  }

  /// Moves the end to the word at a position, or to the character where there is no word.
  package mutating func drag(to position: ReadingPosition) {
    if let goal = Self.dragged(to: position, units) { reach(goal) }
  }

  private static func dragged(
    to position: ReadingPosition, _ units: TextUnits
  ) -> Range<ReadingPosition>? {
    if let word = units.unit(.word, at: position), word.contains(position) { return word }
    return units.unit(.character, at: position)
  }

  private mutating func reach(_ goal: Range<ReadingPosition>) {
    if goal.lowerBound < anchor.lowerBound {
      extent = goal.lowerBound..<anchor.upperBound
    } else {
      extent = anchor.lowerBound..<max(goal.upperBound, anchor.upperBound)
    }
  }
}
