import ReadingList

// Lists, definitions and footnotes.
extension BodyBuilder {
  mutating func emitList(_ node: PageTree.Index) {
    flush()
    var items: [[Block]] = []
    var found: [ArticleBody.Footnote] = []
    var numbers: [Int: Int] = [:]
    for child in tree.children(of: node) {
      if tree.tag(child) == .li {
        let inner = blocks(of: child)
        if inner.isEmpty { continue }
        if let note = footnotes.notes[child] {
          found.append(ArticleBody.Footnote(label: note.label, anchor: note.anchor, blocks: inner))
        } else {
          if let number = number(.value, of: child) { numbers[items.count] = number }
          items.append(withoutSign(inner, of: node, at: items.count))
        }
      } else {
        let extra = blocksAlone(child)
        if extra.isEmpty { continue }
        if items.isEmpty { items.append(extra) } else { items[items.count - 1] += extra }
      }
    }
    if !items.isEmpty { append(.list(list(node, of: items, numbers: numbers))) }
    if !found.isEmpty { append(.footnotes(found)) }
  }

  private static let bullets = "•●▪■◦‣·∙*∗-–—"

  /// An item without the sign that the page itself writes before its blocks.
  private func withoutSign(_ item: [Block], of list: PageTree.Index, at place: Int) -> [Block] {
    guard source == .page, item.count > 1, case .paragraph(let inlines) = item[0] else {
      return item
    }
    let sign = inlines.text
    let isOwn =
      tree.tag(list) == .ol
      ? sign == "\((number(.start, of: list) ?? 1) + place)."
      : sign.count == 1 && sign.allSatisfy { Self.bullets.contains($0) }
    return isOwn ? Array(item.dropFirst()) : item
  }

  private func list(
    _ node: PageTree.Index, of items: [[Block]], numbers: [Int: Int]
  ) -> ArticleBody.List {
    guard tree.tag(node) == .ol else { return ArticleBody.List(items: items) }
    let isReversed = tree.has(.reversed, node)
    return ArticleBody.List(
      start: number(.start, of: node) ?? (isReversed ? items.count : 1), items: items,
      numerals: tree.attribute(.type, of: node).flatMap { .init(rawValue: $0) } ?? .decimal,
      isReversed: isReversed, numbers: numbers)
  }

  private func number(_ name: AttributeName, of node: PageTree.Index) -> Int? {
    tree.attribute(name, of: node).flatMap { Int($0) }.map { min(max($0, 0), 1_000_000_000) }
  }

  /// Writes a list item that is not in a list.
  mutating func emitStray(_ node: PageTree.Index) {
    if footnotes.notes[node] != nil { return emitNote(node) }
    let inner = blocks(of: node)
    if !inner.isEmpty { append(.list(ArticleBody.List(items: [inner]))) }
  }

  mutating func emitNote(_ node: PageTree.Index) {
    guard let note = footnotes.notes[node] else { return }
    let inner = blocks(of: node)
    if inner.isEmpty { return }
    append(.footnotes([.init(label: note.label, anchor: note.anchor, blocks: inner)]))
  }

  mutating func emitDefinitions(_ node: PageTree.Index) {
    flush()
    let details = tree.children(of: node).filter { tree.tag($0) == .dd }
    if !details.isEmpty, details.allSatisfy({ footnotes.notes[$0] != nil }) {
      for detail in details { emitNote(detail) }
      return
    }
    var groups: [ArticleBody.Definition] = []
    collectDefinitions(node, &groups, depth: 0)
    groups.removeAll { $0.terms.isEmpty && $0.details.isEmpty }
    if !groups.isEmpty { append(.definitions(groups)) }
  }

  private mutating func collectDefinitions(
    _ node: PageTree.Index, _ groups: inout [ArticleBody.Definition], depth: Int
  ) {
    for child in tree.children(of: node) where !tree[child].flags.contains(.hidden) {
      switch tree.tag(child) {
      case .dt:
        let term = inlines(of: child)
        if term.isEmpty { continue }
        if let last = groups.last, last.details.isEmpty {
          groups[groups.count - 1].terms.append(term)
        } else {
          groups.append(ArticleBody.Definition(terms: [term], details: []))
        }
      case .text:
        if tree[child].flags.contains(.blank) { continue }
        addDetail(blocksAlone(child), &groups)
      case .div where depth < 3, .unknown where depth < 3:
        collectDefinitions(child, &groups, depth: depth + 1)
      case .dd: addDetail(blocks(of: child), &groups)
      default: addDetail(blocksAlone(child), &groups)
      }
    }
  }

  private func addDetail(_ blocks: [Block], _ groups: inout [ArticleBody.Definition]) {
    if blocks.isEmpty { return }
    if groups.isEmpty { groups.append(ArticleBody.Definition(terms: [], details: [])) }
    groups[groups.count - 1].details.append(blocks)
  }
}
