extension PageTree {
  @inline(__always) func text(_ index: Index) -> ArraySlice<UInt8> {
    let node = self[index]
    return bytes[Int(node.start)..<Int(node.start + node.count)]
  }

  /// The bytes of a text node, or of an element with a single text; otherwise empty.
  func text(ofLeaf index: Index) -> ArraySlice<UInt8> {
    var node = index
    while tag(node) != .text {
      let first = self[node].first
      guard first != Self.none, first == self[node].last else { return [] }
      node = first
    }
    return text(node)
  }

  /// The value of an attribute as bytes.
  func bytes(_ name: AttributeName, of index: Index) -> ArraySlice<UInt8>? {
    let node = self[index]
    guard node.tag != .text else { return nil }
    for slot in Int(node.start)..<Int(node.start + node.count) where attributes[slot].name == name {
      let value = attributes[slot]
      return bytes[Int(value.start)..<Int(value.start + value.count)]
    }
    return nil
  }

  func attribute(_ name: AttributeName, of index: Index) -> String? {
    bytes(name, of: index).map { CleanText.string($0) }
  }

  func has(_ name: AttributeName, _ index: Index) -> Bool { bytes(name, of: index) != nil }

  /// Whether an attribute equals a word, ignoring case.
  func attribute(_ name: AttributeName, of index: Index, equals word: StaticString) -> Bool {
    bytes(name, of: index).map { ByteText.equals($0, word) } ?? false
  }

  static func lower(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte }
  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 9 && byte <= 13) }

  /// The text below a node with collapsed and trimmed white space, of about `limit` bytes at most.
  func innerText(_ top: Index, limit: Int = .max) -> String {
    var out: [UInt8] = []
    var space = false
    for node in subtree(top) {
      if tag(node) == .text {
        for byte in text(node) {
          if Self.isSpace(byte) {
            space = true
          } else {
            if space, !out.isEmpty { out.append(0x20) }
            space = false
            out.append(byte)
          }
        }
        if out.count >= limit { break }
      } else if tag(node) == .br || TagSet.blocks.contains(tag(node)) {
        space = true
      }
    }
    return CleanText.string(out)
  }

  func hasText(_ top: Index) -> Bool {
    subtree(top).contains { tag($0) == .text && !self[$0].flags.contains(.blank) }
  }

  /// The first node from `start` on that is not white space.
  func pastBlanks(_ start: Index) -> Index {
    var node = start
    while node != Self.none, tag(node) == .text, self[node].flags.contains(.blank) {
      node = self[node].next
    }
    return node
  }

  /// The number of text characters below a node, approximately as in `innerText`.
  func textLength(_ top: Index) -> Int {
    var length = 0
    for node in subtree(top) where tag(node) == .text { length += Int(self[node].length) }
    return length
  }

  /// Whether there are more characters of text below a node, or very many nodes.
  ///
  /// Unlike `textLength`, this takes no longer for a larger part of the page.
  func isLonger(_ top: Index, than limit: Int) -> Bool {
    var length = 0
    for (count, node) in subtree(top).enumerated() {
      if tag(node) == .text { length += Int(self[node].length) }
      if length > limit || count == Self.maxParts { return true }
    }
    return false
  }

  /// The maximum number of nodes of a line of text.
  private static let maxParts = 1000

  /// The share of linked text below a node; links within the page count less.
  func linkDensity(_ top: Index) -> Double {
    var length = 0
    var linked = 0.0
    for node in subtree(top) {
      if tag(node) == .text {
        length += Int(self[node].length)
      } else if tag(node) == .a {
        linked += Double(textLength(node)) * linkWeight(node)
      }
    }
    return length == 0 ? 0 : linked / Double(length)
  }

  /// The weight of a link: links within the page say little about a text.
  func linkWeight(_ link: Index) -> Double {
    guard let target = bytes(.href, of: link) else { return 0 }
    // A link without a target expands something.
    return target.first == UInt8(ascii: "#") ? 0.3 : 1
  }
}
