import Platform

/// Files with secrets, which nobody but their owner may be able to read.
struct PrivateFile {
  let path: String
  /// The name of its contents in messages.
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
      case .failed(.inputOutput):
        throw problem("Cannot read the \(contents) in \(path); check the disk")
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

/// The lines of a cookie file in Netscape's format (`cookies.txt`), for libcurl to understand.
///
/// Given the file itself, libcurl would read all of it again for each hop, bring back what the site has
/// removed, and take time by the square of the number of cookies.
struct CookieLines {
  private var lines: [ArraySlice<UInt8>] = []

  init() {}

  /// The lines of a file, none when there is no such file.
  ///
  /// - Throws: when the file may not be used, or cannot be read.
  init(_ path: String) throws(FetchProblem) {
    guard let bytes = try PrivateFile.cookies(path).read() else { return }
    lines = bytes.split { $0 == UInt8(ascii: "\n") }
  }

  /// Takes out the lines whose domain is the host, or one above it.
  mutating func take(for host: String) -> [String] {
    let taken = lines.filter { Self.isOf(host, $0) }
    if !taken.isEmpty { lines.removeAll { Self.isOf(host, $0) } }
    return taken.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func isOf(_ host: String, _ line: ArraySlice<UInt8>) -> Bool {
    var domain = line.prefix { $0 != UInt8(ascii: "\t") }
    if domain.starts(with: "#HttpOnly_".utf8) { domain = domain.dropFirst("#HttpOnly_".utf8.count) }
    if domain.first == UInt8(ascii: ".") { domain = domain.dropFirst() }
    let above = host.utf8.dropLast(domain.count)
    return !domain.isEmpty && (above.isEmpty || above.last == UInt8(ascii: "."))
      && host.utf8.suffix(domain.count).elementsEqual(domain.lazy.map(\.lowercased))
  }
}
