import Platform
import Glibc

/// Files with secrets, which nobody but their owner may be able to read.
struct PrivateFile {
  let path: String
  /// What is in it, as messages name it.
  let contents: String
  /// The kind of problem that it makes.
  let kind: FetchProblem.Kind

  static func cookies(_ path: String) -> PrivateFile {
    PrivateFile(path: path, contents: "cookies", kind: .cookies)
  }

  static func passwords(_ path: String) -> PrivateFile {
    PrivateFile(path: path, contents: "passwords", kind: .passwords)
  }

  /// The largest file that is read, in bytes.
  private static let largest = 4 << 20

  /// Whether the file is there and may be used.
  ///
  /// - Throws: when it is not private, too large, or cannot be read.
  func isUsable() throws(FetchProblem) -> Bool {
    // Without blocking: what stands there may be a pipe that nobody writes to.
    let file = Platform.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return false }
      throw problem("Cannot read the \(contents) in \(path); check the file's permissions")
    }
    defer { close(file) }
    var info = stat()
    guard fstat(file, &info) == 0, info.st_mode & S_IFMT == S_IFREG else {
      throw problem("The \(contents) in \(path) are not in a regular file; replace it")
    }
    guard info.st_mode & 0o077 == 0 else {
      throw problem(
        "Others can read your \(contents) in \(path); make it private: chmod 600 \(path)"
      )
    }
    guard info.st_size <= Self.largest else {
      throw problem("\(path) is too large; keep only the \(contents) you need")
    }
    return true
  }

  /// What is in the file; nil when there is none.
  ///
  /// - Throws: as `isUsable`.
  func read() throws(FetchProblem) -> [UInt8]? {
    guard try isUsable() else { return nil }
    if let bytes = SmallFile.read(path, limit: Self.largest) { return bytes }
    throw problem("Cannot read the \(contents) in \(path); check the disk")
  }

  private func problem(_ message: String) -> FetchProblem {
    FetchProblem(kind: kind, message: message, isTransient: true)
  }
}
