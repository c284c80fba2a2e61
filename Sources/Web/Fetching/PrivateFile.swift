import Platform

/// Files with secrets, which only their owner may be able to read.
enum PrivateFile {
  /// In bytes.
  private static let maxSize = 4 << 20

  /// Reads a file, named by `contents` in messages; nil if it does not exist.
  ///
  /// - Throws: a problem of kind `secrets` if it is not private, too large, or unreadable.
  static func bytes(of contents: String, in path: String) throws(FetchProblem) -> [UInt8]? {
    let message: String
    do throws(RegularFile.Problem) {
      let file = try RegularFile(path)
      if file.status.permissions & 0o077 == 0 { return try file.bytes(limit: maxSize) }
      message = "Others can read your \(contents) in \(path); make it private: chmod 600 \(path)"
    } catch {
      switch error {
      case .missing: return nil
      case .notRegular:
        message = "The \(contents) in \(path) are not in a regular file; replace it"
      case .tooLarge: message = "\(path) is too large; keep only the \(contents) you need"
      case .failed:
        message = "Cannot read the \(contents) in \(path); check the file's permissions"
      }
    }
    throw FetchProblem(kind: .secrets, message: message, isTransient: true)
  }
}
