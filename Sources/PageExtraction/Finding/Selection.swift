/// Chooses the blocks of the article from the model's estimates and from what belongs together.
struct Selection {
  private(set) var isKept: [Bool]

  private let list: BlockList
  private let tree: PageTree
  private let settings: BlockModel.Settings
  private let threshold: Float
  private let callouts: Set<PageTree.Index>

  /// Chooses by the log-odds of each block; `isArticle` if the page's metadata call it an article.
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
    let callouts = Callout.boxes(in: list.body, tree)
    self.callouts = callouts
    let length = list.blocks.reduce(0) { $0 + Int($1.length) }
    guard length >= Self.minLength else {
      threshold = 0
      isKept = list.blocks.map { !Self.isBeside($0, tree, list.body, callouts) }
      return
    }
    let core = settings.core[isArticle ? 2 : Self.hasArticle(tree, list) ? 1 : 0]
    var odds = odds
    for place in odds.indices {
      odds[place] = settings.gain * (odds[place] + core * (2 * list.blocks[place].coreShare - 1))
    }
    Self.shareAmongItems(tree, list, settings.list, &odds)
    let threshold = Self.bestThreshold(odds, list)
    self.threshold = threshold
    isKept = odds.map { $0 >= threshold }
    keepHeadings(odds)
    keepBetween()
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
    _ body: PageTree.Index,
    _ callouts: Set<PageTree.Index>
  ) -> Bool {
    var isInHeader = false
    for node in tree.path(block.node, below: body) {
      let current = tree[node]
      if current.tag == .header { isInHeader = true }
      if current.tag == .main || current.tag == .article { return false }
      if [.nav, .footer, .aside, .form].contains(current.tag), !callouts.contains(node) {
        return true
      }
      if current.marks.contains(.related) { return true }
      if block.coreShare < 0.5, !current.marks.isDisjoint(with: clutter) { return true }
    }
    return isInHeader
  }

  /// Whether one `<article>` holds two thirds of the prose.
  private static func hasArticle(_ tree: PageTree, _ list: BlockList) -> Bool {
    let most = tree.elements([.article], in: list.body).map { list.sums[Int($0)].prose }.max() ?? 0
    return most > 0 && Int(most) * 3 >= Int(list.sums[Int(list.body)].prose) * 2
  }

  /// The threshold at which the kept words are expected to agree best with the article's words.
  ///
  /// Agreement is the F1 score of what is kept: twice the words in both over the words of both.
  private static func bestThreshold(_ odds: [Float], _ list: BlockList) -> Float {
    let words = list.blocks.map { Float($0.text.words) }
    let expected = zip(words, odds).map { $0 * chance($1) }
    let all = expected.reduce(0, +)
    var kept: Float = 0
    var right: Float = 0
    var best: (score: Float, threshold: Float) = (0, 0)
    for place in odds.indices.sorted(by: { (-odds[$0], $0) < (-odds[$1], $1) }) {
      kept += words[place]
      right += expected[place]
      let score = 2 * right / max(1, kept + all)
      if score > best.score { best = (score, odds[place]) }
    }
    return best.threshold
  }

  /// The probability of log-odds, without the C library: `exp(x)` is the power of `1 + x / 1024`.
  private static func chance(_ odds: Float) -> Float {
    var power = 1 - min(20, max(-20, odds)) / 1024
    for _ in 0..<10 { power *= power }
    return 1 / (1 + power)
  }

  private static let groups: TagSet = [.ul, .ol, .dl, .table]

  /// Moves the value of each item or cell toward the average of its list or table, by `share`.
  ///
  /// A table of data stays or goes as a whole, and so does a table of contents in several lists.
  private static func shareAmongItems(
    _ tree: PageTree, _ list: BlockList, _ share: Float, _ odds: inout [Float]
  ) {
    var sums: [PageTree.Index: (sum: Float, count: Float)] = [:]
    var wholes: Set<PageTree.Index> = []
    let holders = list.blocks.map { block -> PageTree.Index? in
      guard let nearest = tree.ancestor(of: block.node, in: groups, upTo: 6) else { return nil }
      if tree[nearest].flags.contains(.dataTable) { wholes.insert(nearest) }
      guard let outer = contents(around: nearest, tree, list), outer != nearest else {
        return nearest
      }
      wholes.insert(outer)
      return outer
    }
    for (place, holder) in holders.enumerated() {
      guard let holder else { continue }
      let weight = wholes.contains(holder) ? Float(max(1, list.blocks[place].text.words)) : 1
      sums[holder, default: (0, 0)].sum += weight * odds[place]
      sums[holder, default: (0, 0)].count += weight
    }
    for (place, holder) in holders.enumerated() {
      guard let holder, let all = sums[holder] else { continue }
      let share = wholes.contains(holder) ? 1 : share
      odds[place] = (1 - share) * odds[place] + share * all.sum / all.count
    }
  }

  /// The outermost list around a list with only links to parts of the page.
  private static func contents(
    around inner: PageTree.Index, _ tree: PageTree, _ list: BlockList
  ) -> PageTree.Index? {
    tree.path(inner, below: list.body).filter { node in
      let sums = list.sums[Int(node)]
      guard [.ul, .ol].contains(tree.tag(node)), sums.linked * 10 >= sums.length * 9,
        let link = tree.firstElement([.a], in: node).flatMap({ tree.bytes(.href, of: $0) })
      else { return false }
      return link.first == UInt8(ascii: "#")
    }.last
  }

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

  /// Keeps prose, code, quotations and notes between kept blocks of the same part, whatever their
  /// names say.
  private mutating func keepBetween() {
    var place = 1
    // Every block of a part has the same answer.
    var seen: Set<PageTree.Index> = []
    while place < isKept.count {
      defer { place += 1 }
      guard !isKept[place], let whole = whole(at: place), seen.insert(whole).inserted else {
        continue
      }
      var first = place
      while first > 0, tree.isInside(list.blocks[first - 1].node, whole) { first -= 1 }
      var end = place + 1
      while end < isKept.count, tree.isInside(list.blocks[end].node, whole) { end += 1 }
      let parent = tree[whole].parent
      guard first > 0, isKept[first - 1], tree[list.blocks[first - 1].node].parent == parent else {
        continue
      }
      let isLast = end == isKept.count || !tree.isInside(list.blocks[end].node, parent)
      let stays =
        isHeading(first - 1)
        ? end < isKept.count && isKept[end]
        : isLast || tree[list.blocks[end].node].parent == parent
      guard stays else { continue }
      for inside in first..<end { isKept[inside] = true }
      place = end
    }
  }

  private func isHeading(_ place: Int) -> Bool {
    TagSet.headings.contains(tree.tag(list.blocks[place].node))
  }

  /// The quotation, note or code around a block, with the boxes that hold nothing else, or else a
  /// block of prose itself.
  private func whole(at place: Int) -> PageTree.Index? {
    let block = list.blocks[place]
    for node in tree.path(block.node, below: list.body).prefix(4)
    where tree.tag(node) == .pre || tree.tag(node) == .blockquote || callouts.contains(node) {
      let length = list.sums[Int(node)].length
      return tree.path(node, below: list.body).prefix { list.sums[Int($0)].length == length }.last
    }
    let isText = block.isProse || place > 0 && isHeading(place - 1) && block.linkDensity < 0.3
    return isText ? block.node : nil
  }

  /// Keeps captions between kept blocks.
  private mutating func keepCaptions() {
    for (place, block) in list.blocks.enumerated() where tree.tag(block.node) == .figcaption {
      let before = place > 0 && isKept[place - 1]
      let behind = place + 1 < isKept.count && isKept[place + 1]
      isKept[place] = before && behind || isKept[place] && (before || behind)
    }
  }

  /// Keeps notes right behind the kept text if it refers to them.
  private mutating func keepNotes() {
    var targets: Set<String> = []
    var numbers = 0
    for place in isKept.indices where isKept[place] {
      for text in list.texts[list.blocks[place].texts] {
        if let link = tree.ancestor(of: text, in: [.a], upTo: 4),
          let target = tree.attribute(.href, of: link), target.hasPrefix("#")
        {
          targets.insert(String(target.dropFirst()))
        } else if tree.ancestor(of: text, in: [.sup], upTo: 3) != nil,
          tree.text(text).allSatisfy({ 0x30...0x39 ~= $0 })
        {
          numbers += 1
        }
      }
    }
    guard let last = isKept.lastIndex(of: true), last + 1 < isKept.count,
      let holder = tree.path(list.blocks[last + 1].node, below: list.body).first(where: {
        tree[$0].marks.contains(.footnotes)
      })
    else { return }
    let items = tree.elements([.li], in: holder).count
    let isReferred =
      items > 0 && numbers >= items
      || ([holder] + tree.elements(.everything, in: holder)).contains {
        tree.attribute(.id, of: $0).map(targets.contains) ?? false
      }
    guard isReferred else { return }
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
    for node in tree.descendants(of: list.body) {
      if let place = places[node] { last = place }
      if Self.media.contains(tree.tag(node)) { pictures.append((node, last)) }
    }
    for (node, before) in pictures where !stays(node, behind: before, isOfKept) {
      article.detach(node)
    }
    return article
  }

  /// Whether a picture is inside a kept block or between two.
  private func stays(_ node: PageTree.Index, behind place: Int, _ isOfKept: [Bool]) -> Bool {
    let isInKept = tree.path(tree[node].parent, below: list.body).contains {
      TagSet.blocks.contains(tree.tag($0)) && isOfKept[Int($0)]
        && ![.div, .section, .article, .main].contains(tree.tag($0))
    }
    if isInKept { return true }
    let before = place < 0 ? nil : isKept[place]
    let behind = place + 1 < isKept.count ? isKept[place + 1] : nil
    return before != false && behind != false && (before == true || behind == true)
      || before == nil && behind == nil
  }
}
