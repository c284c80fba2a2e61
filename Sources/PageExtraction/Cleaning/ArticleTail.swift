import ReadingList

/// Takes off the end of an article what a site sets below every one: what else there is to read.
///
/// A part goes only where it is a small share of the text, and nothing but notes and sources follows.
struct ArticleTail {
  typealias Block = ArticleBody.Block
  typealias Inline = ArticleBody.Inline

  /// The share of the text, in tenths, before which nothing is a tail.
  private static let share = 7
  /// Fewer links at the end are the text's.
  private static let minLinks = 3
  /// A longer paragraph above links says something of its own.
  private static let maxIntroduction = 300
  /// A longer line above links is a sentence.
  private static let maxTitle = 100

  private let site: String

  /// The blocks without a tail; `site` is the host that they stand on.
  static func removed(from blocks: [Block], site: String) -> [Block] {
    let tail = ArticleTail(site: site)
    var blocks = blocks
    if let range = tail.announcements(blocks) { blocks.removeSubrange(range) }
    tail.removeEchoes(from: &blocks)
    if let range = tail.links(blocks) { blocks.removeSubrange(range) }
    return tail.withoutReferrals(blocks)
  }

  private init(site: String) { self.site = Self.bare(site) }

  /// The index after which the last part of the text begins.
  private func lastPart(of blocks: [Block]) -> Int {
    let lengths = blocks.map { ArticleBody(blocks: [$0]).plainText.utf8.count }
    let total = lengths.reduce(0, +)
    var length = 0
    return lengths.firstIndex {
      length += $0
      return length * 10 > total * Self.share
    } ?? blocks.count
  }

  // MARK: Announcements

  /// Sections at the end whose headings are links to other pages of the site, where nothing else has a heading.
  private func announcements(_ blocks: [Block]) -> Range<Int>? {
    let headings = blocks.indices.filter {
      if case .heading = blocks[$0] { true } else { false }
    }
    guard headings.count >= 2, let first = headings.first, first >= lastPart(of: blocks),
      headings.allSatisfy({ leadsElsewhere(blocks[$0]) })
    else { return nil }
    return first..<end(of: blocks)
  }

  private func leadsElsewhere(_ block: Block) -> Bool {
    guard case .heading(_, let text, _) = block else { return false }
    return isLink(text)
  }

  /// Takes off headings at the end below which there is a link of the same words, and perhaps a picture.
  private func removeEchoes(from blocks: inout [Block]) {
    while let last = blocks.last, isLine(last) || isLinks(last, least: 1) {
      var place = blocks.count - 2
      if place > 0, case .figure = blocks[place] { place -= 1 }
      guard place > 0, case .heading(_, let text, _) = blocks[place],
        ArticleBody(blocks: [last]).plainText == text.plainText
      else { return }
      blocks.removeSubrange(place...)
    }
  }

  // MARK: Links

  /// The lists of links to the site at the end, each with the line that announces it.
  private func links(_ blocks: [Block]) -> Range<Int>? {
    var end = end(of: blocks)
    while end > 0, case .figure(let figure) = blocks[end - 1], figure.caption.isEmpty { end -= 1 }
    guard end > 0, isLine(blocks[end - 1]) || isLinks(blocks[end - 1], least: Self.minLinks) else {
      return nil
    }
    let first = lastPart(of: blocks)
    var start = end
    while true {
      var place = start
      var lines = 0
      while place > first, isLine(blocks[place - 1]) {
        place -= 1
        lines += 1
      }
      if lines < Self.minLinks {
        guard start > first, isLinks(blocks[start - 1], least: Self.minLinks) else { break }
        place = start - 1
        if place > first, !isTitle(blocks[place - 1]), isIntroduction(blocks[place - 1]) {
          place -= 1
        }
      }
      guard place > first, isTitle(blocks[place - 1]) else { break }
      start = place - 1
    }
    return start < end ? start..<end : nil
  }

  /// Whether a block says of a list below it what it is for.
  private func isIntroduction(_ block: Block) -> Bool {
    guard case .paragraph(let text) = block else { return false }
    return text.plainText.utf8.count <= Self.maxIntroduction
  }

  /// Whether a block announces what follows.
  private func isTitle(_ block: Block) -> Bool {
    let title: String
    switch block {
    case .heading(_, let text, _): title = text.plainText
    case .paragraph(let text) where text.plainText.hasSuffix(":"): title = text.plainText
    default: return false
    }
    return title.utf8.count <= Self.maxTitle && !Leftovers.isApparatus(block)
  }

  private func isLine(_ block: Block) -> Bool {
    guard case .paragraph(let text) = block else { return false }
    return isLink(text)
  }

  private func isLinks(_ block: Block, least: Int) -> Bool {
    guard case .list(let list) = block, list.items.count >= least else { return false }
    var bare = 0
    let areLinked = list.items.allSatisfy { item in
      guard item.count == 1, case .paragraph(let text) = item[0] else { return false }
      if isLink(text) {
        bare += 1
        return true
      }
      return text.plainText.utf8.count <= Self.maxTitle && text.contains { isLink([$0]) }
    }
    // A few words beside a link are of its title.
    return areLinked && bare * 2 >= list.items.count
  }

  /// How a line begins that refers readers to more of the same site.
  private static let referrals = [
    "more on ", "more about ", "more from ", "read more", "read next",
  ]

  /// The blocks without lists of links to the site that a line such as "More on herons:" announces, wherever they stand.
  private func withoutReferrals(_ blocks: [Block]) -> [Block] {
    var out: [Block] = []
    for block in blocks {
      if isLinks(block, least: 2), let last = out.last, Self.refers(last) {
        out.removeLast()
      } else {
        out.append(block)
      }
    }
    return out.isEmpty ? blocks : out
  }

  private static func refers(_ block: Block) -> Bool {
    switch block {
    case .heading(_, let text, _), .paragraph(let text):
      let line = text.plainText.lowercased()
      return line.utf8.count <= maxTitle && referrals.contains { line.hasPrefix($0) }
    default: return false
    }
  }

  // MARK: Blocks

  /// The index after the last block that is no note.
  private func end(of blocks: [Block]) -> Int {
    var end = blocks.count
    while end > 0, case .footnotes = blocks[end - 1] { end -= 1 }
    return end
  }

  /// Whether a text is a link to another page of the site.
  private func isLink(_ inlines: [Inline]) -> Bool {
    var links = 0
    for inline in inlines {
      switch inline {
      case .link(_, let url):
        guard ArticleBody.anchor(of: url) == nil, isOfSite(url) else { return false }
        links += 1
      case .strong(let inner), .emphasis(let inner):
        guard isLink(inner) else { return false }
        links += 1
      case .text(let text): if text.contains(where: { !$0.isWhitespace }) { return false }
      default: return false
      }
    }
    return links > 0
  }

  private func isOfSite(_ url: String) -> Bool {
    let rest = url.utf8.drop { $0 != UInt8(ascii: ":") }.dropFirst()
    guard !site.isEmpty, rest.starts(with: "//".utf8) else { return false }
    let host = rest.dropFirst(2).prefix { !"/?#".utf8.contains($0) }
    return Self.bare(String(Substring(host))) == site
  }

  private static func bare(_ host: String) -> String {
    host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
  }
}
