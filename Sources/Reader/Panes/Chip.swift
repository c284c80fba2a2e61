import Terminal

/// Keys and their effect, as drawn in hints and in clickable chips.
struct Chip: Equatable, Sendable {
  var keys: String
  var words: String

  init(_ keys: String, _ words: String) {
    self.keys = keys
    self.words = words
  }

  /// The keys in their own style, then the words in a quieter one.
  var spans: [Span] {
    [Span(keys, Style(.key))] + (words.isEmpty ? [] : [Span(" " + words, Style(.secondary))])
  }

  /// The columns of the chip in brackets.
  var width: Int { spans.reduce(2) { $0 + $1.width } }

  /// Draws the chip in brackets, as a button.
  func draw(in rect: Rect, on screen: inout Screen) {
    var column = rect.column
    for span in [Span("[", Style(.border))] + spans + [Span("]", Style(.border))] {
      column += screen.put(
        span.text, at: Point(column: column, row: rect.row), style: span.style, clip: rect)
    }
  }

  /// Returns as many chips as fit uncut in a line, with separators; and each chip's index and
  /// columns.
  static func line(
    _ chips: [Chip], columns: Int, separator: String
  ) -> (spans: [Span], places: [(chip: Int, columns: Range<Int>)]) {
    var spans: [Span] = []
    var places: [(chip: Int, columns: Range<Int>)] = []
    var used = 0
    for (number, chip) in chips.enumerated() {
      let gap = spans.isEmpty ? [] : [Span(separator, Style(.secondary))]
      let start = used + gap.reduce(0) { $0 + $1.width }
      let end = start + chip.spans.reduce(0) { $0 + $1.width }
      guard end <= columns else { continue }
      spans += gap + chip.spans
      places.append((number, start..<end))
      used = end
    }
    return (spans, places)
  }
}
