struct ArticleFinder {
  private let tree: PageTree
  private let list: BlockList
  private let isArticle: Bool
  /// The features of all blocks, `BlockList.width` for each.
  let numbers: [Float]

  /// Prepares everything below `body`.
  init(_ tree: PageTree, body: PageTree.Index, page: BlockNumbers.Page) {
    self.tree = tree
    isArticle = page.isArticle
    list = BlockList(tree, body: body, core: ScoredCore(tree, body: body))
    numbers = BlockNumbers(tree, list, page: page).values
  }

  /// The text of each block, in one line.
  var lines: [String] {
    list.blocks.map { block in
      CleanText.string(
        Array(list.texts[block.texts].map { tree.text($0) }.joined(separator: [0x20])))
    }
  }

  /// Returns the page with only its article, and whether that is mostly links.
  func article(by model: BlockModel) -> (tree: PageTree, isListing: Bool) {
    let odds = numbers.withUnsafeBufferPointer { numbers in
      list.blocks.indices.map { place in
        model.odds(
          UnsafeBufferPointer(
            rebasing: numbers[(place * BlockList.width)...].prefix(BlockList.width)))
      }
    }
    let selection = Selection(tree, list, odds: odds, isArticle: isArticle, model.settings)
    let kept = zip(list.blocks, selection.isKept).filter(\.1).map(\.0)
    let length = kept.reduce(0) { $0 + Int($1.length) }
    let linked = kept.reduce(0) { $0 + Int($1.linked) }
    return (selection.article(), !isArticle && linked * 2 > length)
  }
}
