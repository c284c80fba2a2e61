/// A page as a tree of nodes in one array.
///
/// Extraction walks, measures and rearranges pages many times. Nodes that refer to each other by
/// index can be copied with one `memcpy` for another attempt, and errors cannot access memory
/// outside the tree.
struct PageTree: Sendable {
  /// The position of a node in the tree.
  struct Index: Hashable, Comparable, Sendable {
    fileprivate let place: Int32

    init(_ place: Int) { self.place = Int32(place) }

    static func < (a: Index, b: Index) -> Bool { a.place < b.place }
  }

  /// The null index, at which an isolated node is stored so that reading it is harmless.
  static let none = Index(0)
  static let root = Index(1)

  struct Flags: OptionSet, Sendable {
    let rawValue: UInt8
    /// Text that begins or ends with white space, or contains nothing else.
    static let leadingSpace = Flags(rawValue: 1)
    static let trailingSpace = Flags(rawValue: 2)
    static let blank = Flags(rawValue: 4)
    /// Hidden by `hidden`, `display: none` or similar.
    static let hidden = Flags(rawValue: 8)
    static let dataTable = Flags(rawValue: 16)
  }

  struct Node: Sendable {
    var tag: Tag
    var flags: Flags = []
    /// The class and id weight as in Readability, in units of 25.
    var weight: Int8 = 0
    var parent: Index = PageTree.none
    var first: Index = PageTree.none
    var last: Index = PageTree.none
    var next: Index = PageTree.none
    var previous: Index = PageTree.none
    /// The start and number of a text's bytes, or of an element's attributes.
    var start: Int32 = 0
    var count: Int32 = 0
    /// The numbers of characters with collapsed white space, and of commas.
    var length: Int32 = 0
    var commas: Int32 = 0
    var marks: ClassHints = []
  }

  struct Attribute: Sendable {
    var name: AttributeName
    var start: Int32
    var count: Int32
  }

  var nodes: [Node] = [Node(tag: .unknown), Node(tag: .root)]
  var bytes: [UInt8] = []
  var attributes: [Attribute] = []

  subscript(index: Index) -> Node {
    @inline(__always) get { nodes[Int(index)] }
    @inline(__always) _modify { yield &nodes[Int(index)] }
  }

  @inline(__always) func tag(_ index: Index) -> Tag { nodes[Int(index)].tag }
}

extension Int {
  init(_ index: PageTree.Index) { self = Int(index.place) }
}

// MARK: Editing

extension PageTree {
  /// Adds a detached element.
  mutating func makeElement(_ tag: Tag) -> Index {
    nodes.append(Node(tag: tag))
    return Index(nodes.count - 1)
  }

  /// Adds a detached text node.
  mutating func makeText(_ text: String) -> Index {
    let node = makeElement(.text)
    self[node].start = Int32(bytes.count)
    bytes += text.utf8
    self[node].count = Int32(bytes.count) - self[node].start
    self[node].length = self[node].count
    return node
  }

  /// Appends a node as the last child, unless the parent is below it.
  mutating func append(_ child: Index, to parent: Index) {
    guard !holds(child, parent) else { return }
    let last = self[parent].last
    self[child].parent = parent
    self[child].previous = last
    self[child].next = Self.none
    if last == Self.none { self[parent].first = child } else { self[last].next = child }
    self[parent].last = child
  }

  /// Whether an element with children is or contains `node`.
  private func holds(_ element: Index, _ node: Index) -> Bool {
    self[element].first != Self.none && isInside(node, element)
  }

  /// Inserts a node before a sibling, unless the sibling has no parent or is below the node.
  mutating func insert(_ child: Index, before sibling: Index) {
    let parent = self[sibling].parent
    guard parent != Self.none, !holds(child, parent) else { return }
    let previous = self[sibling].previous
    self[child].parent = parent
    self[child].next = sibling
    self[child].previous = previous
    self[sibling].previous = child
    if previous == Self.none { self[parent].first = child } else { self[previous].next = child }
  }

  /// Detaches a node with its children from its parent.
  mutating func detach(_ index: Index) {
    let node = self[index]
    guard node.parent != Self.none else { return }
    if node.previous == Self.none {
      self[node.parent].first = node.next
    } else {
      self[node.previous].next = node.next
    }
    if node.next == Self.none {
      self[node.parent].last = node.previous
    } else {
      self[node.next].previous = node.previous
    }
    self[index].parent = Self.none
    self[index].next = Self.none
    self[index].previous = Self.none
  }

  mutating func replace(_ old: Index, with new: Index) {
    guard old != new, self[old].parent != Self.none else { return }
    detach(new)
    insert(new, before: old)
    detach(old)
  }
}

// MARK: Walking

extension PageTree {
  /// The next node in document order below `top`.
  func following(_ index: Index, within top: Index) -> Index {
    let first = self[index].first
    return first != Self.none ? first : skipping(index, within: top)
  }

  /// The next node in document order below `top`, after the subtree of this one.
  func skipping(_ index: Index, within top: Index) -> Index {
    var node = index
    while node != top, node != Self.none {
      let next = self[node].next
      if next != Self.none { return next }
      node = self[node].parent
    }
    return Self.none
  }

  /// The nodes from one down, in document order; the tree must not change meanwhile.
  struct Walk: Sequence, IteratorProtocol {
    fileprivate let tree: PageTree
    fileprivate let top: Index
    fileprivate var node: Index

    mutating func next() -> Index? {
      guard node != PageTree.none else { return nil }
      defer { node = tree.following(node, within: top) }
      return node
    }
  }

  /// A node, and all nodes below it.
  func subtree(_ top: Index) -> Walk { Walk(tree: self, top: top, node: top) }

  /// All nodes below `top`.
  func descendants(of top: Index) -> Walk {
    Walk(tree: self, top: top, node: following(top, within: top))
  }

  /// The nodes below `top`, without the subtrees whose first node is left out.
  func descendants(of top: Index, leavingOut isLeftOut: (Index) -> Bool) -> [Index] {
    var found: [Index] = []
    var node = following(top, within: top)
    while node != Self.none {
      let isOut = isLeftOut(node)
      if !isOut { found.append(node) }
      node = isOut ? skipping(node, within: top) : following(node, within: top)
    }
    return found
  }

  /// The nodes from one up, below `top`; the tree must not change meanwhile.
  struct Path: Sequence, IteratorProtocol {
    fileprivate let tree: PageTree
    fileprivate let top: Index
    fileprivate var node: Index

    mutating func next() -> Index? {
      guard node != top, node != PageTree.none else { return nil }
      defer { node = tree[node].parent }
      return node
    }
  }

  /// A node and its ancestors below `top`, or all of them.
  func path(_ node: Index, below top: Index = PageTree.none) -> Path {
    Path(tree: self, top: top, node: node)
  }

  /// A snapshot of the children of a node.
  func children(of parent: Index) -> [Index] {
    var found: [Index] = []
    var child = self[parent].first
    while child != Self.none {
      found.append(child)
      child = self[child].next
    }
    return found
  }

  /// The nodes below `top` whose tag is one of `tags`.
  func elements(_ tags: TagSet, in top: Index) -> [Index] {
    descendants(of: top).filter { tags.contains(tag($0)) }
  }

  /// The first node below `top` whose tag is one of `tags`.
  func firstElement(_ tags: TagSet, in top: Index) -> Index? {
    descendants(of: top).first { tags.contains(tag($0)) }
  }

  /// The nearest ancestor whose tag is one of `tags`.
  func ancestor(of index: Index, in tags: TagSet, upTo limit: Int = .max) -> Index? {
    path(self[index].parent).prefix(limit).first { tags.contains(tag($0)) }
  }

  /// Whether `index` is `top` or below it.
  func isInside(_ index: Index, _ top: Index) -> Bool { path(index).contains(top) }
}
