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
    TableKind.mark(&self.tree, below: top)
    allStatistics = NodeStatisticsTable(self.tree, top: top)
  }

  mutating func run() {
    removeConditionally([.form])
    removeConditionally([.fieldset])
    remove([.object, .embed], sparingVideos: true)
    remove([.footer, .link, .aside, .nav], sparingVideos: false)
    removeShareRows()
    remove([.iframe], sparingVideos: true)
    remove([.input, .textarea, .select, .button], sparingVideos: false)
    removeHeadings()
    removeConditionally([.table])
    removeConditionally([.ul, .ol])
    removeConditionally([.div])
    removeButtons()
    removeCopies()
    removeEmptyParagraphs()
  }

  /// The minimum length of running text with commas and without links, in any element.
  private static let minLoose: Int32 = 120

  mutating func drop(_ index: PageTree.Index) {
    allStatistics.remove(index, from: tree)
    tree.detach(index)
  }

  private mutating func remove(_ tags: TagSet, sparingVideos: Bool) {
    for index in tree.elements(tags, in: top) where tree.isInside(index, top) {
      if tree.tag(index) == .aside, Callout.isNote(index, tree) || Callout.isFootnotes(index, tree)
      {
        continue
      }
      if sparingVideos, allStatistics[index].videos > 0 { continue }
      drop(index)
    }
  }

  private mutating func removeHeadings() {
    for index in tree.elements([.h1, .h2], in: top)
    where weighsNames && tree[index].weight < 0 && tree.isInside(index, top) { drop(index) }
  }

  private mutating func removeEmptyParagraphs() {
    for index in tree.elements([.p], in: top) {
      let statistics = allStatistics[index]
      if statistics.images == 0, statistics.embeds == 0, statistics.videos == 0,
        !tree.hasText(index), tree.isInside(index, top)
      {
        drop(index)
      }
    }
  }

  private mutating func removeConditionally(_ tags: TagSet) {
    guard isConditional else { return }
    let all = tree.elements(tags, in: top)
    var dropped: [PageTree.Index: Place] = [:]
    var entries: [[UInt8]: [PageTree.Index]] = [:]
    for index in all.reversed() where isUnwanted(index) {
      if isEntry(index), let look = look(of: index) { entries[look, default: []].append(index) }
      dropped[index] = Place(parent: tree[index].parent, next: tree[index].next)
      drop(index)
    }
    if !entries.isEmpty { restore(entries, from: dropped, of: all) }
  }

  private func isUnwanted(_ index: PageTree.Index) -> Bool {
    let node = tree[index]
    let statistics = allStatistics[index]
    if isInCallout(index) { return false }
    // A term and its definition are removed only with their list.
    if node.tag == .div, tree.ancestor(of: index, in: [.dl], upTo: 3) != nil { return false }
    if node.tag == .table, node.flags.contains(.dataTable) { return false }
    if isInDataTable(index) || tree.ancestor(of: index, in: [.code]) != nil { return false }
    if node.tag != .table, statistics.dataTables > 0 { return false }
    let weight = weighsNames ? Int(node.weight) * 25 : 0
    if weight >= 0, isMostOfLittle(index, statistics) { return false }
    if statistics.code * 2 > statistics.text { return false }
    if weight < 0, !isText(node, statistics), !GoodText.isQuotation(index, tree) { return true }
    if statistics.commas >= 10 || statistics.code * 4 > statistics.text { return false }
    if statistics.videos > 0 { return false }
    let isList =
      node.tag == .ul || node.tag == .ol || Double(statistics.list) > 0.9 * Double(statistics.text)
    guard isThin(index, statistics, weight: weight, isList: isList) else { return false }
    return !isList || !isGallery(index, statistics)
  }

  /// Whether little would be left without an element: it is half of a short text, or a third if it
  /// contains a definition list.
  private func isMostOfLittle(_ index: PageTree.Index, _ statistics: NodeStatistics) -> Bool {
    let whole = allStatistics[top].text
    guard whole < 1500 else { return false }
    return statistics.text * 2 > whole
      || statistics.text * 10 > whole * 3 && tree.firstElement([.dl], in: index) != nil
  }

  /// Whether an element with a negative name is text; page builders call everything a widget.
  private func isText(_ node: PageTree.Node, _ statistics: NodeStatistics) -> Bool {
    guard !node.marks.contains(.furniture), statistics.inputs == 0 else { return false }
    if statistics.text >= 300, statistics.linkDensity < 0.2, statistics.commas >= 3 { return true }
    return statistics.linked == 0 && (statistics.text >= 200 || statistics.prose >= 80)
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
    let isProse =
      statistics.prose * 2 >= statistics.text - statistics.list && statistics.prose >= 115
      && statistics.linkDensityOutsideLists < 0.4
      && tree[index].marks.isDisjoint(with: [.furniture, .unlikelyBody]) && !isTeaser(index)
    if !isList, weight < 25, density > 0.2, !isProse, !isOneOfMany(index, density) { return true }
    if weight >= 25, density > 0.5, !isProse { return true }
    if (statistics.embeds == 1 && statistics.text < 75) || statistics.embeds > 1 { return true }
    return images == 0 && statistics.running == 0
      && (density > 0.1 || statistics.commas == 0 || statistics.text < Self.minLoose)
  }

  /// Whether an element is one of several similar sections that together are text.
  private func isOneOfMany(_ index: PageTree.Index, _ density: Double) -> Bool {
    guard density < 0.85, !isTeaser(index) else { return false }
    var section = index
    for _ in 0..<3 {
      if !tree[section].marks.isDisjoint(with: [.furniture, .unlikelyBody]) { return false }
      if hasTextAround(section) { return true }
      let parent = tree[section].parent
      guard parent != PageTree.none, parent != top, isAllBut(section, parent) else { return false }
      section = parent
    }
    return false
  }

  /// Whether the siblings with the same tag and class are running text.
  private func hasTextAround(_ section: PageTree.Index) -> Bool {
    let name = tree.bytes(.class, of: section) ?? []
    var text = 0
    var linked = 0.0
    var count = 0
    for sibling in tree.children(of: tree[section].parent)
    where sibling != section && tree.tag(sibling) == tree.tag(section)
      && (tree.bytes(.class, of: sibling) ?? []).elementsEqual(name)
    {
      count += 1
      text += Int(allStatistics[sibling].text)
      linked += allStatistics[sibling].linkDensity * Double(allStatistics[sibling].text)
    }
    return count >= 2 && text >= 1000 && linked < 0.2 * Double(text)
  }

  /// Whether a part is all of its parent except headings.
  private func isAllBut(_ part: PageTree.Index, _ parent: PageTree.Index) -> Bool {
    Int(allStatistics[part].text) + Int(allStatistics[parent].heading) + 20
      >= Int(allStatistics[parent].text)
  }

  /// Whether an element announces another article, or several.
  private func isTeaser(_ index: PageTree.Index) -> Bool {
    if tree.firstElement([.article], in: index) != nil { return true }
    guard let article = tree.ancestor(of: index, in: [.article]), article != top,
      tree.isInside(article, top)
    else { return false }
    return allStatistics[article].text < 600
  }

  /// Whether a list has one picture per item, which is content.
  private func isGallery(_ index: PageTree.Index, _ statistics: NodeStatistics) -> Bool {
    for child in tree.children(of: index) where tree.tag(child) != .text {
      var inner = tree[child].first
      var elements = 0
      while inner != PageTree.none {
        if tree.tag(inner) != .text { elements += 1 }
        inner = tree[inner].next
      }
      if elements > 1 { return false }
    }
    return statistics.images == statistics.items
  }

  /// Whether an element is a callout of the text or within one, whose links are often further
  /// reading.
  private func isInCallout(_ index: PageTree.Index) -> Bool {
    var node = index
    for _ in 0..<4 where node != PageTree.none && node != top {
      if Callout.isNamed(node, tree, allStatistics[node]) { return true }
      node = tree[node].parent
    }
    return false
  }

  private func isInDataTable(_ index: PageTree.Index) -> Bool {
    var node = tree[index].parent
    while node != PageTree.none {
      if tree.tag(node) == .table, tree[node].flags.contains(.dataTable) { return true }
      node = tree[node].parent
    }
    return false
  }
}
