import ReadingList

/// Finds the footnotes of a page and the links that refer to them.
struct FootnoteIndex {
  struct Note {
    var label: String
    var anchor: String
  }

  private(set) var references: [PageTree.Index: Note] = [:]
  private(set) var notes: [PageTree.Index: Note] = [:]
  private(set) var backLinks: Set<PageTree.Index> = []

  init(_ tree: PageTree, top: PageTree.Index, link: WebLink, source: BodyBuilder.Source) {
    if source == .fragment {
      readFragment(tree, top)
      return
    }
    let (links, ids) = Self.gather(tree, top, link)
    guard !links.isEmpty else { return }
    // Maps each link to its note, and each note to the links in it.
    var blocks: [String: PageTree.Index] = [:]
    var lengths: [PageTree.Index: Int] = [:]
    var heads: [PageTree.Index: Head] = [:]
    for target in Set(links.map(\.target)) {
      guard let place = ids[target], let block = Self.block(of: place, tree, top, &lengths),
        !Self.isReference(place, in: block, tree, &heads)
      else { continue }
      blocks[target] = block
    }
    var inside: [PageTree.Index: [BackLink]] = [:]
    let holders = Set(blocks.values)
    for link in links {
      let holder = tree.path(tree[link.node].parent, below: top).first(where: holders.contains)
      guard let holder, inside[holder]?.count ?? 0 < Self.maxBackLinks else { continue }
      inside[holder, default: []].append(
        BackLink(
          node: link.node, target: link.target, bracketed: Self.bracketed(link.node, tree),
          isArrow: Self.isArrow(link.node, tree)))
    }
    for (node, target) in links {
      guard let note = blocks[target], !tree.isInside(node, note),
        !tree.attribute(.role, of: node, equals: "doc-backlink"), let label = Self.label(node, tree)
      else { continue }
      let back = inside[note] ?? []
      let returns = back.filter { link in
        ids[link.target].map {
          tree.isInside(node, $0) || tree.isInside($0, node) || tree[$0].parent == tree[node].parent
        } ?? false
      }
      guard !returns.isEmpty || Self.isNamed(note, tree) else { continue }
      references[node] = Note(label: label, anchor: target)
      if notes[note] == nil { notes[note] = Note(label: label, anchor: target) }
      for link in returns { backLinks.insert(link.bracketed) }
      for link in back where link.isArrow { backLinks.insert(link.node) }
    }
  }

  private typealias Link = (node: PageTree.Index, target: String)

  /// A link in a note, which may lead back to the text.
  private struct BackLink {
    var node: PageTree.Index
    var target: String
    /// The link with the brackets around it.
    var bracketed: PageTree.Index
    var isArrow: Bool
  }

  private static let maxBackLinks = 40
  /// The maximum number of texts between a term and its definition.
  private static let maxTexts = 8

  /// Collects the links within the page and their possible targets.
  private static func gather(
    _ tree: PageTree, _ top: PageTree.Index, _ link: WebLink
  ) -> (links: [Link], ids: [String: PageTree.Index]) {
    var links: [Link] = []
    var ids: [String: PageTree.Index] = [:]
    for node in tree.descendants(of: top) where tree.tag(node) != .text {
      if tree.tag(node) == .a, let href = tree.attribute(.href, of: node),
        let target = anchor(of: href, link).flatMap(AnchorName.plausible)
      {
        links.append((node, target))
      }
      for name in [AttributeName.id, .name] {
        if let id = tree.attribute(name, of: node), !id.isEmpty, ids[id] == nil { ids[id] = node }
      }
    }
    return (links, ids)
  }

  /// The place in the page that a link leads to; its address may be written in full.
  private static func anchor(of href: String, _ link: WebLink) -> String? {
    let isWhole = href.first != "#" && href.utf8.contains(UInt8(ascii: "#"))
    return (isWhole ? link.resolve(href) : href).flatMap(ArticleBody.anchor(of:))
  }

  /// Reads the notes as `FragmentWriter` marked them.
  private mutating func readFragment(_ tree: PageTree, _ top: PageTree.Index) {
    for node in tree.elements([.a, .li], in: top) {
      if tree.tag(node) == .li {
        guard let label = tree.attribute(.dataLabel, of: node),
          let anchor = tree.attribute(.id, of: node)
        else { continue }
        notes[node] = Note(label: CleanText.string(label), anchor: CleanText.string(anchor))
      } else if tree.attribute(.role, of: node, equals: "doc-noteref"),
        let target = tree.attribute(.href, of: node).flatMap(ArticleBody.anchor(of:))
      {
        references[node] = Note(label: tree.innerText(node), anchor: CleanText.string(target))
      }
    }
  }

  /// The element that contains the whole note; `lengths` are those measured so far.
  private static func block(
    of target: PageTree.Index, _ tree: PageTree, _ top: PageTree.Index,
    _ lengths: inout [PageTree.Index: Int]
  ) -> PageTree.Index? {
    let holders: TagSet = [.li, .p, .div, .aside, .dd, .section]
    for node in tree.path(target, below: top).prefix(4) {
      if tree.tag(node) == .dt {
        // The definition that follows a numbered term.
        var detail = tree[node].next
        for _ in 0..<maxTexts where detail != PageTree.none && tree.tag(detail) == .text {
          detail = tree[detail].next
        }
        return detail != PageTree.none && tree.tag(detail) == .dd ? detail : nil
      }
      if holders.contains(tree.tag(node)) {
        let length = lengths[node] ?? tree.textLength(node)
        lengths[node] = length
        return length > 5000 ? nil : node
      }
      if TagSet.headings.contains(tree.tag(node)) { return nil }
    }
    return nil
  }

  /// The part of a block before its first letter.
  private struct Head {
    var nodes: Set<PageTree.Index> = []
    /// Whether a letter follows.
    var hasEnd = false

    init(of block: PageTree.Index, _ tree: PageTree) {
      for node in tree.descendants(of: block) {
        if tree.tag(node) == .text, tree.innerText(node).contains(where: \.isLetter) {
          hasEnd = true
          break
        }
        nodes.insert(node)
      }
    }
  }

  /// Whether a link target is itself a reference to a note within a text, that is, preceded by
  /// text; `heads` are those of blocks so far.
  private static func isReference(
    _ place: PageTree.Index, in block: PageTree.Index, _ tree: PageTree,
    _ heads: inout [PageTree.Index: Head]
  ) -> Bool {
    let inline: TagSet = [.a, .sup, .span]
    guard place != block, inline.contains(tree.tag(place)) else { return false }
    if tree.attribute(.role, of: place, equals: "doc-noteref") { return true }
    guard tree.tag(place) == .a ? tree.has(.href, place) : tree.firstElement([.a], in: place) != nil
    else { return false }
    let head = heads[block] ?? Head(of: block, tree)
    heads[block] = head
    return head.hasEnd && !head.nodes.contains(place)
  }

  private static func label(_ node: PageTree.Index, _ tree: PageTree) -> String? {
    let text = tree.innerText(node)
    let trimmed = text.filter { !"[]() ".contains($0) }
    guard !trimmed.isEmpty, trimmed.count <= 6,
      trimmed.allSatisfy({ $0.isNumber || "*†‡§¶".contains($0) })
        || (trimmed.count <= 3 && tree.ancestor(of: node, in: [.sup], upTo: 2) != nil)
        || (trimmed.hasPrefix("note") || trimmed.hasPrefix("fn"))
    else { return nil }
    return trimmed
  }

  /// A back link with the brackets around it, or with the others and the sign before them.
  private static func bracketed(_ link: PageTree.Index, _ tree: PageTree) -> PageTree.Index {
    func letters(_ node: PageTree.Index) -> String {
      tree.innerText(node, limit: 100).filter { !"[]() ^↑".contains($0) }
    }
    let parent = tree[link].parent
    guard parent != PageTree.none, tree.tag(parent) == .span else { return link }
    let labels = tree.elements([.a], in: parent).map(letters)
    let areShort = labels.count == 1 || labels.allSatisfy { $0.count <= 2 }
    return areShort && letters(parent) == labels.joined() ? parent : link
  }

  private static func isNamed(_ note: PageTree.Index, _ tree: PageTree) -> Bool {
    tree.path(note).prefix(4).contains {
      tree[$0].marks.contains(.footnotes)
        || tree.attribute(.role, of: $0)?.hasPrefix("doc-") ?? false
    }
  }

  private static func isArrow(_ node: PageTree.Index, _ tree: PageTree) -> Bool {
    let text = tree.innerText(node)
    return ["↩", "↩︎", "↵", "^", "↑", "⤴", "⏎", "«", "↖", "back", "return"].contains(
      text.lowercased())
  }
}
