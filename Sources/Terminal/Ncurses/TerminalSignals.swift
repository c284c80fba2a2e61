import CNcurses
import Glibc
import Synchronization

package enum TerminalSignal: Hashable, Sendable {
  /// SIGTERM, SIGHUP, SIGINT, SIGQUIT: save everything and end.
  case terminate
  case resize
  /// SIGCONT: the terminal may have been used by others.
  case `continue`
  /// SIGTSTP from outside.
  case suspend
}

/// Turns signals into bytes on a pipe, so that the main loop reads them like any input.
final class TerminalSignals {
  let descriptor: Int32
  private static let watched: [(number: Int32, meaning: TerminalSignal)] = [
    (SIGTERM, .terminate), (SIGHUP, .terminate), (SIGINT, .terminate), (SIGQUIT, .terminate),
    (SIGWINCH, .resize), (SIGCONT, .continue), (SIGTSTP, .suspend),
  ]

  /// Throws if no descriptor is left: without signals, ending would lose unsaved changes.
  init(timeout: Int) throws(TerminalError) {
    var ends: [Int32] = [-1, -1]
    guard luego_pipe(&ends) == 0 else {
      throw TerminalError(
        message: "The terminal cannot be taken over: \(String(cString: strerror(errno)))")
    }
    descriptor = ends[0]
    signalPipe.store(ends[1], ordering: .relaxed)
    for (number, _) in Self.watched { Self.install(number) { noteSignal($0) } }
    endingTimeout.store(UInt32(clamping: timeout), ordering: .relaxed)
    // An endless computation or blocked terminal must not keep the program from ending.
    Self.install(SIGALRM) { _ in TerminalRescue.end() }
  }

  deinit {
    alarm(0)
    endingTimeout.store(0, ordering: .relaxed)
    for (number, _) in Self.watched { signal(number, SIG_DFL) }
    signal(SIGALRM, SIG_DFL)
    let end = signalPipe.exchange(-1, ordering: .relaxed)
    if end >= 0 { close(end) }
    close(descriptor)
  }

  /// Does work that must finish within the timeout, or the process ends.
  func inTime(_ work: () -> Void) {
    alarm(endingTimeout.load(ordering: .relaxed))
    work()
    alarm(0)
  }

  /// Returns the signals that came, each once, in order.
  func take() -> [TerminalSignal] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &bytes, bytes.count)
    guard count > 0 else { return [] }
    var taken: [TerminalSignal] = []
    for byte in bytes[..<count] {
      guard let meaning = Self.watched.first(where: { $0.number == Int32(byte) })?.meaning,
        !taken.contains(meaning)
      else { continue }
      taken.append(meaning)
    }
    if taken.contains(.terminate) { alarm(0) }
    return taken
  }

  func noteHangUp() { noteSignal(SIGHUP) }

  /// Stops the process and its children until continued, as the suspend key would; other signals
  /// that came meanwhile are kept.
  func stop() {
    signal(SIGTSTP, SIG_DFL)
    kill(0, SIGTSTP)
    Self.install(SIGTSTP) { noteSignal($0) }
    for signal in take() where signal != .continue && signal != .suspend {
      if let number = Self.watched.first(where: { $0.meaning == signal })?.number {
        noteSignal(number)
      }
    }
  }

  static func install(
    _ number: Int32, flags: Int32 = SA_RESTART, _ handler: @escaping @convention(c) (Int32) -> Void
  ) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = handler
    sigemptyset(&action.sa_mask)
    action.sa_flags = flags
    sigaction(number, &action, nil)
  }
}

/// -1 if there is none.
private let signalPipe = Atomic<Int32>(-1)
/// Seconds after which the process ends anyway, if handling a signal to end or restoring the
/// terminal takes longer; 0 for never.
private let endingTimeout = Atomic<UInt32>(0)

private func noteSignal(_ number: Int32) {
  let saved = errno
  var byte = UInt8(truncatingIfNeeded: number)
  _ = write(signalPipe.load(ordering: .relaxed), &byte, 1)
  if number != SIGWINCH, number != SIGCONT, number != SIGTSTP {
    alarm(endingTimeout.load(ordering: .relaxed))
  }
  errno = saved
}
