import Platform
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
    let line = "\(systemNow().rfc3339) \(Output.message(text))\n"
    try? SmallFile.append(Array(line.utf8), to: file)
  }
}
