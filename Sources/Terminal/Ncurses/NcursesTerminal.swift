import CNcurses
import Glibc

/// The terminal, through curses: takes it over, shows frames, reads keys, gives it back.
///
/// The only user of curses, which has one current screen per process: make one at a time, use it on one
/// thread.
package final class NcursesTerminal {
  /// The window's size when last asked for.
  package private(set) var size: Size
  package var colors: ColorDepth { writer.depth }
  package let isUnicode: Bool
  package var inputDescriptor: Int32 { line.input }
  package var signalDescriptor: Int32 { signals.descriptor }
  package private(set) var isBackgroundDark: Bool?
  package private(set) var reportsMouse: Bool
  /// Whether the last frame was cut off by a terminal that took nothing more; another is to be shown.
  package private(set) var isBehind = false

  private let line: TerminalLine
  /// Whether it is a window of a desktop, which passes over what it does not understand; older terminals
  /// print it.
  private let isWindow: Bool
  private let signals: TerminalSignals
  /// The line discipline before the terminal was taken over.
  private let foundLine: termios
  private let screen: OpaquePointer
  private var writer: FrameWriter
  private var isOpen = true
  private var reader = InputReader()
  /// Bytes of a character whose end has not come yet.
  private var partial = mbstate_t()
  private var waitingEvents: [InputEvent] = []
  /// Whether the terminal was asked something that it has not answered yet.
  private var isAwaitingAnswers = false
  /// Milliseconds that answers are waited for when the terminal is given back, to whose next user they would
  /// come.
  private static let lastWait = 100

  /// Milliseconds that an escape character waits for the rest of a key.
  private static let escapeTime: Int32 = 25

  /// The most bytes that are put on the clipboard: terminals take no more in one piece.
  private static let maxCopySize = 1 << 16

  /// Takes over a terminal; throws when it is none, or curses does not know it.
  ///
  /// Its answer about the background is waited for `backgroundDelay` milliseconds; terminals that
  /// cannot tell say so at once. With 0 it is taken whenever it comes, and with nil the terminal is not
  /// asked. After `timeout` seconds, unless 0, a process that received a signal to end, but is busy or
  /// blocked by the terminal, ends anyway.
  package init(
    on line: TerminalLine = .standard, theme: Theme, hasColor: Bool, hasMouse: Bool,
    backgroundDelay: Int? = nil, timeout: Int = 0
  ) throws(TerminalError) {
    self.line = line
    isUnicode = line.setLocale()
    let name = try line.describe()
    var found = termios()
    tcgetattr(line.input, &found)
    foundLine = found
    // Before curses, which leaves signals alone that are taken already.
    signals = try TerminalSignals(timeout: timeout)
    // The window's size comes from the system, if plausible, not from stale variables
    // of the environment.
    use_env(false)
    use_tioctl(!line.isSizeAbsurd)
    // The variable ESCDELAY overrules it.
    set_escdelay(Self.escapeTime)
    guard let screen = luego_open(name, line.input, line.output) else {
      throw TerminalError(message: "The terminal “\(name)” cannot be taken over")
    }
    self.screen = screen
    isWindow = luego_string("kmous") != nil && !name.hasPrefix("linux")
    reportsMouse = hasMouse && isWindow
    writer = FrameWriter(
      theme: theme, hasColor: hasColor, claimsFullColor: line.claimsFullColor,
      isUnicode: isUnicode, takesLinks: isWindow)
    size = Size(columns: Int(luego_columns()), rows: Int(luego_lines()))
    raw()
    noecho()
    nonl()
    keypad(luego_stdscr(), true)
    nodelay(luego_stdscr(), true)
    // Mouse reports are read here, in the form that knows windows of any size.
    define_key(nil, KEY_MOUSE)
    TerminalRescue.arm(descriptor: line.output, line: found, reset: resetBytes())
    _ = refreshSize()
    luego_enter()
    enter()
    // Pictures need the background even without color, for dots that are dark or bright.
    guard isWindow, colors > .none || !hasColor, let backgroundDelay else { return }
    send(ControlSequence.backgroundQuestion + ControlSequence.kindQuestion)
    isAwaitingAnswers = true
    awaitAnswers(milliseconds: backgroundDelay)
  }

  deinit { close() }

  package func close() {
    guard isOpen else { return }
    signals.inTime { leave() }
    isOpen = false
    TerminalRescue.disarm()
    delscreen(screen)
  }

  // MARK: Showing

  /// Shows a frame in one write; only cells that differ from the last one are written.
  package func present(_ screen: Screen) {
    guard isOpen else { return }
    let bytes = writer.bytes(showing: screen, in: size)
    isBehind = !bytes.isEmpty && !line.write(Array(bytes.utf8))
    // Nobody knows what of it is shown.
    if isBehind { writer.forget() }
  }

  package func redraw() {
    guard isOpen else { return }
    writer.forget()
    luego_enter()
  }

  package func setTheme(_ theme: Theme) {
    if theme != writer.theme { writer.theme = theme }
  }

  /// Has the terminal report the mouse, or keep it for selecting text.
  package func setMouse(_ isOn: Bool) {
    guard isOpen, isWindow, isOn != reportsMouse else { return }
    reportsMouse = isOn
    send(isOn ? ControlSequence.mouseOn : ControlSequence.mouseOff)
  }

  // MARK: Input

  package func readInput() -> [InputEvent] {
    guard isOpen else { return [] }
    let waiting = waitingEvents
    waitingEvents = []
    // Curses waits for what follows an escape character; what was not there yet was sent apart.
    let isAlone = line.waitingBytes == 1
    let (tokens, hasFailed) = InputToken.readAll(&partial)
    // A terminal that is gone would be always ready to be read.
    if tokens.isEmpty, hasFailed || line.isHungUp { signals.noteHangUp() }
    return waiting + take(tokens, isFirstAlone: isAlone).events
  }

  private func take(_ tokens: [InputToken], isFirstAlone: Bool = false) -> InputReader.Input {
    let input = reader.take(tokens, milliseconds: Self.now, isFirstAlone: isFirstAlone)
    if let isDark = input.isBackgroundDark { isBackgroundDark = isDark }
    if input.hasIdentified { isAwaitingAnswers = false }
    return input
  }

  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }

  /// Waits for what was asked; answers that come later are taken when they come.
  private func awaitAnswers(milliseconds: Int) {
    let end = Self.now + milliseconds
    let poller = Poller(descriptors: [line.input])
    var isInTime = milliseconds > 0
    while isAwaitingAnswers, isInTime {
      let left = max(0, end - Self.now)
      // Read once more, in case the machine was too slow to look in time.
      isInTime = left > 0
      guard !poller.wait(milliseconds: left).isEmpty else { return }
      let (tokens, hasFailed) = InputToken.readAll(&partial)
      if tokens.isEmpty, hasFailed || line.isHungUp { return }
      waitingEvents += take(tokens).events
    }
  }

  package var hasSignals: Bool { signals.areWaiting }

  package func takeSignals() -> [TerminalSignal] { signals.take() }

  // MARK: Leaving and coming back

  /// Asks the system for the window's size, and tells curses.
  package func refreshSize() -> Size {
    guard isOpen, let asked = line.askSize() else { return size }
    let now = Size(columns: asked.columns, rows: asked.rows)
    guard now != size else { return size }
    resizeterm(Int32(now.rows), Int32(now.columns))
    size = now
    // Terminals differ in how they reflow a screen; start from nothing.
    redraw()
    return size
  }

  package func lend(_ use: () -> Void) {
    guard isOpen else { return }
    leave()
    use()
    resume()
  }

  /// Stops the process until it is continued; only while the terminal is given back.
  package func stop() { signals.stop() }

  /// Takes the terminal again, which others may have used.
  package func resume() {
    guard isOpen else { return }
    reset_prog_mode()
    _ = refreshSize()
    redraw()
    enter()
  }

  private func enter() {
    if reportsMouse { send(ControlSequence.mouseOn) }
    send(ControlSequence.pasteOn)
  }

  private func leave() {
    awaitAnswers(milliseconds: Self.lastWait)
    isAwaitingAnswers = false
    if reportsMouse { send(ControlSequence.mouseOff) }
    send(ControlSequence.pasteOff)
    // Where there is no alternate screen, the shell's prompt goes on in the last row.
    let lastRow = FrameWriter.sequence("cup", size.rows - 1, 0) ?? ""
    send((FrameWriter.sequence("sgr0") ?? "") + lastRow + (FrameWriter.sequence("el") ?? ""))
    // Curses knows nothing of what frames made of the cursor.
    send(FrameWriter.sequence("cnorm") ?? "")
    // Input typed ahead is discarded, so that no shell runs or echoes it. That happens in one step
    // with the mode, so that nothing can come between.
    flushinp()
    var found = foundLine
    tcsetattr(line.input, TCSAFLUSH, &found)
    endwin()
  }

  // MARK: What curses has no words for

  /// Puts text on the clipboard of whoever sits at the terminal (OSC 52), also over ssh.
  ///
  /// - Returns: why it was not sent; nil where it was.
  package func copy(toClipboard text: String) -> String? {
    let bytes = Array(text.utf8)
    guard isOpen, isWindow else { return "This terminal has no clipboard" }
    guard bytes.count <= Self.maxCopySize else {
      return "Terminals take no more than \(Self.maxCopySize / 1024) kB"
    }
    let isSent = line.write(Array(ControlSequence.copy(bytes).utf8))
    return isSent ? nil : "The terminal does not answer"
  }

  /// Writes past curses; nothing of it moves the cursor or changes a cell.
  private func send(_ text: String) { line.write(Array(text.utf8)) }

  /// The bytes that undo what taking over did.
  private func resetBytes() -> [UInt8] {
    var text = ControlSequence.pasteOff + (isWindow ? ControlSequence.mouseOff : "")
    for name in ["sgr0", "op", "cnorm", "rmkx", "rmcup"] {
      if let value = luego_string(name) { text += String(cString: value).withoutPadding }
    }
    return Array(text.utf8)
  }
}
