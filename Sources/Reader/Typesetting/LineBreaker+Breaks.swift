import ReadingList
import Terminal

extension LineBreaker {
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
