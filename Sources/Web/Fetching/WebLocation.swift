import CCurl
import ReadingList

/// A parsed http or https address, as libcurl reads it.
struct WebLocation: Sendable, Equatable {
  /// Without credentials and fragment.
  let text: String

  let scheme: String

  /// In lower case, without a port.
  let host: String

  /// The host, with its port unless it is the scheme's default.
  let site: String

  let path: String

  init(_ text: String) throws(FetchProblem) {
    guard let location = WebLocation(steps: [Array(text.utf8)]) else {
      throw FetchProblem(
        kind: .invalidURL,
        message: "Not a web address: \(Self.shown(Array(text.utf8))); it should look like "
          + "https://example.com/page")
    }
    self = location
  }

  /// Reads a `Location` field, which may be relative to this address.
  func redirected(to location: [UInt8]) throws(FetchProblem) -> WebLocation {
    guard let target = WebLocation(steps: [Array(text.utf8), location]) else {
      throw FetchProblem(
        kind: .badRedirect,
        message: "\(site) redirects to \(Self.shown(location)), which is not a web address; "
          + "open it in a browser")
    }
    return target
  }

  /// Whether credentials meant for `first` may be sent here after a redirect.
  func isTrusted(by first: WebLocation) -> Bool {
    site == first.site && (scheme == first.scheme || scheme == "https")
  }

  /// Reads addresses, each relative to the previous; nil if the last is not http or https.
  private init?(steps: [[UInt8]]) {
    guard let parts = curl_url() else { return nil }
    defer { curl_url_cleanup(parts) }
    let flags = UInt32(CURLU_NON_SUPPORT_SCHEME | CURLU_URLENCODE | CURLU_ALLOW_SPACE)
    for step in steps {
      let trimmed = Array(step.drop { $0 <= 0x20 }.reversed().drop { $0 <= 0x20 }.reversed())
      guard trimmed.count <= 16 << 10, !trimmed.contains(where: { $0 < 0x20 || $0 == 0x7f }) else {
        return nil
      }
      let code = (trimmed + [0]).withUnsafeBufferPointer { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          curl_url_set(parts, CURLUPART_URL, $0.baseAddress, flags)
        }
      }
      guard code == CURLUE_OK else { return nil }
    }
    guard let scheme = Self.part(parts, CURLUPART_SCHEME)?.lowercased(),
      scheme == "http" || scheme == "https",
      let host = Self.part(parts, CURLUPART_HOST)?.lowercased(), !host.isEmpty
    else { return nil }
    let port = Self.part(parts, CURLUPART_PORT, UInt32(CURLU_NO_DEFAULT_PORT))
    for part in [CURLUPART_FRAGMENT, CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_OPTIONS] {
      _ = curl_url_set(parts, part, nil, 0)
    }
    guard let text = Self.part(parts, CURLUPART_URL), let path = Self.part(parts, CURLUPART_PATH)
    else { return nil }
    self.text = text
    self.scheme = scheme
    self.host = host
    site = FetchProblem.excerpt(host + (port.map { ":" + $0 } ?? ""))
    self.path = path
  }

  /// A possibly invalid address, for a message.
  private static func shown(_ address: [UInt8]) -> String {
    FetchProblem.excerpt(WebAddress.withoutCredentials(String(decoding: address, as: UTF8.self)))
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
