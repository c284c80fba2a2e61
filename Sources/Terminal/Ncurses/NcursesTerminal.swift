import CNcurses
import Glibc

/// The terminal, through curses: takes it over, shows frames, reads keys, and restores it.
///
/// The only user of curses, which has one current screen per process: make one at a time, use it on
/// one thread.
package final class NcursesTerminal {
  /// When last asked for.
  package private(set) var size: Size
  package var colors: ColorDepth { writer.depth }
  package let isUnicode: Bool
  package var inputDescriptor: Int32 { line.input }
  package var signalDescriptor: Int32 { signals.descriptor }
  package private(set) var isBackgroundDark: Bool?
  package private(set) var reportsMouse: Bool
  /// Whether the last frame was cut off because the terminal took no more; it must be shown again.
  package private(set) var isBehind = false

  private let line: TerminalLine
  /// Whether it is a terminal emulator, which ignores sequences it does not know; older terminals
  /// print them.
  private let isWindow: Bool
  private let signals: TerminalSignals
  /// From before the terminal was taken over.
  private let foundLine: termios
  private let screen: OpaquePointer
  private var writer: FrameWriter
  private var isOpen = true
  private var reader = InputReader()
  /// Bytes of an incomplete character.
  private var partial = mbstate_t()
  private var waitingEvents: [InputEvent] = []
  private var isAwaitingAnswers = false
  /// Milliseconds to wait for answers before the terminal is restored, as they would reach its next
  /// user.
  private static let lastWait = 100

  /// Milliseconds an escape character waits for the rest of a key.
  private static let escapeTime: Int32 = 25

  /// In bytes; terminals take no more in one piece.
  private static let maxCopySize = 1 << 16

  /// Takes over a terminal; throws if it is none, or curses does not know it.
  ///
  /// Waits `backgroundDelay` milliseconds for the answer about the background (terminals that
  /// cannot tell say so at once); with 0 it is read whenever it comes, with nil not asked for. A
  /// process that got a signal to end, but is busy or blocked by the terminal, ends after `timeout`
  /// seconds (0: never).
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
    // Before curses, which leaves handled signals alone.
    signals = try TerminalSignals(timeout: timeout)
    // The window's size comes from the system, if plausible, not from stale environment variables.
    use_env(false)
    use_tioctl(!line.isSizeAbsurd)
    // The variable ESCDELAY overrides this.
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
    // Mouse reports are parsed here, in the SGR form, which works for windows of any size.
    define_key(nil, KEY_MOUSE)
    TerminalRescue.arm(descriptor: line.output, line: found, reset: resetBytes())
    _ = refreshSize()
    luego_enter()
    enter()
    // Pictures need the background even without color, to choose dark or bright dots.
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

  /// Shows a frame in one write of the cells that changed.
  package func present(_ screen: Screen) {
    guard isOpen else { return }
    let bytes = writer.bytes(showing: screen, in: size)
    isBehind = !bytes.isEmpty && !line.write(Array(bytes.utf8))
    // How much of it is shown is unknown.
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

  /// Turns mouse reports on, or off so that the mouse selects text.
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
    // Curses waits for what follows an escape character; anything not here yet was sent separately.
    let isAlone = line.waitingBytes == 1
    let (tokens, hasFailed) = InputToken.readAll(&partial)
    // A terminal that is gone would always be ready to read.
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

  /// Waits for the answers to what was asked; later ones are read when they come.
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

  package func takeSignals() -> [TerminalSignal] { signals.take() }

  // MARK: Leaving and coming back

  /// Asks the system for the window's size, and tells curses.
  package func refreshSize() -> Size {
    guard isOpen, let asked = line.askSize() else { return size }
    let now = Size(columns: asked.columns, rows: asked.rows)
    guard now != size else { return size }
    resizeterm(Int32(now.rows), Int32(now.columns))
    size = now
    // Terminals reflow a screen differently: start from nothing.
    redraw()
    return size
  }

  package func lend(_ use: () -> Void) {
    guard isOpen else { return }
    leave()
    use()
    resume()
  }

  /// Stops the process until it is continued; only while the terminal is restored.
  package func stop() { signals.stop() }

  /// Takes over the terminal again, which others may have used.
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
    // Without an alternate screen, the shell's prompt continues in the last row.
    let lastRow = FrameWriter.sequence("cup", size.rows - 1, 0) ?? ""
    send((FrameWriter.sequence("sgr0") ?? "") + lastRow + (FrameWriter.sequence("el") ?? ""))
    // Curses does not know the cursor's state, which frames set.
    send(FrameWriter.sequence("cnorm") ?? "")
    // Discards input typed ahead, so that no shell runs or echoes it; in one step with the mode, so
    // that nothing comes between.
    flushinp()
    var found = foundLine
    tcsetattr(line.input, TCSAFLUSH, &found)
    endwin()
  }

  // MARK: Outside curses

  /// Copies text to the clipboard of the terminal's user (OSC 52), also over ssh; returns why it
  /// was not sent, or nil.
  package func copy(toClipboard text: String) -> String? {
    let bytes = Array(text.utf8)
    guard isOpen, isWindow else { return "This terminal has no clipboard" }
    guard bytes.count <= Self.maxCopySize else {
      return "Terminals take no more than \(Self.maxCopySize / 1024) kB"
    }
    let isSent = line.write(Array(ControlSequence.copy(bytes).utf8))
    return isSent ? nil : "The terminal does not answer"
  }

  /// Writes past curses; the text must not move the cursor or change a cell.
  private func send(_ text: String) { line.write(Array(text.utf8)) }

  /// The bytes that undo the takeover.
  private func resetBytes() -> [UInt8] {
    var text = ControlSequence.pasteOff + (isWindow ? ControlSequence.mouseOff : "")
    for name in ["sgr0", "op", "cnorm", "rmkx", "rmcup"] {
      if let value = luego_string(name) { text += String(cString: value).withoutPadding }
    }
    return Array(text.utf8)
  }
}
