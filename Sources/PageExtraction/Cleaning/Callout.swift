/// Distinguishes notes of a text from unrelated boxes.
enum Callout {
  private static let tags: TagSet = [.div, .aside, .section]
  private static let foreign: ClassHints = [
    .related, .newsletter, .authorCard, .advertisement, .consent, .comments, .shareRow, .tagList,
    .navigation, .furniture,
  ]

  /// Whether a box is named a note, has the length of one, and is neither a table of contents nor
  /// part of another note.
  static func isBox(_ index: PageTree.Index, _ tree: PageTree) -> Bool {
    isNote(index, tree) && !tree.path(tree[index].parent).prefix(4).contains { isNote($0, tree) }
  }

  private static func isNote(_ index: PageTree.Index, _ tree: PageTree) -> Bool {
    guard tree[index].marks.contains(.callout), tags.contains(tree.tag(index)),
      tree[index].marks.isDisjoint(with: foreign),
      tree.ancestor(of: index, in: [.blockquote, .li, .td]) == nil,
      !tree.isLonger(index, than: 2499), tree.textLength(index) >= 20,
      tree.linkDensity(index) < 0.5
    else { return false }
    let link = tree.firstElement([.a], in: index).flatMap { tree.bytes(.href, of: $0) }
    return link?.first != UInt8(ascii: "#")
  }

  /// All such boxes below a node.
  static func boxes(in top: PageTree.Index, _ tree: PageTree) -> Set<PageTree.Index> {
    Set(tree.elements(tags, in: top).filter { isBox($0, tree) })
  }
}
