import Terminal

/// Shows the possible continuations of a key sequence, over the bar.
enum KeyHints {
  /// A hint and its frame; without an invocation it stands for a range of keys.
  private typealias Hint = (chip: Chip, invocation: Invocation?, place: Rect)

  /// Returns the hints, placed side by side in rows over the bar; empty if no sequence was begun.
  private static func hints(_ interface: Interface, above bar: Rect?) -> [Hint] {
    guard !interface.typedKeys.isEmpty, let bar else { return [] }
    let all = interface.keymap.continuations(of: interface.typedKeys, in: interface.contexts)
    let digits = all.map(\.rest).filter { $0.count == 1 && Int($0) != nil }
    var (hints, column, row) = ([Hint](), 0, 0)
    for (rest, invocation) in all where interface.model.offers(invocation.command) {
      let isRange = digits.count > 1 && digits.contains(rest) && invocation.command == .go
      let keys = isRange ? "\(digits[0])\(interface.glyphs.range)\(digits.count)" : rest
      guard !isRange || rest == digits[0], let words = isRange ? "lists" : invocation.hint else {
        continue
      }
      let chip = Chip(keys, words)
      let width = chip.width - 2
      if column > 0, column + width > bar.withoutMargins.columns { (column, row) = (0, row + 1) }
      let place = Rect(
        column: bar.withoutMargins.column + column, row: row, columns: width, rows: 1)
      hints.append((chip, isRange ? nil : invocation, place))
      column += width + BoxHint.gap
    }
    let rows = min(row + 1, max(0, bar.row - 1))
    return hints.filter { $0.place.row < rows }.map {
      var hint = $0
      hint.place.row += bar.row - rows
      return hint
    }
  }

  /// Returns the command of the hint at a point; nil if there is none.
  static func invocation(_ interface: Interface, above bar: Rect?, at point: Point) -> Invocation? {
    hints(interface, above: bar).first { $0.place.contains(point) }?.invocation
  }

  static func draw(_ interface: Interface, above bar: Rect?, on screen: inout Screen) {
    let hints = hints(interface, above: bar)
    guard let bar, let top = hints.first?.place.row else { return }
    screen.fill(
      Rect(column: bar.column, row: top, columns: bar.columns, rows: bar.row - top),
      style: Style(.text, on: .panel))
    for hint in hints {
      screen.put(
        left: hint.chip.spans, row: hint.place.row, in: hint.place, surface: .panel)
    }
  }
}
