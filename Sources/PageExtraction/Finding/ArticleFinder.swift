/// Finds the blocks of a page that are its article.
struct ArticleFinder {
  private let tree: PageTree
  private let list: BlockList
  private let isArticle: Bool
  /// The numbers of all blocks, `BlockList.width` of each.
  let numbers: [Float]

  /// Looks below `body` of a page.
  init(_ tree: PageTree, body: PageTree.Index, page: BlockNumbers.Page) {
    self.tree = tree
    isArticle = page.isArticle
    list = BlockList(tree, body: body, core: ScoredCore(tree, body: body))
    numbers = BlockNumbers(tree, list, page: page).values
  }

  /// The texts of the blocks, one line each.
  var lines: [String] {
    list.blocks.map { block in
      CleanText.string(
        Array(list.texts[block.texts].map { tree.text($0) }.joined(separator: [0x20]))
      )
    }
  }

  /// The page with nothing but its article; the whole page where there is none.
  func article(by model: BlockModel) -> PageTree {
    let odds = numbers.withUnsafeBufferPointer { numbers in
      list.blocks.indices.map { place in
        model.odds(
          UnsafeBufferPointer(
            rebasing: numbers[(place * BlockList.width)...].prefix(BlockList.width)
          )
        )
      }
    }
    return Selection(tree, list, odds: odds, isArticle: isArticle, model.settings).article()
  }
}
