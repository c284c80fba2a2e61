import ReadingList
import Terminal

extension LineBreaker {
  /// Makes a line of units; the white space between them and `next` is set without being seen.
  ///
  /// At a soft hyphen it ends with a hyphen where there is room.
  func line(
    _ range: Range<Int>, before next: Int, width: Int, widened: [WidenedUnit] = []
  ) -> BrokenLine {
    var line = BrokenLine(runs: [], width: 0, unit: range.lowerBound)
    if !levels.isEmpty, levels[range].contains(where: { $0 > 0 }) {
      line = ordered(range, width: width)
      if endsInWord(range, before: next), line.width < width, let last = line.runs.last {
        line.runs.append(TypesetLine.Run(Self.hyphen, last.style, link: last.link))
        line.width += 1
      }
    } else if !range.isEmpty {
      append(range, before: next, width: width, widened: widened, to: &line)
    }
    append(unseen: range.upperBound..<next, to: &line)
    return line
  }

  /// Whether a line ends at a soft hyphen, which is seen there.
  private func endsInWord(_ range: Range<Int>, before next: Int) -> Bool {
    !range.isEmpty && next == range.upperBound && next < units.count
      && units[next - 1].kind == .softHyphen
  }

  private func append(
    _ range: Range<Int>, before next: Int, width: Int, widened: [WidenedUnit],
    to line: inout BrokenLine
  ) {
    var rest = widened[...]
    var span = spanStarts.lastIndex(notAbove: range.lowerBound)
    var index = range.lowerBound
    while index < range.upperBound {
      while spanStarts[span + 1] <= index { span += 1 }
      let end = min(range.upperBound, spanStarts[span + 1])
      let style = text.spans[span]
      for unit in index..<end {
        line.width += units[unit].columns(in: width)
        let isWidened = rest.first?.unit == unit
        guard isWidened || units[unit].isSubstituted || units[unit].width > width else { continue }
        var shown = substitutes[unit] ?? ""
        if isWidened, let columns = rest.popFirst()?.columns {
          shown = String(repeating: " ", count: columns)
          line.width += columns - units[unit].columns(in: width)
        } else if units[unit].width > width {
          shown = Self.placeholder
        } else if unit + 1 == range.upperBound, endsInWord(range, before: next), line.width < width
        {
          shown = Self.hyphen
          line.width += 1
        }
        let piece = slice(index..<unit, of: span) + shown
        line.append(piece, style, source(of: index..<(unit + 1), in: span))
        index = unit + 1
      }
      if index < end {
        line.append(slice(index..<end, of: span), style, source(of: index..<end, in: span))
        index = end
      }
    }
  }

  func ordered(_ range: Range<Int>, width: Int) -> BrokenLine {
    var line = BrokenLine(runs: [], width: 0, unit: range.lowerBound)
    var before: (unit: Int, span: Int)?
    for place in TextDirection.visualOrder(of: Array(levels[range])) {
      let unit = range.lowerBound + place
      let span = spanStarts.lastIndex(notAbove: unit)
      let style = text.spans[span]
      let isReversed = levels[unit] % 2 == 1
      line.width += units[unit].columns(in: width)
      var piece =
        units[unit].width > width
        ? Self.placeholder
        : units[unit].isSubstituted ? substitutes[unit] ?? "" : slice(unit..<(unit + 1), of: span)
      if isReversed { piece = String(piece.map(TextDirection.mirrored)) }
      let source = source(of: unit..<(unit + 1), in: span)
      if let last = line.runs.indices.last, let before, before.span == span,
        before.unit == (isReversed ? unit + 1 : unit - 1),
        line.runs[last].join(piece, source, isReversed: isReversed)
      {
      } else if !piece.isEmpty || source != nil {
        line.runs.append(
          TypesetLine.Run(
            piece, style.style, link: style.link, source: source,
            isReversed: isReversed && source != nil))
      }
      before = (unit, span)
    }
    return line
  }

  /// Notes on a line what it sets without showing it: the white space at which it ends.
  private func append(unseen range: Range<Int>, to line: inout BrokenLine) {
    guard !range.isEmpty else { return }
    var span = spanStarts.lastIndex(notAbove: range.lowerBound)
    var index = range.lowerBound
    while index < range.upperBound {
      while spanStarts[span + 1] <= index { span += 1 }
      let end = min(range.upperBound, spanStarts[span + 1])
      line.append("", text.spans[span], source(of: index..<end, in: span))
      index = end
    }
  }

  private func source(of range: Range<Int>, in span: Int) -> TextRange? {
    guard let origin = text.spans[span].origin else { return nil }
    let lower = spanOffsets[span] + range.lowerBound - spanStarts[span]
    return TextRange(block: origin.block, lower..<(lower + range.count))
  }

  /// Where in the text of a block a line begins whose first unit is given; nil when it sets none of it.
  func offset(of unit: Int, in block: Int) -> Int? {
    guard unit < units.count else { return nil }
    let here = spanStarts.lastIndex(notAbove: unit)
    if let span = text.spans[here...].firstIndex(where: { $0.origin?.block == block }) {
      return spanOffsets[span] + max(0, unit - spanStarts[span])
    }
    return text.spans[..<here].lastIndex { $0.origin?.block == block }.map {
      spanOffsets[$0] + spanStarts[$0 + 1] - spanStarts[$0]
    }
  }

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

  /// The embedding level of each unit; empty if the text runs left to right.
  static func levels(of text: StyledText, _ units: [TextCluster], _ spanStarts: [Int]) -> [UInt8] {
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
          ? bytes.endIndex : bytes.index(from, offsetBy: Int(units[next].start - units[unit].start))
        utf16 += source.text[from..<to].utf16
        from = to
      }
    }
    let all = TextDirection.levels(of: utf16, isRightToLeft: text.isRightToLeft)
    return places.map { all.indices.contains($0) ? all[$0] : 0 }
  }

  func mayBreak(after index: Int) -> Bool {
    index + 1 == units.count || units[index].kind != .newline && breaks[index]
  }

  /// Where Unicode lets lines end.
  static func breaks(in text: StyledText, _ units: [TextCluster], _ spanStarts: [Int]) -> [Bool] {
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
}
