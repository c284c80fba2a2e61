/// Takes out of a found article what does not look like text: forms, link lists, empty boxes.
///
/// The measures and thresholds are those of Mozilla's Readability, where they are well tried.
struct ArticleCleaning {
  var tree: PageTree
  let top: PageTree.Index
  private let weighsNames: Bool
  let isConditional: Bool
  private let isDocumentation: Bool
  var allStatistics: NodeStatisticsTable

  init(
    _ tree: PageTree,
    top: PageTree.Index,
    weighsNames: Bool,
    isConditional: Bool,
    isDocumentation: Bool
  ) {
    self.tree = tree
    self.isDocumentation = isDocumentation
    self.top = top
    self.weighsNames = weighsNames
    self.isConditional = isConditional
    TableKind.mark(&self.tree, below: top)
    AnnouncedList.mark(&self.tree, below: top)
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

  /// So much text with commas and without links is running text, in whatever elements it stands.
  private static let minLoose: Int32 = 120

  /// So much text to a picture is illustrated by it, in characters.
  private static let textOfPicture: Int32 = 50

  mutating func drop(_ index: PageTree.Index) {
    allStatistics.remove(index, from: tree)
    tree.detach(index)
  }

  private mutating func remove(_ tags: TagSet, sparingVideos: Bool) {
    for index in tree.elements(tags, in: top) where tree.isInside(index, top) {
      if tree.tag(index) == .aside,
        Callout.isNote(index, tree) || Callout.isFootnotes(index, tree)
      {
        continue
      }
      if sparingVideos, allStatistics[index].videos > 0 { continue }
      if tree.tag(index) == .nav, !isWay(index) { continue }
      drop(index)
    }
  }

  /// Whether a `<nav>` has no sentences or pictures, is announced by none, and is not most of the page.
  private func isWay(_ index: PageTree.Index) -> Bool {
    let statistics = allStatistics[index]
    return !tree[index].flags.contains(.keep) && statistics.images == 0
      && statistics.prose == 0 && statistics.text * 2 <= allStatistics[top].text
  }

  private mutating func removeHeadings() {
    for index in tree.elements([.h1, .h2], in: top)
    where weighsNames && tree[index].weight < 0 && tree.isInside(index, top) {
      drop(index)
    }
  }

  private mutating func removeEmptyParagraphs() {
    for index in tree.elements([.p], in: top) {
      let statistics = allStatistics[index]
      if statistics.images == 0, statistics.embeds == 0, statistics.videos == 0,
        !tree.hasText(index),
        tree.isInside(index, top)
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
      if isEntry(index), let look = look(of: index) {
        entries[look, default: []].append(index)
      }
      for part in goods(in: index) {
        tree.detach(part)
        tree.insert(part, before: index)
      }
      dropped[index] = Place(parent: tree[index].parent, next: tree[index].next)
      drop(index)
    }
    if !entries.isEmpty { restore(entries, from: dropped, of: all) }
  }

  private func isUnwanted(_ index: PageTree.Index) -> Bool {
    let node = tree[index]
    let statistics = allStatistics[index]
    if node.flags.contains(.keep) || isInCallout(index) { return false }
    // A term with what is said of it goes with its list, and so does an item.
    if node.tag == .div, tree.ancestor(of: index, in: [.dl], upTo: 3) != nil || isItem(index) {
      return false
    }
    if node.tag == .table, node.flags.contains(.dataTable) || isOfDescribedPictures(index) {
      return false
    }
    if isInDataTable(index) || tree.ancestor(of: index, in: [.code]) != nil { return false }
    if node.tag != .table, statistics.dataTables > 0 { return false }
    let weight = weighsNames ? Int(node.weight) * 25 : 0
    if weight >= 0, isMostOfLittle(index, statistics) { return false }
    let isReference =
      isDocumentation && (weight < 0 || statistics.linkDensity > 0.2)
      && statistics.linkDensity < 0.6 && saysSentence(index)
    if statistics.code * 2 > statistics.text { return false }
    if weight < 0, !isReference, !isText(node, statistics), !GoodText.isQuotation(index, tree) {
      return true
    }
    if statistics.commas >= 10 || statistics.code * 4 > statistics.text { return false }
    if statistics.videos > 0 { return false }
    let isList =
      node.tag == .ul || node.tag == .ol || Double(statistics.list) > 0.9 * Double(statistics.text)
    let unwanted = isThin(
      index,
      statistics,
      weight: weight,
      isList: isList,
      isReference: isReference
    )
    guard unwanted, !(isDocumentation && isOfHeadedGrid(index)) else { return false }
    return !isList || !isGallery(index, statistics)
  }

  /// Whether an element is all of an item of a list, in one line of text, in up to three boxes.
  private func isItem(_ index: PageTree.Index) -> Bool {
    guard let item = tree.ancestor(of: index, in: [.li], upTo: 3) else { return false }
    return allStatistics[index].text == allStatistics[item].text
      && tree.firstElement([.h2, .h3, .h4, .img, .ul, .ol], in: index) == nil
  }

  /// Whether little would be left without an element: half of a short text, or a third where it lists terms or
  /// chapters.
  private func isMostOfLittle(_ index: PageTree.Index, _ statistics: NodeStatistics) -> Bool {
    let whole = allStatistics[top].text
    guard whole < 1500 else { return false }
    return statistics.text * 2 > whole
      || statistics.text * 10 > whole * 3 && tree.firstElement([.dl], in: index) != nil
  }

  /// Whether an element with a bad name is too good to go: page builders call everything a widget.
  private func isText(_ node: PageTree.Node, _ statistics: NodeStatistics) -> Bool {
    guard !node.marks.contains(.furniture), statistics.inputs == 0 else { return false }
    if statistics.text >= 300, statistics.linkDensity < 0.2, statistics.commas >= 3 { return true }
    return statistics.linked == 0 && (statistics.text >= 200 || statistics.prose >= 80)
  }

  private func isThin(
    _ index: PageTree.Index,
    _ statistics: NodeStatistics,
    weight: Int,
    isList: Bool,
    isReference: Bool
  ) -> Bool {
    if isLoadingOrAdvertisement(index, statistics) { return true }
    let density = statistics.linkDensity
    let paragraphs = Int(statistics.paragraphs)
    let images = Int(statistics.images)
    let isInFigure = tree.ancestor(of: index, in: [.figure], upTo: 4) != nil
    let headings = statistics.text == 0 ? 0 : Double(statistics.heading) / Double(statistics.text)
    // A heading in a box of its own heads what follows.
    if headings > 0.9, density < 0.7, images == 0 { return false }
    if !isInFigure, images > 1, Double(paragraphs) / Double(images) < 0.5,
      !isIllustrated(index, statistics, isList: isList)
    {
      return true
    }
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
      && tree[index].marks.isDisjoint(with: [.furniture, .unlikelyBody])
      && !isTeaser(index)
    if !isList, weight < 25, density > 0.2, !isProse, !isReference, !isOneOfMany(index, density) {
      return true
    }
    if weight >= 25, density > 0.5, !isProse { return true }
    if (statistics.embeds == 1 && statistics.text < 75) || statistics.embeds > 1 { return true }
    return images == 0 && statistics.running == 0
      && (density > 0.1 || statistics.commas == 0 || statistics.text < Self.minLoose)
      && !isAttribution(index, statistics)
  }

  /// Whether an element says whose the text right above it is.
  private func isAttribution(_ index: PageTree.Index, _ statistics: NodeStatistics) -> Bool {
    var before = tree[index].previous
    while before != PageTree.none, tree[before].flags.contains(.blank) {
      before = tree[before].previous
    }
    guard before != PageTree.none, [.div, .p, .blockquote].contains(tree.tag(before)),
      statistics.linked == 0, statistics.text < Self.minLoose,
      allStatistics[before].linked == 0, allStatistics[before].text >= Self.minLoose,
      let last = tree.innerText(index).last
    else { return false }
    return !".!?…:".contains(last)
  }

  /// Whether an element is a list, or has one, whose items have a picture each and say more.
  private func isIllustrated(
    _ index: PageTree.Index,
    _ statistics: NodeStatistics,
    isList: Bool
  ) -> Bool {
    statistics.linkDensity < 0.1 && statistics.text >= statistics.images * Self.textOfPicture
      && (isList || tree.firstElement([.ul, .ol], in: index) != nil)
      && tree.firstElement([.article], in: index) == nil
      && !tree.elements(TagSet.headings, in: index).contains {
        tree.firstElement([.a], in: $0) != nil
      }
  }

  /// Whether an element has a paragraph that is a sentence with few links.
  private func saysSentence(_ index: PageTree.Index) -> Bool {
    guard tree[index].marks.isDisjoint(with: [.furniture, .unlikelyBody]) else { return false }
    return tree.elements([.p], in: index).contains { paragraph in
      guard allStatistics[paragraph].text >= 40, allStatistics[paragraph].linkDensity < 0.4,
        let last = tree.innerText(paragraph).last
      else { return false }
      return ".:!?)。".contains(last)
    }
  }

  /// Whether an element is a section among others that look the same and are text, taken together.
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

  /// Whether the siblings of the same tag and class are running text.
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

  /// Whether a part is all of its parent but for headings.
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

  /// Whether an element is a list or a grid of links below a heading of its own, or in one.
  private func isOfHeadedGrid(_ index: PageTree.Index) -> Bool {
    var node = index
    for level in 0..<8 where node != PageTree.none && node != top {
      if level > 0, allStatistics[node].linkDensity < 0.5,
        tree.ancestor(of: node, in: [.a], upTo: 8) == nil
      {
        return false
      }
      if isHeaded(node) { return true }
      node = tree[node].parent
    }
    return false
  }

  /// Whether a part stands below a heading of its own that is not that of something else.
  private func isHeaded(_ index: PageTree.Index) -> Bool {
    var before = tree[index].previous
    while before != PageTree.none, tree.tag(before) == .text || tree.tag(before) == .p {
      before = tree[before].previous
    }
    guard before != PageTree.none, [.h2, .h3, .h4].contains(tree.tag(before)),
      tree[before].flags.contains(.hidden) == false
    else { return false }
    return !Leftovers.isForeign(tree.innerText(before))
  }

  /// A table of pictures that lead nowhere and are described each is content.
  private func isOfDescribedPictures(_ table: PageTree.Index) -> Bool {
    let pictures = tree.elements([.img], in: table)
    return !pictures.isEmpty && allStatistics[table].text == 0
      && tree.firstElement([.a], in: table) == nil
      && pictures.allSatisfy { picture in
        tree.attribute(.alt, of: picture)?.contains { !$0.isWhitespace } ?? false
      }
  }

  /// A list of pictures, one an item, is content.
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

  /// Whether an element is a note of the text or in one: what notes say is often where to read on.
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

  private static let stopWords: Set<String> = [
    "ad", "ads", "advertisement", "advertising", "anzeige", "anuncio", "publicidad", "pub",
    "publicité", "werb", "werbung", "реклама", "广告", "loading", "chargement", "cargando",
    "загрузка", "正在加载",
  ]

  private func isLoadingOrAdvertisement(
    _ index: PageTree.Index,
    _ statistics: NodeStatistics
  ) -> Bool {
    guard statistics.text < 24 else { return false }
    var text = tree.innerText(index).lowercased()
    while text.hasSuffix(".") || text.hasSuffix("…") { text.removeLast() }
    return Self.stopWords.contains(text)
  }
}
