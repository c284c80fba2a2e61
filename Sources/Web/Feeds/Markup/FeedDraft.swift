import ReadingList

/// An item being read; the best of several values wins.
struct FeedDraft {
  /// How likely an address is to be the item's page, from least to most.
  enum LinkRank: Int { case identifier, permalink, otherType, text, untyped, page, original }

  private static let maxLinks = 16
  private static let maxAuthors = 10

  var title = ""
  private var links: [(rank: LinkRank, text: [UInt8], base: String)] = []
  private var authors: [String] = []
  private var authorRank = 0
  private var published: String?
  private var updated: String?
  private var markup: [UInt8]?
  private var markupRank = 0

  var hasLink: Bool { !links.isEmpty }

  mutating func offer(link: [UInt8], rank: LinkRank, base: String) {
    let text = MarkupText.trimmed(link.indices, of: link)
    guard !text.isEmpty, links.count < Self.maxLinks else { return }
    if rank.rawValue <= LinkRank.permalink.rawValue, !Self.isAddress(link[text], rank) { return }
    links.append((rank, Array(link[text]), base))
  }

  /// Whether an identifier looks like an address, possibly a relative one.
  static func isAddress(_ identifier: ArraySlice<UInt8>, _ rank: LinkRank = .identifier) -> Bool {
    let start = String(decoding: identifier.prefix(8), as: UTF8.self).lowercased()
    if ["http:", "https:", "/", "./", "../"].contains(where: start.hasPrefix) { return true }
    return rank == .permalink && identifier.contains(UInt8(ascii: "/"))
      && !identifier.contains { $0 == UInt8(ascii: ":") || $0 <= 32 }
  }

  mutating func offer(author text: [UInt8], rank: Int) {
    let author = Self.person(text)
    guard !author.isEmpty, rank >= authorRank else { return }
    if rank > authorRank { authors = [] }
    authorRank = rank
    if authors.count < Self.maxAuthors, !authors.contains(author) { authors.append(author) }
  }

  /// Keeps the first publication date, or else the first update.
  mutating func offer(date: [UInt8], isPublication: Bool) {
    let range = MarkupText.trimmed(date.indices, of: date)
    guard !range.isEmpty, range.count <= 120 else { return }
    let text = String(decoding: date[range], as: UTF8.self)
    if isPublication { published = published ?? text } else { updated = updated ?? text }
  }

  mutating func offer(markup text: [UInt8], rank: Int) {
    guard rank > markupRank, text.contains(where: { !MarkupScanner.isSpace($0) }) else { return }
    markup = text
    markupRank = rank
  }

  private var author: String? { authors.isEmpty ? nil : authors.joined(separator: ", ") }

  /// The item; nil if it has no usable address.
  ///
  /// If the document's own address is unknown, links are relative to the channel's site. A missing
  /// author is the channel's.
  func item(of channel: FeedDraft) -> FeedEntry? {
    guard let address = address(of: channel) else { return nil }
    let dates = [published, updated].lazy.compactMap { $0 }
    return FeedEntry(
      address: address, title: title, author: author ?? channel.author,
      publishedAt: dates.compactMap(FeedDate.timestamp).first,
      markup: markup.map { String(decoding: $0, as: UTF8.self) })
  }

  /// The best-ranked link that is a valid address; the first of equals.
  func address(of channel: FeedDraft? = nil) -> WebAddress? {
    // The sort is stable.
    for (_, text, base) in links.sorted(by: { $0.rank.rawValue > $1.rank.rawValue }) {
      let base = base.isEmpty ? channel?.address()?.text ?? "" : base
      if let found = FeedAddress.address(text.indices, of: text, against: base) { return found }
    }
    return nil
  }

  /// The name in an RSS mail address: `mail@site (Name)` or `Name <mail@site>`.
  private static func person(_ text: [UInt8]) -> String {
    let line = MarkupText.line(text)
    guard line.contains("@") else { return line }
    if let open = line.firstIndex(of: "("), let close = line.lastIndex(of: ")"), open < close {
      let name = line[line.index(after: open)..<close]
      if !name.contains("@") { return String(name) }
    }
    return line.split(separator: " ").filter { !$0.contains("@") }.joined(separator: " ")
  }
}
