import Platform

/// Files with secrets, which nobody but their owner may be able to read.
struct PrivateFile {
  let path: String
  /// The name of its contents in messages.
  let contents: String
  let kind: FetchProblem.Kind

  static func cookies(_ path: String) -> PrivateFile {
    PrivateFile(path: path, contents: "cookies", kind: .cookies)
  }

  static func passwords(_ path: String) -> PrivateFile {
    PrivateFile(path: path, contents: "passwords", kind: .passwords)
  }

  /// The largest file that is read, in bytes.
  private static let maxSize = 4 << 20

  /// Whether the file is there and may be used.
  ///
  /// - Throws: when it is not private, too large, or cannot be read.
  func isUsable() throws(FetchProblem) -> Bool { try read() != nil }

  /// Reads the file; nil if it does not exist.
  ///
  /// - Throws: as `isUsable`.
  func read() throws(FetchProblem) -> [UInt8]? {
    do throws(RegularFile.Problem) {
      let file = try RegularFile(path)
      if file.status.permissions & 0o077 == 0 { return try file.bytes(limit: Self.maxSize) }
    } catch {
      switch error {
      case .missing: return nil
      case .notRegular:
        throw problem("The \(contents) in \(path) are not in a regular file; replace it")
      case .tooLarge: throw problem("\(path) is too large; keep only the \(contents) you need")
      case .failed:
        throw problem("Cannot read the \(contents) in \(path); check the file's permissions")
      }
    }
    throw problem("Others can read your \(contents) in \(path); make it private: chmod 600 \(path)")
  }

  private func problem(_ message: String) -> FetchProblem {
    FetchProblem(kind: kind, message: message, isTransient: true)
  }
}
