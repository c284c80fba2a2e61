/// What a part of a page is made of: characters of text, of links, of headings, and counts.
struct NodeStatistics: Sendable {
  var text: Int32 = 0
  /// Tenths of a character, since links within the page count less.
  var linked: Int32 = 0
  var commas: Int32 = 0
  /// Characters inside headings, lists, code, and elements that hold running text.
  var heading: Int32 = 0
  var list: Int32 = 0
  var code: Int32 = 0
  var running: Int32 = 0
  var paragraphs: Int32 = 0
  var images: Int32 = 0
  var items: Int32 = 0
  var inputs: Int32 = 0

  var linkDensity: Double { text == 0 ? 0 : Double(linked) / (10 * Double(text)) }

  fileprivate mutating func add(_ other: NodeStatistics, sign: Int32) {
    text &+= sign &* other.text
    linked &+= sign &* other.linked
    commas &+= sign &* other.commas
    heading &+= sign &* other.heading
    list &+= sign &* other.list
    code &+= sign &* other.code
    running &+= sign &* other.running
    paragraphs &+= sign &* other.paragraphs
    images &+= sign &* other.images
    items &+= sign &* other.items
    inputs &+= sign &* other.inputs
  }
}

/// The statistics of all nodes of a tree, kept true while parts of it are removed.
struct NodeStatisticsTable: Sendable {
  private var table: [NodeStatistics]

  subscript(index: PageTree.Index) -> NodeStatistics { table[Int(index)] }

  private static let running: TagSet = [
    .span, .li, .td, .blockquote, .dl, .div, .img, .ol, .p, .pre, .table, .ul,
  ]

  /// Adds up everything below `top`.
  init(_ tree: PageTree, top: PageTree.Index) {
    table = [NodeStatistics](repeating: NodeStatistics(), count: tree.nodes.count)
    var order: [PageTree.Index] = []
    var node = top
    while node != PageTree.none {
      order.append(node)
      node = tree.following(node, within: top)
    }
    for index in order.reversed() {
      let node = tree[index]
      count(node, index, tree)
      if index != top, node.parent != PageTree.none {
        table[Int(node.parent)].add(Self.passedUp(table[Int(index)], node.tag), sign: 1)
      }
    }
  }

  /// Takes a part out of the sums of its ancestors, before it is detached from the tree.
  mutating func remove(_ index: PageTree.Index, from tree: PageTree) {
    var node = index
    var before = table[Int(index)]
    var after = NodeStatistics()
    var isPart = true
    while tree[node].parent != PageTree.none {
      let tag = tree.tag(node)
      let parent = tree[node].parent
      let old = table[Int(parent)]
      table[Int(parent)].add(Self.passedUp(before, tag), sign: -1)
      if !isPart { table[Int(parent)].add(Self.passedUp(after, tag), sign: 1) }
      if tree.tag(parent) == .a { table[Int(parent)].linked = linked(parent, tree) }
      isPart = false
      before = old
      after = table[Int(parent)]
      node = parent
    }
  }

  private func linked(_ link: PageTree.Index, _ tree: PageTree) -> Int32 {
    Int32(Double(table[Int(link)].text) * 10 * tree.linkWeight(link))
  }

  /// What the parent of an element counts for it.
  private static func passedUp(_ own: NodeStatistics, _ tag: Tag) -> NodeStatistics {
    var sum = own
    if TagSet.headings.contains(tag) { sum.heading = own.text }
    if tag == .ul || tag == .ol { sum.list = own.text }
    if tag == .pre { sum.code = own.text }
    if running.contains(tag) { sum.running = own.text }
    switch tag {
    case .p: sum.paragraphs += 1
    case .li: sum.items += 1
    case .input: sum.inputs += 1
    default: break
    }
    return sum
  }

  private mutating func count(_ node: PageTree.Node, _ index: PageTree.Index, _ tree: PageTree) {
    switch node.tag {
    case .text where !node.flags.contains(.blank):
      var length = node.length
      if node.flags.contains(.leadingSpace), node.previous == PageTree.none { length -= 1 }
      if node.flags.contains(.trailingSpace), node.next == PageTree.none { length -= 1 }
      table[Int(index)].text = max(0, length)
      table[Int(index)].commas = node.commas
    case .a: table[Int(index)].linked = linked(index, tree)
    case .img: if !PictureSource.isIcon(index, tree) { table[Int(index)].images += 1 }
    default: break
    }
  }
}
