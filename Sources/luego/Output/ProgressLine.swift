import Platform
import Synchronization
import Terminal

/// A progress line on standard error, shown only on a terminal.
///
/// Redrawn with carriage returns and blanks, which every terminal supports.
final class ProgressLine: Sendable {
  let isShown: Bool
  private let line: TerminalLine
  private let state = Mutex((text: "", width: 0))

  init(isWanted: Bool) {
    isShown = isWanted && Descriptor.isTerminal(Descriptor.error)
    line = TerminalLine(input: Descriptor.input, output: Descriptor.error, environment: [:])
  }

  func show(_ text: String) {
    guard isShown else { return }
    state.withLock { state in
      state.text = text
      draw(&state)
    }
  }

  /// Clears the line while `body` prints.
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

  func complain(_ text: String) { try? aside { Output.complain(text) } }

  func clear() { show("") }

  /// The width of an echoed key, such as ^C.
  private static let echo = 2

  private func draw(_ state: inout (text: String, width: Int)) {
    // The last column stays free, since some terminals wrap when it is filled, and two for an
    // echoed ^C.
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
