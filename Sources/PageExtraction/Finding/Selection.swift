/// The blocks of a page that are the article's: what the model says of each, and what belongs together.
struct Selection {
  /// Whether each block stays.
  private(set) var isKept: [Bool]

  private let list: BlockList
  private let tree: PageTree
  private let settings: BlockModel.Settings
  private let threshold: Float

  /// Decides by `odds`, the logarithm of the odds that each block is the article's; `isArticle` says whether the page
  /// calls itself one.
  init(
    _ tree: PageTree,
    _ list: BlockList,
    odds: [Float],
    isArticle: Bool,
    _ settings: BlockModel.Settings
  ) {
    self.tree = tree
    self.list = list
    self.settings = settings
    let length = list.blocks.reduce(0) { $0 + Int($1.length) }
    guard length >= Self.minLength else {
      threshold = 0
      isKept = list.blocks.map { !Self.isBeside($0.node, tree) }
      return
    }
    threshold = isArticle ? settings.thresholdOfArticle : settings.threshold
    var odds = odds
    if isArticle {
      for place in odds.indices {
        odds[place] += settings.core * (2 * list.blocks[place].coreShare - 1)
      }
    }
    Self.shareAmongItems(tree, list, settings.list, &odds)
    let threshold = threshold
    isKept = odds.map { $0 >= threshold }
    keepHeadings(odds)
    keepCaptions()
    // A page without an article has what was scored best.
    if !isKept.contains(true) { isKept = list.blocks.map { $0.coreShare > 0.5 } }
  }

  /// A shorter page, in characters, is of no kind that the model was learned from.
  private static let minLength = 1400

  /// Whether a block of a short page stands in a menu, a footer or a header of the page.
  private static func isBeside(_ node: PageTree.Index, _ tree: PageTree) -> Bool {
    if tree.ancestor(of: node, in: [.nav, .footer, .aside, .form]) != nil { return true }
    return tree.ancestor(of: node, in: [.header]) != nil
      && tree.ancestor(of: node, in: [.main, .article]) == nil
  }

  private static let groups: TagSet = [.ul, .ol, .dl, .table]

  /// Items go with their list, and rows with their table: each takes a share of what is said of all.
  private static func shareAmongItems(
    _ tree: PageTree,
    _ list: BlockList,
    _ share: Float,
    _ odds: inout [Float]
  ) {
    var sums: [PageTree.Index: (sum: Float, count: Float)] = [:]
    let holders = list.blocks.map { tree.ancestor(of: $0.node, in: groups, upTo: 6) }
    for (place, holder) in holders.enumerated() {
      guard let holder else { continue }
      sums[holder, default: (0, 0)].sum += odds[place]
      sums[holder, default: (0, 0)].count += 1
    }
    for (place, holder) in holders.enumerated() {
      guard let holder, let all = sums[holder], all.count > 1 else { continue }
      odds[place] = (1 - share) * odds[place] + share * all.sum / all.count
    }
  }

  /// Headings go with what they head.
  private mutating func keepHeadings(_ odds: [Float]) {
    for place in list.blocks.indices.reversed() {
      let tag = tree.tag(list.blocks[place].node)
      guard TagSet.headings.contains(tag) else { continue }
      var next = place + 1
      var length = 0
      while next < list.blocks.count, length < 2 {
        let other = tree.tag(list.blocks[next].node)
        if TagSet.headings.contains(other) {
          if other.rawValue <= tag.rawValue { break }
        } else {
          length += 1
        }
        if isKept[next] {
          if odds[place] >= threshold - settings.heading { isKept[place] = true }
          break
        }
        next += 1
      }
    }
  }

  /// Captions go with what stands around them.
  private mutating func keepCaptions() {
    for (place, block) in list.blocks.enumerated() where tree.tag(block.node) == .figcaption {
      let before = place > 0 && isKept[place - 1]
      let behind = place + 1 < isKept.count && isKept[place + 1]
      isKept[place] = before && behind || isKept[place] && (before || behind)
    }
  }

  private static let media: TagSet = [
    .img, .picture, .iframe, .video, .audio, .object, .embed, .hr, .math,
  ]

  /// The page with nothing but what stays.
  func article() -> PageTree {
    var article = tree
    var isOfKept = [Bool](repeating: false, count: tree.nodes.count)
    var places: [PageTree.Index: Int] = [:]
    for (place, block) in list.blocks.enumerated() {
      for text in list.texts[block.texts] {
        places[text] = place
        if !isKept[place] { article.detach(text) }
      }
      if isKept[place] { isOfKept[Int(block.node)] = true }
    }
    var last = -1
    var pictures: [(node: PageTree.Index, before: Int)] = []
    var node = tree.following(list.body, within: list.body)
    while node != PageTree.none {
      if let place = places[node] { last = place }
      if Self.media.contains(tree.tag(node)) { pictures.append((node, last)) }
      node = tree.following(node, within: list.body)
    }
    for (node, before) in pictures where !stays(node, behind: before, isOfKept) {
      article.detach(node)
    }
    return article
  }

  /// Whether a picture stands in a block that stays, or between two.
  private func stays(_ node: PageTree.Index, behind place: Int, _ isOfKept: [Bool]) -> Bool {
    var holder = tree[node].parent
    while holder != list.body, holder != PageTree.none {
      if TagSet.blocks.contains(tree.tag(holder)), isOfKept[Int(holder)],
        ![.div, .section, .article, .main].contains(tree.tag(holder))
      {
        return true
      }
      holder = tree[holder].parent
    }
    let before = place < 0 ? nil : isKept[place]
    let behind = place + 1 < isKept.count ? isKept[place + 1] : nil
    return before != false && behind != false && (before == true || behind == true)
      || before == nil && behind == nil
  }
}
