import ReadingList
import Segmentation
import TerminalKit

/// Where lines may end.
extension LineBreaker {
  /// Whether a line may end after a unit.
  func mayBreak(after index: Int) -> Bool {
    let unit = units[index]
    guard index + 1 < units.count else { return true }
    let next = units[index + 1]
    // Inside a word, as most units are.
    if unit.kind == .word, next.kind == .word, addresses.isEmpty { return false }
    let before = index > 0 ? units[index - 1].kind : .space
    switch unit.kind {
    case .newline: return false
    case .softHyphen: return before.isLetter && next.kind.isLetter
    case .space, .tab:
      if before == .opening || staysWithWordBefore(index + 1) { return false }
      if before == .leftGuillemet, index < 2 || !units[index - 2].kind.isLetter { return false }
      // After a space the standard forbids hardly anything; what it does, it forbids among its own.
      return !next.kind.isForeign || breaks[index]
    default: break
    }
    if unit.kind.isForeign || next.kind.isForeign {
      if unit.kind == .hangul, next.kind.isLetter, next.kind != .foreign { return false }
      if next.kind == .hangul, unit.kind.isLetter, unit.kind != .foreign { return false }
      return breaks[index]
    }
    switch unit.kind {
    case .hyphen: return (before == .word || before == .digit) && next.kind == .word
    case .slash:
      if isInAddress(index) {
        return before != .slash && before != .closing && (next.kind == .word || next.kind == .digit)
      }
      return (before == .word || before == .digit) && next.kind == .word
    case .dash:
      return next.kind == .word || next.kind == .opening || next.kind == .quote
    default: return isInAddress(index) && isAddressSign(index + 1)
    }
  }

  func isInAddress(_ index: Int) -> Bool {
    let next = addresses.partitioningIndex { $0.lowerBound > index }
    return next > 0 && addresses[next - 1].contains(index)
  }

  /// Whether a unit begins a part of an address: `?`, `&` or `#`.
  func isAddressSign(_ index: Int) -> Bool {
    let span = spanStarts.lastIndex(notAbove: index)
    let bytes = text.spans[span].text.utf8
    let place = bytes.index(bytes.startIndex, offsetBy: Int(units[index].start))
    return "?&#".utf8.contains(bytes[place])
  }

  /// Whether what follows a space belongs to the word before it: punctuation between spaces, as French
  /// sets it, a closing guillemet, and a dash between two spaces.
  func staysWithWordBefore(_ index: Int) -> Bool {
    let after = index + 1 < units.count ? units[index + 1].kind : .newline
    let isAlone = after == .space || after == .newline
    return switch units[index].kind {
    case .closing, .dash: isAlone
    case .rightGuillemet: isAlone || after == .closing
    default: false
    }
  }

  /// Where Unicode lets lines end.
  static func breaks(
    in text: StyledText,
    _ units: [TextUnit],
    _ spanStarts: [Int]
  ) -> [Bool] {
    var bytes: [UInt8] = []
    var ends: [Int] = []
    ends.reserveCapacity(units.count)
    for (span, source) in text.spans.enumerated() {
      let base = bytes.count
      bytes += source.text.utf8
      let range = spanStarts[span]..<spanStarts[span + 1]
      for unit in range.dropFirst() { ends.append(base + Int(units[unit].start)) }
      if !range.isEmpty { ends.append(bytes.count) }
    }
    var breaks = [Bool](repeating: false, count: units.count)
    var unit = 0
    for place in TextBreaks.lineEnds(in: bytes) {
      while unit < ends.count, ends[unit] < place { unit += 1 }
      if unit < ends.count, ends[unit] == place { breaks[unit] = true }
    }
    return breaks
  }

  /// The units between spaces in which an address stands.
  static func addresses(
    in text: StyledText,
    _ units: [TextUnit],
    _ spanStarts: [Int]
  ) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for (span, source) in text.spans.enumerated() {
      let bytes = Array(source.text.utf8)
      var start = spanStarts[span]
      var colon = Int.min
      for unit in spanStarts[span]...spanStarts[span + 1] {
        let isEnd = unit == spanStarts[span + 1]
        if !isEnd, units[unit].kind == .slash, colon &+ 2 == unit, units[unit - 1].kind == .slash {
          // The scheme's two slashes: from here back to the space, and on to the next one.
          if ranges.last?.lowerBound != start { ranges.append(start..<unit) }
        } else if !isEnd, units[unit].kind == .closing, bytes[Int(units[unit].start)] == 0x3a {
          colon = unit
        } else if isEnd || units[unit].kind == .space || units[unit].kind == .newline {
          if let last = ranges.last, last.lowerBound == start, unit > start {
            ranges[ranges.count - 1] = start..<unit
          }
          start = unit + 1
        }
      }
    }
    return ranges
  }
}

extension TextUnit.Kind {
  fileprivate var isForeign: Bool { self == .foreign || self == .hangul }
  fileprivate var isLetter: Bool { self == .word || self == .digit || isForeign }
}
