/// Distinguishes notes of a text from unrelated boxes.
enum Callout {
  /// The minimum length of a note, in characters; a shorter text is a label.
  private static let minCount = 60
  private static let foreign: ClassHints = [
    .related, .newsletter, .authorCard, .advertisement, .consent, .comments, .shareRow, .tagList,
    .navigation, .contents, .furniture,
  ]

  /// Whether an `<aside>` contains sentences, as notes, tips and warnings do.
  static func isNote(_ index: PageTree.Index, _ tree: PageTree) -> Bool {
    guard tree[index].marks.isDisjoint(with: foreign) else { return false }
    if let role = tree.bytes(.role, of: index), !role.elementsEqual("note".utf8) { return false }
    if tree.firstElement([.form, .input, .aside, .article, .nav], in: index) != nil {
      return false
    }
    var prose = 0
    for paragraph in tree.elements([.p, .li, .pre], in: index) {
      prose += tree.textLength(paragraph)
    }
    return prose >= minCount && tree.linkDensity(index) < 0.3 && isInRunningText(index, tree)
  }

  /// Whether an element is named a note, by class or role, and has the content of one.
  static func isNamed(
    _ index: PageTree.Index, _ tree: PageTree, _ statistics: NodeStatistics
  ) -> Bool {
    // By role, a line that links to another page is a note, too.
    let isRole =
      tree.attribute(.role, of: index, equals: "note")
      && (statistics.heading > 0 || statistics.linkDensity < 0.25)
    return (tree[index].marks.contains(.callout) || isRole)
      && [.div, .section, .aside, .p, .blockquote, .article].contains(tree.tag(index))
      && tree[index].marks.isDisjoint(with: foreign) && (30..<2500).contains(statistics.text)
      && statistics.linkDensity < 0.8
  }

  /// Whether a box is named a note, has the length of one, and is not a table of contents.
  static func isBox(_ index: PageTree.Index, _ tree: PageTree) -> Bool {
    let link = tree.firstElement([.a], in: index).flatMap { tree.bytes(.href, of: $0) }
    return link?.first != UInt8(ascii: "#") && tree[index].marks.contains(.callout)
      && [.div, .aside, .section].contains(tree.tag(index))
      && tree[index].marks.isDisjoint(with: foreign) && (20..<2500).contains(tree.textLength(index))
      && tree.linkDensity(index) < 0.5
      && tree.ancestor(of: index, in: [.blockquote, .li, .td]) == nil
  }

  /// Whether an `<aside>` contains footnotes.
  static func isFootnotes(_ index: PageTree.Index, _ tree: PageTree) -> Bool {
    guard let role = tree.bytes(.role, of: index) else {
      return tree[index].marks.contains(.footnotes)
        && tree.elements([.aside], in: index).contains { isFootnotes($0, tree) }
    }
    return ["doc-footnote", "doc-endnotes", "doc-endnote"].contains { role.elementsEqual($0.utf8) }
  }

  /// Whether paragraphs or headings of the text are its siblings.
  private static func isInRunningText(_ index: PageTree.Index, _ tree: PageTree) -> Bool {
    let parent = tree[index].parent
    guard parent != PageTree.none else { return false }
    var prose = 0
    for sibling in tree.children(of: parent) where tree.tag(sibling) == .p {
      prose += tree.textLength(sibling)
    }
    return prose >= 300
  }
}
