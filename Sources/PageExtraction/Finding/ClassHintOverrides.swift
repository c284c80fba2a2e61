/// Clears class hints of elements whose content contradicts them.
enum ClassHintOverrides {
  static func grant(in tree: inout PageTree) {
    clearHolders(&tree)
    pardonBuilders(&tree)
    pardonSections(&tree)
    pardonUnlinked(&tree)
  }

  /// Clears the advertisement hint of headings and text without links: page builders call a box
  /// with a background a promotion.
  private static func pardonUnlinked(_ tree: inout PageTree) {
    for index in tree.nodes.indices where tree.nodes[index].marks.contains(.advertisement) {
      let box = PageTree.Index(index)
      guard [.div, .section].contains(tree.tag(box)),
        tree.firstElement(TagSet.headings, in: box) != nil,
        tree.firstElement([.a, .button, .form, .iframe, .input, .img, .script], in: box) == nil
      else { continue }
      tree[box].marks.subtract(negativeHints)
      tree[box].weight = max(tree[box].weight, 0)
    }
  }

  /// Hints so reliable that they are never cleared.
  private static let sure: ClassHints = [
    .comments, .related, .newsletter, .consent, .authorCard, .shareRow, .signature,
  ]
  private static let boxes: TagSet = [.div, .section, .main, .article, .header, .td]
  private static let negativeHints: ClassHints = [
    .unlikely, .unlikelyBody, .negative, .furniture, .advertisement, .navigation, .tagList,
  ]

  /// Clears hints of elements that contain `<main>`, the only `<h1>`, or a third of the page's
  /// prose.
  private static func clearHolders(_ tree: inout PageTree) {
    guard let body = tree.firstElement([.body], in: PageTree.root) else { return }
    var prose: [PageTree.Index: Int] = [:]
    var total = 0
    var heads: [PageTree.Index] = []
    var node = tree.following(body, within: body)
    while node != PageTree.none {
      let current = tree[node]
      if current.flags.contains(.hidden) || [.nav, .footer, .aside, .dialog].contains(current.tag) {
        node = tree.skipping(node, within: body)
        continue
      }
      if current.tag == .main || current.tag == .h1 { heads.append(node) }
      if current.tag == .p {
        let length = tree.textLength(node)
        if length >= 80, tree.linkDensity(node) < 0.25 {
          total += length
          for holder in accused(above: node, body, tree) { prose[holder, default: 0] += length }
        }
      }
      node = tree.following(node, within: body)
    }
    for (holder, length) in prose where length * 10 > total * 3 {
      tree[holder].marks.subtract(negativeHints)
    }
    pardonMost(of: heads.filter { tree.tag($0) == .main }, &tree)
    guard heads.count <= 2 else { return }
    for head in heads where tree.textLength(head) > 0 {
      for holder in accused(above: head, body, tree) where prose[holder, default: 0] > 0 {
        tree[holder].marks.subtract(negativeHints)
        tree[holder].weight = max(tree[holder].weight, 0)
      }
    }
  }

  /// The maximum number of boxes checked in `<main>`.
  private static let maxBoxes = 200

  /// Clears hints of boxes with more than half of the only `<main>`.
  private static func pardonMost(of mains: [PageTree.Index], _ tree: inout PageTree) {
    guard mains.count == 1, let main = mains.first else { return }
    let total = tree.textLength(main)
    for box in tree.elements(boxes, in: main).prefix(maxBoxes)
    where !tree[box].marks.isDisjoint(with: negativeHints) && tree[box].marks.isDisjoint(with: sure)
      && tree.textLength(box) * 2 > total
    {
      tree[box].marks.subtract(negativeHints)
      tree[box].weight = max(tree[box].weight, 0)
    }
  }

  private static func accused(
    above node: PageTree.Index, _ body: PageTree.Index, _ tree: PageTree
  ) -> [PageTree.Index] {
    var found: [PageTree.Index] = []
    var holder = tree[node].parent
    while holder != PageTree.none, holder != body {
      let marks = tree[holder].marks
      if boxes.contains(tree.tag(holder)), !marks.isDisjoint(with: negativeHints),
        marks.isDisjoint(with: sure)
      {
        found.append(holder)
      }
      holder = tree[holder].parent
    }
    return found
  }

  /// Clears hints from ids that only repeat a heading: documentation derives ids from headings such
  /// as "Cookies" and "Related work".
  private static func pardonSections(_ tree: inout PageTree) {
    for index in tree.nodes.indices where tree.nodes[index].tag != .text {
      let node = PageTree.Index(index)
      let tag = tree.tag(node)
      guard let id = tree.bytes(.id, of: node) else { continue }
      let accused = id.withUnsafeBufferPointer { HintVocabulary.standard.marks($0) }
      let current = tree[node]
      guard
        !accused.isEmpty || current.weight < 0 || !current.marks.isDisjoint(with: negativeHints),
        let heading = heading(of: node, tree),
        isSlug(CleanText.string(id), of: tree.innerText(heading, limit: 200)),
        TagSet.headings.contains(tag) || isText(node, tree)
      else { continue }
      let name = tree.bytes(.class, of: node) ?? []
      tree[node].marks = name.withUnsafeBufferPointer { HintVocabulary.standard.marks($0) }
      if tree[node].marks.isDisjoint(with: [.furniture, .unlikelyBody]) {
        tree[node].weight = max(current.weight, 0)
      }
    }
  }

  private static func heading(of node: PageTree.Index, _ tree: PageTree) -> PageTree.Index? {
    let tag = tree.tag(node)
    if TagSet.headings.contains(tag) { return node }
    guard [.section, .div, .article, .details].contains(tag) else { return nil }
    return tree.firstElement(TagSet.headings, in: node)
  }

  /// Whether a section is text rather than links, forms or comments.
  private static func isText(_ node: PageTree.Index, _ tree: PageTree) -> Bool {
    guard tree.linkDensity(node) < 0.5,
      tree.firstElement([.form, .input, .textarea, .article], in: node) == nil
    else { return false }
    return !tree.elements([.div, .li, .ol, .ul, .section], in: node).prefix(50).contains {
      !tree[$0].marks.isDisjoint(with: [.post, .comments])
    }
  }

  /// Whether an id is derived from a title: "related-work" or "sec-related-work-1" from "2.1
  /// Related work".
  static func isSlug(_ id: String, of title: String) -> Bool {
    let id = letters(id)
    let title = letters(title)
    guard !title.isEmpty, id.hasSuffix(title) else { return false }
    return ["", "sec", "section", "h", "heading", "usercontent"].contains(id.dropLast(title.count))
  }

  private static func letters(_ text: String) -> String { text.lowercased().filter(\.isLetter) }

  /// Clears negative hints that cover half of the page's text: page builders call every part a
  /// widget.
  private static func pardonBuilders(_ tree: inout PageTree) {
    guard let body = tree.firstElement([.body], in: PageTree.root) else { return }
    func isAccused(_ node: PageTree.Node) -> Bool {
      node.marks.contains(.negative) && !node.marks.contains(.furniture) && node.tag != .body
    }
    var total = 0
    var accused = 0
    var end = PageTree.none
    var node = tree.following(body, within: body)
    while node != PageTree.none {
      if node == end { end = PageTree.none }
      let current = tree[node]
      if GoodText.isFurniture(node, tree) {
        if end == node { end = PageTree.none }
        let next = tree.skipping(node, within: body)
        node = next
        continue
      }
      if current.tag == .text {
        total += Int(current.length)
        if end != PageTree.none { accused += Int(current.length) }
      } else if end == PageTree.none, isAccused(current) {
        end = tree.skipping(node, within: body)
        if end == PageTree.none { end = PageTree.end }
      }
      node = tree.following(node, within: body)
    }
    guard accused * 2 > total else { return }
    for index in tree.nodes.indices where isAccused(tree.nodes[index]) {
      tree.nodes[index].weight = max(tree.nodes[index].weight, 0)
    }
  }
}
