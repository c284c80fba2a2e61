/// The rows and cells of a table, with spans resolved.
struct TableParts {
  struct Row {
    /// The cells from left to right; `PageTree.none` where another cell spans.
    var cells: [PageTree.Index]
    var isHeader: Bool
  }

  private(set) var caption: PageTree.Index?
  private(set) var rows: [Row] = []

  static let maxColumns = 100

  init(_ table: PageTree.Index, _ tree: PageTree) {
    var reach: [Int] = []
    gather(table, tree, inHead: false, &reach, depth: 0)
  }

  private mutating func gather(
    _ parent: PageTree.Index, _ tree: PageTree, inHead: Bool, _ reach: inout [Int], depth: Int
  ) {
    for child in tree.children(of: parent) where !tree[child].flags.contains(.hidden) {
      switch tree.tag(child) {
      case .caption: caption = child
      case .thead: gather(child, tree, inHead: true, &reach, depth: depth + 1)
      case .tr: addRow(child, tree, inHead: inHead, &reach)
      case .tbody, .tfoot, .form, .unknown, .div:
        if depth < 4 { gather(child, tree, inHead: false, &reach, depth: depth + 1) }
      default: break
      }
    }
  }

  private mutating func addRow(
    _ row: PageTree.Index, _ tree: PageTree, inHead: Bool, _ reach: inout [Int]
  ) {
    var cells: [PageTree.Index] = []
    var allHeaders = true
    func fill() {
      while cells.count < reach.count, reach[cells.count] > 0 {
        reach[cells.count] -= 1
        cells.append(PageTree.none)
      }
    }
    func span(_ name: AttributeName, _ cell: PageTree.Index) -> Int {
      guard let text = tree.attribute(name, of: cell), let count = Int(text) else { return 1 }
      return min(max(count, 1), Self.maxColumns)
    }
    for cell in tree.children(of: row) where [.td, .th].contains(tree.tag(cell)) {
      fill()
      guard cells.count < Self.maxColumns else { break }
      if tree.tag(cell) == .td { allHeaders = false }
      let below = span(.rowspan, cell) - 1
      for offset in 0..<min(span(.colspan, cell), Self.maxColumns - cells.count) {
        while reach.count <= cells.count { reach.append(0) }
        reach[cells.count] = below
        cells.append(offset == 0 ? cell : PageTree.none)
      }
    }
    fill()
    while let last = cells.last, last == PageTree.none { cells.removeLast() }
    if !cells.isEmpty {
      rows.append(Row(cells: cells, isHeader: inHead || allHeaders))
    }
  }
}
