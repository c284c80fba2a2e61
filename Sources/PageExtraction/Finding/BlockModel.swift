import Platform

/// Gradient-boosted trees that estimate whether a block belongs to the article.
package struct BlockModel: Sendable {
  /// An inner node, which compares one feature with a threshold, or a leaf.
  private struct Node {
    /// The index of the feature; -1 for a leaf.
    var feature: Int16
    var value: Float
    /// The child for larger values; the other child is the next node.
    var larger: Int32
  }

  private var nodes: [Node] = []
  private var roots: [Int32] = []
  private var bias: Float = 0
  private(set) var settings = Settings()

  /// Parameters of `Selection`.
  struct Settings: Equatable, Sendable {
    /// The factor that calibrates the log-odds.
    var gain: Float = 1
    /// Added to the log-odds of blocks in the scored core and subtracted outside it: for pages
    /// without a claim, with one main `<article>`, and with article metadata.
    var core: [Float] = [0, 0, 0]
    /// How far below the threshold a heading of a kept block may be, in log-odds.
    var heading: Float = 1.5
    /// The share of the list's average in an item's value.
    var list: Float = 0.5
  }

  /// The table cannot be parsed.
  package struct Damaged: Error {}

  /// Parses a table.
  ///
  /// Lines that begin with `#` are comments. The first other line has the number of features, the
  /// number of trees, the bias, and `Settings`: gain, three weights of the core, heading, list.
  /// Every other line is a tree in preorder: `feature<value` for an inner node, `=value` for a leaf.
  package init(table: String) throws(Damaged) {
    var lines = table.split(separator: "\n").filter { $0.first != "#" }[...]
    guard let head = lines.popFirst()?.split(separator: " ").map(Float.init), head.count == 9,
      head[0] == Float(BlockList.width), head[1] == Float(lines.count)
    else { throw Damaged() }
    let given = head.compactMap { $0 }
    guard given.count == head.count else { throw Damaged() }
    bias = given[2]
    settings = Settings(
      gain: given[3], core: Array(given[4..<7]), heading: given[7], list: given[8])
    for line in lines {
      roots.append(Int32(nodes.count))
      var open: [Int] = []
      var isComplete = false
      for word in line.split(separator: " ") {
        guard !isComplete else { throw Damaged() }
        if word.first == "=" {
          guard let value = Float(word.dropFirst()) else { throw Damaged() }
          nodes.append(Node(feature: -1, value: value, larger: 0))
          while let last = open.last, nodes[last].larger != 0 { open.removeLast() }
          if let last = open.last { nodes[last].larger = Int32(nodes.count) }
          isComplete = open.isEmpty
        } else {
          let parts = word.split(separator: "<")
          guard parts.count == 2, let feature = Int16(parts[0]), let value = Float(parts[1]),
            (0..<BlockList.width).contains(Int(feature))
          else { throw Damaged() }
          open.append(nodes.count)
          nodes.append(Node(feature: feature, value: value, larger: 0))
        }
      }
      guard isComplete else { throw Damaged() }
    }
  }

  /// Returns the log-odds that a block belongs to the article.
  func odds(_ numbers: UnsafeBufferPointer<Float>) -> Float {
    var sum = bias
    nodes.withUnsafeBufferPointer { nodes in
      for root in roots {
        var place = Int(root)
        while nodes[place].feature >= 0 {
          let node = nodes[place]
          place = numbers[Int(node.feature)] <= node.value ? place + 1 : Int(node.larger)
        }
        sum += nodes[place].value
      }
    }
    return sum
  }
}

extension BlockModel {
  /// The model that ships with the program; nil if its file is missing or damaged.
  package static let installed: BlockModel? = {
    guard let data = ProgramData.directory,
      let table = SmallFile.read(data + "/extraction/blocks.model")
    else { return nil }
    return try? BlockModel(table: String(decoding: table, as: UTF8.self))
  }()
}
