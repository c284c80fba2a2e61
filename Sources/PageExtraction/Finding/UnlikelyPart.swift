/// Recognizes parts whose class or id means clutter.
enum UnlikelyPart {
  /// Whether the name of a part says that it is no text, and what it holds does not say otherwise.
  static func contains(_ index: PageTree.Index, _ tree: PageTree) -> Bool {
    let node = tree[index]
    return node.marks.contains(.unlikely) && !node.marks.contains(.perhaps)
      && !nameless.contains(node.tag) && !isNamedHeading(node)
      && (node.marks.contains(.unlikelyBody) || !isWordy(index, tree))
      && !isProse(index, tree) && !isCode(index, tree) && !isQuotation(index, tree)
  }

  /// Elements that are what they are, whatever they are called.
  private static let nameless: TagSet = [
    .body, .a, .pre, .code, .kbd, .samp, .var, .em, .strong, .i, .b, .mark, .sub, .sup, .dt, .dd,
    .li,
    .th, .td,
  ]

  private static func isProse(_ index: PageTree.Index, _ tree: PageTree) -> Bool {
    guard tree.tag(index) == .p, tree.textLength(index) >= 60, tree.linkDensity(index) < 0.25
    else { return false }
    return tree.innerText(index).last.map { ".:!?…”\"。".contains($0) } ?? false
  }

  /// Whether an element is code for the most.
  static func isCode(_ index: PageTree.Index, _ tree: PageTree) -> Bool {
    let code = tree.elements([.pre], in: index).prefix(50).reduce(0) { $0 + tree.textLength($1) }
    return code > 0 && code * 2 > tree.textLength(index)
  }

  /// Whether an element is what somebody said elsewhere, as posts set into a text are.
  static func isQuotation(_ index: PageTree.Index, _ tree: PageTree) -> Bool {
    tree.firstElement([.blockquote], in: index).map {
      tree.textLength($0) * 2 > tree.textLength(index)
    } ?? false
  }

  /// Whether a heading is called a header, as headings are.
  static func isNamedHeading(_ node: PageTree.Node) -> Bool {
    TagSet.headings.contains(node.tag) && !node.marks.contains(.unlikelyBody)
  }

  /// Whether a part is text for the most, or heads a section, whatever it is called.
  static func isWordy(_ index: PageTree.Index, _ tree: PageTree) -> Bool {
    let length = tree.textLength(index)
    if length < 200, headsSection(index, tree),
      let heading = tree.firstElement([.h2, .h3, .h4], in: index),
      tree.textLength(heading) * 10 >= length * 9
    {
      return true
    }
    guard length >= 40, tree.linkDensity(index) < 0.15 else { return false }
    return length >= 600 || headsSection(index, tree)
  }

  /// Whether a header is that of a section: a heading below the first level, and no author or date.
  private static func headsSection(_ index: PageTree.Index, _ tree: PageTree) -> Bool {
    guard tree.ancestor(of: index, in: [.main, .article, .section]) != nil,
      tree.firstElement([.h2, .h3, .h4], in: index) != nil
    else { return false }
    var node = tree.following(index, within: index)
    while node != PageTree.none {
      let current = tree[node]
      if [.h1, .time, .nav, .form, .button].contains(current.tag)
        || current.tag != .text && current.marks.contains(.byline)
      {
        return false
      }
      node = tree.following(node, within: index)
    }
    return true
  }
}
