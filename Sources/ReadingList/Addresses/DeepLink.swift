/// Links that open Luego: `luego://article?url=…`, or with the scheme `luegoreader`.
package enum DeepLink {
  /// Problems of a link, with the words that are shown.
  package enum Problem: String, Error, Sendable {
    case unsupported = "This link is not supported."
    case missingURL = "This link is missing the article URL."
    case invalidURL = "This article link is invalid."
    case notWeb = "Only web article URLs are supported."
  }

  /// Whether a text begins as such a link does.
  package static func isOne(_ text: String) -> Bool {
    let scheme = text.firstRange(of: "://").map { text[..<$0.lowerBound].lowercased() }
    return scheme == "luego" || scheme == "luegoreader"
  }

  /// The article's address that a link carries, as it stands there and read.
  ///
  /// - Throws: `Problem`.
  package static func target(
    of link: String
  ) throws(Problem) -> (given: String, address: WebAddress) {
    guard let colon = link.firstRange(of: "://"), isOne(link) else { throw .unsupported }
    let rest = link[colon.upperBound...]
    let place = rest.prefix { $0 != "?" && $0 != "/" && $0 != "#" }
    guard place.lowercased() == "article" else { throw .unsupported }
    guard let mark = rest.firstIndex(of: "?") else { throw .missingURL }
    let query = rest[rest.index(after: mark)...].prefix { $0 != "#" }
    let value = query.split(separator: "&").first { $0.hasPrefix("url=") }?.dropFirst(4)
    guard let value, !value.isEmpty else { throw .missingURL }
    guard let text = percentDecoded(value) else { throw .invalidURL }
    do throws(WebAddress.Problem) { return (text, try WebAddress(text)) } catch {
      if case .unsupportedScheme = error { throw .notWeb }
      throw .invalidURL
    }
  }

  /// Text with its escapes decoded; nil when one is damaged or they make no text.
  package static func percentDecoded(_ text: Substring) -> String? {
    var out: [UInt8] = []
    var bytes = text.utf8.makeIterator()
    while let byte = bytes.next() {
      guard byte == UInt8(ascii: "%") else {
        out.append(byte)
        continue
      }
      guard let high = bytes.next(), let low = bytes.next(),
        let value = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16)
      else { return nil }
      out.append(value)
    }
    return String(validating: out, as: UTF8.self)
  }
}
