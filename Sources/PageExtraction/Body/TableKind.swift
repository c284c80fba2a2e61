/// Distinguishes data tables from layout tables.
enum TableKind {
  /// Marks the data tables below a node.
  static func mark(_ tree: inout PageTree, below top: PageTree.Index) {
    for table in tree.elements([.table], in: top) where isData(table, tree) {
      tree[table].flags.insert(.dataTable)
    }
  }

  private static func isData(_ table: PageTree.Index, _ tree: PageTree) -> Bool {
    if tree.attribute(.role, of: table, equals: "presentation") { return false }
    if tree.attribute(.datatable, of: table, equals: "0") { return false }
    if tree.has(.summary, table) { return true }
    if let caption = tree.firstElement([.caption], in: table), tree[caption].first != PageTree.none
    {
      return true
    }
    if tree.firstElement([.col, .colgroup, .tfoot, .thead, .th], in: table) != nil { return true }
    if tree.firstElement([.table], in: table) != nil { return false }
    var rows = 0
    var columns = 0
    for row in tree.elements([.tr], in: table) {
      rows += TableParts.span(.rowspan, row, tree, max: maxSpan)
      let cells = tree.children(of: row).filter { tree.tag($0) == .td }
      columns = max(
        columns, cells.reduce(0) { $0 + TableParts.span(.colspan, $1, tree, max: maxSpan) })
    }
    if rows == 1 || columns == 1 { return false }
    if tree.ancestor(of: table, in: [.figure], upTo: 3) != nil { return true }
    if rows >= 10 || columns > 4 { return true }
    return rows * columns > 10 || rows * columns > 4 && isOfWords(table, tree)
  }

  private static let maxSpan = 1000
  /// The maximum length of a data cell, in characters.
  private static let maxCell = 60

  /// Whether all cells are short texts without layout elements.
  private static func isOfWords(_ table: PageTree.Index, _ tree: PageTree) -> Bool {
    tree.firstElement([.div, .ul, .ol, .img, .iframe, .form, .input, .h1, .h2, .h3], in: table)
      == nil
      && tree.elements([.td], in: table).allSatisfy {
        (1...maxCell).contains(tree.textLength($0)) && tree.linkDensity($0) < 0.5
      }
  }
}
