import TerminalKit

/// A line that the breaker made: its pieces, its width, and its first character's offset in the text.
struct BrokenLine {
  var runs: [TypesetLine.Run]
  var width: Int
  var offset: Int
}

/// Breaks styled text into lines of a width.
///
/// Greedy, in the spirit of Unicode Standard Annex 14: at white space, after hyphens, dashes and slashes
/// inside words, at soft hyphens, and between CJK characters, but not before closing nor after opening
/// punctuation. Words longer than a line are cut. No line is wider than asked: a cluster that is wider
/// than a whole line becomes a question mark.
struct LineBreaker {
  private let text: StyledText
  private let units: [TextUnit]
  /// Index of the first unit of each span, and of the end.
  private let spanStarts: [Int]
  /// What is shown instead of a unit's own text, where that differs.
  private let substitutes: [Int: String]

  /// Columns between tab stops in code.
  private static let tabStop = 4
  private static let placeholder = "?"

  /// Prepares a text.
  init(_ text: StyledText) {
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
  }

  /// Grapheme clusters of the text.
  var count: Int { units.count }

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
    case .space, .tab: return before != .opening && !isLonePunctuation(index + 1)
    case .newline, .opening: return false
    case .word, .digit: return next.kind == .wide || next.isWideOpening
    case .wide:
      return next.kind == .wide || next.kind == .word || next.kind == .digit
        || next.kind == .opening
    case .closing:
      return next.kind == .wide || next.isWideOpening
        || (unit.width == 2 && (next.kind == .word || next.kind == .digit || next.kind == .opening))
    case .hyphen, .slash:
      return (before == .word || before == .digit) && next.kind == .word
    case .softHyphen: return before == .word && next.kind == .word
    case .dash: return next.kind == .word || next.kind == .wide || next.kind == .opening
    }
  }

  /// Whether punctuation stands alone between spaces, as French sets it: it stays with what is before.
  private func isLonePunctuation(_ index: Int) -> Bool {
    guard units[index].kind == .closing else { return false }
    return index + 1 == units.count || units[index + 1].kind == .space
      || units[index + 1].kind == .newline
  }

  // MARK: Making lines

  private func line(_ range: Range<Int>, width: Int, tabs: [Int: Int] = [:]) -> BrokenLine {
    var line = BrokenLine(runs: [], width: 0, offset: range.lowerBound)
    guard !range.isEmpty else { return line }
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

  fileprivate var isWideOpening: Bool { kind == .opening && width == 2 }
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
