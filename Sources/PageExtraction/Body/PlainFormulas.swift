/// Converts TeX that a page leaves in its text for a script: `\(x \leq 1\)`, `\[…\]`, `$$…$$`.
enum PlainFormulas {
  private static let fences: [(open: [UInt8], close: [UInt8])] = [
    (Array("\\(".utf8), Array("\\)".utf8)), (Array("\\[".utf8), Array("\\]".utf8)),
    (Array("$$".utf8), Array("$$".utf8)),
  ]
  private static let verbatim: TagSet = [.pre, .code, .kbd, .samp, .textarea, .tt, .math]

  static func settle(_ tree: inout PageTree) {
    guard isIn(tree.bytes[...]) else { return }
    for index in tree.nodes.indices where tree.nodes[index].tag == .text {
      let node = PageTree.Index(index)
      let bytes = tree.text(node)
      guard tree[node].parent != PageTree.none, isIn(bytes),
        tree.ancestor(of: node, in: verbatim) == nil, let text = written(bytes)
      else { continue }
      tree.replace(node, with: tree.makeText(text))
    }
  }

  private static func isIn(_ bytes: ArraySlice<UInt8>) -> Bool {
    fences.contains { ByteText.contains(bytes, $0.open) }
  }

  /// Returns a text with its formulas converted; nil if it has none.
  private static func written(_ text: ArraySlice<UInt8>) -> String? {
    var out: [UInt8] = []
    var copied = text.startIndex
    var place = text.startIndex
    // The next closing position of each fence, so that each is searched for once.
    var closes = fences.map { _ in text.startIndex }
    while place + 1 < text.endIndex {
      guard text[place] == 0x5c || text[place] == 0x24,
        let fence = fences.firstIndex(where: { text[place...].starts(with: $0.open) })
      else {
        place += 1
        continue
      }
      let start = place + 2
      if closes[fence] < start {
        let (close, first) = (fences[fence].close, text.startIndex)
        let found = text.withUnsafeBytes {
          ByteText.position(of: close, in: $0, from: start - first)
        }
        closes[fence] = found.map { first + $0 } ?? text.endIndex
      }
      let end = closes[fence]
      guard end < text.endIndex, isFormula(text[start..<end], fence) else {
        place = start
        continue
      }
      out += text[copied..<place]
      let formula = TeXText.text(of: String(decoding: text[start..<end], as: UTF8.self))
      out += formula.replacing("\n", with: " ; ").utf8
      place = end + 2
      copied = place
    }
    guard copied > text.startIndex else { return nil }
    return String(decoding: out + text[copied...], as: UTF8.self)
  }

  /// Whether a source is a formula; text between double dollar signs may be a price.
  private static func isFormula(_ source: ArraySlice<UInt8>, _ fence: Int) -> Bool {
    fences[fence].open[0] == 0x5c
      || source.contains { $0 == 0x5c || $0 == 0x5e || $0 == 0x5f || $0 == 0x3d }
  }
}
