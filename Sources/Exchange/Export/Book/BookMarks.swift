import ReadingList

/// The highlights of a text as a book shows them: byte ranges that do not overlap.
struct BookMarks {
  /// A byte range in one color.
  struct Stretch: Equatable {
    /// Byte offsets in the text of `JoinedText`.
    var bytes: Range<Int>
    var color: Highlight.Color
  }

  /// A note on a stretch.
  struct Note: Equatable {
    /// The byte offset after the stretch.
    var end: Int
    var text: String
  }

  /// The stretches in text order; of overlapping highlights, the one that begins last is visible.
  private(set) var stretches: [Stretch] = []
  /// The notes, ordered by their ends.
  private(set) var notes: [Note] = []
  /// Highlights that were not found in the text.
  private(set) var lost: [Highlight] = []

  /// Locates highlights in a text.
  init(_ highlights: [Highlight], in text: JoinedText) {
    guard !highlights.isEmpty else { return }
    var found: [(bytes: Range<Int>, highlight: Highlight)] = []
    for (highlight, place) in zip(highlights, HighlightPlaces.find(highlights, in: text)) {
      if let bytes = place.flatMap(text.bytes(of:)) {
        found.append((bytes, highlight))
      } else {
        lost.append(highlight)
      }
    }
    notes = found.filter { !$0.highlight.note.isEmpty }.map {
      Note(end: $0.bytes.upperBound, text: $0.highlight.note)
    }.sorted { $0.end < $1.end }
    flatten(found.map { Stretch(bytes: $0.bytes, color: $0.highlight.color) })
  }

  private mutating func flatten(_ all: [Stretch]) {
    let sorted = all.sorted { $0.bytes.lowerBound < $1.bytes.lowerBound }
    let ends = Set(all.flatMap { [$0.bytes.lowerBound, $0.bytes.upperBound] }).sorted()
    // The open stretches, latest on top; one that ended below the top is removed when it surfaces.
    var open: [Stretch] = []
    var next = sorted[...]
    for (start, end) in zip(ends, ends.dropFirst()) {
      while let stretch = next.first, stretch.bytes.lowerBound == start {
        open.append(stretch)
        next.removeFirst()
      }
      while let top = open.last, top.bytes.upperBound <= start { open.removeLast() }
      guard let top = open.last else { continue }
      if let last = stretches.last, last.bytes.upperBound == start, last.color == top.color {
        stretches[stretches.count - 1].bytes = last.bytes.lowerBound..<end
      } else {
        stretches.append(Stretch(bytes: start..<end, color: top.color))
      }
    }
  }
}
