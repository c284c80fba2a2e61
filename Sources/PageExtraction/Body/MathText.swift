/// Writes MathML as plain text in one line: `x = (−b ± √(b^2 − 4 a c))/(2 a)`.
struct MathText {
  private let tree: PageTree

  /// Returns the lines of a `<math>` element; aligned equations have one each.
  static func lines(of math: PageTree.Index, in tree: PageTree) -> [String] {
    var text = MathText(tree: tree).row(math, depth: 0)
    if text.allSatisfy(\.isWhitespace) { text = source(of: math, in: tree) }
    if tree.firstElement([.mi, .mn, .mo, .mtext, .mrow], in: math) == nil {
      text = TeXText.text(of: text)
    }
    return text.split(separator: "\n").map { PageText.line(String($0)) }.filter {
      !$0.isEmpty
    }
  }

  /// The TeX source of a formula without MathML.
  private static func source(of math: PageTree.Index, in tree: PageTree) -> String {
    if let spoken = tree.attribute(.alttext, of: math), !spoken.isEmpty { return spoken }
    for annotation in tree.elements([.annotation], in: math) {
      if let encoding = tree.attribute(.encoding, of: annotation), encoding.contains("tex") {
        return tree.innerText(annotation)
      }
    }
    return ""
  }

  private func row(_ node: PageTree.Index, depth: Int) -> String {
    var out = ""
    for part in parts(node) {
      let text = term(part, depth: depth + 1).filter { !Self.unseen.contains($0) }
      if text.isEmpty { continue }
      if let last = out.last, !"([\n".contains(last), text != "(", let first = text.first,
        !"),]!\n".contains(first)
      {
        out += " "
      }
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
    case .mfrac where tree.attribute(.linethickness, of: node)?.first == "0":
      return part(0) + " choose " + part(1)
    case .mfrac: return grouped(part(0)) + "/" + grouped(part(1))
    case .mover, .munder:
      let sign = part(1)
      if let mark = Self.accents[sign] { return accented(part(0), mark) }
      return part(0) + (tree.tag(node) == .mover ? "^" : "_") + grouped(sign)
    case .msup: return part(0) + "^" + grouped(part(1))
    case .msub: return part(0) + "_" + grouped(part(1))
    case .msubsup, .munderover: return part(0) + "_" + grouped(part(1)) + "^" + grouped(part(2))
    case .msqrt: return "√(" + row(node, depth: depth) + ")"
    case .mroot: return "√[" + part(1) + "](" + part(0) + ")"
    case .mtr: return inner.map { term($0, depth: depth + 1) }.joined(separator: ", ")
    case .mtable where isAligned(node):
      return inner.map { row($0, depth: depth + 1) }.joined(separator: "\n") + "\n"
    case .mtable:
      let rows = inner.map { term($0, depth: depth + 1) }.joined(separator: "; ")
      return tree[node].previous == PageTree.none ? "[" + rows + "]" : rows
    case .annotation: return ""
    default: return row(node, depth: depth)
    }
  }

  /// Invisible operators: function application, times, separator and plus.
  private static let unseen: Set<Character> = ["\u{2061}", "\u{2062}", "\u{2063}", "\u{2064}"]

  /// Combining marks for signs above or below a letter.
  private static let accents: [String: String] = [
    "¯": "\u{304}", "‾": "\u{304}", "ˉ": "\u{304}", "^": "\u{302}", "ˆ": "\u{302}", "~": "\u{303}",
    "˜": "\u{303}", "→": "\u{20d7}", "⃗": "\u{20d7}", "˙": "\u{307}", ".": "\u{307}",
    "¨": "\u{308}", "ˇ": "\u{30c}", "˘": "\u{306}", "´": "\u{301}", "`": "\u{300}", "_": "\u{332}",
  ]

  private func accented(_ base: String, _ mark: String) -> String {
    base.count == 1 ? base + mark : "(" + base + ")" + mark
  }

  /// Whether the rows of a table are aligned equations.
  private func isAligned(_ table: PageTree.Index) -> Bool {
    guard let alignment = tree.attribute(.columnalign, of: table) else { return false }
    return alignment.contains("right") && alignment.contains("left")
  }

  private func parts(_ node: PageTree.Index) -> [PageTree.Index] {
    tree.children(of: node).filter { tree.tag($0) != .text || !tree[$0].flags.contains(.blank) }
  }

  private func grouped(_ text: String) -> String {
    text.contains(" ") || text.contains("/") ? "(\(text))" : text
  }
}
