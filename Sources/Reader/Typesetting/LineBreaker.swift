import ReadingList
import Terminal

/// A line that the breaker made: its pieces, its width, and its first unit.
struct BrokenLine {
  var runs: [TypesetLine.Run]
  var width: Int
  var unit: Int
}

/// A tab, which takes the columns up to the next tab stop.
struct WidenedUnit {
  var unit: Int
  var columns: Int
}

/// Breaks styled text into lines of a width.
///
/// Greedy, where ICU lets a line end (Unicode Standard Annex 14). Words longer than a line are cut. No line is wider
/// than asked: a cluster that is wider than a whole line becomes a question mark.
struct LineBreaker {
  let text: StyledText
  let units: [TextCluster]
  /// Whether a line may end after each unit; empty for code.
  let breaks: [Bool]
  /// The embedding level of each unit; empty where the terminal orders text.
  let levels: [UInt8]
  let spanStarts: [Int]
  /// Characters of its block's text before each span.
  let spanOffsets: [Int]
  /// Characters of the body's text that it sets, counted from its last origin.
  let length: Int
  /// Text shown in place of a unit's own.
  let substitutes: [Int: String]

  /// Columns between tab stops in code.
  private static let tabStop = 4
  static let placeholder = "?"
  static let hyphen = "-"

  /// Prepares a text; code is only broken where the width ends, and ordered lines are made as they are seen.
  init(_ text: StyledText, isCode: Bool = false, isOrdered: Bool = false) {
    self.text = text
    var scanner = UnitScanner()
    var starts: [Int] = []
    var offsets: [Int] = []
    var origin: ReadingPosition?
    var length = 0
    for span in text.spans {
      let start = scanner.units.count
      starts.append(start)
      scanner.scan(span.text)
      if let own = span.origin, own != origin {
        origin = own
        length = 0
      }
      offsets.append((origin?.offset ?? 0) + length)
      if span.origin != nil { length += scanner.units.count - start }
    }
    spanStarts = starts + [scanner.units.count]
    spanOffsets = offsets
    self.length = length
    units = scanner.units
    substitutes = scanner.substitutes
    breaks = isCode ? [] : Self.breaks(in: text, units, spanStarts)
    levels = isOrdered ? Self.levels(of: text, units, spanStarts) : []
  }

  var count: Int { units.count }

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
          "€", "£", "¥", "/", ":", "(", ")", "~", "≈", "<", ">":
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
      let isLast = index == units.count || units[index].kind == .newline
      if isLast {
        next = min(index + 1, units.count)
      } else {
        if lastBreak >= start { end = lastBreak + 1 }
        next = end
        while next < units.count, units[next].kind == .space { next += 1 }
      }
      while end > start, units[end - 1].kind == .space { end -= 1 }
      lines.append(line(start..<end, before: next, width: width))
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
      var tabs: [WidenedUnit] = []
      while index < units.count, units[index].kind != .newline {
        var next = units[index].columns(in: width)
        if units[index].kind == .tab {
          next = min(Self.tabStop - used % Self.tabStop, max(1, width - used))
          tabs.append(WidenedUnit(unit: index, columns: next))
        }
        if used + next > width, index > start { break }
        used += next
        index += 1
      }
      let isContinued = index < units.count && units[index].kind != .newline
      let next = isContinued ? index : min(index + 1, units.count)
      lines.append((line(start..<index, before: next, width: width, widened: tabs), continues))
      continues = isContinued
      start = next
    }
    return lines
  }
}

extension BrokenLine {
  /// Adds a piece; text that is not seen belongs to the run before it.
  mutating func append(_ text: String, _ span: StyledText.Span, _ source: TextRange?) {
    if text.isEmpty, let source, let last = runs.indices.last, !runs[last].isReversed,
      runs[last].source?.end == source.start
    {
      runs[last].source?.upper = source.upper
    } else if !text.isEmpty || source != nil {
      runs.append(TypesetLine.Run(text, span.style, link: span.link, source: source))
    }
  }
}

extension TextCluster {
  func columns(in width: Int) -> Int { self.width > width ? 1 : Int(self.width) }
}

extension [Int] {
  /// Index of the last element that is not above a value, in a sorted array whose first is not.
  func lastIndex(notAbove value: Int) -> Int { Swift.max(0, partitioningIndex { $0 > value } - 1) }
}
