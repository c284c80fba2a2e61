/// Converts buttons that expand parts of a text to headings: questions, steps, chapters.
enum Accordion {
  private static let lengths = 6...200
  /// The minimum length of an expanded text; a shorter one is a menu.
  private static let minPanelLength = 60

  static func settle(_ tree: inout PageTree) {
    for button in tree.elements([.button], in: PageTree.root)
    where tree[button].parent != PageTree.none {
      guard lengths.contains(tree.textLength(button)),
        tree.ancestor(of: button, in: [.nav, .footer, .form, .aside, .header, .table]) == nil
      else { continue }
      if tree.firstElement(TagSet.headings, in: button) != nil {
        tree[button].tag = .div
        continue
      }
      guard let panel = panel(of: button, tree), tree.textLength(panel) >= minPanelLength,
        tree.linkDensity(panel) < 0.4, tree.firstElement(TagSet.headings, in: panel) == nil
      else { continue }
      tree[button].tag = .h3
      tree[button].marks = []
      tree[button].weight = 0
    }
  }

  /// The element that a button expands: the one after it, or after a box with only the button.
  private static func panel(of button: PageTree.Index, _ tree: PageTree) -> PageTree.Index? {
    var node = button
    for _ in 0..<3 {
      let next = tree.pastBlanks(tree[node].next)
      if next != PageTree.none, tree.tag(next) != .text {
        guard [.div, .section, .p, .ul, .dd].contains(tree.tag(next)) else { return nil }
        // Two adjacent buttons are a choice, not an accordion.
        return tree.firstElement([.button], in: next) == nil ? next : nil
      }
      let parent = tree[node].parent
      guard parent != PageTree.none, !tree.isLonger(parent, than: tree.textLength(button)) else {
        return nil
      }
      node = parent
    }
    return nil
  }
}
