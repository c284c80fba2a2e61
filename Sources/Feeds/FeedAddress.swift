import PageExtraction
package import ReadingList

/// Addresses as feeds write them.
package enum FeedAddress {
  /// The address that a link means, which may be relative to a base; that is empty where none is known.
  package static func address(_ link: String, against base: String) -> WebAddress? {
    let bytes = Array(link.utf8)
    return address(bytes.indices, of: bytes, against: base)
  }

  /// The address that a range of a document means; its entities are replaced.
  static func address(_ range: Range<Int>, of bytes: [UInt8], against base: String) -> WebAddress? {
    let range = MarkupText.trimmed(range, of: bytes)
    guard !range.isEmpty, range.count <= 2 * WebAddress.maxLength else { return nil }
    let text = MarkupText.decoded(Array(bytes[range]), isAddress: true)
    let line = withScheme(MarkupText.tidied(text))
    let isAbsolute =
      line.utf8.starts(with: "https://".utf8) || line.utf8.starts(with: "http://".utf8)
    guard let found = isAbsolute && !line.utf8.contains(32) ? line : resolved(line, against: base),
      found.hasPrefix("http")
    else { return nil }
    return try? WebAddress(found)
  }

  /// A reference as an absolute URL.
  static func resolved(_ reference: String, against base: String) -> String? {
    PageText.link(reference, against: base)
  }

  /// Text as markup.
  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
  }

  /// `feed:` and a missing scheme made http or https, and those in lower case.
  private static func withScheme(_ link: String) -> String {
    guard let first = link.utf8.first, [0x46, 0x48, 0x57].contains(first & 0xdf) else {
      return link
    }
    let head = link.prefix(8).lowercased()
    for scheme in ["https://", "http://"] where head.hasPrefix(scheme) {
      return scheme + link.dropFirst(scheme.count)
    }
    if head.hasPrefix("feed://") { return "http" + link.dropFirst(4) }
    if head.hasPrefix("feed:") { return String(link.dropFirst(5)) }
    if head.hasPrefix("www.") { return "https://" + link }
    return link
  }
}
