/// Writes out the TeX that a page leaves in its text for a script: `\(x \leq 1\)`, `\[…\]`, `$$…$$`.
enum PlainFormulas {
  private static let fences: [(open: String, close: String)] = [
    ("\\(", "\\)"), ("\\[", "\\]"), ("$$", "$$"),
  ]
  private static let verbatim: TagSet = [.pre, .code, .kbd, .samp, .textarea, .tt, .math]

  static func settle(_ tree: inout PageTree) {
    guard fences.contains(where: { ByteText.contains(tree.bytes[...], Array($0.open.utf8)) }) else {
      return
    }
    for index in tree.nodes.indices where tree.nodes[index].tag == .text {
      let node = PageTree.Index(index)
      let bytes = tree.text(node)
      guard tree[node].parent != PageTree.none,
        fences.contains(where: { ByteText.contains(bytes, Array($0.open.utf8)) }),
        tree.ancestor(of: node, in: verbatim) == nil,
        let text = written(String(decoding: bytes, as: UTF8.self))
      else { continue }
      tree.replace(node, with: tree.makeText(text))
    }
  }

  /// A text with its formulas written out; nil where it has none.
  private static func written(_ text: String) -> String? {
    var out = ""
    var rest = text[...]
    var isChanged = false
    while let hit = next(in: rest) {
      out += rest[..<hit.range.lowerBound]
      out += TeXText.text(of: hit.source).replacing("\n", with: " ; ")
      rest = rest[hit.range.upperBound...]
      isChanged = true
    }
    return isChanged ? out + rest : nil
  }

  private static func next(in text: Substring) -> (range: Range<String.Index>, source: String)? {
    var best: (range: Range<String.Index>, source: String)?
    for fence in fences {
      guard let open = text.firstRange(of: fence.open),
        let close = text[open.upperBound...].firstRange(of: fence.close),
        best.map({ open.lowerBound < $0.range.lowerBound }) ?? true
      else { continue }
      let source = String(text[open.upperBound..<close.lowerBound])
      // Two signs of money say how dear it is.
      guard fence.open != "$$" || source.contains(where: { "\\^_=".contains($0) }) else { continue }
      best = (open.lowerBound..<close.upperBound, source)
    }
    return best
  }
}
