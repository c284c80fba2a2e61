import PageExtraction
package import ReadingList

/// Finds links to feeds in pages and descriptions.
package enum FeedLinks {
  /// In bytes from the beginning; a page's head is there.
  private static let maxHeadLength = 512 << 10
  private static let maxLinks = 1000

  /// The feeds that a page offers with `<link rel="alternate">`, in order, without duplicates.
  package static func inPage(_ html: [UInt8], at url: String) -> [WebAddress] {
    var scanner = MarkupScanner(Array(html.prefix(maxHeadLength)))
    var base = url
    var found: [WebAddress] = []
    while let token = scanner.next(), found.count < maxLinks {
      guard case .start(let name, _) = token else { continue }
      scanner.skipRawText(after: name)
      if scanner.matches(name, "base"), let target = scanner.value("href") {
        base = PageText.link(MarkupText.line(target, of: scanner.bytes), against: url) ?? base
      } else if scanner.matches(name, "link"), isFeed(scanner), let target = scanner.value("href"),
        let address = FeedAddress.address(target, of: scanner.bytes, against: base),
        !found.contains(address)
      {
        found.append(address)
      }
    }
    return found
  }

  private static func isFeed(_ scanner: MarkupScanner) -> Bool {
    guard let relation = scanner.word("rel"), let type = scanner.word("type") else { return false }
    return relation.split(whereSeparator: \.isWhitespace).contains("alternate")
      && ["rss+xml", "atom+xml", "rdf+xml", "feed+json"].contains { type.contains($0) }
  }

  /// The feeds that an item's description links to, as lists of blogs do for each blog.
  ///
  /// - Returns: the links that look like feeds, or all links if none does, without duplicates.
  package static func inDescription(_ markup: String, at url: String) -> [WebAddress] {
    var bytes = Array(markup.utf8.prefix(maxHeadLength))
    if !bytes.contains(UInt8(ascii: "<")) { bytes = MarkupText.decoded(bytes, isAddress: true) }
    var links: [(address: WebAddress, isFeed: Bool)] = []
    for link in references(in: bytes) {
      guard let address = FeedAddress.address(link.indices, of: link, against: url),
        !links.contains(where: { $0.address == address })
      else { continue }
      links.append((address, address.looksLikeFeed))
      if links.count == maxLinks { break }
    }
    let feeds = links.filter(\.isFeed)
    return (feeds.isEmpty ? links : feeds).map(\.address)
  }

  /// The `href` values of all tags; without tags, that of the text read as one.
  private static func references(in bytes: [UInt8]) -> [[UInt8]] {
    var found: [[UInt8]] = []
    for text in [bytes, Array("<a ".utf8) + bytes + Array(">".utf8)] where found.isEmpty {
      var scanner = MarkupScanner(text)
      while let token = scanner.next(), found.count < 10 * maxLinks {
        if case .start = token, let target = scanner.value("href") {
          found.append(Array(text[target]))
        }
      }
    }
    return found
  }
}
