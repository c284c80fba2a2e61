extension PageTree {
  /// The bytes of a text node.
  @inline(__always) func text(_ index: Index) -> ArraySlice<UInt8> {
    let node = self[index]
    return bytes[Int(node.start)..<Int(node.start + node.count)]
  }

  /// The bytes of a node that is a text, or holds nothing but one; none otherwise.
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

  /// The value of an attribute.
  func attribute(_ name: AttributeName, of index: Index) -> String? {
    bytes(name, of: index).map { CleanText.string($0) }
  }

  /// Whether an element has an attribute.
  func has(_ name: AttributeName, _ index: Index) -> Bool { bytes(name, of: index) != nil }

  /// Whether an attribute's value is a word, in any case.
  func attribute(_ name: AttributeName, of index: Index, equals word: StaticString) -> Bool {
    guard let value = bytes(name, of: index), value.count == word.utf8CodeUnitCount else {
      return false
    }
    for place in 0..<value.count
    where Self.lower(value[value.startIndex + place]) != Self.lower(word.utf8Start[place]) {
      return false
    }
    return true
  }

  static func lower(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte }
  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 9 && byte <= 13) }

  /// The text below a node, white space collapsed and trimmed; at most `limit` bytes or so.
  func innerText(_ top: Index, limit: Int = .max) -> String {
    var out: [UInt8] = []
    var space = false
    var node = top
    while node != Self.none {
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
      node = following(node, within: top)
    }
    return CleanText.string(out)
  }

  /// Whether there is any text below a node.
  func hasText(_ top: Index) -> Bool {
    var node = top
    while node != Self.none {
      if tag(node) == .text, !self[node].flags.contains(.blank) { return true }
      node = following(node, within: top)
    }
    return false
  }

  /// Characters of text below a node, roughly as its `innerText` counts them.
  func textLength(_ top: Index) -> Int {
    var length = 0
    var node = top
    while node != Self.none {
      if tag(node) == .text { length += Int(self[node].length) }
      node = following(node, within: top)
    }
    return length
  }

  /// What part of the text below a node is links; links within the page count for less.
  func linkDensity(_ top: Index) -> Double {
    var length = 0
    var linked = 0.0
    var node = top
    while node != Self.none {
      if tag(node) == .text {
        length += Int(self[node].length)
      } else if tag(node) == .a {
        linked += Double(textLength(node)) * linkWeight(node)
      }
      node = following(node, within: top)
    }
    return length == 0 ? 0 : linked / Double(length)
  }

  /// How much a link counts: links to a place in the page say little against a text.
  func linkWeight(_ link: Index) -> Double {
    guard let target = bytes(.href, of: link) else { return 0 }
    // A link to nowhere unfolds something.
    return target.first == UInt8(ascii: "#") ? 0.3 : 1
  }
}
