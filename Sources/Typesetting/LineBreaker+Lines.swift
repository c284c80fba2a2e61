import Segmentation
import TerminalKit

/// Making lines of units.
extension LineBreaker {
  func line(_ range: Range<Int>, width: Int, tabs: [Int: Int] = [:]) -> BrokenLine {
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
  func ordered(_ range: Range<Int>, width: Int) -> BrokenLine {
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
  func slice(_ range: Range<Int>, of span: Int) -> String {
    guard !range.isEmpty else { return "" }
    let bytes = text.spans[span].text.utf8
    let from = bytes.index(bytes.startIndex, offsetBy: Int(units[range.lowerBound].start))
    let isLast = range.upperBound == spanStarts[span + 1]
    let to =
      isLast
      ? bytes.endIndex : bytes.index(bytes.startIndex, offsetBy: Int(units[range.upperBound].start))
    return String(text.spans[span].text[from..<to])
  }

  /// The embedding level of each unit; empty where all is read from left to right.
  static func levels(
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
}
