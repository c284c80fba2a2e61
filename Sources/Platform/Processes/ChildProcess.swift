import CFileSystem
import Glibc
import Synchronization

/// Runs a program that reads standard input and writes standard output.
///
/// Started without a shell and with an environment of its own; its errors go nowhere. It is a process
/// group by itself, so that what it starts ends with it.
package final class ChildProcess: Sendable {
  package enum Problem: Error {
    case notStarted(SystemError)
    /// It ended with a status other than 0, or by a signal.
    case status
    case tookTooLong
    case tooLarge
    case cancelled
  }

  private let program: String
  private let arguments: [String]
  private let environment: [String: String]
  private let temporary: String
  private let timeLimit: Duration
  private let outputLimit: Int
  private let memoryLimit: Int?
  private let mayFail: Bool
  private let child = Mutex((process: pid_t?.none, isCancelled: false))

  /// Says what is to be run.
  ///
  /// - Parameters:
  ///   - program: its path.
  ///   - arguments: without its name.
  ///   - environment: all of it.
  ///   - temporary: a directory in which its input may become a file for a moment.
  ///   - timeLimit: after which it is ended.
  ///   - outputLimit: bytes after which it is ended.
  ///   - memoryLimit: bytes of addresses that it gets; nil for as many as it wants.
  ///   - mayFail: whether what it writes counts whatever its status is. It gets no terminal to ask at then.
  package init(
    program: String, arguments: [String], environment: [String: String], temporary: String,
    timeLimit: Duration, outputLimit: Int, memoryLimit: Int? = nil, mayFail: Bool = false
  ) {
    self.program = program
    self.arguments = arguments
    self.environment = environment
    self.temporary = temporary
    self.timeLimit = timeLimit
    self.outputLimit = outputLimit
    self.memoryLimit = memoryLimit
    self.mayFail = mayFail
  }

  /// Runs the program once over some bytes and gives what it writes.
  package func output(for input: [UInt8]) async throws(Problem) -> [UInt8] {
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // A thread of its own: those that tasks run on must not wait.
        let code = SystemThread.detach { continuation.resume(returning: self.run(input)) }
        if code != 0 {
          continuation.resume(returning: .failure(.notStarted(SystemError(code: code))))
        }
      }
    } onCancel: {
      child.withLock { state in
        state.isCancelled = true
        if let process = state.process { kill(-process, SIGKILL) }
      }
    }
    return try result.get()
  }

  private func run(_ input: [UInt8]) -> Result<[UInt8], Problem> {
    let deadline = ContinuousClock.now + timeLimit
    let source = Self.file(holding: input, in: temporary)
    guard source >= 0 else { return .failure(.notStarted(.last)) }
    defer { close(source) }
    let ends: (Int32, Int32)
    do throws(SystemError) { ends = try Descriptor.pair() } catch {
      return .failure(.notStarted(error))
    }
    defer { close(ends.0) }
    let code = child.withLock { state in
      state.isCancelled ? ECANCELED : spawn(from: source, to: ends.1, &state.process)
    }
    close(ends.1)
    guard code == 0 else {
      return .failure(code == ECANCELED ? .cancelled : .notStarted(SystemError(code: code)))
    }
    let output = read(ends.0, until: deadline)
    if case .failure = output { end() }
    let status = reap(until: deadline)
    if child.withLock({ $0.isCancelled }) { return .failure(.cancelled) }
    if case .success = output {
      guard let status else { return .failure(.tookTooLong) }
      guard status == 0 || mayFail else { return .failure(.status) }
    }
    return output
  }

  private func read(
    _ end: CInt, until deadline: ContinuousClock.Instant
  ) -> Result<[UInt8], Problem> {
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let left = Self.milliseconds(until: deadline)
      var entry = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
      let ready = left > 0 ? poll(&entry, 1, left) : 0
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { return .failure(.tookTooLong) }
      let count = Glibc.read(end, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      // A connection that breaks ends as one that is closed; the status tells what happened.
      guard count > 0 else { return .success(output) }
      guard output.count + count <= outputLimit else { return .failure(.tooLarge) }
      output += buffer[..<count]
    }
  }

  /// Waits for the end of the process, which is brought about when the time is up.
  ///
  /// - Returns: its status as `waitpid` gives it; nil when it had to be ended here.
  private func reap(until deadline: ContinuousClock.Instant) -> CInt? {
    var isEnded = false
    while true {
      var status: CInt = 0
      // Under the lock, so that nobody ends another process that got the same number.
      let isReaped = child.withLock { state in
        guard let process = state.process else { return true }
        let answer = waitpid(process, &status, WNOHANG)
        guard answer == process || answer < 0 && errno != EINTR else { return false }
        state.process = nil
        return true
      }
      if isReaped { return isEnded ? nil : status }
      if !isEnded, Self.milliseconds(until: deadline) == 0 {
        end()
        isEnded = true
      }
      poll(nil, 0, 2)
    }
  }

  private func end() {
    child.withLock { state in if let process = state.process { kill(-process, SIGKILL) } }
  }

  private func spawn(from source: CInt, to sink: CInt, _ process: inout pid_t?) -> CInt {
    var start = ProgramStart(words: [program] + arguments, environment: environment)
    start.streams = [STDIN_FILENO: source, STDOUT_FILENO: sink]
    start.closed = [STDERR_FILENO]
    if mayFail { start.group = .ownSession }
    let started: pid_t
    do throws(SystemError) { started = try start.start() } catch { return error.code }
    process = started
    if let memoryLimit {
      // After the start, since nothing can be limited before. The time ends it where nobody is left to do so.
      luego_limit(started, UInt64(memoryLimit), UInt64(timeLimit.components.seconds + 1))
    }
    return 0
  }

  /// A file without a name that holds some bytes and is read from its start; -1 with `errno` set when
  /// there is no room for one.
  static func file(holding bytes: [UInt8], in directory: String) -> CInt {
    let name = "\(directory)/luego-\(getpid())-\(UInt64.random(in: 0 ... .max))"
    guard let file = try? Descriptor.open(name, [.readWrite, .create, .exclusive]) else {
      return -1
    }
    unlink(name)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let code = errno
        close(file)
        errno = code
        return -1
      }
      rest = rest.dropFirst(count)
    }
    lseek(file, 0, SEEK_SET)
    return file
  }

  private static func milliseconds(until deadline: ContinuousClock.Instant) -> CInt {
    let left = deadline - ContinuousClock.now
    guard left > .zero else { return 0 }
    let (seconds, attoseconds) = left.components
    return CInt(clamping: min(seconds, 86_400) * 1000 + attoseconds / 1_000_000_000_000_000 + 1)
  }
}
