/// The part of a page that Readability's scores find.
///
/// Paragraphs give points to their ancestors, links take them away; the best ancestor wins and
/// takes along siblings that look like it. The method and its numbers are those of Arc90's and
/// Mozilla's Readability. It is no verdict here: `BlockModel` weighs it with all else that is
/// known of a block.
struct ScoredCore {
  /// Whether each node of the page stands in the winning part.
  private(set) var gathered: [Bool]
  /// Whether it is left when forms, link lists and empty boxes are taken out of that part.
  private(set) var cleaned: [Bool]

  /// Fewer characters than this are tried again with fewer prejudices.
  private static let enough = 500

  /// Scores what is below `body`.
  init(_ page: PageTree, body: PageTree.Index) {
    gathered = [Bool](repeating: false, count: page.nodes.count)
    cleaned = gathered
    var longest = 0
    for (dropsUnlikely, weighsNames) in [(true, true), (false, true), (false, false)] {
      var round = ScoringRound(
        page,
        body: body,
        dropsUnlikely: dropsUnlikely,
        weighsNames: weighsNames
      )
      let top = round.run()
      var cleaning = CoreCleaning(round.tree, top: top, weighsNames: weighsNames)
      cleaning.run()
      let length = cleaning.tree.textLength(top)
      guard length > longest else { continue }
      longest = length
      gathered = Self.texts(of: top, in: round.tree, count: page.nodes.count)
      cleaned = Self.texts(of: top, in: cleaning.tree, count: page.nodes.count)
      if length >= Self.enough { break }
    }
  }

  private static func texts(of top: PageTree.Index, in tree: PageTree, count: Int) -> [Bool] {
    var found = [Bool](repeating: false, count: count)
    var node = top
    while node != PageTree.none {
      if tree.tag(node) == .text, Int(node) < count { found[Int(node)] = true }
      node = tree.following(node, within: top)
    }
    return found
  }
}
