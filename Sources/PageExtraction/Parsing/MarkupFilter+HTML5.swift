/// Handles HTML 5 rules that libxml2 lacks: the boundaries of the body, void elements, and most
/// character references.
extension MarkupFilter {
  /// The maximum length of a title, in bytes; a longer one lacks its end tag.
  static let maxTitleLength = 4096
  /// Elements of a head; all others begin the body.
  private static let ofHead: TagSet = [.html, .head, .base, .link, .meta, .noscript]
  /// Void elements that libxml2 does not treat as such.
  static let newVoids: TagSet = [.embed, .source, .track, .wbr, .keygen, .bgsound]
  private static let ofSelect: TagSet = [.option, .optgroup, .hr]

  /// Tracks the part of the document at a start tag; false if the tag must be omitted.
  mutating func enters(_ tag: Tag, _ page: UnsafeBufferPointer<UInt8>, _ end: Int) -> Bool {
    if part == .select {
      if Self.ofSelect.contains(tag) { return true }
      if tag != .select, isSelectClosed { return false }
      close(.select)
      part = .body
      if tag == .select { return false }
    }
    switch tag {
    case .body, .frameset:
      if part == .noscriptOfHead { close(.noscript) }
      guard part == .head || part == .noscriptOfHead else { return part == .frames }
      part = tag == .body ? .body : .frames
    case .html, .head: return part == .head
    case .noscript: if part == .head { part = .noscriptOfHead }
    case .select:
      if part == .head { beginBody() }
      if part == .body {
        part = .select
        isSelectClosed = Self.isSelectClosed(page, after: end)
      }
    default: if part == .head, !Self.ofHead.contains(tag) { beginBody() }
    }
    return true
  }

  /// Tracks the part of the document at an end tag; false if the tag must be omitted.
  ///
  /// The body ends with the page, regardless of end tags.
  mutating func leaves(_ tag: Tag) -> Bool {
    switch tag {
    case .body, .html: return false
    case .head:
      if part == .noscriptOfHead {
        close(.noscript)
        part = .head
      }
      return part == .head
    case .noscript: if part == .noscriptOfHead { part = .head }
    case .select: if part == .select { part = .body }
    default: if part == .select { return Self.ofSelect.contains(tag) }
    }
    return !Self.newVoids.contains(tag)
  }

  mutating func beginBody() {
    part = .body
    markup.append(contentsOf: "<body>".utf8)
  }

  private static func isSelectClosed(_ page: UnsafeBufferPointer<UInt8>, after start: Int) -> Bool {
    var index = start
    while index < page.count {
      index = page.find(0x3c, from: index) + 1
      let isEnd = index < page.count && page[index] == 0x2f
      let name = isEnd ? index + 1 : index
      if name + 6 < page.count, TagTable.standard.tag(page, name, name + 6) == .select {
        return isEnd
      }
    }
    return false
  }

  /// Writes text; the first text in a head begins the body.
  mutating func text(_ page: UnsafeBufferPointer<UInt8>, _ from: Int, _ to: Int) {
    if part == .head, page[from..<to].contains(where: { !$0.isMarkupSpace }) { beginBody() }
    appendReferences(page, from, to, isAddress: false)
  }

  /// Writes text with named references decoded.
  mutating func appendReferences(
    _ page: UnsafeBufferPointer<UInt8>, _ from: Int, _ to: Int, isAddress: Bool
  ) {
    CharacterReferences.standard.append(
      UnsafeBufferPointer(rebasing: page[from..<to]), isAddress: isAddress, isForParser: true,
      to: &markup)
  }

  /// Writes text in which `<` does not start a tag, with named references decoded.
  mutating func appendEscaped(
    _ page: UnsafeBufferPointer<UInt8>, _ from: Int, _ to: Int, isAddress: Bool
  ) {
    var index = from
    while index < to {
      let open = page.find(0x3c, from: index, to: to)
      appendReferences(page, index, open, isAddress: isAddress)
      if open < to { markup.append(contentsOf: "&lt;".utf8) }
      index = open + 1
    }
  }
}
