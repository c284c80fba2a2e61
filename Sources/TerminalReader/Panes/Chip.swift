import TerminalKit

/// Keys and what they do: the one look of hints and of chips that can be clicked.
struct Chip: Equatable, Sendable {
  var keys: String
  var words: String

  /// Makes a chip.
  init(_ keys: String, _ words: String) {
    self.keys = keys
    self.words = words
  }

  /// The keys bold and accented, the words quiet; without words the keys say all.
  var spans: [Span] {
    [Span(keys, Style(.key))] + (words.isEmpty ? [] : [Span(" " + words, Style(.secondary))])
  }

  /// Columns that it takes in brackets.
  var width: Int { spans.reduce(2) { $0 + $1.width } }

  /// Draws it in brackets, as something to press.
  func draw(in rect: Rect, on screen: inout Screen) {
    var column = rect.column
    for span in [Span("[", Style(.border))] + spans + [Span("]", Style(.border))] {
      column += screen.put(
        span.text, at: Point(column: column, row: rect.row), style: span.style, clip: rect)
    }
  }

  /// As many as fit into some columns, whole, with something between them; with each chip's number and
  /// the columns of its spans.
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
