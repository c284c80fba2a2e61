/// Tells boxes that belong to a text from those that stand beside it.
enum Callout {
  private static let foreign: ClassHints = [
    .related, .newsletter, .authorCard, .advertisement, .consent, .comments, .shareRow, .tagList,
    .navigation, .contents, .furniture,
  ]

  /// Whether a box is called a note, and is no more than one, nor a list of what stands where.
  static func isBox(_ index: PageTree.Index, _ tree: PageTree) -> Bool {
    let link = tree.firstElement([.a], in: index).flatMap { tree.bytes(.href, of: $0) }
    return link?.first != UInt8(ascii: "#") && tree[index].marks.contains(.callout)
      && [.div, .aside, .section].contains(tree.tag(index))
      && tree[index].marks.isDisjoint(with: foreign)
      && (20..<2500).contains(tree.textLength(index)) && tree.linkDensity(index) < 0.5
      && tree.ancestor(of: index, in: [.blockquote, .li, .td]) == nil
  }
}
