/// Merges the lines of a stanza, each in a box of its own, into one paragraph.
enum Verse {
  private static let maxLength = 200
  private static let indent = String(repeating: "\u{a0}", count: 4)
  private static let boxes: TagSet = [.div, .section, .p, .blockquote]

  static func settle(_ tree: inout PageTree) {
    var stanzas: [PageTree.Index] = []
    var known: Set<PageTree.Index> = []
    for index in tree.nodes.indices where isLine(PageTree.Index(index), tree) {
      let parent = tree.nodes[index].parent
      if parent != PageTree.none, known.insert(parent).inserted { stanzas.append(parent) }
    }
    for stanza in stanzas where tree[stanza].parent != PageTree.none {
      guard [.div, .section].contains(tree.tag(stanza)),
        tree.ancestor(of: stanza, in: [.pre, .code, .table]) == nil,
        let lines = lines(of: stanza, tree, depth: 0), lines.count > 1
      else { continue }
      write(lines, to: stanza, &tree)
    }
  }

  private static func isLine(_ node: PageTree.Index, _ tree: PageTree) -> Bool {
    boxes.contains(tree.tag(node)) && tree[node].marks.contains(.codeLine)
  }

  /// The lines of a stanza with their indentation levels; nil if it contains anything else.
  private static func lines(
    of stanza: PageTree.Index, _ tree: PageTree, depth: Int
  ) -> [(line: PageTree.Index, depth: Int)]? {
    var out: [(line: PageTree.Index, depth: Int)] = []
    for child in tree.children(of: stanza) {
      if LooseText.isSpace(child, tree) { continue }
      if isLine(child, tree), tree.textLength(child) <= maxLength,
        tree.firstElement(TagSet.blocks, in: child) == nil
      {
        out.append((child, depth + (isIndented(child, tree) ? 1 : 0)))
      } else if tree.tag(child) == .div, depth < 8,
        let inner = lines(of: child, tree, depth: depth + 1), !inner.isEmpty
      {
        out += inner
      } else {
        return nil
      }
    }
    return out
  }

  private static let indented = Array("indent".utf8)

  private static func isIndented(_ line: PageTree.Index, _ tree: PageTree) -> Bool {
    tree.bytes(.class, of: line).map { ByteText.contains($0, indented) } ?? false
  }

  private static func write(
    _ lines: [(line: PageTree.Index, depth: Int)], to stanza: PageTree.Index, _ tree: inout PageTree
  ) {
    for (line, _) in lines { tree.detach(line) }
    for child in tree.children(of: stanza) { tree.detach(child) }
    tree[stanza].tag = .p
    for (place, (line, depth)) in lines.enumerated() {
      if place > 0 { tree.append(tree.makeElement(.br), to: stanza) }
      if depth > 0 {
        tree.append(tree.makeText(String(repeating: indent, count: depth)), to: stanza)
      }
      tree[line].tag = .span
      tree.append(line, to: stanza)
    }
  }
}
