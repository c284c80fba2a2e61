/// Measures the running text in each part of a page, without furniture.
///
/// Blocks of code count, and blocks long enough to be sentences with few links. The measure is
/// independent of the scores and shows whether they found the whole article or a piece of it.
struct GoodText {
  private var lengths: [Int32]

  private static let furniture: TagSet = [
    .nav, .aside, .footer, .form, .button, .select, .noscript, .script, .style, .head, .dialog,
  ]
  private static let roles: [[UInt8]] = [
    "navigation", "complementary", "dialog", "alertdialog", "alert", "banner", "contentinfo",
    "menu", "menubar", "search",
  ].map { Array($0.utf8) }

  /// The number of characters below a node.
  subscript(index: PageTree.Index) -> Int { Int(lengths[Int(index)]) }

  init(_ tree: PageTree, top: PageTree.Index) {
    lengths = [Int32](repeating: 0, count: tree.nodes.count)
    var text = [Int32](repeating: 0, count: tree.nodes.count)
    var linked = text
    var order: [PageTree.Index] = []
    var node = top
    while node != PageTree.none {
      if node != top, Self.isFurniture(node, tree) {
        node = tree.skipping(node, within: top)
        continue
      }
      order.append(node)
      node = tree.following(node, within: top)
    }
    for index in order.reversed() {
      let current = tree[index]
      let place = Int(index)
      if current.tag == .text { text[place] = current.flags.contains(.blank) ? 0 : current.length }
      if current.tag == .a { linked[place] = text[place] }
      let isBlock = TagSet.blocks.contains(current.tag)
      if isBlock {
        let own = text[place]
        if own >= 60, linked[place] * 10 < own * 4 || current.tag == .pre { lengths[place] += own }
      }
      guard index != top else { continue }
      let parent = Int(current.parent)
      lengths[parent] += lengths[place]
      if !isBlock {
        text[parent] += text[place]
        linked[parent] += linked[place]
      }
    }
  }

  /// Whether a part is never the article.
  static func isFurniture(_ index: PageTree.Index, _ tree: PageTree) -> Bool {
    let node = tree[index]
    if node.tag == .text { return false }
    if node.flags.contains(.hidden) || furniture.contains(node.tag) { return true }
    if node.marks.contains(.comments) { return true }
    if node.tag != .header, isUnlikely(index, tree) { return true }
    if let role = tree.bytes(.role, of: index), roles.contains(where: role.elementsEqual) {
      return true
    }
    return false
  }

  /// Whether the name of a part suggests that it is not text, and its content does not contradict
  /// that.
  static func isUnlikely(_ index: PageTree.Index, _ tree: PageTree) -> Bool {
    let node = tree[index]
    return node.marks.contains(.unlikely) && !node.marks.contains(.perhaps)
      && !nameless.contains(node.tag) && !isNamedHeading(node)
      && (node.marks.contains(.unlikelyBody) || !isWordy(index, tree)) && !isProse(index, tree)
      && !isCode(index, tree) && !isQuotation(index, tree)
  }

  /// Elements whose names do not matter.
  private static let nameless: TagSet = [
    .body, .a, .pre, .code, .kbd, .samp, .var, .em, .strong, .i, .b, .mark, .sub, .sup, .dt, .dd,
    .li, .th, .td,
  ]

  private static func isProse(_ index: PageTree.Index, _ tree: PageTree) -> Bool {
    guard tree.tag(index) == .p, tree.textLength(index) >= 60, tree.linkDensity(index) < 0.25 else {
      return false
    }
    return tree.innerText(index).last.map { ".:!?…”\"。".contains($0) } ?? false
  }

  /// Whether an element is mostly code.
  static func isCode(_ index: PageTree.Index, _ tree: PageTree) -> Bool {
    let code = tree.elements([.pre], in: index).prefix(50).reduce(0) { $0 + tree.textLength($1) }
    return code > 0 && code * 2 > tree.textLength(index)
  }

  /// Whether an element is mostly a quotation, as embedded posts are.
  static func isQuotation(_ index: PageTree.Index, _ tree: PageTree) -> Bool {
    tree.firstElement([.blockquote], in: index).map {
      tree.textLength($0) * 2 > tree.textLength(index)
    } ?? false
  }

  /// Whether it is a list item or table cell, which is kept or removed with its list or table,
  /// whatever its name is.
  static func isPart(_ node: PageTree.Node) -> Bool { parts.contains(node.tag) }

  private static let parts: TagSet = [.dt, .dd, .li, .th, .td]

  /// Whether a heading is named a header, as headings often are.
  static func isNamedHeading(_ node: PageTree.Node) -> Bool {
    TagSet.headings.contains(node.tag) && !node.marks.contains(.unlikelyBody)
  }

  /// Whether a part is mostly text, or the heading of a section, whatever its name is.
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

  /// Whether a header belongs to a section: it has a heading below the first level, and no author
  /// or date.
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

  /// Returns the deepest node that contains a share of the text of `top`.
  func heart(of top: PageTree.Index, in tree: PageTree, share: Double) -> PageTree.Index {
    let enough = Int32(Double(lengths[Int(top)]) * share)
    var heart = top
    search: while true {
      var child = tree[heart].first
      while child != PageTree.none {
        if lengths[Int(child)] >= enough, enough > 0 {
          heart = child
          continue search
        }
        child = tree[child].next
      }
      return heart
    }
  }
}
