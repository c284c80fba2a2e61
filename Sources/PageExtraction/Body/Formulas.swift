/// Reduces the several forms of a formula in a page to one: its MathML, or else its TeX.
///
/// MathJax, KaTeX and Wikipedia write each formula as boxes or a picture for display and as MathML
/// for machines, and put the source in a script.
enum Formulas {
  private static let holders = ["mathjax", "mjx-container", "katex", "mwe-math-element"].map {
    Array($0.utf8)
  }

  /// The maximum number of nodes before a source that may be its rendered forms.
  private static let maxForms = 16

  static func settle(_ tree: inout PageTree) {
    // The number of formulas in each holder.
    var counts: [PageTree.Index: Int] = [:]
    for math in tree.elements([.math], in: PageTree.root) {
      let boxes = tree.path(tree[math].parent).prefix(8).prefix { isBox($0, tree) }
      guard let holder = boxes.last(where: { isHolder($0, tree) }) else { continue }
      let count = counts[holder] ?? tree.elements([.math], in: holder).count
      counts[holder] = count
      guard count == 1 else { continue }
      tree[math].flags.remove(.hidden)
      tree.replace(holder, with: math)
    }
    settleSources(&tree)
  }

  /// Merges the source of a formula, which the filter converted to `<code class="math">`, with the
  /// rendered forms before it.
  private static func settleSources(_ tree: inout PageTree) {
    var sources: Set<PageTree.Index> = []
    for code in tree.elements([.code], in: PageTree.root)
    where tree.attribute(.class, of: code, equals: "math") {
      var before = tree[code].previous
      var shown: [PageTree.Index] = []
      // Another formula's source ends the forms of this one.
      for _ in 0..<maxForms where before != PageTree.none && !sources.contains(before) {
        let previous = tree[before].previous
        if tree.tag(before) == .math || isHolder(before, tree) {
          shown.append(before)
        } else if tree.tag(before) != .text || !tree[before].flags.contains(.blank) {
          break
        }
        before = previous
      }
      if shown.contains(where: { tree.tag($0) == .math }) {
        tree.detach(code)
      } else {
        tree[code].tag = .math
        sources.insert(code)
      }
      for node in shown where tree.tag(node) != .math { tree.detach(node) }
    }
  }

  private static func isHolder(_ node: PageTree.Index, _ tree: PageTree) -> Bool {
    guard isBox(node, tree), let name = tree.bytes(.class, of: node) else { return false }
    let lower = name.map(PageTree.lower)
    return holders.contains { ByteText.contains(lower[...], $0) }
  }

  private static func isBox(_ node: PageTree.Index, _ tree: PageTree) -> Bool {
    [.span, .div, .nobr, .unknown].contains(tree.tag(node))
  }
}
