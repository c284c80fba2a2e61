import Segmentation
import TerminalKit

/// A line that the breaker made: its pieces, its width, and its first character's offset in the text.
struct BrokenLine {
  var runs: [TypesetLine.Run]
  var width: Int
  var offset: Int
}

/// Breaks styled text into lines of a width.
///
/// Greedy, by Unicode Standard Annex 14, which ICU knows; letters of Latin, Greek and Cyrillic are broken
/// by a few of its rules, which are the same for them: at white space, after hyphens, dashes and slashes
/// inside words, and at soft hyphens. Beyond the standard, Korean words stay whole, a dash between spaces
/// and French punctuation stay with the word before, and addresses are broken before `?`, `&` and `#`.
/// Words longer than a line are cut. No line is wider than asked: a cluster that is wider than a whole
/// line becomes a question mark.
struct LineBreaker {
  private let text: StyledText
  private let units: [TextUnit]
  /// Whether Unicode lets a line end after each unit; empty where that need not be asked.
  private let breaks: [Bool]
  /// Units of addresses.
  private let addresses: [Range<Int>]
  /// The embedding level of each unit; empty where the terminal orders text.
  private let levels: [UInt8]
  /// Index of the first unit of each span, and of the end.
  private let spanStarts: [Int]
  /// What is shown instead of a unit's own text, where that differs.
  private let substitutes: [Int: String]

  /// Columns between tab stops in code.
  private static let tabStop = 4
  private static let placeholder = "?"

  /// Prepares a text.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - isCode: whether it is only broken where the width ends.
  ///   - isOrdered: whether lines are to be made in the order in which they are seen.
  init(_ text: StyledText, isCode: Bool = false, isOrdered: Bool = false) {
    self.text = text
    var scanner = UnitScanner()
    var starts: [Int] = []
    for span in text.spans {
      starts.append(scanner.units.count)
      scanner.scan(span.text)
    }
    spanStarts = starts + [scanner.units.count]
    units = scanner.units
    substitutes = scanner.substitutes
    addresses = isCode ? [] : Self.addresses(in: text, units, spanStarts)
    breaks = isCode || !scanner.hasForeign ? [] : Self.breaks(in: text, units, spanStarts)
    levels = isOrdered && scanner.hasForeign ? Self.levels(of: text, units, spanStarts) : []
  }

  /// Where Unicode lets lines end.
  private static func breaks(
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
  private static func addresses(
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

  private static func levels(
    of text: StyledText,
    _ units: [TextUnit],
    _ spanStarts: [Int]
  ) -> [UInt8] {
    guard text.spans.contains(where: { $0.text.unicodeScalars.contains(where: \.isRightToLeft) })
    else { return [] }
    var utf16: [UInt16] = []
    var places: [Int] = []
    for (span, source) in text.spans.enumerated() {
      let bytes = source.text.utf8
      var from = bytes.startIndex
      for unit in spanStarts[span]..<spanStarts[span + 1] {
        places.append(utf16.count)
        let next = unit + 1
        let to =
          next == spanStarts[span + 1]
          ? bytes.endIndex
          : bytes.index(from, offsetBy: Int(units[next].start - units[unit].start))
        utf16 += source.text[from..<to].utf16
        from = to
      }
    }
    let all = TextDirection.levels(of: utf16, isRightToLeft: text.isRightToLeft)
    return places.map { all.indices.contains($0) ? all[$0] : 0 }
  }

  /// Grapheme clusters of the text.
  var count: Int { units.count }

  /// Whether the text itself ends lines.
  var hasLineBreak: Bool { units.contains { $0.kind == .newline } }

  /// Columns of the widest part that holds no place to break at.
  var longestWord: Int {
    var widest = 0
    var used = 0
    for (index, unit) in units.enumerated() {
      if unit.kind == .space || unit.kind == .newline {
        used = 0
      } else {
        used += Int(unit.width)
        widest = max(widest, used)
        if mayBreak(after: index) { used = 0 }
      }
    }
    return widest
  }

  /// Whether it is a number, perhaps with a unit's sign; nil for nothing.
  var isNumber: Bool? {
    var hasDigit = false
    for span in text.spans {
      for scalar in span.text.unicodeScalars {
        switch scalar {
        case "0"..."9": hasDigit = true
        case " ", "\u{a0}", "\u{202f}", ".", ",", "'", "’", "+", "-", "−", "–", "±", "%", "‰", "$",
          "€", "£",
          "¥", "/", ":", "(", ")", "~", "≈", "<", ">":
          continue
        default: return false
        }
      }
    }
    return hasDigit ? true : units.isEmpty ? nil : false
  }

  /// Columns of the longest line when nothing but line breaks ends one.
  var naturalWidth: Int {
    var widest = 0
    var used = 0
    for unit in units {
      used = unit.kind == .newline ? 0 : used + Int(unit.width)
      widest = max(widest, used)
    }
    return widest
  }

  /// The lines, broken where they may be.
  ///
  /// - Parameter width: columns of a line, at least 1.
  /// - Returns: at least one line for a text that is not empty.
  func lines(width: Int) -> [BrokenLine] {
    let width = max(1, width)
    var lines: [BrokenLine] = []
    var start = 0
    while start < units.count {
      var used = 0
      var index = start
      var lastBreak = -1
      while index < units.count, units[index].kind != .newline {
        let unit = units[index]
        let next = used + unit.columns(in: width)
        if next > width, unit.kind != .space { break }
        used = next
        if mayBreak(after: index), unit.kind != .softHyphen || used < width { lastBreak = index }
        index += 1
      }
      var end = index
      var next = index
      if index < units.count, units[index].kind == .newline {
        next = index + 1
      } else if index < units.count {
        if lastBreak >= start { end = lastBreak + 1 }
        next = end
        while next < units.count, units[next].kind == .space { next += 1 }
      }
      while end > start, units[end - 1].kind == .space { end -= 1 }
      var line = line(start..<end, width: width)
      let isInWord = end > start && end < units.count && end == next
      if isInWord, units[end - 1].kind == .softHyphen, line.width < width {
        line.append("-")
      }
      lines.append(line)
      start = next
    }
    return lines
  }

  /// The lines of code: white space kept, broken only where the width ends; says which continue one.
  func codeLines(width: Int) -> [(line: BrokenLine, continues: Bool)] {
    let width = max(1, width)
    var lines: [(line: BrokenLine, continues: Bool)] = []
    var start = 0
    var continues = false
    while start < units.count {
      var used = 0
      var index = start
      var tabs: [Int: Int] = [:]
      while index < units.count, units[index].kind != .newline {
        var next = units[index].columns(in: width)
        if units[index].kind == .tab {
          next = min(Self.tabStop - used % Self.tabStop, max(1, width - used))
          tabs[index] = next
        }
        if used + next > width, index > start { break }
        used += next
        index += 1
      }
      lines.append((line(start..<index, width: width, tabs: tabs), continues))
      continues = index < units.count && units[index].kind != .newline
      start = continues ? index : index + 1
    }
    return lines
  }

  // MARK: Where a line may end

  /// Whether a line may end after a unit.
  private func mayBreak(after index: Int) -> Bool {
    let unit = units[index]
    guard index + 1 < units.count else { return true }
    let next = units[index + 1]
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

  private func isInAddress(_ index: Int) -> Bool {
    guard let first = addresses.first, first.lowerBound <= index else { return false }
    var low = 0
    var high = addresses.count
    while low + 1 < high {
      let middle = (low + high) / 2
      if addresses[middle].lowerBound <= index { low = middle } else { high = middle }
    }
    return addresses[low].contains(index)
  }

  /// Whether a unit begins a part of an address: `?`, `&` or `#`.
  private func isAddressSign(_ index: Int) -> Bool {
    let span = spanStarts.lastIndex(notAbove: index)
    let bytes = text.spans[span].text.utf8
    let place = bytes.index(bytes.startIndex, offsetBy: Int(units[index].start))
    return "?&#".utf8.contains(bytes[place])
  }

  /// Whether what follows a space belongs to the word before it: punctuation between spaces, as French
  /// sets it, a closing guillemet, and a dash between two spaces.
  private func staysWithWordBefore(_ index: Int) -> Bool {
    let after = index + 1 < units.count ? units[index + 1].kind : .newline
    let isAlone = after == .space || after == .newline
    return switch units[index].kind {
    case .closing, .dash: isAlone
    case .rightGuillemet: isAlone || after == .closing
    default: false
    }
  }

  // MARK: Making lines

  private func line(_ range: Range<Int>, width: Int, tabs: [Int: Int] = [:]) -> BrokenLine {
    var line = BrokenLine(runs: [], width: 0, offset: range.lowerBound)
    guard !range.isEmpty else { return line }
    if !levels.isEmpty, levels[range].contains(where: { $0 > 0 }) {
      return ordered(range, width: width)
    }
    var span = spanStarts.lastIndex(notAbove: range.lowerBound)
    var index = range.lowerBound
    while index < range.upperBound {
      while spanStarts[span + 1] <= index { span += 1 }
      let end = min(range.upperBound, spanStarts[span + 1])
      let source = text.spans[span]
      var piece = ""
      var verbatim = index
      for unit in index..<end {
        line.width += units[unit].columns(in: width)
        guard units[unit].isSubstituted || units[unit].width > width else { continue }
        piece += slice(verbatim..<unit, of: span)
        verbatim = unit + 1
        if let columns = tabs[unit] {
          piece += String(repeating: " ", count: columns)
          line.width += columns - units[unit].columns(in: width)
        } else if units[unit].width > width {
          piece += Self.placeholder
        } else {
          piece += substitutes[unit] ?? ""
        }
      }
      piece += slice(verbatim..<end, of: span)
      if !piece.isEmpty {
        line.runs.append(TypesetLine.Run(piece, source.style, link: source.link))
      }
      index = end
    }
    return line
  }

  /// A line in the order in which it is seen.
  private func ordered(_ range: Range<Int>, width: Int) -> BrokenLine {
    var line = BrokenLine(runs: [], width: 0, offset: range.lowerBound)
    var before = -1
    for place in TextDirection.visualOrder(of: Array(levels[range])) {
      let unit = range.lowerBound + place
      let span = spanStarts.lastIndex(notAbove: unit)
      let source = text.spans[span]
      line.width += units[unit].columns(in: width)
      var piece =
        units[unit].width > width
        ? Self.placeholder
        : units[unit].isSubstituted ? substitutes[unit] ?? "" : slice(unit..<(unit + 1), of: span)
      if levels[unit] % 2 == 1 { piece = String(piece.map(TextDirection.mirrored)) }
      if span == before, let last = line.runs.indices.last {
        line.runs[last].text += piece
      } else if !piece.isEmpty {
        line.runs.append(TypesetLine.Run(piece, source.style, link: source.link))
        before = span
      }
    }
    return line
  }

  /// The source text of units of one span.
  private func slice(_ range: Range<Int>, of span: Int) -> String {
    guard !range.isEmpty else { return "" }
    let bytes = text.spans[span].text.utf8
    let from = bytes.index(bytes.startIndex, offsetBy: Int(units[range.lowerBound].start))
    let isLast = range.upperBound == spanStarts[span + 1]
    let to =
      isLast
      ? bytes.endIndex : bytes.index(bytes.startIndex, offsetBy: Int(units[range.upperBound].start))
    return String(text.spans[span].text[from..<to])
  }
}

extension BrokenLine {
  /// Adds text of one column a character in the style of the last piece.
  fileprivate mutating func append(_ mark: String) {
    guard let last = runs.indices.last else { return }
    runs[last].text += mark
    width += mark.utf8.count
  }
}

extension TextUnit {
  /// Columns it takes on a line of a width.
  fileprivate func columns(in width: Int) -> Int { self.width > width ? 1 : Int(self.width) }
}

extension TextUnit.Kind {
  fileprivate var isForeign: Bool { self == .foreign || self == .hangul }
  fileprivate var isLetter: Bool { self == .word || self == .digit || isForeign }
}

extension [Int] {
  /// Index of the last element that is not above a value, in a sorted array whose first is not.
  fileprivate func lastIndex(notAbove value: Int) -> Int {
    var low = 0
    var high = count
    while low + 1 < high {
      let middle = (low + high) / 2
      if self[middle] <= value { low = middle } else { high = middle }
    }
    return low
  }
}
