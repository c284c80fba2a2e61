/// Chooses the blocks of the article from the model's estimates and from what belongs together.
struct Selection {
  /// Whether each block is kept.
  private(set) var isKept: [Bool]

  private let list: BlockList
  private let tree: PageTree
  private let settings: BlockModel.Settings
  private let threshold: Float

  /// - Parameters:
  ///   - odds: the log-odds of each block.
  ///   - isArticle: whether the page's metadata call it an article.
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
      isKept = list.blocks.map { !Self.isBeside($0, tree, list.body) }
      return
    }
    let gate = settings.gates[isArticle ? 2 : Self.hasArticle(tree, list) ? 1 : 0]
    threshold = gate.threshold
    var odds = odds
    for place in odds.indices {
      odds[place] += gate.core * (2 * list.blocks[place].coreShare - 1)
    }
    Self.shareAmongItems(tree, list, settings.list, &odds)
    let threshold = threshold
    isKept = odds.map { $0 >= threshold }
    keepHeadings(odds)
    keepCaptions()
    keepNotes()
    // Fall back to the scored core.
    if !isKept.contains(true) { isKept = list.blocks.map { $0.coreShare > 0.5 } }
  }

  /// Shorter pages, in characters, are unlike the training pages.
  private static let minLength = 1400

  private static let clutter: ClassHints = [
    .furniture, .newsletter, .related, .advertisement, .consent, .shareRow, .tagList, .authorCard,
    .navigation,
  ]

  /// Whether a block of a short page is in a menu, footer or page header, or in a box that is named as clutter.
  private static func isBeside(
    _ block: BlockList.Block,
    _ tree: PageTree,
    _ body: PageTree.Index
  ) -> Bool {
    var isInHeader = false
    var node = block.node
    while node != body, node != PageTree.none {
      let current = tree[node]
      if current.tag == .header { isInHeader = true }
      if current.tag == .main || current.tag == .article { return false }
      if [.nav, .footer, .aside, .form].contains(current.tag) { return true }
      if block.coreShare < 0.5, !current.marks.isDisjoint(with: clutter) { return true }
      node = current.parent
    }
    return isInHeader
  }

  /// Whether one `<article>` holds two thirds of the prose.
  private static func hasArticle(_ tree: PageTree, _ list: BlockList) -> Bool {
    let most = tree.elements([.article], in: list.body).map { list.sums[Int($0)].prose }.max() ?? 0
    return most > 0 && Int(most) * 3 >= Int(list.sums[Int(list.body)].prose) * 2
  }

  private static let groups: TagSet = [.ul, .ol, .dl, .table]

  /// Moves the value of each item or cell toward the average of its list or table.
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

  /// Keeps headings of kept blocks.
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

  /// Keeps captions between kept blocks.
  private mutating func keepCaptions() {
    for (place, block) in list.blocks.enumerated() where tree.tag(block.node) == .figcaption {
      let before = place > 0 && isKept[place - 1]
      let behind = place + 1 < isKept.count && isKept[place + 1]
      isKept[place] = before && behind || isKept[place] && (before || behind)
    }
  }

  /// Keeps notes right after the article if its text has as many raised numbers.
  private mutating func keepNotes() {
    guard let last = isKept.lastIndex(of: true), last + 1 < isKept.count else { return }
    var holder = list.blocks[last + 1].node
    while holder != list.body, holder != PageTree.none,
      !tree[holder].marks.contains(.footnotes)
    {
      holder = tree[holder].parent
    }
    guard holder != list.body, holder != PageTree.none else { return }
    let notes = tree.elements([.li], in: holder).count
    let kept = list.blocks.indices.filter { isKept[$0] }
    let numbers = kept.reduce(0) { count, place in
      count
        + list.texts[list.blocks[place].texts].count {
          tree.ancestor(of: $0, in: [.sup], upTo: 3) != nil
            && tree.text($0).allSatisfy { 0x30...0x39 ~= $0 }
        }
    }
    guard notes > 0, numbers >= notes else { return }
    for place in (last + 1)..<isKept.count {
      guard tree.isInside(list.blocks[place].node, holder) else { break }
      isKept[place] = true
    }
  }

  private static let media: TagSet = [
    .img, .picture, .iframe, .video, .audio, .object, .embed, .hr, .math,
  ]

  /// Returns the page with only the kept blocks.
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

  /// Whether a picture is inside a kept block or between two.
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
