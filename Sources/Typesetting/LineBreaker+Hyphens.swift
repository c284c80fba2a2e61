import TerminalKit

/// Parting words.
extension LineBreaker {
  /// Where the word at the end of a line is parted.
  ///
  /// - Parameters:
  ///   - range: the last part of the line that cannot be broken otherwise; what follows does not fit.
  ///   - room: columns that the line has left after it.
  /// - Returns: the first unit of the next line; nil where the word stays whole.
  func hyphenated(_ range: Range<Int>, room: Int) -> Int? {
    guard let hyphenation, levels.isEmpty, let word = word(at: range) else { return nil }
    // From the end back to where there is room for a hyphen.
    var room = room
    var end = range.upperBound
    for place in hyphenation.places(in: word.letters).reversed() {
      let next = word.start + place
      guard range.lowerBound < next, next <= range.upperBound else { continue }
      while end > next {
        end -= 1
        room += Int(units[end].width)
      }
      if room > 0 { return next }
    }
    return nil
  }

  /// The word that goes over the end of a line; nil where there is none, or it belongs to an address, to code or to
  /// a number.
  private func word(at range: Range<Int>) -> (start: Int, letters: [Unicode.Scalar])? {
    var (start, end) = (range.upperBound, range.upperBound)
    // It may have begun on the line before.
    while start > 0, isLetter(start - 1), end - start < Self.maxWordLength { start -= 1 }
    while end < units.count, isLetter(end), end - start < Self.maxWordLength { end += 1 }
    guard start < range.upperBound, start == 0 || mayStandBeside(start - 1, step: -1),
      end == units.count || mayStandBeside(end, step: 1), !isInAddress(start), !isCode(start),
      !isCode(end - 1)
    else { return nil }
    let letters = (start..<end).compactMap { scalar(of: $0) }
    return letters.count == end - start ? (start, letters) : nil
  }

  /// Whether a sign may stand beside a word that is parted.
  private func mayStandBeside(_ index: Int, step: Int) -> Bool {
    switch units[index].kind {
    case .digit, .slash, .softHyphen, .foreign, .hangul: return false
    case .closing:
      // As in the name of a host.
      let next = index + step
      return !units.indices.contains(next)
        || ![.word, .digit, .slash].contains(units[next].kind)
    default: return true
    }
  }

  /// Words are looked at no further.
  private static let maxWordLength = 80

  /// Whether a unit belongs to a word, as an apostrophe does not.
  private func isLetter(_ index: Int) -> Bool {
    units[index].kind == .word && units[index].width == 1 && scalar(of: index) != "'"
  }

  /// Whether a unit is of code.
  func isCode(_ index: Int) -> Bool {
    text.spans[spanStarts.lastIndex(notAbove: index)].style.role == .code
  }

  /// The scalar that is all of a unit; nil where there are several.
  private func scalar(of index: Int) -> Unicode.Scalar? {
    let span = spanStarts.lastIndex(notAbove: index)
    let own = text.spans[span].text
    let start = own.utf8.index(own.startIndex, offsetBy: Int(units[index].start))
    let isLast = index + 1 == spanStarts[span + 1]
    let end =
      isLast
      ? own.endIndex
      : own.utf8.index(start, offsetBy: Int(units[index + 1].start - units[index].start))
    let scalar = own.unicodeScalars[start]
    return own.unicodeScalars.index(after: start) == end ? scalar : nil
  }
}
