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
  static func address(
    _ range: Range<Int>,
    of bytes: [UInt8],
    against base: String
  ) -> WebAddress? {
    let range = MarkupText.trimmed(range, of: bytes)
    guard !range.isEmpty, range.count <= 2 * WebAddress.maxLength else { return nil }
    if isCanonical(bytes[range]) {
      return WebAddress(canonical: String(decoding: bytes[range], as: UTF8.self))
    }
    let text = MarkupText.decoded(Array(bytes[range]), isAddress: true)
    let line = withScheme(MarkupText.tidied(text))
    let isAbsolute =
      line.utf8.starts(with: "https://".utf8) || line.utf8.starts(with: "http://".utf8)
    guard
      let found = isAbsolute && !line.utf8.contains(32) ? line : resolved(line, against: base),
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

  /// Whether an address is in the form that `WebAddress` would give it, judged cautiously: most are,
  /// and are spared the work.
  static func isCanonical(_ link: ArraySlice<UInt8>) -> Bool {
    let scheme = link.starts(with: "https://".utf8) ? 8 : link.starts(with: "http://".utf8) ? 7 : 0
    guard scheme > 0, link.count <= WebAddress.maxLength else { return false }
    let rest = link.dropFirst(scheme)
    guard let slash = rest.firstIndex(of: UInt8(ascii: "/")), isHost(rest[..<slash]) else {
      return false
    }
    var last: UInt8 = 0
    for byte in rest[slash...] {
      switch byte {
      case 97...122, 65...90, 48...57: break
      case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "/"), UInt8(ascii: "~"),
        UInt8(ascii: "+"), UInt8(ascii: "@"), UInt8(ascii: "="), UInt8(ascii: ","):
        break
      case UInt8(ascii: "."): if last == UInt8(ascii: "/") { return false }
      default: return false
      }
      last = byte
    }
    return true
  }

  /// Two labels or more of lower-case letters, digits and inner hyphens, none of which begins a name
  /// that `WebAddress` writes otherwise or looks behind.
  private static func isHost(_ host: ArraySlice<UInt8>) -> Bool {
    var labels = 1
    var length = 0
    var last: UInt8 = UInt8(ascii: ".")
    for (index, byte) in zip(host.indices, host) {
      switch byte {
      case 97...122, 48...57:
        if last == UInt8(ascii: "."), isSpecial(host[index...]) { return false }
      case UInt8(ascii: "-"): if last == UInt8(ascii: ".") { return false }
      case UInt8(ascii: "."):
        guard length > 0, last != UInt8(ascii: "-") else { return false }
        labels += 1
        length = -1
      default: return false
      }
      last = byte
      length += 1
      if length > 63 { return false }
    }
    return labels >= 2 && length > 0 && last != UInt8(ascii: "-") && host.count <= 253
  }

  private static func isSpecial(_ label: ArraySlice<UInt8>) -> Bool {
    switch label.first {
    case UInt8(ascii: "x"): label.starts(with: "xn--".utf8)
    case UInt8(ascii: "y"): label.starts(with: "youtu".utf8)
    case UInt8(ascii: "g"): label.starts(with: "google.".utf8)
    case UInt8(ascii: "f"): label.starts(with: "facebook.".utf8)
    case UInt8(ascii: "a"): label.starts(with: "ampproject.".utf8)
    default: false
    }
  }
}
