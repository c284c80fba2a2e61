import ReadingList

/// The fields of channels and items.
extension FeedBuilder {
  func fieldType(_ element: FeedElement) -> FieldType {
    if element == .permalink, says("ispermalink", "false") { return .plain }
    guard element.takesMarkup else { return .escaped }
    if says("mode", "base64") { return .ignored }
    guard let range = scanner.value("type") else { return .escaped }
    if scanner.matches(range, "xhtml") || says("mode", "xml") { return .markup }
    if scanner.matches(range, "text") || scanner.matches(range, "text/plain") { return .plain }
    let type = String(decoding: scanner.bytes[range], as: UTF8.self).lowercased()
    return type.contains("/") && !type.hasPrefix("text/") && !type.contains("html")
      ? .ignored : .escaped
  }

  mutating func take(_ range: Range<Int>, isLiteral: Bool) {
    guard let field, text.count < Self.maxTextLength, field.type != .ignored else { return }
    let bytes = Array(scanner.bytes[range.prefix(Self.maxTextLength - text.count)])
    if field.type == .markup {
      text += isLiteral ? escaped(bytes) : bytes
    } else {
      // It may be an address; what becomes a line is decoded again there.
      text += isLiteral ? bytes : MarkupText.decoded(bytes, isAddress: true)
    }
  }

  mutating func finishField() {
    guard let field else { return }
    self.field = nil
    guard field.type != .ignored else { return }
    let isPlain = field.type == .plain
    let base = currentBase
    guard itemDepth != nil else {
      finishChannelField(field.element)
      return
    }
    switch field.element {
    case .title:
      if draft.title.isEmpty {
        draft.title = isPlain ? MarkupText.line(ofPlain: text) : MarkupText.line(text)
      }
    case .link: draft.offer(link: text, rank: .text, base: base)
    case .originalLink: draft.offer(link: text, rank: .original, base: base)
    case .permalink: draft.offer(link: text, rank: isPlain ? .identifier : .permalink, base: base)
    case .identifier: draft.offer(link: text, rank: .identifier, base: base)
    case .creator: draft.offer(author: FeedDraft.person(text), rank: 4)
    case .author, .name: draft.offer(author: FeedDraft.person(text), rank: 3)
    case .editor: draft.offer(author: FeedDraft.person(text), rank: 2)
    case .podcastAuthor: draft.offer(author: FeedDraft.person(text), rank: 1)
    case .published: draft.offer(date: text, isPublication: true)
    case .updated: draft.offer(date: text, isPublication: false)
    case .fullText: draft.offer(markup: text, rank: 4)
    case .content: draft.offer(markup: isPlain ? escaped(text) : text, rank: 3)
    case .description: draft.offer(markup: text, rank: 2)
    case .summary: draft.offer(markup: isPlain ? escaped(text) : text, rank: 1)
    case .category, .item, .aside, .other: break
    }
  }

  private func escaped(_ bytes: [UInt8]) -> [UInt8] {
    Array(FeedAddress.escaped(String(decoding: bytes, as: UTF8.self)).utf8)
  }

  private mutating func finishChannelField(_ element: FeedElement) {
    switch element {
    case .title:
      let line = MarkupText.line(text)
      if feed.title == nil, !line.isEmpty { feed.title = line }
    case .link: offer(site: text, rank: 1)
    case .author, .creator, .name, .editor, .podcastAuthor:
      let name = FeedDraft.person(text)
      if channelAuthor == nil, !name.isEmpty { channelAuthor = name }
    default: break
    }
  }

  private mutating func offer(site link: [UInt8], rank: Int) {
    guard rank > siteRank,
      let address = FeedAddress.address(link.indices, of: link, against: currentBase)
    else { return }
    feed.site = address
    siteRank = rank
  }

  mutating func takeLink() {
    guard let target = value("href") else { return }
    if let relation = scanner.value("rel"), !scanner.matches(relation, "alternate"),
      !scanner.bytes[relation].suffix(10).elementsEqual("/alternate".utf8)
    {
      return
    }
    let type = scanner.value("type")
    let isPage = type.map { MarkupText.contains("html", $0, of: scanner.bytes) } ?? false
    if itemDepth == nil {
      if isPage || type == nil { offer(site: target, rank: isPage ? 3 : 2) }
    } else {
      draft.offer(
        link: target, rank: isPage ? .page : type == nil ? .untyped : .otherType, base: currentBase)
    }
  }

  mutating func finishItem() {
    guard itemDepth != nil else { return }
    itemDepth = nil
    asideDepth = nil
    if let item = draft.item(site: feed.site, author: channelAuthor, now: now) {
      feed.items.append(item)
    } else {
      feed.skipped += 1
    }
    draft = FeedDraft()
  }
}
