import NcursesTerminal
import Platform
import Synchronization
import TerminalKit

/// One line on standard error that says how far a command is, where that is a terminal.
///
/// It is rewritten in place with carriage returns and blanks alone, which every terminal obeys.
final class ProgressLine: Sendable {
  /// Whether there is a terminal to show it, and somebody wants to see it.
  let isShown: Bool
  private let line: TerminalLine
  private let state = Mutex((text: "", width: 0))

  init(isWanted: Bool) {
    isShown = isWanted && Descriptor.isTerminal(Descriptor.error)
    line = TerminalLine(input: Descriptor.input, output: Descriptor.error, environment: [:])
  }

  /// Shows a text in place of the one before; only as much as fits the terminal.
  func show(_ text: String) {
    guard isShown else { return }
    state.withLock { state in
      state.text = text
      draw(&state)
    }
  }

  /// Takes the line away, does something that prints, and shows the line again.
  func aside<Value>(_ body: () throws -> Value) throws -> Value {
    guard isShown else { return try body() }
    return try state.withLock { state in
      let text = state.text
      state.text = ""
      draw(&state)
      defer {
        state.text = text
        draw(&state)
      }
      return try body()
    }
  }

  /// Tells a problem without disturbing the line.
  func complain(_ text: String) { try? aside { Output.complain(text) } }

  /// Takes the line away.
  func clear() { show("") }

  /// Columns that the echo of a key may take.
  private static let echo = 2

  private func draw(_ state: inout (text: String, width: Int)) {
    // The last column stays free, as some terminals begin a new line when it is filled; so do two for
    // the ^C that a terminal shows behind the line when the key is pressed.
    let columns = max(1, (line.askSize()?.columns ?? 80) - 1 - Self.echo)
    let text = Output.printable(state.text).truncated(toWidth: columns, ellipsis: "…")
    let width = text.displayWidth
    guard width > 0 || state.width > 0 else { return }
    let blanks = String(
      repeating: " ",
      count: min(max(0, state.width - width), columns - min(width, columns)) + Self.echo)
    let line = "\r\(text)\(blanks)\r\(width > 0 ? text : "")"
    writeAll(Output.bytes(line, for: Descriptor.error), to: Descriptor.error)
    state.width = width
  }
}
