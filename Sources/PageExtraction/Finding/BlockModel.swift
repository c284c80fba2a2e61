import Platform

/// Says how likely a block is the article's, by trees that were learned from pages with answers.
package struct BlockModel: Sendable {
  /// A question about one number of a block, or an answer.
  private struct Node {
    /// The number asked about; -1 where `value` is an answer.
    var feature: Int16
    var value: Float
    /// Where the tree goes on when the number is larger; the node behind this one otherwise.
    var larger: Int32
  }

  private var nodes: [Node] = []
  private var roots: [Int32] = []
  private var bias: Float = 0
  private(set) var settings = Settings()

  /// How `Selection` weighs what the trees say; all numbers are logarithms of odds.
  struct Settings: Equatable, Sendable {
    /// From here on a block stays.
    var threshold: Float = 0
    /// The same on a page that calls itself an article.
    var thresholdOfArticle: Float = 0
    /// What being in the scored core is worth on a page that calls itself an article.
    var core: Float = 0
    /// What heading a block that stays is worth.
    var heading: Float = 1.5
    /// The part of what is said of an item that is said of its whole list.
    var list: Float = 0.5
  }

  /// A table that is not one.
  package struct Damaged: Error {}

  /// Reads a table.
  ///
  /// Lines of `#` are comments. The first other line has how many numbers a block has, how many trees there are, the bias and
  /// the five settings; each other line is a tree in preorder, `number<value` for a question and `=value` for an answer.
  package init(table: String) throws(Damaged) {
    var lines = table.split(separator: "\n").filter { $0.first != "#" }[...]
    guard let head = lines.popFirst()?.split(separator: " ").map(Float.init), head.count == 8,
      head[0] == Float(BlockList.width), head[1] == Float(lines.count)
    else { throw Damaged() }
    let given = head.compactMap { $0 }
    guard given.count == head.count else { throw Damaged() }
    bias = given[2]
    settings = Settings(
      threshold: given[3],
      thresholdOfArticle: given[4],
      core: given[5],
      heading: given[6],
      list: given[7]
    )
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

  /// The logarithm of the odds that a block is the article's.
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
  /// The model that the program ships with; nil where its table is missing or damaged.
  package static let installed: BlockModel? = {
    guard let data = ProgramData.directory,
      let table = SmallFile.read(data + "/extraction/blocks.model")
    else { return nil }
    return try? BlockModel(table: String(decoding: table, as: UTF8.self))
  }()
}
