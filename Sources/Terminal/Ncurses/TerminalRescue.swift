import Glibc
import Synchronization

/// Restores the terminal on the ways out that no `deinit` sees: `exit`, and a crash.
///
/// Everything that a signal handler needs is prepared: the bytes that reset the terminal, the
/// original line discipline, and a stack of its own.
enum TerminalRescue {
  static func arm(descriptor: Int32, line: termios, reset: [UInt8]) {
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, reset.count))
    bytes.initialize(from: reset, count: reset.count)
    let kept = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    kept.initialize(to: line)
    rescue.count.store(reset.count, ordering: .relaxed)
    rescue.bytes.store(UInt(bitPattern: bytes), ordering: .relaxed)
    rescue.line.store(UInt(bitPattern: kept), ordering: .relaxed)
    rescue.descriptor.store(descriptor, ordering: .releasing)
    if !rescue.isRegistered.exchange(true, ordering: .relaxed) { atexit { restoreTerminal() } }
    prepareStack()
    for number in fatalSignals {
      TerminalSignals.install(number, flags: Int32(SA_ONSTACK)) { rescueAndDie($0) }
    }
  }

  /// Called in a signal handler: restores the terminal if it takes output, and ends as SIGTERM
  /// would.
  static func end() {
    let descriptor = rescue.descriptor.load(ordering: .relaxed)
    if descriptor >= 0 {
      // So that writing does not block.
      tcflush(descriptor, TCOFLUSH)
      let flags = fcntl(descriptor, F_GETFL)
      _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
      restoreTerminal()
      _ = fcntl(descriptor, F_SETFL, flags)
    }
    signal(SIGTERM, SIG_DFL)
    raise(SIGTERM)
  }

  /// Called when the terminal has been restored in the ordinary way.
  static func disarm() {
    rescue.descriptor.store(-1, ordering: .relaxed)
    for number in fatalSignals { signal(number, SIG_DFL) }
  }

  /// A stack overflow is a crash as well, and leaves its handler no room.
  private static func prepareStack() {
    var current = stack_t()
    guard sigaltstack(nil, &current) == 0, current.ss_flags & Int32(SS_DISABLE) != 0 else { return }
    let size = 1 << 16
    var stack = stack_t()
    stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    stack.ss_size = size
    sigaltstack(&stack, nil)
  }
}

private let fatalSignals: [Int32] = [SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE]

private struct Rescue: ~Copyable {
  let descriptor = Atomic<Int32>(-1)
  let bytes = Atomic<UInt>(0)
  let count = Atomic<Int>(0)
  let line = Atomic<UInt>(0)
  let isRegistered = Atomic<Bool>(false)
}

private let rescue = Rescue()

/// The signal handler: restores the terminal, then ends the process by the same signal.
private func rescueAndDie(_ number: Int32) {
  restoreTerminal()
  signal(number, SIG_DFL)
  raise(number)
}

private func restoreTerminal() {
  let descriptor = rescue.descriptor.exchange(-1, ordering: .acquiring)
  guard descriptor >= 0 else { return }
  if let bytes = UnsafeRawPointer(bitPattern: rescue.bytes.load(ordering: .relaxed)) {
    _ = write(descriptor, bytes, rescue.count.load(ordering: .relaxed))
  }
  // Discards input typed ahead, so that no shell runs it.
  tcflush(descriptor, TCIFLUSH)
  if let line = UnsafePointer<termios>(bitPattern: rescue.line.load(ordering: .relaxed)) {
    tcsetattr(descriptor, TCSANOW, line)
  }
}
