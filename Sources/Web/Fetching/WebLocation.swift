import CCurl

/// An http or https address taken apart, as libcurl reads it.
struct WebLocation: Sendable, Equatable {
  /// The address, without credentials and fragment.
  let text: String

  let scheme: String

  /// The host, lower-cased; without a port.
  let host: String

  /// The host with its port where that is not the scheme's own, as messages name it.
  let site: String

  /// The name and the password in the address as given.
  private(set) var user: String?
  private(set) var password: String?

  let path: String

  /// Why something is no location.
  private enum Flaw: Error { case scheme, form }

  init(_ text: String) throws(FetchProblem) {
    do throws(Flaw) { self = try WebLocation(steps: [Array(text.utf8)]) } catch {
      let shown = Self.shown(Array(text.utf8))
      let message =
        error == .scheme
        ? "Cannot fetch \(shown): only http and https addresses can be fetched"
        : "Not a web address: \(shown); it should look like https://example.com/page"
      throw FetchProblem(
        kind: error == .scheme ? .unsupportedScheme : .invalidURL, message: message)
    }
  }

  /// Reads the bytes of a `Location` field, which may be relative to this address.
  ///
  /// Credentials in it are dropped: only the reader may give some.
  func redirected(to location: [UInt8]) throws(FetchProblem) -> WebLocation {
    do throws(Flaw) {
      var target = try WebLocation(steps: [Array(text.utf8), location])
      (target.user, target.password) = (nil, nil)
      return target
    } catch {
      let what = error == .scheme ? "not http or https" : "not a valid address"
      throw FetchProblem(
        kind: .badRedirect,
        message: "\(site) redirects to \(Self.shown(location)), which is \(what); "
          + "open it in a browser")
    }
  }

  /// Whether credentials meant for `first` may be sent here after a redirect.
  func isTrusted(by first: WebLocation) -> Bool {
    site == first.site && (scheme == first.scheme || scheme == "https")
  }

  /// Reads addresses, each relative to the one before.
  private init(steps: [[UInt8]]) throws(Flaw) {
    guard let parts = curl_url() else { throw .form }
    defer { curl_url_cleanup(parts) }
    let flags = UInt32(CURLU_NON_SUPPORT_SCHEME | CURLU_URLENCODE | CURLU_ALLOW_SPACE)
    for step in steps {
      let trimmed = Array(step.drop { $0 <= 0x20 }.reversed().drop { $0 <= 0x20 }.reversed())
      guard trimmed.count <= 16 << 10, !trimmed.contains(where: { $0 < 0x20 || $0 == 0x7f }) else {
        throw .form
      }
      let code = (trimmed + [0]).withUnsafeBufferPointer { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          curl_url_set(parts, CURLUPART_URL, $0.baseAddress, flags)
        }
      }
      guard code == CURLUE_OK else { throw Self.namesScheme(trimmed) ? .scheme : .form }
    }
    guard let scheme = Self.part(parts, CURLUPART_SCHEME)?.lowercased() else { throw .form }
    guard scheme == "http" || scheme == "https" else { throw .scheme }
    guard let host = Self.part(parts, CURLUPART_HOST)?.lowercased(), !host.isEmpty else {
      throw .form
    }
    user = Self.part(parts, CURLUPART_USER, UInt32(CURLU_URLDECODE))
    password = Self.part(parts, CURLUPART_PASSWORD, UInt32(CURLU_URLDECODE))
    let port = Self.part(parts, CURLUPART_PORT, UInt32(CURLU_NO_DEFAULT_PORT))
    for part in [CURLUPART_FRAGMENT, CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_OPTIONS] {
      _ = curl_url_set(parts, part, nil, 0)
    }
    guard let text = Self.part(parts, CURLUPART_URL), let path = Self.part(parts, CURLUPART_PATH)
    else { throw .form }
    self.text = text
    self.scheme = scheme
    self.host = host
    site = FetchProblem.excerpt(host + (port.map { ":" + $0 } ?? ""))
    self.path = path
  }

  /// An address that may be none, as it is shown in a message.
  private static func shown(_ address: [UInt8]) -> String {
    FetchProblem.excerpt(String(decoding: withoutCredentials(address), as: UTF8.self))
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
