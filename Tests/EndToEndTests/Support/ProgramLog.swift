import Foundation
import Glibc
import Synchronization
import Testing

/// The programs that a window's shell starts one after another.
///
/// Each writes its process id to a named pipe and holds the pipe open until it ends.
final class ProgramLog: Sendable {
  private struct State {
    var latest: pid_t?
    var isRunning = false
  }

  let pipe: String

  private let state = Mutex(State())
  /// Each start and end of a program.
  private let lives = Occurrences()
  private let onChange: @Sendable () -> Void

  /// Creates the pipe and listens to it until `finish`.
  ///
  /// - Parameters:
  ///   - pipe: its path.
  ///   - onChange: called when a program has begun or ended.
  /// - Throws: when the pipe cannot be made.
  init(pipe: String, onChange: @escaping @Sendable () -> Void) throws {
    self.pipe = pipe
    self.onChange = onChange
    try #require(mkfifo(pipe, 0o600) == 0)
    Thread.detachNewThread { [self] in listen() }
  }

  /// The process id of the program started last.
  func latest() async throws -> pid_t {
    try await lives.wait(until: "the program has told its id") { state.withLock { $0.latest } }
  }

  /// Whether the program started last is running and not stopped.
  var isLatestRunning: Bool {
    let (id, isRunning) = state.withLock { ($0.latest, $0.isRunning) }
    guard isRunning, let id,
      let stat = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)
    else { return false }
    return stat.split(separator: ")").last?.split(separator: " ").first != "T"
  }

  /// Waits until the program started last has ended.
  func waitForEnd() async throws {
    try await lives.wait(until: "the program has ended") {
      state.withLock { $0.isRunning ? nil : () }
    }
  }

  /// Waits until the last program has ended and stops listening.
  func finish() async {
    if state.withLock({ $0.latest != nil }) { try? await waitForEnd() }
    // No process id: the listening thread ends.
    let end = open(pipe, O_WRONLY | O_CLOEXEC)
    _ = write(end, "x", 1)
    close(end)
  }

  private func listen() {
    while true {
      let end = open(pipe, O_RDONLY | O_CLOEXEC)
      guard end >= 0 else { return }
      var text: [UInt8] = []
      var byte: UInt8 = 0
      while read(end, &byte, 1) == 1 {
        guard byte == UInt8(ascii: "\n") else {
          text.append(byte)
          continue
        }
        let id = pid_t(String(decoding: text, as: UTF8.self))
        text = []
        state.withLock { $0 = State(latest: id, isRunning: true) }
        tell()
      }
      close(end)
      guard text.isEmpty else { return }
      state.withLock { $0.isRunning = false }
      tell()
    }
  }

  private func tell() {
    lives.add()
    onChange()
  }
}
