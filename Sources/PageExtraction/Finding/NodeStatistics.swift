/// Counts of a part of a page: characters of text, links and headings, and numbers of elements.
struct NodeStatistics: Sendable {
  var text: Int32 = 0
  /// Tenths of characters in links, since links within the page count less.
  var linked: Int32 = 0
  var commas: Int32 = 0
  /// Characters in headings, in lists, and in elements of running text.
  var heading: Int32 = 0
  var list: Int32 = 0
  var running: Int32 = 0
  var paragraphs: Int32 = 0
  var images: Int32 = 0
  var items: Int32 = 0
  var inputs: Int32 = 0
  var embeds: Int32 = 0
  var videos: Int32 = 0
  var dataTables: Int32 = 0

  var linkDensity: Double { text == 0 ? 0 : Double(linked) / (10 * Double(text)) }

  static func += (a: inout NodeStatistics, b: NodeStatistics) { a.combine(b, sign: 1) }
  static func -= (a: inout NodeStatistics, b: NodeStatistics) { a.combine(b, sign: -1) }

  private mutating func combine(_ b: NodeStatistics, sign: Int32) {
    text &+= sign &* b.text
    linked &+= sign &* b.linked
    commas &+= sign &* b.commas
    heading &+= sign &* b.heading
    list &+= sign &* b.list
    running &+= sign &* b.running
    paragraphs &+= sign &* b.paragraphs
    images &+= sign &* b.images
    items &+= sign &* b.items
    inputs &+= sign &* b.inputs
    embeds &+= sign &* b.embeds
    videos &+= sign &* b.videos
    dataTables &+= sign &* b.dataTables
  }
}

/// The statistics of all nodes of a tree, updated when parts of it are removed.
struct NodeStatisticsTable: Sendable {
  private var allStatistics: [NodeStatistics]

  subscript(index: PageTree.Index) -> NodeStatistics { allStatistics[Int(index)] }

  private static let running: TagSet = [
    .span, .li, .td, .blockquote, .dl, .div, .img, .ol, .p, .pre, .table, .ul,
  ]

  /// Computes the statistics of all nodes below `top`.
  init(_ tree: PageTree, top: PageTree.Index) {
    allStatistics = [NodeStatistics](repeating: NodeStatistics(), count: tree.nodes.count)
    for index in Array(tree.subtree(top)).reversed() {
      let node = tree[index]
      add(node, index, tree)
      if index != top, node.parent != PageTree.none {
        allStatistics[Int(node.parent)] += passedUp(allStatistics[Int(index)], node.tag)
      }
    }
  }

  /// Subtracts a part from its ancestors, before it is detached from the tree.
  mutating func remove(_ index: PageTree.Index, from tree: PageTree) {
    var part = passedUp(allStatistics[Int(index)], tree.tag(index))
    for node in tree.path(tree[index].parent) {
      allStatistics[Int(node)] -= part
      let tag = tree.tag(node)
      if tag == .a {
        let weight = tree.linkWeight(node)
        part.linked = Int32(Double(part.text) * 10 * weight)
      }
      if TagSet.headings.contains(tag) { part.heading = part.text }
      if tag == .ul || tag == .ol { part.list = part.text }
      if Self.running.contains(tag) { part.running = part.text }
    }
  }

  /// The counts that an element adds to its parent.
  private func passedUp(_ statistics: NodeStatistics, _ tag: Tag) -> NodeStatistics {
    var statistics = statistics
    if TagSet.headings.contains(tag) { statistics.heading = statistics.text }
    if tag == .ul || tag == .ol { statistics.list = statistics.text }
    if Self.running.contains(tag) { statistics.running = statistics.text }
    switch tag {
    case .p: statistics.paragraphs += 1
    case .li: statistics.items += 1
    case .input: statistics.inputs += 1
    default: break
    }
    return statistics
  }

  private mutating func add(_ node: PageTree.Node, _ index: PageTree.Index, _ tree: PageTree) {
    switch node.tag {
    case .text:
      if !node.flags.contains(.blank) {
        var length = node.length
        if node.flags.contains(.leadingSpace), node.previous == PageTree.none { length -= 1 }
        if node.flags.contains(.trailingSpace), node.next == PageTree.none { length -= 1 }
        allStatistics[Int(index)].text = max(0, length)
        allStatistics[Int(index)].commas = node.commas
      }
    case .a:
      let weight = tree.linkWeight(index)
      let text = allStatistics[Int(index)].text
      allStatistics[Int(index)].linked = Int32(Double(text) * 10 * weight)
    case .object, .embed, .iframe:
      allStatistics[Int(index)].embeds += 1
      if EmbeddedMedia.isContent(index, tree) || EmbeddedMedia.isPDF(index, tree) {
        allStatistics[Int(index)].videos += 1
      }
    case .img: if !PictureSource.isIcon(index, tree) { allStatistics[Int(index)].images += 1 }
    case .video, .audio: allStatistics[Int(index)].videos += 1
    case .table: if node.flags.contains(.dataTable) { allStatistics[Int(index)].dataTables += 1 }
    default: break
    }
  }
}
