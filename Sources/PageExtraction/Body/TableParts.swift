/// The rows and cells of a table, with spans resolved.
struct TableParts {
  struct Row {
    /// The cells from left to right; `PageTree.none` where another cell spans.
    var cells: [PageTree.Index]
    var isHeader: Bool
  }

  private(set) var caption: PageTree.Index?
  private(set) var rows: [Row] = []
  /// Whether a row has more than `maxColumns` cells; then the rows cannot be shown as a table.
  private(set) var isTooWide = false

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

  /// The number of rows or columns that a cell spans, from 1 to `max`.
  static func span(
    _ name: AttributeName, _ cell: PageTree.Index, _ tree: PageTree, max: Int
  ) -> Int {
    tree.attribute(name, of: cell).flatMap { Int($0) }.map { min(Swift.max($0, 1), max) } ?? 1
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
    let own = tree.children(of: row).filter { [.td, .th].contains(tree.tag($0)) }
    for (place, cell) in own.enumerated() {
      fill()
      if tree.tag(cell) == .td { allHeaders = false }
      guard cells.count < Self.maxColumns else {
        isTooWide = true
        cells.append(cell)
        continue
      }
      let below = Self.span(.rowspan, cell, tree, max: Self.maxColumns) - 1
      // A wide cell leaves room for those after it.
      let room = max(1, Self.maxColumns - cells.count - (own.count - place - 1))
      let width = Self.span(.colspan, cell, tree, max: room)
      for offset in 0..<width {
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
