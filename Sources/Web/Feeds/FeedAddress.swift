import PageExtraction
import ReadingList

/// Resolves addresses as feeds write them.
enum FeedAddress {
  /// The base is empty if unknown.
  static func address(_ link: String, against base: String) -> WebAddress? {
    let bytes = Array(link.utf8)
    return address(bytes.indices, of: bytes, against: base)
  }

  static func address(_ range: Range<Int>, of bytes: [UInt8], against base: String) -> WebAddress? {
    let range = MarkupText.trimmed(range, of: bytes)
    guard !range.isEmpty, range.count <= 2 * WebAddress.maxLength else { return nil }
    let text = MarkupText.decoded(Array(bytes[range]), isAddress: true)
    let line = withScheme(MarkupText.tidied(text))
    let isAbsolute =
      line.utf8.starts(with: "https://".utf8) || line.utf8.starts(with: "http://".utf8)
    let isWhole = isAbsolute && !line.utf8.contains(32)
    guard let found = isWhole ? line : PageText.link(line, against: base), found.hasPrefix("http")
    else { return nil }
    return try? WebAddress(found)
  }

  /// Replaces `feed:` and a missing scheme by http or https, and lowercases http and https.
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

extension WebAddress {
  var looksLikeFeed: Bool {
    let text = text.lowercased()
    let path = text.prefix { $0 != "?" && $0 != "#" }
    let names = ["feed", "feeds", "rss", "rss2", "atom", "rdf"]
    let endings = [".xml", ".rss", ".rdf", ".atom", "/feed.json", "/index.json"]
    return path.split(separator: "/").dropFirst(2).contains { names.contains(String($0)) }
      || endings.contains { path.hasSuffix($0) } || text.contains("?feed=")
  }
}
