/// The text blocks of a page in document order, with counts for each.
///
/// A block is a run of text in one block element: a paragraph, a heading, an item, a cell, or loose text in a box.
struct BlockList {
  struct Block {
    /// The block element that holds the text.
    var node: PageTree.Index
    /// The range of its text nodes in `texts`.
    var texts: Range<Int>
    /// Counts of its letters, digits and punctuation.
    var text = TextNumbers()
    /// Characters of its text that are links, and how many links there are.
    var linked: Int32 = 0
    var links: Int32 = 0
    /// Characters in the scored core, before and after it was cleaned.
    var gathered: Int32 = 0
    var core: Int32 = 0

    var length: Int32 { text.length }
    var linkDensity: Float { length == 0 ? 0 : min(1, Float(linked) / Float(length)) }
    /// Whether it reads like sentences rather than a label or links.
    var isProse: Bool { length >= 80 && linked * 4 < length }
    var coreShare: Float { length == 0 ? 0 : min(1, Float(core) / Float(length)) }
  }

  /// Totals for everything below a node: characters and counts.
  struct Sums {
    var length: Int32 = 0
    var linked: Int32 = 0
    var prose: Int32 = 0
    var heading: Int32 = 0
    var items: Int32 = 0
    var blocks: Int32 = 0
    var images: Int32 = 0
  }

  private(set) var blocks: [Block] = []
  private(set) var texts: [PageTree.Index] = []
  /// Totals by node.
  private(set) var sums: [Sums]
  /// The first headline; `none` where there is none.
  private(set) var headline = PageTree.none
  /// The index of the first block after the headline.
  private(set) var firstBehindHeadline = 0
  let body: PageTree.Index

  /// Elements that contain no page text.
  static let without: TagSet = [
    .script, .style, .template, .head, .title, .noscript, .select, .textarea, .datalist, .canvas,
    .button, .option, .optgroup,
  ]

  init(_ tree: PageTree, body: PageTree.Index, core: ScoredCore? = nil) {
    self.body = body
    sums = [Sums](repeating: Sums(), count: tree.nodes.count)
    headline = tree.elements([.h1], in: body).first { tree.hasText($0) } ?? PageTree.none
    walk(tree, core)
    for block in blocks { count(block, tree) }
  }

  private mutating func walk(_ tree: PageTree, _ core: ScoredCore?) {
    var lastLink = PageTree.none
    var open: Block?
    func close(_ list: inout BlockList) {
      if let open { list.blocks.append(open) }
      open = nil
      lastLink = PageTree.none
    }
    let nodes = tree.descendants(of: body) {
      tree[$0].flags.contains(.hidden) || Self.without.contains(tree.tag($0))
    }
    for node in nodes {
      let current = tree[node]
      if node == headline {
        close(&self)
        firstBehindHeadline = blocks.count
      }
      if current.tag == .text {
        if !current.flags.contains(.blank) {
          let holder = Self.holder(of: node, tree, body)
          if open?.node != holder { close(&self) }
          var block = open ?? Block(node: holder, texts: texts.count..<texts.count)
          texts.append(node)
          block.texts = block.texts.lowerBound..<texts.count
          block.text.add(tree.text(node), length: current.length, commas: current.commas)
          if core?.gathered[Int(node)] == true { block.gathered += current.length }
          if core?.cleaned[Int(node)] == true { block.core += current.length }
          if let link = tree.ancestor(of: node, in: [.a], upTo: 12) {
            block.linked += current.length
            if link != lastLink { block.links += 1 }
            lastLink = link
          }
          open = block
        }
      } else if TagSet.blocks.contains(current.tag) {
        close(&self)
      } else if current.tag == .img {
        for holder in tree.path(current.parent) { sums[Int(holder)].images += 1 }
      }
    }
    close(&self)
  }

  /// The characters of prose below a node.
  func prose(in node: PageTree.Index) -> Int { Int(sums[Int(node)].prose) }

  /// The block element that a text stands in.
  static func holder(
    of text: PageTree.Index,
    _ tree: PageTree,
    _ body: PageTree.Index
  ) -> PageTree.Index {
    tree.path(tree[text].parent, below: body).first { TagSet.blocks.contains(tree.tag($0)) } ?? body
  }

  private mutating func count(_ block: Block, _ tree: PageTree) {
    let tag = tree.tag(block.node)
    for node in tree.path(block.node) {
      sums[Int(node)].length += block.length
      sums[Int(node)].linked += block.linked
      if block.isProse { sums[Int(node)].prose += block.length }
      if TagSet.headings.contains(tag) { sums[Int(node)].heading += block.length }
      if tag == .li { sums[Int(node)].items += block.length }
      sums[Int(node)].blocks += 1
    }
  }
}
