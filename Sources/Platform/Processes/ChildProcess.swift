import CFileSystem
import Glibc
import Synchronization

/// Runs a program that reads standard input and writes standard output.
///
/// Started without a shell and with an environment of its own; its errors go nowhere. It is a process
/// group by itself, so that what it starts ends with it.
package final class ChildProcess: Sendable {
  package enum Problem: Error, Equatable {
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
  private let timeLimit: Duration
  private let outputLimit: Int
  private let memoryLimit: Int?
  private let mayFail: Bool
  private let child = Mutex((process: Subprocess?.none, isCancelled: false))

  /// Says what is to be run.
  ///
  /// - Parameters:
  ///   - program: its path.
  ///   - arguments: without its name.
  ///   - environment: all of it.
  ///   - timeLimit: after which it is ended.
  ///   - outputLimit: bytes after which it is ended.
  ///   - memoryLimit: bytes of addresses that it gets; nil for as many as it wants.
  ///   - mayFail: whether what it writes counts whatever its status is. It gets no terminal to ask at then.
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

  /// Runs the program once over some bytes and gives what it writes.
  package func output(for input: [UInt8]) async throws(Problem) -> [UInt8] {
    let result: Result<[UInt8], Problem> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // A thread of its own: those that tasks run on must not wait.
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
      // The time ends it where nobody is left to do so.
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
      // A connection that breaks ends as one that is closed; the status tells what happened.
      guard let count = try? Descriptor.read(end, into: &buffer), count > 0 else { return output }
      guard output.count + count <= outputLimit else { throw .tooLarge }
      output += buffer[..<count]
    }
  }

  /// A file in memory that holds some bytes and is read from its start.
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
