import Glibc

/// A Netscape cookie file, as browsers' exporters write it (`cookies.txt`).
package enum CookieFile {
  /// One cookie that is still good.
  package struct Cookie: Sendable, Equatable {
    /// The host, without a leading dot.
    package let domain: String
    /// Whether hosts below the domain get it too.
    package let includesSubdomains: Bool
    package let path: String
    /// Whether it may only travel encrypted.
    package let isSecure: Bool
    /// Unix seconds, 0 for the end of the session.
    package let expires: Int64
    package let name: String
    package let value: String

    /// Whether the cookie may go to a host, on some path.
    func isFor(_ host: String) -> Bool {
      host == domain || includesSubdomains && host.hasSuffix("." + domain)
    }

    /// The cookie in the file's own form, seven fields with tabs between them.
    var netscapeLine: String {
      let domain = includesSubdomains ? "." + domain : domain
      let tail = includesSubdomains ? "TRUE" : "FALSE"
      let secure = isSecure ? "TRUE" : "FALSE"
      return [domain, tail, path, secure, String(expires), name, value].joined(separator: "\t")
    }
  }

  /// The largest file that is read, in bytes.
  package static let largest = 4 << 20

  /// The good cookies of the file at `path`; none when there is no such file.
  ///
  /// - Throws: a problem of kind `cookies` when others than its owner may read the file, or when it
  ///   cannot be read.
  package static func read(_ path: String, now: Int64) throws(FetchProblem) -> [Cookie] {
    let privately = PrivateFile.cookies(path)
    guard let (file, size) = try privately.open() else { return [] }
    defer { close(file) }
    guard size <= largest else {
      throw privately.problem(
        "\(path) is too large for a cookie file; keep only the cookies you need"
      )
    }
    var bytes = [UInt8](repeating: 0, count: largest + 1)
    var count = 0
    while count < bytes.count {
      let got = bytes.withUnsafeMutableBytes {
        Glibc.read(file, $0.baseAddress?.advanced(by: count), $0.count - count)
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else {
        throw privately.problem("Cannot read the cookies in \(path); check the disk")
      }
      if got == 0 { break }
      count += got
    }
    return cookies(in: String(decoding: bytes[..<count], as: UTF8.self), now: now)
  }

  /// The good cookies in a file's text: lines that are no cookies and cookies that have expired are
  /// passed over.
  package static func cookies(in text: String, now: Int64) -> [Cookie] {
    text.split(whereSeparator: \.isNewline).compactMap { cookie($0, now: now) }
  }

  private static func cookie(_ line: Substring, now: Int64) -> Cookie? {
    var line = line
    let marker = "#HttpOnly_"
    if line.hasPrefix(marker) {
      line = line.dropFirst(marker.count)
    } else if line.hasPrefix("#") {
      return nil
    }
    let fields = line.split(separator: "\t", maxSplits: 6, omittingEmptySubsequences: false)
    guard fields.count >= 6 else { return nil }
    let dotted = fields[0].hasPrefix(".")
    let domain = (dotted ? fields[0].dropFirst() : fields[0]).lowercased()
    let value = fields.count > 6 ? String(fields[6]) : ""
    // Some exporters write fractions of a second.
    let expires = Int64(fields[4].prefix { $0 != "." }) ?? 0
    guard !domain.isEmpty, !fields[5].isEmpty, expires <= 0 || expires > now,
      ![domain, String(fields[2]), String(fields[5]), value].contains(where: { part in
        part.utf8.contains { $0 < 0x20 || $0 == 0x7f }
      })
    else { return nil }
    return Cookie(
      domain: domain,
      includesSubdomains: dotted || fields[1].uppercased() == "TRUE",
      path: fields[2].hasPrefix("/") ? String(fields[2]) : "/",
      isSecure: fields[3].uppercased() == "TRUE",
      expires: max(0, expires),
      name: String(fields[5]),
      value: value
    )
  }
}
