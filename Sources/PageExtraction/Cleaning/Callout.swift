/// Distinguishes notes of a text from unrelated boxes.
enum Callout {
  private static let foreign: ClassHints = [
    .related, .newsletter, .authorCard, .advertisement, .consent, .comments, .shareRow, .tagList,
    .navigation, .contents, .furniture,
  ]

  /// Whether a box is named a note, has the length of one, and is not a table of contents.
  static func isBox(_ index: PageTree.Index, _ tree: PageTree) -> Bool {
    let link = tree.firstElement([.a], in: index).flatMap { tree.bytes(.href, of: $0) }
    return link?.first != UInt8(ascii: "#") && tree[index].marks.contains(.callout)
      && [.div, .aside, .section].contains(tree.tag(index))
      && tree[index].marks.isDisjoint(with: foreign) && (20..<2500).contains(tree.textLength(index))
      && tree.linkDensity(index) < 0.5
      && tree.ancestor(of: index, in: [.blockquote, .li, .td]) == nil
  }
}
