/// Removes from an article what does not look like text: forms, link lists, empty boxes.
///
/// Most measures and thresholds are those of Mozilla's Readability.
struct ArticleCleaning {
  var tree: PageTree
  let top: PageTree.Index
  private let weighsNames: Bool
  let isConditional: Bool
  var allStatistics: NodeStatisticsTable

  init(_ tree: PageTree, top: PageTree.Index, weighsNames: Bool, isConditional: Bool) {
    self.tree = tree
    self.top = top
    self.weighsNames = weighsNames
    self.isConditional = isConditional
    allStatistics = NodeStatisticsTable(self.tree, top: top)
  }

  mutating func run() {
    removeConditionally([.form])
    removeConditionally([.fieldset])
    remove([.object, .embed], sparingVideos: true)
    remove([.footer, .link, .aside, .nav], sparingVideos: false)
    remove([.iframe], sparingVideos: true)
    remove([.input, .textarea, .select, .button], sparingVideos: false)
    removeConditionally([.table])
    removeConditionally([.ul, .ol])
    removeConditionally([.div])
  }

  private mutating func drop(_ index: PageTree.Index) {
    allStatistics.remove(index, from: tree)
    tree.detach(index)
  }

  private mutating func remove(_ tags: TagSet, sparingVideos: Bool) {
    for index in tree.elements(tags, in: top) where tree.isInside(index, top) {
      if sparingVideos, allStatistics[index].videos > 0 { continue }
      drop(index)
    }
  }

  private mutating func removeConditionally(_ tags: TagSet) {
    guard isConditional else { return }
    let all = tree.elements(tags, in: top)
    for index in all.reversed() where isUnwanted(index) { drop(index) }
  }

  private func isUnwanted(_ index: PageTree.Index) -> Bool {
    let node = tree[index]
    let statistics = allStatistics[index]
    if node.tag == .table, node.flags.contains(.dataTable) { return false }
    if tree.ancestor(of: index, in: [.code]) != nil { return false }
    if node.tag != .table, statistics.dataTables > 0 { return false }
    let weight = weighsNames ? Int(node.weight) * 25 : 0
    if weight < 0 { return true }
    if statistics.commas >= 10 { return false }
    if statistics.videos > 0 { return false }
    let isList =
      node.tag == .ul || node.tag == .ol || Double(statistics.list) > 0.9 * Double(statistics.text)
    return isThin(index, statistics, weight: weight, isList: isList)
  }

  private func isThin(
    _ index: PageTree.Index, _ statistics: NodeStatistics, weight: Int, isList: Bool
  ) -> Bool {
    let density = statistics.linkDensity
    let paragraphs = Int(statistics.paragraphs)
    let images = Int(statistics.images)
    let isInFigure = tree.ancestor(of: index, in: [.figure], upTo: 4) != nil
    let headings = statistics.text == 0 ? 0 : Double(statistics.heading) / Double(statistics.text)
    // A heading in its own box belongs to the following text.
    if headings > 0.9, density < 0.7, images == 0 { return false }
    if !isInFigure, images > 1, Double(paragraphs) / Double(images) < 0.5 { return true }
    if !isList, Int(statistics.items) - 100 > paragraphs { return true }
    if Int(statistics.inputs) > paragraphs / 3 { return true }
    if !isList, !isInFigure, headings < 0.9, statistics.text < 25, images == 0 || images > 2,
      density > 0
    {
      return true
    }
    if !isList, weight < 25, density > 0.2 { return true }
    if weight >= 25, density > 0.5 { return true }
    if (statistics.embeds == 1 && statistics.text < 75) || statistics.embeds > 1 { return true }
    return images == 0 && statistics.running == 0
  }
}
