import ReadingList
import TerminalKit

/// Says over the line what is wrong with the filter that is typed in it.
enum MistakeView {
  static func draw(_ prompt: Prompt, _ interface: Interface, on screen: inout Screen) {
    guard let mistake = interface.reader.mistake(in: prompt),
      !CompletionView.isShown(prompt, interface)
    else { return }
    let size = screen.size
    let lines = mistake.message.wrapped(toWidth: size.columns - 2 * Metrics.margin)
      .prefix(max(0, size.rows - 3))
    let widest = lines.map(\.displayWidth).max() ?? 0
    let box = Rect(
      column: 0,
      row: size.rows - 1 - lines.count,
      columns: widest + 2 * Metrics.margin,
      rows: lines.count
    )
    screen.fill(box, style: Style(.text, on: .panel))
    for (row, line) in lines.enumerated() {
      _ = screen.put(
        line,
        at: Point(column: Metrics.margin, row: box.row + row),
        style: Style(.error, on: .panel),
        clip: box
      )
    }
  }
}
