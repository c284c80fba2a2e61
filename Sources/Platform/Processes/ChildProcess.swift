import CFileSystem
import Glibc
import Synchronization

/// A program that turns standard input into standard output.
///
/// Started without a shell, with its own environment and without standard error; in its own process
/// group, so that what it starts ends with it.
package final class ChildProcess: Sendable {
  package enum Problem: Error, Equatable {
    case notStarted(SystemError)
    /// It exited with another status than 0, or by a signal.
    case status
    case tookTooLong
    case tooLarge
    case cancelled
  }

  private let program: String
  private let arguments: [String]
  private let environment: [String: String]
  private let timeLimit: Duration
  private let outputLimit: Int
  private let memoryLimit: Int?
  private let mayFail: Bool
  private let child = Mutex((process: Subprocess?.none, isCancelled: false))

  /// Prepares a program, by its path, its arguments and its whole environment.
  ///
  /// It is killed after `timeLimit`, or `outputLimit` bytes of output; `memoryLimit` is in bytes of
  /// address space, nil for none. With `mayFail` its output counts whatever its status; it has no
  /// terminal then.
  package init(
    program: String, arguments: [String], environment: [String: String], timeLimit: Duration,
    outputLimit: Int, memoryLimit: Int? = nil, mayFail: Bool = false
  ) {
    self.program = program
    self.arguments = arguments
    self.environment = environment
    self.timeLimit = timeLimit
    self.outputLimit = outputLimit
    self.memoryLimit = memoryLimit
    self.mayFail = mayFail
  }

  package func output(for input: [UInt8]) async throws(Problem) -> [UInt8] {
    let result: Result<[UInt8], Problem> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // On its own thread: the task pool's must not block.
        let code = SystemThread.detach {
          continuation.resume(returning: Result { () throws(Problem) in try self.run(input) })
        }
        if code != 0 {
          continuation.resume(returning: .failure(.notStarted(SystemError(code: code))))
        }
      }
    } onCancel: {
      child.withLock { state in
        state.isCancelled = true
        state.process?.signal(SIGKILL)
      }
    }
    return try result.get()
  }

  private func run(_ input: [UInt8]) throws(Problem) -> [UInt8] {
    let deadline = MonotonicClock.milliseconds() + Int64(timeLimit / Duration.milliseconds(1))
    let running: PipeProgram
    do throws(SystemError) { running = try start(input) } catch { throw .notStarted(error) }
    let isCancelled = child.withLock { state in
      state.process = running.process
      return state.isCancelled
    }
    if isCancelled { running.process.signal(SIGKILL) }
    let output = Result { () throws(Problem) in try read(running.descriptor, until: deadline) }
    if case .failure = output { running.process.signal(SIGKILL) }
    let status = running.end(milliseconds: Int(max(0, deadline - MonotonicClock.milliseconds())))
    if child.withLock({ $0.isCancelled }) { throw .cancelled }
    let bytes = try output.get()
    guard MonotonicClock.milliseconds() < deadline else { throw .tookTooLong }
    guard status == 0 || mayFail else { throw .status }
    return bytes
  }

  private func start(_ input: [UInt8]) throws(SystemError) -> PipeProgram {
    let source = try Self.file(holding: input)
    defer { close(source) }
    let running = try PipeProgram(
      [program] + arguments, environment: environment, input: source,
      group: mayFail ? .ownSession : .own, errors: nil)
    if let memoryLimit {
      // The processor time limit ends it if this process is gone.
      running.process.limit(memory: memoryLimit, seconds: Int(timeLimit / Duration.seconds(1)) + 1)
    }
    return running
  }

  private func read(_ end: Int32, until deadline: Int64) throws(Problem) -> [UInt8] {
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let left = deadline - MonotonicClock.milliseconds()
      guard left > 0,
        (try? Descriptor.wait(for: .reading, of: end, milliseconds: Int(left))) == true
      else { throw .tookTooLong }
      // A broken connection counts as closed; the exit status tells.
      guard let count = try? Descriptor.read(end, into: &buffer), count > 0 else { return output }
      guard output.count + count <= outputLimit else { throw .tooLarge }
      output += buffer[..<count]
    }
  }

  /// An in-memory file, positioned at its start.
  static func file(holding bytes: [UInt8]) throws(SystemError) -> Int32 {
    // The flag is `MFD_CLOEXEC`.
    let file = memfd_create("luego", 1)
    guard file >= 0 else { throw .last }
    let code = writeAll(bytes, to: file)
    guard code == 0 else {
      close(file)
      throw SystemError(code: code)
    }
    lseek(file, 0, SEEK_SET)
    return file
  }
}
