import CNcurses
import Glibc
package import TerminalKit

/// The terminal, through curses: takes it over, shows frames, reads keys, gives it back.
///
/// The only user of curses, which has one screen per process: make one at a time, use it on one thread.
package final class NcursesTerminal {
  /// The window.
  package private(set) var size: Size
  /// Whether the locale can show more than ASCII.
  package let isUnicode: Bool
  /// What to wait on for input.
  package let inputDescriptor: Int32 = STDIN_FILENO
  /// What to wait on for signals.
  package var signalDescriptor: Int32 { signals.descriptor }
  /// What the terminal said of its background, once it did.
  package private(set) var isBackgroundDark: Bool?

  private let signals: TerminalSignals
  private var palette: Palette
  private let hasMouse: Bool
  private var shown: Screen?
  private var isOpen = true
  private var reader = InputReader()

  /// Takes over the terminal of standard input and output.
  ///
  /// - Throws: `TerminalError` when there is none, or curses does not know it.
  package init(_ options: TerminalOptions) throws(TerminalError) {
    isUnicode = Self.setLocale()
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      throw TerminalError(
        message: "Standard input and output are not a terminal; luego list prints the list"
      )
    }
    let name = getenv("TERM").map { String(cString: $0) } ?? ""
    guard !name.isEmpty, name != "dumb" else {
      throw TerminalError(
        message: name.isEmpty
          ? "TERM is not set; set it to your terminal's name, such as xterm-256color"
          : "The terminal “dumb” cannot show a screen; luego list and luego show print text"
      )
    }
    var status: Int32 = 0
    guard setupterm(nil, STDOUT_FILENO, &status) == OK, luego_string("cup") != nil else {
      throw TerminalError(
        message:
          "The terminal “\(name)” is not known or cannot show a screen; try TERM=xterm-256color"
      )
    }
    signals = TerminalSignals()
    hasMouse = options.hasMouse
    set_escdelay(25)
    guard luego_open() != nil else {
      throw TerminalError(message: "The terminal “\(name)” cannot be taken over")
    }
    raw()
    noecho()
    nonl()
    keypad(luego_stdscr(), true)
    nodelay(luego_stdscr(), true)
    leaveok(luego_stdscr(), false)
    curs_set(0)
    palette = Palette(theme: options.theme, hasColor: options.hasColor)
    size = Size(columns: Int(luego_columns()), rows: Int(luego_lines()))
    TerminalRescue.arm(descriptor: STDOUT_FILENO, reset: Self.resetBytes())
    InputReader.defineKeys()
    luego_mouse_on(hasMouse)
    send("\u{1b}[?2004h")
    if options.asksBackground, luego_colors() >= 8 { send("\u{1b}]11;?\u{1b}\\") }
  }

  deinit { close() }

  /// Gives the terminal back.
  package func close() {
    guard isOpen else { return }
    isOpen = false
    luego_mouse_on(false)
    send("\u{1b}[?2004l")
    endwin()
    TerminalRescue.disarm()
  }

  // MARK: Showing

  /// Shows a frame; only cells that differ from the last one are written.
  package func present(_ screen: Screen) {
    guard isOpen else { return }
    let window = luego_stdscr()
    let old = shown?.size == screen.size ? shown : nil
    if old == nil {
      palette.apply(toBackgroundOf: window)
      werase(window)
    }
    for row in 0..<min(screen.size.rows, size.rows) {
      for column in 0..<min(screen.size.columns, size.columns) {
        let index = row * screen.size.columns + column
        let cell = screen.cells[index]
        if let old, old.cells[index] == cell { continue }
        draw(cell, row: row, column: column, in: screen)
      }
    }
    shown = screen
    if let cursor = screen.cursor {
      wmove(window, Int32(cursor.row), Int32(cursor.column))
    }
    curs_set(screen.isCursorVisible ? 1 : 0)
    wrefresh(window)
  }

  private func draw(_ cell: Cell, row: Int, column: Int, in screen: Screen) {
    guard !cell.text.isEmpty else { return }
    var text = CellText(cell.text, isUnicode: isUnicode).units
    text.append(0)
    _ = luego_put(
      Int32(row),
      Int32(column),
      text,
      palette.attributes(of: cell.style),
      palette.pair(of: cell.style)
    )
  }

  /// Draws everything anew on the next frame.
  package func redraw() {
    shown = nil
    clearok(luego_stdscr(), true)
  }

  /// Changes what roles look like.
  package func setTheme(_ theme: Theme) {
    guard theme != palette.theme else { return }
    palette.theme = theme
    redraw()
  }

  // MARK: Input

  /// Takes what has come in, without waiting.
  package func readInput() -> [InputEvent] {
    guard isOpen else { return [] }
    let input = reader.read()
    if let isDark = input.isBackgroundDark { isBackgroundDark = isDark }
    return input.events
  }

  /// Takes the signals that came.
  package func takeSignals() -> [TerminalSignal] { signals.take() }

  // MARK: Leaving and coming back

  /// Asks the system for the window's size, and tells curses.
  package func refreshSize() -> Size {
    var window = winsize()
    if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 {
      resizeterm(Int32(window.ws_row), Int32(window.ws_col))
      size = Size(columns: Int(window.ws_col), rows: Int(window.ws_row))
      shown = nil
    }
    return size
  }

  /// Gives the terminal back, stops the process, and takes the terminal again when it goes on.
  package func suspend() {
    luego_mouse_on(false)
    send("\u{1b}[?2004l")
    endwin()
    signals.stop()
    resume()
  }

  /// Takes the terminal again.
  package func resume() {
    luego_mouse_on(hasMouse)
    send("\u{1b}[?2004h")
    _ = refreshSize()
    redraw()
    wrefresh(luego_stdscr())
  }

  /// Puts text on the clipboard of whoever sits at the terminal (OSC 52), also over ssh.
  package func copy(toClipboard text: String) {
    send("\u{1b}]52;c;\(Base64.encoded(Array(text.utf8)))\u{07}")
  }

  private func send(_ text: String) {
    luego_flush()
    let bytes = Array(text.utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
  }

  // MARK: Setting up

  /// Sets the locale from the environment; one that names none counts as C.UTF-8.
  private static func setLocale() -> Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    let isNamed = names.contains { getenv($0).map { $0.pointee != 0 } ?? false }
    if !isNamed || setlocale(LC_ALL, "") == nil { setlocale(LC_ALL, "C.UTF-8") }
    return String(cString: nl_langinfo(Int32(CODESET))) == "UTF-8"
  }

  /// The bytes that undo what taking over did.
  private static func resetBytes() -> [UInt8] {
    var text = "\u{1b}[?2004l"
    if luego_string("kmous") != nil { text += "\u{1b}[?1000l\u{1b}[?1002l\u{1b}[?1006l" }
    for name in ["sgr0", "op", "cnorm", "rmkx", "rmcup"] {
      if let value = luego_string(name) { text += String(cString: value) }
    }
    return Array(text.utf8)
  }
}

/// Base64 as in RFC 4648.
enum Base64 {
  static func encoded(_ bytes: [UInt8]) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var out: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let value = group.reduce(0) { $0 << 8 | UInt32($1) } << (8 * (3 - UInt32(group.count)))
      for place in 0..<4 {
        out.append(
          place <= group.count ? letters[Int(value >> (18 - 6 * UInt32(place)) & 63)] : 61
        )
      }
    }
    return String(decoding: out, as: UTF8.self)
  }
}
