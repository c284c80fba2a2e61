/// The part of a page that Readability's scoring finds.
///
/// Paragraphs give points to their ancestors, links take them away; the best ancestor wins and
/// takes along siblings that look like it. Method and numbers are those of Arc90's and Mozilla's
/// Readability. The result is one of the features for `BlockModel`.
struct ScoredCore {
  /// Whether each node is in the winning part.
  private(set) var gathered: [Bool]
  /// Whether each node is left after cleaning.
  private(set) var cleaned: [Bool]

  /// A shorter result, in characters, is tried again with weaker assumptions.
  private static let enough = 500

  /// The assumptions of each round: unlikely names are removed, names change scores, thin boxes are removed.
  private static let rounds = [
    (true, true, true), (false, true, true), (false, false, true), (false, false, false),
  ]

  /// Scores everything below `body`.
  init(_ page: PageTree, body: PageTree.Index) {
    gathered = [Bool](repeating: false, count: page.nodes.count)
    cleaned = gathered
    var longest = 0
    for (dropsUnlikely, weighsNames, isConditional) in Self.rounds {
      var round = ScoringRound(
        page, body: body, dropsUnlikely: dropsUnlikely, weighsNames: weighsNames)
      let top = round.run()
      var cleaning = ArticleCleaning(
        round.tree, top: top, weighsNames: weighsNames, isConditional: isConditional)
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
    for node in tree.subtree(top) where tree.tag(node) == .text && Int(node) < count {
      found[Int(node)] = true
    }
    return found
  }
}
