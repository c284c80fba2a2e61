/// Counts the characters and commas of each text after parsing.
enum TextMeasure {
  static func measure(_ tree: inout PageTree) {
    tree.bytes.withUnsafeBufferPointer { bytes in
      for index in tree.nodes.indices where tree.nodes[index].tag == .text {
        let node = tree.nodes[index]
        let range = Int(node.start)..<Int(node.start + node.count)
        var length: Int32 = 0
        var commas: Int32 = 0
        var inSpace = false
        var isBlank = true
        for place in range {
          let byte = bytes[place]
          if PageTree.isSpace(byte) {
            if !inSpace { length += 1 }
            inSpace = true
            continue
          }
          inSpace = false
          isBlank = false
          if byte & 0xc0 != 0x80 { length += 1 }
          if byte == 0x2c {
            commas += 1
          } else if byte >= 0xd8, place + 2 < range.upperBound, isComma(bytes, place) {
            commas += 1
          }
        }
        var flags: PageTree.Flags = []
        if let first = range.first, let last = range.last {
          if PageTree.isSpace(bytes[first]) { flags.insert(.leadingSpace) }
          if PageTree.isSpace(bytes[last]) { flags.insert(.trailingSpace) }
        }
        if isBlank { flags.insert(.blank) }
        tree.nodes[index].flags = flags
        tree.nodes[index].length = length
        tree.nodes[index].commas = commas
      }
    }
  }

  /// Whether the comma of another script starts here: Arabic, small, vertical, full-width and
  /// others.
  private static func isComma(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
    switch (bytes[place], bytes[place + 1], bytes[place + 2]) {
    case (0xd8, 0x8c, _), (0xef, 0xb9, 0x90), (0xef, 0xb8, 0x90), (0xef, 0xb8, 0x91),
      (0xe2, 0xb9, 0x81), (0xe2, 0xb8, 0xb4), (0xe2, 0xb8, 0xb2), (0xef, 0xbc, 0x8c):
      true
    default: false
    }
  }
}
