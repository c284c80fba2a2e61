import CCurl

/// An http or https address taken apart, as libcurl reads it.
struct WebLocation: Sendable, Equatable {
  /// The address, without credentials and fragment.
  let text: String

  /// `http` or `https`.
  let scheme: String

  /// The host, lower-cased; without a port.
  let host: String

  /// The host with its port where that is not the scheme's own, as messages name it.
  let site: String

  /// The name and the password in the address as given.
  let user: String?
  let password: String?

  /// The path, percent-encoded.
  let path: String

  /// Reads an absolute address.
  init(_ text: String) throws(FetchProblem) {
    self = try Self.read([Array(text.utf8)]) { kind in
      let shown = FetchProblem.excerpt(
        String(decoding: Self.withoutCredentials(Array(text.utf8)), as: UTF8.self))
      return switch kind {
      case .unsupportedScheme: "Cannot fetch \(shown): only http and https addresses can be fetched"
      default: "Not a web address: \(shown); it should look like https://example.com/page"
      }
    }
  }

  /// Reads the bytes of a `Location` field, which may be relative to this address.
  ///
  /// Credentials in it are dropped: only the reader may give some.
  func redirected(to location: [UInt8]) throws(FetchProblem) -> WebLocation {
    let shown = FetchProblem.excerpt(
      String(decoding: Self.withoutCredentials(location), as: UTF8.self))
    let target = try Self.read([Array(text.utf8), location]) { kind in
      kind == .unsupportedScheme
        ? "\(site) redirects to \(shown), which is not http or https; open it in a browser"
        : "\(site) redirects to \(shown), which is not a valid address; open it in a browser"
    } kind: { _ in
      .badRedirect
    }
    return target.user == nil && target.password == nil ? target : try WebLocation(target.text)
  }

  /// Whether credentials meant for `first` may be sent here after a redirect.
  func isTrusted(by first: WebLocation) -> Bool {
    site == first.site && (scheme == first.scheme || scheme == "https")
  }

  private init(
    text: String, scheme: String, host: String, site: String, user: String?, password: String?,
    path: String
  ) {
    self.text = text
    self.scheme = scheme
    self.host = host
    self.site = site
    self.user = user
    self.password = password
    self.path = path
  }

  private static func read(
    _ steps: [[UInt8]], message: (FetchProblem.Kind) -> String,
    kind: (FetchProblem.Kind) -> FetchProblem.Kind = { $0 }
  ) throws(FetchProblem) -> WebLocation {
    func problem(_ cause: FetchProblem.Kind) -> FetchProblem {
      FetchProblem(kind: kind(cause), message: message(cause), isTransient: false)
    }
    guard let parts = curl_url() else { throw problem(.invalidURL) }
    defer { curl_url_cleanup(parts) }
    let flags = UInt32(CURLU_NON_SUPPORT_SCHEME | CURLU_URLENCODE | CURLU_ALLOW_SPACE)
    for step in steps {
      let trimmed = Array(step.drop { $0 <= 0x20 }.reversed().drop { $0 <= 0x20 }.reversed())
      guard trimmed.count <= 16 << 10, !trimmed.contains(where: { $0 < 0x20 || $0 == 0x7f }) else {
        throw problem(.invalidURL)
      }
      let code = (trimmed + [0]).withUnsafeBufferPointer { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          curl_url_set(parts, CURLUPART_URL, $0.baseAddress, flags)
        }
      }
      guard code == CURLUE_OK else {
        throw problem(namesScheme(trimmed) ? .unsupportedScheme : .invalidURL)
      }
    }
    guard let scheme = part(parts, CURLUPART_SCHEME)?.lowercased() else {
      throw problem(.invalidURL)
    }
    guard scheme == "http" || scheme == "https" else { throw problem(.unsupportedScheme) }
    guard let host = part(parts, CURLUPART_HOST)?.lowercased(), !host.isEmpty else {
      throw problem(.invalidURL)
    }
    _ = curl_url_set(parts, CURLUPART_FRAGMENT, nil, 0)
    let user = part(parts, CURLUPART_USER, UInt32(CURLU_URLDECODE))
    let password = part(parts, CURLUPART_PASSWORD, UInt32(CURLU_URLDECODE))
    let port = part(parts, CURLUPART_PORT, UInt32(CURLU_NO_DEFAULT_PORT))
    for secret in [CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_OPTIONS] {
      _ = curl_url_set(parts, secret, nil, 0)
    }
    guard let text = part(parts, CURLUPART_URL), let path = part(parts, CURLUPART_PATH) else {
      throw problem(.invalidURL)
    }
    return WebLocation(
      text: text, scheme: scheme, host: host,
      site: FetchProblem.excerpt(host + (port.map { ":" + $0 } ?? "")), user: user,
      password: password, path: path)
  }

  /// An address that may be none, without what stands before an `@` in its host.
  private static func withoutCredentials(_ bytes: [UInt8]) -> [UInt8] {
    guard let slashes = bytes.firstRange(of: "//".utf8) else { return bytes }
    let authority = bytes[slashes.upperBound...].prefix { !"/?#\\".utf8.contains($0) }
    guard let at = authority.lastIndex(of: UInt8(ascii: "@")) else { return bytes }
    return Array(bytes[..<slashes.upperBound] + bytes[(at + 1)...])
  }

  /// Whether an address that cannot be read begins as `mailto:` and `javascript:` ones do.
  private static func namesScheme(_ bytes: [UInt8]) -> Bool {
    let name = bytes.prefix { (97...122).contains($0 | 0x20) }
    let rest = bytes[name.endIndex...]
    return !name.isEmpty && rest.first == UInt8(ascii: ":")
      && !["http", "https"].contains(String(decoding: name, as: UTF8.self).lowercased())
      && rest.dropFirst().first.map { !(48...57).contains($0) } ?? false
  }

  private static func part(
    _ parts: OpaquePointer, _ which: CURLUPart, _ flags: UInt32 = 0
  ) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard luego_curl_url_get(parts, which, &text, flags) == CURLUE_OK, let text else { return nil }
    defer { curl_free(text) }
    return String(cString: text)
  }
}
