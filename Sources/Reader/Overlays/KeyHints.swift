import Terminal

/// Shows how a key sequence can continue, above the bar.
enum KeyHints {
  static func draw(_ interface: Interface, above bar: Rect?, on screen: inout Screen) {
    guard !interface.typedKeys.isEmpty, let bar else { return }
    let columns = bar.withoutMargins.columns
    var rows: [[Span]] = []
    for chip in chips(interface) {
      let gap = Span(Chip.gap, Style(.secondary))
      if let last = rows.last, last.width + gap.width + chip.spans.width <= columns {
        rows[rows.count - 1] += [gap] + chip.spans
      } else {
        rows.append(chip.spans)
      }
    }
    rows = Array(rows.prefix(max(0, bar.row - 1)))
    let area = Rect(
      column: bar.column, row: bar.row - rows.count, columns: bar.columns, rows: rows.count)
    screen.fill(area, style: Style(.text, on: .panel))
    for (offset, spans) in rows.enumerated() {
      screen.put(left: spans, row: area.row + offset, in: area.withoutMargins, surface: .panel)
    }
  }

  /// A chip for each continuation; those that go to lists by number share one.
  private static func chips(_ interface: Interface) -> [Chip] {
    let all = interface.keymap.continuations(of: interface.typedKeys, in: interface.contexts)
    let digits = all.map(\.rest).filter { $0.count == 1 && Int($0) != nil }
    return all.compactMap { rest, invocation in
      guard interface.model.offers(invocation.command) else { return nil }
      guard digits.count > 1, digits.contains(rest), invocation.command == .go else {
        return invocation.hint.map {
          Chip(rest, $0, .command(invocation.command, invocation.argument))
        }
      }
      guard rest == digits[0] else { return nil }
      return Chip("\(rest)\(interface.glyphs.range)\(digits.count)", "lists")
    }
  }
}
