import Terminal

/// A box in the middle of the screen, with a title and a line of hints.
enum Dialog {
  /// Returns a centered frame of at most the given size.
  ///
  /// Part of the panes under it stays visible. In a plain layout it is the whole screen, so that a
  /// row read aloud belongs to one thing.
  static func frame(on layout: Layout, columns: Int, rows: Int) -> Rect {
    let size = layout.size
    guard !layout.isPlain else {
      return Rect(column: 0, row: 0, columns: size.columns, rows: size.rows)
    }
    let width = min(columns, size.columns - 2 * (size.columns > 44 ? Metrics.dialogMargin : 0))
    let height = min(rows, size.rows - (size.rows > 14 ? 2 : 0))
    return Rect(
      column: (size.columns - width) / 2, row: max(0, (size.rows - height) / 2), columns: width,
      rows: height)
  }

  /// Returns a dialog's width for content of the given widths, within its limits.
  static func columns(for widths: [Int]) -> Int {
    min(Metrics.dialogColumns, max(Metrics.dialogLeastColumns, (widths.max() ?? 0) + 4))
  }

  /// A hint at the bottom of a box, with its frame.
  private typealias PlacedHint = (hint: BoxHint, spans: [Span], rect: Rect)

  /// Places the hints that fit at the bottom of a box; words without a key may be cut.
  private static func places(of hints: [BoxHint], in box: Rect, _ glyphs: Glyphs) -> [PlacedHint] {
    // After the corner, a line and a blank.
    var column = box.column + 3
    let end = box.endColumn - 3
    var places: [PlacedHint] = []
    for hint in hints {
      let spans = hint.spans(glyphs)
      let width = spans.reduce(0) { $0 + $1.width }
      guard column + (hint.key == nil ? 1 : width) <= end else { continue }
      let rect = Rect(
        column: column, row: box.endRow - 1, columns: min(width, end - column), rows: 1)
      places.append((hint, spans, rect))
      column += width + BoxHint.gap
    }
    return places
  }

  /// Returns the columns of hints, with a margin around them.
  static func columns(of hints: [BoxHint], _ glyphs: Glyphs) -> Int {
    let widths = hints.map { $0.spans(glyphs).reduce(0) { $0 + $1.width } }
    return widths.reduce(2) { $0 + $1 + BoxHint.gap } - BoxHint.gap
  }

  /// Returns the key of the hint at a point; nil if there is none.
  static func key(at point: Point, of hints: [BoxHint], in box: Rect, _ glyphs: Glyphs) -> Key? {
    places(of: hints, in: box, glyphs).first { $0.rect.contains(point) }?.hint.key
  }

  /// Draws the box and returns the area inside it.
  static func draw(
    _ title: String, _ hints: [BoxHint], in rect: Rect, _ glyphs: Glyphs, on screen: inout Screen
  ) -> Rect {
    screen.fill(rect, style: Style(.text, on: .panel))
    screen.box(rect, borders: glyphs.borders, style: Style(.accent, on: .panel))
    let inside = rect.inset(columns: 2, rows: 1)
    let title = Span(" \(title) ", Style(.accent, on: .panel, [.bold]))
    screen.put(left: [title], row: rect.row, in: inside.line(rect.row - inside.row))
    let places = rect.rows > 2 ? places(of: hints, in: rect, glyphs) : []
    if let first = places.first?.rect, let last = places.last?.rect {
      let edge = Rect(
        column: first.column - 1, row: first.row, columns: last.endColumn - first.column + 2,
        rows: 1)
      screen.fill(edge, style: Style(.text, on: .panel))
    }
    for place in places {
      screen.put(left: place.spans, row: place.rect.row, in: place.rect, surface: .panel)
    }
    return inside
  }
}

/// A key and its effect, named at the bottom of a box; or words without a key.
package struct BoxHint: Equatable, Sendable {
  var key: Key?
  var words: String

  init(_ key: Key?, _ words: String) {
    self.key = key
    self.words = words
  }

  init(_ code: Key.Code, _ words: String) { self.init(Key(code), words) }

  static let close = BoxHint(.escape, "close")
  static let cancel = BoxHint(.escape, "cancel")

  /// The columns between two hints, as in the bar.
  static let gap = 2

  func spans(_ glyphs: Glyphs) -> [Span] {
    let words = Span(key == nil ? words : " " + words, Style(.secondary))
    return (key.map { [Span([$0].label, Style(.key))] } ?? []) + [words]
  }
}
