/// Wraps text outside paragraphs in paragraphs.
enum LooseText {
  /// Whether a node can be part of a line of text.
  static func isPhrasing(_ index: PageTree.Index, _ tree: PageTree) -> Bool {
    let tag = tree.tag(index)
    if TagSet.phrasing.contains(tag) { return true }
    guard tag == .a || tag == .del || tag == .ins else { return false }
    return tree.children(of: index).allSatisfy { isPhrasing($0, tree) }
  }

  /// Whether a node is white space or a line break.
  static func isSpace(_ index: PageTree.Index, _ tree: PageTree) -> Bool {
    let node = tree[index]
    return node.tag == .br || (node.tag == .text && node.flags.contains(.blank))
  }

  /// Wraps runs of loose text and inline elements below `parent` in paragraphs.
  static func wrap(in parent: PageTree.Index, _ tree: inout PageTree) {
    var paragraph = PageTree.none
    for child in tree.children(of: parent) {
      if isPhrasing(child, tree) {
        if paragraph != PageTree.none {
          tree.detach(child)
          tree.append(child, to: paragraph)
        } else if !isSpace(child, tree) {
          paragraph = tree.makeElement(.p)
          tree.replace(child, with: paragraph)
          tree.append(child, to: paragraph)
        }
      } else if paragraph != PageTree.none {
        trimEnd(of: paragraph, &tree)
        paragraph = PageTree.none
      }
    }
  }

  /// Removes trailing white space and line breaks from a paragraph.
  static func trimEnd(of paragraph: PageTree.Index, _ tree: inout PageTree) {
    while tree[paragraph].last != PageTree.none, isSpace(tree[paragraph].last, tree) {
      tree.detach(tree[paragraph].last)
    }
  }

  /// The paragraph that is the entire content of a box.
  static func onlyParagraph(of index: PageTree.Index, _ tree: PageTree) -> PageTree.Index? {
    var only: PageTree.Index?
    for child in tree.children(of: index) {
      let node = tree[child]
      if node.tag == .text {
        if !node.flags.contains(.blank) { return nil }
      } else {
        guard node.tag == .p, only == nil else { return nil }
        only = child
      }
    }
    return only
  }
}
