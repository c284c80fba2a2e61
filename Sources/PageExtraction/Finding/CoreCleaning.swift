/// Takes out of a scored part what does not look like text: forms, link lists, empty boxes.
struct CoreCleaning {
  private(set) var tree: PageTree
  private let top: PageTree.Index
  private let weighsNames: Bool
  private var statistics: NodeStatisticsTable

  init(_ tree: PageTree, top: PageTree.Index, weighsNames: Bool) {
    self.tree = tree
    self.top = top
    self.weighsNames = weighsNames
    statistics = NodeStatisticsTable(tree, top: top)
  }

  mutating func run() {
    removeConditionally([.form, .fieldset])
    remove([.footer, .aside, .nav, .input, .textarea, .select, .button])
    removeConditionally([.table])
    removeConditionally([.ul, .ol])
    removeConditionally([.div])
  }

  private mutating func drop(_ index: PageTree.Index) {
    statistics.remove(index, from: tree)
    tree.detach(index)
  }

  private mutating func remove(_ tags: TagSet) {
    for index in tree.elements(tags, in: top) where tree.isInside(index, top) { drop(index) }
  }

  private mutating func removeConditionally(_ tags: TagSet) {
    for index in tree.elements(tags, in: top).reversed() where isUnwanted(index) { drop(index) }
  }

  private func isUnwanted(_ index: PageTree.Index) -> Bool {
    let node = tree[index]
    let own = statistics[index]
    if isInDataTable(index) || tree.ancestor(of: index, in: [.code]) != nil { return false }
    let weight = weighsNames ? Int(node.weight) * 25 : 0
    if weight < 0 { return true }
    if own.commas >= 10 || own.code * 4 > own.text { return false }
    let isList =
      node.tag == .ul || node.tag == .ol || Double(own.list) > 0.9 * Double(own.text)
    return isThin(index, own, weight: weight, isList: isList)
  }

  private func isThin(
    _ index: PageTree.Index,
    _ own: NodeStatistics,
    weight: Int,
    isList: Bool
  ) -> Bool {
    let density = own.linkDensity
    let isInFigure = tree.ancestor(of: index, in: [.figure], upTo: 4) != nil
    let headings = own.text == 0 ? 0 : Double(own.heading) / Double(own.text)
    if !isInFigure, own.images > 1, own.paragraphs * 2 < own.images { return true }
    if !isList, own.items - 100 > own.paragraphs || own.inputs > own.paragraphs / 3 { return true }
    if !isList, !isInFigure, headings < 0.9, own.text < 25, own.images == 0 || own.images > 2,
      density > 0
    {
      return true
    }
    if !isList, weight < 25, density > 0.2 { return true }
    if weight >= 25, density > 0.5 { return true }
    return own.images == 0 && own.running == 0
  }

  private func isInDataTable(_ index: PageTree.Index) -> Bool {
    var node = index
    while node != PageTree.none {
      if tree.tag(node) == .table, tree[node].flags.contains(.dataTable) { return true }
      node = tree[node].parent
    }
    return false
  }
}
