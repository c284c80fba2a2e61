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

  /// A descriptor to read from and the file's size, or nil when there is no such file; the caller closes
  /// the descriptor.
  ///
  /// - Throws: when the file is not private, or cannot be read.
  func open() throws(FetchProblem) -> (descriptor: CInt, size: Int)? {
    // Without blocking: what stands there may be a pipe that nobody writes to.
    let file = Platform.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw problem("Cannot read the \(contents) in \(path); check the file's permissions")
    }
    var info = stat()
    guard fstat(file, &info) == 0, info.st_mode & S_IFMT == S_IFREG else {
      close(file)
      throw problem("The \(contents) in \(path) are not a plain file; remove it or replace it")
    }
    guard info.st_mode & 0o077 == 0 else {
      close(file)
      throw problem(
        "Others can read your \(contents) in \(path); make it private: chmod 600 \(path)"
      )
    }
    return (file, Int(info.st_size))
  }

  /// Whether the file is there and may be used.
  ///
  /// - Throws: as `open`.
  func isUsable() throws(FetchProblem) -> Bool {
    guard let (file, _) = try open() else { return false }
    close(file)
    return true
  }

  /// A problem with the file.
  func problem(_ message: String) -> FetchProblem {
    FetchProblem(kind: kind, message: message, isTransient: true)
  }
}
