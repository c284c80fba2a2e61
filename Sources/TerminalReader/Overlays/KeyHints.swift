import ReadingListModel
import TerminalKit

/// Shows what can follow keys that begin a sequence, over the bar.
enum KeyHints {
  /// Columns of one hint, at least.
  private static let minColumns = 24

  /// A hint and where it stands.
  private struct Hint {
    var rest: String
    var words: String
    var invocation: Invocation
    var place: Rect
  }

  /// The hints as they stand over the bar; none where no sequence was begun.
  private static func hints(_ interface: Interface, above bar: Rect?) -> [Hint] {
    guard !interface.typedKeys.isEmpty, let bar else { return [] }
    let all = interface.keymap.continuations(of: interface.typedKeys, in: interface.contexts).filter
    { interface.model.offers($0.invocation.command) }.compactMap { hint in
      hint.invocation.words.map { (hint, $0) }
    }
    let columns = max(1, min(4, bar.columns / minColumns))
    let rows = min((all.count + columns - 1) / columns, max(0, bar.row - 1))
    guard rows > 0 else { return [] }
    let width = bar.columns / columns
    return all.prefix(rows * columns).enumerated().map { index, hint in
      Hint(
        rest: hint.0.rest, words: hint.1, invocation: hint.0.invocation,
        place: Rect(
          column: bar.column + index / rows * width, row: bar.row - rows + index % rows,
          columns: width, rows: 1))
    }
  }

  /// What a click on a hint runs; nil beside them.
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
        left: [Span(hint.rest + " ", Style(.key, [.bold])), Span(hint.words, Style(.text))],
        row: hint.place.row, in: hint.place.withoutMargins, surface: .panel)
    }
  }
}
