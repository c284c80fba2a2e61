import Library
import Platform
import Reader
import ReadingList
import ReadingServices
import Terminal

/// The main loop: waits in one `poll` for keys, signals, background work and changed files, and
/// draws a frame after each change.
final class MainLoop {
  let program: Program
  let session: Session
  let terminal: NcursesTerminal
  let interface: Interface
  let library: Library
  private let capabilities: Capabilities
  private var loggedStatus: Status?
  private let configQueue = JobQueue()
  /// For `write` and `pipe`: long texts take a second, and a disk may hang.
  private let outputQueue = JobQueue(on: .namedFiles)
  private var pendingOutputs = 0
  /// Programs whose success archives articles and is not known yet.
  var pendingArchives = 0

  /// Seconds to react to a signal that ends the program; usually far less.
  private static let timeout = 5
  /// Milliseconds to wait for the terminal's background if the theme depends on it; a later answer
  /// is used as well.
  private static let backgroundDelay = 100

  /// - Throws: `Failure` if there is no usable terminal.
  init(program: Program, session: Session, library: Library) throws {
    self.program = program
    self.session = session
    self.library = library
    capabilities = program.capabilities
    let settings = session.model.settings
    terminal = try NcursesTerminal(
      theme: capabilities.theme(named: settings.theme), hasColor: capabilities.hasColor,
      hasMouse: settings.mouse,
      backgroundDelay: capabilities.isDark != nil
        ? nil : settings.theme == Settings.auto ? Self.backgroundDelay : 0, timeout: Self.timeout)
    interface = Interface(
      model: session.model, size: terminal.size, keymap: program.config.keymap,
      glyphs: terminal.isUnicode ? .unicode : .ascii, clock: program.clock)
  }

  func run() {
    applySettings()
    present()
    // Watching 100,000 files takes as long as the frame. A comparison finds changes since the list
    // was read, and records edited in place before.
    try? LibraryWatcher(library).report(session.model.watching())
    let inbox =
      library.isReadOnly
      ? nil : FolderWatcher(program.inboxDirectory(of: library), skipping: Inbox.ownFolders)
    session.model.recheckLibrary()
    session.model.capture.take()
    session.model.sync.startBySetting()
    var descriptors = [terminal.signalDescriptor, session.wake.descriptor]
    if let inbox { descriptors.append(inbox.descriptor) }
    let poller = Poller(descriptors: descriptors + [terminal.inputDescriptor])
    let lastPoller = Poller(descriptors: descriptors)
    while !session.model.canEnd || pendingArchives > 0 {
      // Keys typed after the request to end are not read.
      let isEnding = session.model.session.isQuitting
      let ready = (isEnding ? lastPoller : poller).wait(milliseconds: timeout())
      session.wake.clear()
      var changed = false
      var waitsToEnd = false
      if ready.contains(terminal.signalDescriptor) { changed = takeSignals() || changed }
      let wasDark = terminal.isBackgroundDark
      if !isEnding {
        for event in terminal.readInput() {
          if session.model.session.isQuitting { break }
          let wasAsking = interface.isAsking
          interface.handle(event)
          changed = true
          // Keys typed before a question was shown do not answer it.
          if interface.isAsking, !wasAsking { break }
          waitsToEnd = session.model.session.isQuitting && !session.model.canEnd
          _ = takeSignals()
        }
      }
      if terminal.isBackgroundDark != wasDark { changed = true }
      if let inbox, ready.contains(inbox.descriptor), inbox.drain() {
        session.model.capture.mayHaveChanged()
      }
      changed = session.model.receiveAll() || changed
      // A stream of events must not delay what is due.
      if ready.isEmpty || session.model.deadline.map({ $0 <= program.clock.now() }) == true {
        session.model.tick()
        changed = true
      }
      runEffects()
      // A terminal that no longer takes output must not delay the end.
      if changed, !session.model.session.isQuitting {
        logStatus()
        applySettings()
        present()
      } else if waitsToEnd, !terminal.isBehind {
        // Once, to say so; the key that quits came from a working terminal.
        present()
      }
    }
    finishOutputs()
  }

  /// Runs `work` off the main thread, and the closure it returns on the main thread.
  func makeOutput(_ work: @escaping @Sendable () -> @Sendable (MainLoop) -> Void) {
    pendingOutputs += 1
    let made = session.model.tasks.answer { [unowned self] (show: @Sendable (MainLoop) -> Void) in
      pendingOutputs -= 1
      show(self)
    }
    outputQueue.enqueue { made(work()) }
  }

  /// Milliseconds to wait for pending outputs at the end; their disk may hang.
  private static let maxOutputWait: Int64 = 2000

  private func finishOutputs() {
    let poller = Poller(descriptors: [session.wake.descriptor])
    let end = MonotonicClock.milliseconds() + Self.maxOutputWait
    // Other wake-ups, such as library changes by other processes, do not extend the wait.
    while pendingOutputs > 0, case let left = end - MonotonicClock.milliseconds(),
      left > 0
    {
      _ = poller.wait(milliseconds: Int(left))
      session.wake.clear()
      _ = session.model.receiveAll()
    }
    if pendingOutputs > 0 {
      session.model.session.show(
        error: "What was being written is not complete: its disk does not answer")
    }
  }

  func present() { terminal.present(interface.frame()) }

  private func logStatus() {
    guard let status = session.model.status, status != loggedStatus else { return }
    loggedStatus = status
    Log.line(status.text)
  }

  private func timeout() -> Int? {
    let due = interface.deadline.map { due in
      Int(max(0, min(86_400_000, due.milliseconds - program.clock.now().milliseconds)))
    }
    return terminal.isBehind ? min(due ?? .max, Self.retryInterval) : due
  }

  /// Milliseconds until a frame that the terminal did not take is drawn again.
  private static let retryInterval = 1000

  /// Handles pending signals; returns whether a new frame is needed.
  private func takeSignals() -> Bool {
    var changed = false
    let signals = terminal.takeSignals()
    if signals.contains(.terminate) {
      interface.keepTyped()
      session.model.quit()
    }
    // Nothing is drawn before the terminal is restored: it may no longer take output.
    guard !session.model.session.isQuitting else { return false }
    for signal in signals {
      switch signal {
      case .terminate: break
      case .resize:
        interface.handle(.resized(terminal.refreshSize()))
        changed = true
      case .continue:
        terminal.resume()
        interface.handle(.resized(terminal.size))
        changed = true
      case .suspend: lendTerminal { terminal.stop() }
      }
    }
    return changed
  }

  private func applySettings() {
    terminal.setMouse(session.model.settings.mouse)
    let isDark = terminal.isBackgroundDark
    let chosen = capabilities.theme(named: session.model.settings.theme, isDark: isDark)
    terminal.setTheme(chosen)
    let isLight = (capabilities.isDark ?? isDark) == false
    let plain = isLight ? PictureDrawing.Colors.noneOnLight : .none
    interface.reader.pictureColors = chosen == .mono ? plain : terminal.colors.pictureColors
  }

  private func runEffects() {
    for effect in session.model.takeEffects() {
      do {
        switch effect {
        case .openInBrowser(let url, let archiving):
          let choices = try Browser.choices(
            for: url, program.environment, isInTerminal: session.model.settings.browserInTerminal)
          openFirst(of: choices[...], archiving: archiving)
        case .openFile(let path):
          openFirst(of: [.ofDesktop(path, program.environment)])
        case .copy(let text):
          if let reason = terminal.copy(toClipboard: text) {
            session.model.status = .error("Not copied: \(reason)")
          }
        case .keep(let lines): keep(lines)
        case .redraw: terminal.redraw()
        case .suspend: lendTerminal { terminal.stop() }
        case .edit(let target, let note, let before): edit(target, note, over: before)
        case .write(let line, let output, let overwrites):
          write(line, output, overwrites: overwrites)
        case .pipe(let line, let output): pipe(line, output)
        case .shell(let command): runShell(command)
        }
      } catch { session.model.status = .error(Failure(error).message) }
    }
  }

  /// Changes the settings file off the main thread, since that waits for the disk and other
  /// processes; an unsaved change holds for this session only.
  private func keep(_ lines: [String]) {
    guard !program.options.isReadOnly else { return }
    configQueue.enqueue { [file = program.keptChanges, kept = session.model.beginKeeping()] in
      do {
        try file.keep(lines)
        kept(nil)
      } catch { kept("Set for this session only: \(Failure(error).message)") }
    }
  }
}
