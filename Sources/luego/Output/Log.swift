import Platform
import Glibc
import ReadingList
import Synchronization

/// The file that `--log` names: what happened, a line each with its time.
enum Log {
  private static let path = Mutex<String?>(nil)

  /// Begins to log into a file.
  static func begin(_ file: String?) { path.withLock { $0 = file } }

  /// Appends a line; a log that cannot be written is no reason to fail.
  static func line(_ text: String) {
    guard let file = path.withLock({ $0 }) else { return }
    // Without waiting for one who reads it, where it is a pipe.
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    let descriptor = open(file, flags, 0o600)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let line = Array("\(systemNow().rfc3339) \(Output.message(text))\n".utf8)
    _ = write(descriptor, line, line.count)
  }
}
