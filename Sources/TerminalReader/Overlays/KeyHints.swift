import ReadingListModel
import TerminalKit

/// Shows what can follow keys that begin a sequence, over the bar.
enum KeyHints {
  /// Columns of one hint, at least.
  private static let leastColumns = 24

  static func draw(_ interface: Interface, above bar: Rect?, on screen: inout Screen) {
    guard !interface.typedKeys.isEmpty, let bar else { return }
    let hints = interface.keymap
      .continuations(of: interface.typedKeys, in: interface.contexts)
      .filter { interface.model.offers($0.invocation.command) }
      .compactMap { hint in interface.words(for: hint.invocation).map { (hint.rest, $0) } }
    let columns = max(1, min(4, bar.columns / leastColumns))
    let rows = min((hints.count + columns - 1) / columns, max(0, bar.row - 1))
    guard rows > 0 else { return }
    let box = Rect(column: 0, row: bar.row - rows, columns: bar.columns, rows: rows)
    screen.fill(box, style: Style(.text, on: .panel))
    let width = bar.columns / columns
    for (index, (rest, words)) in hints.prefix(rows * columns).enumerated() {
      let cell = Rect(
        column: box.column + index / rows * width,
        row: box.row + index % rows,
        columns: width,
        rows: 1
      )
      screen.put(
        left: [Span(rest + " ", Style(.key, [.bold])), Span(words, Style(.text))],
        row: cell.row,
        in: cell.inset(columns: Metrics.margin, rows: 0),
        ellipsis: interface.glyphs.ellipsis,
        surface: .panel
      )
    }
  }
}

extension Interface {
  /// What an invocation does, in a few words; nil when it goes to a list that there is not.
  func words(for invocation: Invocation) -> String? {
    let (summary, argument) = (invocation.command.row.summary, invocation.argument)
    guard !argument.isEmpty else { return summary }
    guard invocation.command == .go else { return "\(summary): \(argument)" }
    return ReadingListModel.listName(argument).map { "go to \($0)" }
  }
}
