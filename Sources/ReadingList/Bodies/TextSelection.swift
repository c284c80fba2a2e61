/// A stretch of a text that is being selected.
///
/// At first it is a unit that moves through the text. Once its beginning is fixed, it reaches from there to
/// where one goes, on or back; where it began stays selected.
package struct TextSelection: Sendable {
  /// What is selected; never empty.
  package private(set) var extent: Range<ReadingPosition>
  /// Whether it grows and shrinks, and does not move.
  package private(set) var isFixed = false
  private var anchor: Range<ReadingPosition>
  private var units: TextUnits

  /// Selects the word at a position, or the next one; nil where the text has none from there on.
  package init?(at position: ReadingPosition, in blocks: [String]) {
    var units = TextUnits(blocks)
    guard let word = units.unit(.word, at: position) ?? units.next(.word, after: position) else {
      return nil
    }
    (extent, anchor, self.units) = (word, word, units)
  }

  /// Selects from the character at a position, which stays selected.
  package init?(from position: ReadingPosition, in blocks: [String]) {
    var units = TextUnits(blocks)
    guard let character = units.unit(.character, at: position) else { return nil }
    (extent, anchor, self.units) = (character, character, units)
    isFixed = true
  }

  /// The end that moves, as the character that it is.
  package var end: ReadingPosition {
    guard isFixed, !isBackward else { return extent.lowerBound }
    let upper = extent.upperBound
    return ReadingPosition(block: upper.block, offset: upper.offset - 1)
  }

  private var isBackward: Bool { extent.lowerBound < anchor.lowerBound }

  /// Fixes where it begins, or lets go of that.
  package mutating func toggleFixed() {
    isFixed.toggle()
    if !isFixed { extent = units.unit(.word, at: end) ?? extent }
    anchor = extent
  }

  /// Lets the other end move.
  package mutating func swapEnds() {
    isFixed = true
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
    guard isFixed else { return move(unit) { $0.next(unit, after: $1.upperBound) } }
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
    guard isFixed else { return move(unit) { $0.previous(unit, before: $1.lowerBound) } }
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

  /// Takes the unit that what is selected is a part of, else a neighbor.
  private mutating func move(
    _ unit: TextUnit,
    to neighbor: (inout TextUnits, Range<ReadingPosition>) -> Range<ReadingPosition>?
  ) {
    if unit == .character {
      // Within what is selected one goes from its first character.
      let first = units.unit(.character, at: extent.lowerBound) ?? extent
      extent = neighbor(&units, first) ?? first
    } else if let around = units.unit(unit, at: extent.lowerBound), around != extent,
      around.lowerBound <= extent.lowerBound, extent.upperBound <= around.upperBound
    {
      extent = around
    } else {
      extent = neighbor(&units, extent) ?? extent
    }
    anchor = extent
  }

  /// Goes to a place: to its word, or to the very character.
  package mutating func go(to position: ReadingPosition, by unit: TextUnit = .word) {
    guard let goal = units.unit(unit, at: position) else { return }
    if !isFixed {
      (extent, anchor) = (goal, goal)
    } else if goal.lowerBound < anchor.lowerBound {
      extent = goal.lowerBound..<anchor.upperBound
    } else {
      extent = anchor.lowerBound..<max(goal.upperBound, anchor.upperBound)
    }
  }
}
