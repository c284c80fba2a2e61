/// Writes MathML in one line, as one would in a plain message: `x = (−b ± √(b^2 − 4 a c))/(2 a)`.
struct MathText {
  private let tree: PageTree

  /// The text of a `<math>` element: its TeX source where it has one.
  static func text(of math: PageTree.Index, in tree: PageTree) -> String {
    for annotation in tree.elements([.annotation], in: math) {
      if let encoding = tree.attribute(.encoding, of: annotation), encoding.contains("tex") {
        return tree.innerText(annotation)
      }
    }
    if let spoken = tree.attribute(.alttext, of: math), !spoken.isEmpty { return spoken }
    let text = MathText(tree: tree).row(math, depth: 0)
    return EntityText.collapsed(text)
  }

  private func row(_ node: PageTree.Index, depth: Int) -> String {
    var out = ""
    for part in parts(node) {
      let text = term(part, depth: depth + 1)
      if text.isEmpty { continue }
      if !out.isEmpty, !out.hasSuffix("("), ![")", ",", "(", "!"].contains(text) { out += " " }
      out += text
    }
    return out
  }

  private func term(_ node: PageTree.Index, depth: Int) -> String {
    guard depth < 40 else { return "" }
    let inner = parts(node)
    func part(_ place: Int) -> String {
      place < inner.count ? term(inner[place], depth: depth + 1) : ""
    }
    switch tree.tag(node) {
    case .text: return tree.innerText(node)
    case .mfrac: return grouped(part(0)) + "/" + grouped(part(1))
    case .msup, .mover: return part(0) + "^" + grouped(part(1))
    case .msub, .munder: return part(0) + "_" + grouped(part(1))
    case .msubsup, .munderover: return part(0) + "_" + grouped(part(1)) + "^" + grouped(part(2))
    case .msqrt: return "√(" + row(node, depth: depth) + ")"
    case .mroot: return "√[" + part(1) + "](" + part(0) + ")"
    case .mtr: return inner.map { term($0, depth: depth + 1) }.joined(separator: " , ")
    case .mtable:
      return "[" + inner.map { term($0, depth: depth + 1) }.joined(separator: " ; ") + "]"
    case .annotation: return ""
    default: return row(node, depth: depth)
    }
  }

  private func parts(_ node: PageTree.Index) -> [PageTree.Index] {
    tree.children(of: node).filter {
      tree.tag($0) != .text || !tree[$0].flags.contains(.blank)
    }
  }

  private func grouped(_ text: String) -> String {
    text.contains(" ") || text.contains("/") ? "(\(text))" : text
  }
}
