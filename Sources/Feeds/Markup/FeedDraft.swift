import ReadingList

/// An item while its elements are read; the best of several values is kept.
struct FeedDraft {
  /// How good an address is for the page of an item.
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

  /// Whether there is an address that may be the item's.
  var hasLink: Bool { !links.isEmpty }

  /// Keeps an address that may be the item's.
  mutating func offer(link: [UInt8], rank: LinkRank, base: String) {
    let text = MarkupText.trimmed(link.indices, of: link)
    guard !text.isEmpty, links.count < Self.maxLinks else { return }
    if rank.rawValue <= LinkRank.permalink.rawValue, !Self.isAddress(link[text], rank) { return }
    links.append((rank, Array(link[text]), base))
  }

  /// Whether an identifier says that it is an address, maybe a relative one.
  static func isAddress(_ identifier: ArraySlice<UInt8>, _ rank: LinkRank = .identifier) -> Bool {
    let start = String(decoding: identifier.prefix(8), as: UTF8.self).lowercased()
    if ["http:", "https:", "/", "./", "../"].contains(where: start.hasPrefix) { return true }
    return rank == .permalink && identifier.contains(UInt8(ascii: "/"))
      && !identifier.contains { $0 == UInt8(ascii: ":") || $0 <= 32 }
  }

  mutating func offer(author: String, rank: Int) {
    guard !author.isEmpty, rank >= authorRank else { return }
    if rank > authorRank { authors = [] }
    authorRank = rank
    if authors.count < Self.maxAuthors, !authors.contains(author) { authors.append(author) }
  }

  /// Keeps the first date of publication, and the first of a change for want of it.
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

  /// The item; nil when no page can be had from it.
  ///
  /// Links are relative to the `site` where the document's own address is not known, and `author` wrote
  /// what names none.
  func item(site: WebAddress?, author: String?, now: Timestamp?) -> FeedItem? {
    guard let address = address(site: site) else { return nil }
    let moment =
      published.flatMap { FeedDate.timestamp($0, now: now) }
      ?? updated.flatMap { FeedDate.timestamp($0, now: now) }
    return FeedItem(
      address: address, title: title,
      author: authors.isEmpty ? author : authors.joined(separator: ", "), publishedAt: moment,
      markup: markup.map { String(decoding: $0, as: UTF8.self) })
  }

  /// The first of the best that is an address.
  private func address(site: WebAddress?) -> WebAddress? {
    var rest = links[...]
    while !rest.isEmpty {
      var best = rest.startIndex
      for index in rest.indices where rest[index].rank.rawValue > rest[best].rank.rawValue {
        best = index
      }
      let (_, text, base) = rest.remove(at: best)
      let found = FeedAddress.address(
        text.indices, of: text, against: base.isEmpty ? site?.text ?? "" : base)
      if let found { return found }
    }
    return nil
  }

  /// The name in what RSS wants to be a mail address: `mail@site (Name)`, `Name <mail@site>`.
  static func person(_ text: [UInt8]) -> String {
    let line = MarkupText.line(text)
    guard line.contains("@") else { return line }
    if let open = line.firstIndex(of: "("), let close = line.lastIndex(of: ")"), open < close {
      let name = line[line.index(after: open)..<close]
      if !name.contains("@") { return String(name) }
    }
    return line.split(separator: " ").filter { !$0.contains("@") }.joined(separator: " ")
  }
}
