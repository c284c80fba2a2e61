import CNcurses
import Glibc
import Synchronization

/// Leaves the terminal sane on the ways out that no `deinit` sees: `exit`, and a crash.
///
/// The bytes that undo everything are prepared beforehand; writing them and setting the line discipline
/// are all that a signal handler may do.
enum TerminalRescue {
  private static let fatal = [SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE]

  /// Arms the rescue for a terminal.
  static func arm(descriptor: Int32, reset: [UInt8]) {
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, reset.count))
    bytes.initialize(from: reset, count: reset.count)
    let line = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    line.initialize(to: termios())
    tcgetattr(descriptor, line)
    rescue.bytes.store(UInt(bitPattern: bytes), ordering: .relaxed)
    rescue.count.store(reset.count, ordering: .relaxed)
    rescue.line.store(UInt(bitPattern: line), ordering: .relaxed)
    rescue.descriptor.store(descriptor, ordering: .releasing)
    for number in fatal {
      TerminalSignals.install(number) { number in
        restoreTerminal()
        signal(number, SIG_DFL)
        raise(number)
      }
    }
    if !rescue.isRegistered.exchange(true, ordering: .relaxed) { atexit { restoreTerminal() } }
  }

  /// The terminal was given back in the ordinary way.
  static func disarm() {
    rescue.descriptor.store(-1, ordering: .relaxed)
    for number in fatal { signal(number, SIG_DFL) }
  }
}

private struct Rescue: ~Copyable {
  let descriptor = Atomic<Int32>(-1)
  let bytes = Atomic<UInt>(0)
  let count = Atomic<Int>(0)
  let line = Atomic<UInt>(0)
  let isRegistered = Atomic<Bool>(false)
}

private let rescue = Rescue()

private func restoreTerminal() {
  let descriptor = rescue.descriptor.exchange(-1, ordering: .acquiring)
  guard descriptor >= 0 else { return }
  if let bytes = UnsafeRawPointer(bitPattern: rescue.bytes.load(ordering: .relaxed)) {
    _ = write(descriptor, bytes, rescue.count.load(ordering: .relaxed))
  }
  if let line = UnsafePointer<termios>(bitPattern: rescue.line.load(ordering: .relaxed)) {
    tcsetattr(descriptor, TCSANOW, line)
  }
}
