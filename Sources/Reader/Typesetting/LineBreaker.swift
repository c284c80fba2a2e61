import ReadingList
import Terminal

struct BrokenLine {
  var runs: [TypesetLine.Run] = []
  var width: Int
  var unit: Int

  /// Invisible text belongs to the run before it.
  fileprivate mutating func append(
    _ text: String, _ span: StyledText.Span, _ source: Range<ReadingPosition>?,
    isReversed: Bool = false
  ) {
    if text.isEmpty, !isReversed, let source, let last = runs.indices.last,
      !runs[last].isReversed, let known = runs[last].source, known.upperBound == source.lowerBound
    {
      runs[last].source = known.lowerBound..<source.upperBound
    } else if !text.isEmpty || source != nil {
      runs.append(
        TypesetLine.Run(
          text, span.style, link: span.link, source: source,
          isReversed: isReversed && source != nil))
    }
  }
}

/// Breaks styled text into lines of a width.
///
/// Greedy, at ICU's line breaks (Unicode Standard Annex 14). Words longer than a line are cut, and
/// a cluster wider than a whole line becomes a question mark, so no line is too wide.
struct LineBreaker {
  let text: StyledText
  let units: [TextCluster]
  /// The body's characters that it sets, from its last origin.
  let length: Int
  private let isCode: Bool
  private let whole: String
  /// The text shown instead of units.
  private let substitutes: [Int: String]
  /// Whether a line may end after each unit.
  private let breaks: [Bool]
  /// The embedding level of each unit; empty if all run left to right, or the terminal orders text.
  private let levels: [UInt8]
  private let spanStarts: [Int]
  /// Characters of the block's text before each span.
  private let spanOffsets: [Int]

  private static let tabStop = 4
  private static let placeholder = "?"
  private static let hyphen = "-"

  /// Code keeps its white space and is only broken at the full width; ordered lines are put in
  /// visual order.
  init(_ text: StyledText, isCode: Bool = false, isOrdered: Bool = false) {
    self.text = text
    self.isCode = isCode
    var units: [TextCluster] = []
    var substitutes: [Int: String] = [:]
    var whole = ""
    var starts: [Int] = []
    var offsets: [Int] = []
    var origin: ReadingPosition?
    var length = 0
    for span in text.spans {
      let first = units.count
      starts.append(first)
      var start = whole.utf8.count
      for character in span.text {
        let (cluster, shown) = TextCluster.make(character, at: start)
        if let shown { substitutes[units.count] = shown }
        units.append(cluster)
        start += character.utf8.count
      }
      whole += span.text
      if let own = span.origin, own != origin {
        origin = own
        length = 0
      }
      offsets.append((origin?.offset ?? 0) + length)
      if span.origin != nil { length += units.count - first }
    }
    if isCode { Self.widenTabs(&units, &substitutes) }
    spanStarts = starts + [units.count]
    spanOffsets = offsets
    self.length = length
    self.units = units
    self.substitutes = substitutes
    self.whole = whole
    breaks = Self.breaks(in: isCode ? "" : whole, units)
    levels = isOrdered ? Self.levels(of: whole, units, isRightToLeft: text.isRightToLeft) : []
  }

  private static func widenTabs(
    _ units: inout [TextCluster], _ substitutes: inout [Int: String]
  ) {
    var column = 0
    for index in units.indices {
      if units[index].kind == .tab {
        units[index].width = UInt8(tabStop - column % tabStop)
        substitutes[index] = String(repeating: " ", count: Int(units[index].width))
      }
      column = units[index].kind == .newline ? 0 : column + Int(units[index].width)
    }
  }

  private static func breaks(in whole: String, _ units: [TextCluster]) -> [Bool] {
    var breaks = [Bool](repeating: false, count: units.count)
    var next = 1
    for place in TextBreaks.lineEnds(in: Array(whole.utf8)) {
      while next < units.count, Int(units[next].start) < place { next += 1 }
      if next < units.count, Int(units[next].start) == place { breaks[next - 1] = true }
    }
    return breaks
  }

  private static func levels(
    of whole: String, _ units: [TextCluster], isRightToLeft: Bool
  ) -> [UInt8] {
    guard whole.unicodeScalars.contains(where: \.isRightToLeft) else { return [] }
    let all = TextDirection.levels(of: Array(whole.utf16), isRightToLeft: isRightToLeft)
    var (index, place) = (whole.startIndex, 0)
    return units.map { unit in
      let next = whole.utf8.index(whole.startIndex, offsetBy: Int(unit.start))
      place += whole.utf16.distance(from: index, to: next)
      index = next
      return place < all.count ? all[place] : 0
    }
  }

  // MARK: Measures

  /// The columns of the widest unbreakable part.
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

  private static let signsOfNumbers = Set(" \u{a0}\u{202f}.,'’+-−–±%‰$€£¥/:()~≈<>".unicodeScalars)

  /// Whether it is a number, perhaps with a unit's sign; nil if empty.
  var isNumber: Bool? {
    guard !units.isEmpty else { return nil }
    let others = whole.unicodeScalars.filter { !Self.signsOfNumbers.contains($0) }
    return others.isEmpty ? nil : others.allSatisfy { ("0"..."9").contains($0) }
  }

  /// The columns of the longest line if only line breaks end one.
  var naturalWidth: Int {
    units.split { $0.kind == .newline }.map { $0.reduce(0) { $0 + Int($1.width) } }.max() ?? 0
  }

  func continues(_ line: BrokenLine) -> Bool {
    line.unit > 0 && units[line.unit - 1].kind != .newline
  }

  private func mayBreak(after index: Int) -> Bool {
    index + 1 == units.count || units[index].kind != .newline && breaks[index]
  }

  // MARK: Lines

  func lines(width: Int) -> [BrokenLine] {
    let width = max(1, width)
    var lines: [BrokenLine] = []
    var start = 0
    func isSpace(_ index: Int) -> Bool { !isCode && units[index].kind == .space }
    while start < units.count {
      var used = 0
      var index = start
      var lastBreak: Int?
      while index < units.count, units[index].kind != .newline {
        let next = used + units[index].columns(in: width)
        if next > width, !isSpace(index) { break }
        used = next
        index += 1
        if mayBreak(after: index - 1), units[index - 1].kind != .softHyphen || used < width {
          lastBreak = index
        }
      }
      var end = index
      var next = min(index + 1, units.count)
      if index < units.count, units[index].kind != .newline {
        end = lastBreak ?? index
        next = end
        while next < units.count, isSpace(next) { next += 1 }
      }
      while end > start, isSpace(end - 1) { end -= 1 }
      lines.append(line(start..<end, before: next, width: width))
      start = next
    }
    return lines
  }

  /// Makes a line of units in visual order; the white space between them and `next` belongs to it,
  /// unseen.
  ///
  /// At a soft hyphen it ends with a hyphen if there is room.
  private func line(_ range: Range<Int>, before next: Int, width: Int) -> BrokenLine {
    var line = BrokenLine(
      width: units[range].reduce(0) { $0 + $1.columns(in: width) }, unit: range.lowerBound)
    let endsInWord =
      !range.isEmpty && next == range.upperBound && next < units.count
      && units[next - 1].kind == .softHyphen && line.width < width
    if endsInWord { line.width += 1 }
    func shown(_ unit: Int) -> String? {
      if endsInWord, unit == next - 1 { return Self.hyphen }
      return units[unit].width > width ? Self.placeholder : substitutes[unit]
    }
    var rest = visualOrder(of: range)[...]
    while let first = rest.first {
      let span = spanStarts.lastIndex(notAbove: first)
      let isReversed = isReversed(first)
      var end = first
      var piece = shown(first)
      rest = rest.dropFirst()
      // Units shown as they are form one run while they continue in one direction.
      while piece == nil, let unit = rest.first, unit == end + (isReversed ? -1 : 1),
        self.isReversed(unit) == isReversed, shown(unit) == nil,
        (spanStarts[span]..<spanStarts[span + 1]).contains(unit)
      {
        end = unit
        rest = rest.dropFirst()
      }
      let run = min(first, end)..<(max(first, end) + 1)
      piece = piece ?? slice(run)
      if isReversed { piece = piece.map { String($0.reversed().map(TextDirection.mirrored)) } }
      line.append(piece ?? "", text.spans[span], source(of: run, in: span), isReversed: isReversed)
    }
    for unit in range.upperBound..<next {
      let span = spanStarts.lastIndex(notAbove: unit)
      line.append("", text.spans[span], source(of: unit..<(unit + 1), in: span))
    }
    return line
  }

  private func isReversed(_ unit: Int) -> Bool { !levels.isEmpty && levels[unit] % 2 == 1 }

  private func visualOrder(of range: Range<Int>) -> [Int] {
    guard range.contains(where: isReversed) else { return Array(range) }
    return TextDirection.visualOrder(of: Array(levels[range])).map { range.lowerBound + $0 }
  }

  private func slice(_ range: Range<Int>) -> String {
    let bytes = whole.utf8
    let from = bytes.index(bytes.startIndex, offsetBy: Int(units[range.lowerBound].start))
    guard range.upperBound < units.count else { return String(whole[from...]) }
    let to = bytes.index(bytes.startIndex, offsetBy: Int(units[range.upperBound].start))
    return String(whole[from..<to])
  }

  private func source(of range: Range<Int>, in span: Int) -> Range<ReadingPosition>? {
    guard let origin = text.spans[span].origin else { return nil }
    let lower = spanOffsets[span] + range.lowerBound - spanStarts[span]
    return Range(block: origin.block, lower..<(lower + range.count))
  }

  /// The offset in a block's text of the line that begins with a unit; nil if it sets none of it.
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
}

extension [Int] {
  /// The last index whose element is not above a value, in a sorted array whose first is not.
  fileprivate func lastIndex(notAbove value: Int) -> Int {
    Swift.max(0, partitioningIndex { $0 > value } - 1)
  }
}
