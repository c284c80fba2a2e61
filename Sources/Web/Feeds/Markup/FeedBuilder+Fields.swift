import ReadingList

extension FeedBuilder {
  func fieldType(_ element: FeedElement) -> FieldType {
    if element == .permalink, scanner.word("ispermalink") == "false" { return .plain }
    let mode = scanner.word("mode")
    guard element.takesMarkup, let type = scanner.word("type") ?? mode else { return .escaped }
    if mode == "base64" { return .ignored }
    if type == "xhtml" || mode == "xml" { return .markup }
    if type == "text" || type == "text/plain" { return .plain }
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
    var draft = itemDepth == nil ? channel : draft
    let isPlain = field.type == .plain
    let markup = isPlain ? escaped(text) : text
    let base = currentBase
    switch field.element {
    case .title:
      if draft.title.isEmpty {
        draft.title = isPlain ? MarkupText.line(ofPlain: text) : MarkupText.line(text)
      }
    case .link: draft.offer(link: text, rank: .text, base: base)
    case .originalLink: draft.offer(link: text, rank: .original, base: base)
    case .permalink: draft.offer(link: text, rank: isPlain ? .identifier : .permalink, base: base)
    case .identifier: draft.offer(link: text, rank: .identifier, base: base)
    case .creator: draft.offer(author: text, rank: 4)
    case .author, .name: draft.offer(author: text, rank: 3)
    case .editor: draft.offer(author: text, rank: 2)
    case .podcastAuthor: draft.offer(author: text, rank: 1)
    case .published: draft.offer(date: text, isPublication: true)
    case .updated: draft.offer(date: text, isPublication: false)
    case .fullText: draft.offer(markup: text, rank: 4)
    case .content: draft.offer(markup: markup, rank: 3)
    case .description: draft.offer(markup: text, rank: 2)
    case .summary: draft.offer(markup: markup, rank: 1)
    case .item, .aside, .other: break
    }
    if itemDepth == nil { channel = draft } else { self.draft = draft }
  }

  private func escaped(_ bytes: [UInt8]) -> [UInt8] {
    Array(MarkupText.escaped(String(decoding: bytes, as: UTF8.self)).utf8)
  }

  mutating func takeLink() {
    guard let target = value("href") else { return }
    let relation = scanner.word("rel") ?? "alternate"
    guard relation == "alternate" || relation.hasSuffix("/alternate") else { return }
    let type = scanner.word("type")
    let isPage = type?.contains("html") ?? false
    let rank: FeedDraft.LinkRank = isPage ? .page : type == nil ? .untyped : .otherType
    if itemDepth == nil {
      channel.offer(link: target, rank: rank, base: currentBase)
    } else {
      draft.offer(link: target, rank: rank, base: currentBase)
    }
  }

  mutating func finishItem() {
    guard itemDepth != nil else { return }
    itemDepth = nil
    asideDepth = nil
    if let item = draft.item(of: channel) {
      feed.items.append(item)
    } else {
      feed.skipped += 1
    }
    draft = FeedDraft()
  }
}
