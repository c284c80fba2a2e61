/// The features of each block of a page, in the order that `BlockModel` expects.
///
/// A change here needs a new model (`Tests/Extraction/train.py`).
struct BlockNumbers {
  /// Facts about the page that all of its blocks share.
  struct Page {
    /// The hashes of the title's words.
    var title: Set<UInt64> = []
    var isArticle = false
    var isThread = false
    var isProduct = false
    var hasType = false
    var address = Address()
  }

  /// Facts about the path of an address; a last part with many hyphens is a title.
  struct Address {
    var depth: Float = 0
    var hyphens: Float = 0
    var hasQuery = false

    init(_ url: String? = nil) {
      let parts = WebLink.Parts(url ?? "")
      guard parts.authority != nil else { return }
      let names = parts.path.utf8.split(separator: UInt8(ascii: "/"))
      depth = Float(min(names.count, 9))
      hyphens = Float(min(names.last?.count { $0 == 0x2d || $0 == 0x5f } ?? 0, 15))
      hasQuery = !parts.query.isEmpty
    }
  }

  private let tree: PageTree
  private let list: BlockList
  private let page: Page
  /// The features of all blocks, `BlockList.width` for each.
  private(set) var values: [Float] = []

  /// A hash of each element's tag and class, and counts of siblings with the same hash.
  private var looks: [UInt64]
  private var alike: [UInt64: Int32] = [:]
  private var groups: [UInt64: Group] = [:]
  private var copies: [UInt64: Int32] = [:]
  private var roles: [UInt8]
  /// Running totals of characters before each block; one more than blocks.
  private var before: [Float] = [0]
  private var proseBefore: [Float] = [0]
  private var coreBefore: [Float] = [0]
  private var linkedBefore: [Float] = [0]
  private var lastCore: [Int]
  private var nextCore: [Int]

  /// Totals of blocks with the same tags and classes.
  private struct Group {
    var count: Float = 0
    var length: Float = 0
    var linked: Float = 0
    var core: Float = 0
  }

  init(_ tree: PageTree, _ list: BlockList, page: Page) {
    self.tree = tree
    self.list = list
    self.page = page
    looks = [UInt64](repeating: 0, count: tree.nodes.count)
    roles = [UInt8](repeating: 0, count: tree.nodes.count)
    lastCore = []
    nextCore = [Int](repeating: list.blocks.count, count: list.blocks.count)
    lookAtElements()
    lookAtBlocks()
    values.reserveCapacity(list.blocks.count * BlockList.width)
    var sinceHeading = 0
    for place in list.blocks.indices {
      append(place, sinceHeading: sinceHeading)
      sinceHeading = isHeading(place) ? 0 : sinceHeading + 1
    }
  }

  private func isHeading(_ place: Int) -> Bool {
    TagSet.headings.contains(tree.tag(list.blocks[place].node))
  }

  private static let roleNames: [[UInt8]] = [
    "navigation", "complementary", "main", "contentinfo", "banner", "dialog", "alert", "search",
  ].map { Array($0.utf8) }

  private mutating func lookAtElements() {
    for node in tree.subtree(list.body) where tree.tag(node) != .text {
      var hash: UInt64 = 0xcbf2_9ce4_8422_2325 &+ UInt64(tree.tag(node).rawValue)
      for byte in tree.bytes(.class, of: node) ?? [] where !(0x30...0x39 ~= byte) {
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
      }
      looks[Int(node)] = hash
      if node != list.body { alike[key(tree[node].parent, hash), default: 0] += 1 }
      if let role = tree.bytes(.role, of: node),
        let place = Self.roleNames.firstIndex(where: role.elementsEqual)
      {
        roles[Int(node)] = UInt8(place + 1)
      }
    }
  }

  private func key(_ parent: PageTree.Index, _ look: UInt64) -> UInt64 {
    (look ^ UInt64(Int(parent))) &* 0x9e37_79b9_7f4a_7c15
  }

  /// A hash of the tags and classes of a block and its nearest boxes.
  private func group(_ node: PageTree.Index) -> UInt64 {
    var hash = looks[Int(node)]
    for parent in tree.path(tree[node].parent, below: tree[list.body].parent).prefix(2) {
      hash = hash &* 0x9e37_79b9_7f4a_7c15 ^ looks[Int(parent)]
    }
    return hash
  }

  private mutating func lookAtBlocks() {
    var last = -1
    for (place, block) in list.blocks.enumerated() {
      let length = Float(block.length)
      groups[group(block.node), default: Group()].count += 1
      groups[group(block.node), default: Group()].length += length
      groups[group(block.node), default: Group()].linked += Float(block.linked)
      groups[group(block.node), default: Group()].core += Float(block.core)
      copies[block.text.hash, default: 0] += 1
      before.append(before[place] + length)
      proseBefore.append(proseBefore[place] + (block.isProse ? length : 0))
      coreBefore.append(coreBefore[place] + Float(block.core))
      linkedBefore.append(linkedBefore[place] + Float(block.linked))
      lastCore.append(last)
      if block.core * 2 > block.length {
        for behind in max(0, last)..<place where nextCore[behind] == list.blocks.count {
          nextCore[behind] = place
        }
        last = place
      }
    }
  }

  // MARK: Numbers

  private mutating func append(_ place: Int, sinceHeading: Int) {
    let block = list.blocks[place]
    let start = values.count
    appendText(block)
    appendTags(block.node)
    appendAncestors(block.node)
    appendParents(block.node)
    appendNeighbors(place)
    appendPlace(place, sinceHeading: sinceHeading)
    let group = groups[group(block.node)] ?? Group()
    put(Self.log(group.count))
    put(Self.log(group.length / max(1, group.count)))
    put(group.linked / max(1, group.length))
    put(group.core / max(1, group.length))
    put(group.length / max(1, before[before.count - 1]))
    putCount(copies[block.text.hash] ?? 1)
    put(similarityToTitle(block))
    put(block.coreShare)
    put(block.length == 0 ? 0 : Float(block.gathered) / Float(block.length))
    put(page.isArticle ? 1 : 0)
    put(page.isThread ? 1 : 0)
    put(page.isProduct ? 1 : 0)
    put(page.hasType ? 1 : 0)
    put(page.address.depth)
    put(page.address.hyphens)
    put(page.address.hasQuery ? 1 : 0)
    put(isInDataTable(block.node) ? 1 : 0)
    assert(values.count - start == BlockList.width, "\(values.count - start)")
  }

  private mutating func put(_ value: Float) { values.append(value) }
  private mutating func putCount(_ value: Int32) { values.append(Float(value)) }

  /// A piecewise linear log2(value + 1): fast, and identical on every machine.
  static func log(_ value: Float) -> Float {
    let value = max(0, value) + 1
    let exponent = value.exponent
    return Float(exponent) + value.significand - 1
  }

  private mutating func appendText(_ block: BlockList.Block) {
    let text = block.text
    let length = Float(max(1, text.length))
    put(Self.log(length))
    putCount(text.words)
    put(block.linkDensity)
    putCount(block.links)
    put(length / Float(max(1, text.words)))
    putCount(text.commas)
    putCount(text.stops)
    put(Float(text.digits) / length)
    put(Float(text.capitalized) / Float(max(1, text.words)))
    put(Float(text.capitals) / Float(max(1, text.letters)))
    putCount(text.questions)
    putCount(text.bars)
    putCount(text.currencies)
    put(text.hasCopyright ? 1 : 0)
    put(text.hasYear ? 1 : 0)
    put(".!?\"".utf8.contains(text.last) || text.last >= 0x80 ? 1 : 0)
    put(text.last == 0x3a ? 1 : 0)
    put(0x61...0x7a ~= text.first ? 1 : 0)
  }

  private static let tags: [TagSet] = [
    [.p], [.div], [.li], [.td, .th], [.dt], [.dd], [.h1], [.h2], [.h3], [.h4, .h5, .h6], [.pre],
    [.blockquote], [.figcaption, .caption], [.summary, .label, .legend], [.header, .footer],
    [.section, .article, .main],
  ]

  private mutating func appendTags(_ node: PageTree.Index) {
    let tag = tree.tag(node)
    for set in Self.tags { put(set.contains(tag) ? 1 : 0) }
  }

  private static let above: [TagSet] = [
    [.nav], [.footer], [.aside], [.header], [.form, .fieldset], [.table], [.ul], [.ol], [.main],
    [.article], [.section], [.figure], [.blockquote], [.pre], [.dl], [.details], [.a],
    [.figcaption],
  ]
  private static let hints: [ClassHints] = [
    .unlikely, .perhaps, .positive, .negative, .byline, .share, .related, .newsletter, .comments,
    .authorCard, .tagList, .navigation, .advertisement, .consent, .unused, .screenReader,
    .unused, .bodyText, .post, .footnotes, .postAuthor, .postDate, .furniture, .unlikelyBody,
    .folded, .shareRow, .signature, .caption, .sidebar, .postCard, .smallWindow, .button, .callout,
  ]
  /// The distance if there is no such ancestor.
  private static let nowhere: Float = 60

  /// Appends the distance to the nearest ancestor of each kind.
  private mutating func appendAncestors(_ node: PageTree.Index) {
    let first = values.count
    let kinds = Self.above.count + Self.hints.count + Self.roleNames.count
    for _ in 0..<kinds { put(Self.nowhere) }
    var weight: Float = 0
    var level = 0
    var seen: ClassHints = []
    for current in tree.path(node, below: list.body).prefix(60) {
      let element = tree[current]
      weight += Float(element.weight)
      for (place, set) in Self.above.enumerated()
      where set.contains(element.tag) && values[first + place] == Self.nowhere {
        put(at: first + place, level)
      }
      let new = element.marks.subtracting(seen)
      if !new.isEmpty {
        seen.formUnion(new)
        for (place, hint) in Self.hints.enumerated() where new.contains(hint) {
          put(at: first + Self.above.count + place, level)
        }
      }
      let role = Int(roles[Int(current)])
      if role > 0 {
        let slot = first + Self.above.count + Self.hints.count + role - 1
        if values[slot] == Self.nowhere { put(at: slot, level) }
      }
      level += 1
    }
    put(weight)
    put(Float(level))
  }

  private mutating func put(at slot: Int, _ level: Int) { values[slot] = Float(level) }

  /// Appends totals of the four nearest boxes and the distance to the boxes that hold most prose.
  private mutating func appendParents(_ node: PageTree.Index) {
    let all = list.sums[Int(list.body)]
    var current = node
    for _ in 0..<4 {
      guard current != PageTree.none, current != list.body else {
        for _ in 0..<9 { put(Float(-1)) }
        continue
      }
      let own = list.sums[Int(current)]
      let length = Float(max(1, own.length))
      put(Self.log(length))
      put(Float(own.linked) / length)
      put(Float(own.prose) / length)
      put(Float(own.heading) / length)
      put(Float(own.items) / length)
      putCount(own.images)
      put(Self.log(Float(own.blocks)))
      put(Float(own.prose) / Float(max(1, all.prose)))
      put(Self.log(Float(alike[key(tree[current].parent, looks[Int(current)])] ?? 1)))
      current = tree[current].parent
    }
    var half: Float = 0
    var most: Float = 0
    for holder in tree.path(node, below: list.body) {
      let prose = list.sums[Int(holder)].prose
      if prose * 2 < all.prose { half += 1 }
      if prose * 5 < all.prose * 4 { most += 1 }
    }
    put(half)
    put(most)
  }

  private mutating func appendNeighbors(_ place: Int) {
    for step in [-3, -2, -1, 1, 2, 3] {
      guard list.blocks.indices.contains(place + step) else {
        for _ in 0..<4 { put(Float(-1)) }
        continue
      }
      let beside = list.blocks[place + step]
      put(Self.log(Float(beside.length)))
      put(beside.linkDensity)
      put(isHeading(place + step) ? 1 : 0)
      put(beside.coreShare)
    }
  }

  private mutating func appendPlace(_ place: Int, sinceHeading: Int) {
    let count = list.blocks.count
    let total = max(1, before[count])
    let from = max(0, place - 5)
    let to = min(count, place + 6)
    let around = max(1, before[to] - before[from])
    put(Float(place) / Float(count))
    put(before[place] / total)
    let distance = before[place] - before[list.firstBehindHeadline]
    put(
      list.headline == PageTree.none ? 0 : distance < 0 ? -Self.log(-distance) : Self.log(distance)
    )
    put(Float(sinceHeading))
    put(proseBefore[place] / max(1, proseBefore[count]))
    put(Self.log(proseBefore[to] - proseBefore[from]))
    put((linkedBefore[to] - linkedBefore[from]) / around)
    put((coreBefore[to] - coreBefore[from]) / around)
    put(coreBefore[place] / max(1, coreBefore[count]))
    put(lastCore[place] < 0 ? -1 : Self.log(before[place] - before[lastCore[place] + 1]))
    put(nextCore[place] == count ? -1 : Self.log(before[nextCore[place]] - before[place]))
    put(Self.log(proseBefore[count]))
    put(proseBefore[count] / total)
    put(coreBefore[count] / total)
    put(linkedBefore[count] / total)
    put(Self.log(Float(count)))
  }

  private func isInDataTable(_ node: PageTree.Index) -> Bool {
    tree.ancestor(of: node, in: [.table], upTo: 6).map { tree[$0].flags.contains(.dataTable) }
      ?? false
  }

  /// The share of a short block's letters that are in words of the title.
  private func similarityToTitle(_ block: BlockList.Block) -> Float {
    guard block.length <= 200, !page.title.isEmpty else { return 0 }
    var known = 0
    var all = 0
    for text in list.texts[block.texts] {
      Self.forEachWord(of: tree.text(text)) { hash, length in
        all += length
        if page.title.contains(hash) { known += length }
      }
    }
    return all == 0 ? 0 : Float(known) / Float(all)
  }

  static func titleWords(_ title: String) -> Set<UInt64> {
    var words: Set<UInt64> = []
    forEachWord(of: Array(title.utf8.prefix(500))[...]) { hash, _ in words.insert(hash) }
    return words
  }

  private static func forEachWord(of text: ArraySlice<UInt8>, _ body: (UInt64, Int) -> Void) {
    let start: UInt64 = 0xcbf2_9ce4_8422_2325
    var hash = start
    var length = 0
    for byte in text {
      let lower = PageTree.lower(byte)
      if 0x61...0x7a ~= lower || 0x30...0x39 ~= lower || lower >= 0x80 {
        hash = (hash ^ UInt64(lower)) &* 0x100_0000_01b3
        length += 1
      } else if length > 0 {
        body(hash, length)
        (hash, length) = (start, 0)
      }
    }
    if length > 0 { body(hash, length) }
  }
}

extension BlockList {
  /// The number of features of a block.
  static let width = 18 + 16 + 18 + 33 + 8 + 2 + 4 * 9 + 2 + 6 * 4 + 16 + 17
}
