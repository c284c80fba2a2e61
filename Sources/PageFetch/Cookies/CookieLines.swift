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
      && host.utf8.suffix(domain.count).elementsEqual(domain.lazy.map { lowercased($0) })
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (65...90).contains(byte) ? byte | 0x20 : byte
  }
}
