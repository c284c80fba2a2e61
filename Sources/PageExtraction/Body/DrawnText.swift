/// Writes out what is visible only in a browser: check boxes, the sources of quotations, text in
/// buttons; removes line numbers of code.
enum DrawnText {
  static func write(in tree: inout PageTree) {
    let interesting: TagSet = [.input, .button, .blockquote, .figure, .figcaption, .pre, .table]
    var ownLengths: [PageTree.Index: Int] = [:]
    for node in tree.elements(interesting, in: PageTree.root)
    where tree[node].parent != PageTree.none {
      switch tree.tag(node) {
      case .input: writeCheckBox(node, &tree)
      case .button: if isText(node, tree, &ownLengths) { tree[node].tag = .span }
      case .blockquote: attributeQuote(node, &tree)
      case .figure: attributeFigure(node, &tree)
      case .figcaption: separateCredit(node, &tree)
      case .pre: if isGutter(node, tree) { tree.detach(node) }
      default: writeCode(node, &tree)
      }
    }
  }

  // MARK: Check boxes and buttons

  /// Marks a list item that begins with a check box as a task, done or not.
  private static func writeCheckBox(_ box: PageTree.Index, _ tree: inout PageTree) {
    guard tree.attribute(.type, of: box, equals: "checkbox"),
      let item = tree.ancestor(of: box, in: [.li], upTo: 4)
    else { return }
    for node in tree.descendants(of: item) {
      if node == box { break }
      if tree.tag(node) == .text, !tree[node].flags.contains(.blank) { return }
    }
    let mark = tree.makeText(tree.has(.checked, box) ? "☑ " : "☐ ")
    tree.replace(box, with: mark)
  }

  /// Whether a button contains text: a collapsible part's title, or a word in a sentence.
  ///
  /// `ownLengths` holds how long the text beside the buttons of a paragraph is, by paragraph, and
  /// how long a title is.
  private static func isText(
    _ button: PageTree.Index, _ tree: PageTree, _ ownLengths: inout [PageTree.Index: Int]
  ) -> Bool {
    let length = tree.textLength(button)
    guard length > 0 else { return false }
    if let title = tree.ancestor(
      of: button, in: TagSet.headings.union([.summary, .dt, .legend]), upTo: 4)
    {
      let whole = ownLengths[title] ?? tree.textLength(title)
      ownLengths[title] = whole
      return whole - length < 4
    }
    guard let parent = tree.ancestor(of: button, in: [.p, .dd, .li, .td], upTo: 3) else {
      return false
    }
    let beside =
      ownLengths[parent]
      ?? tree.children(of: parent).filter { tree.tag($0) == .text }
      .reduce(0) { $0 + Int(tree[$1].length) }
    ownLengths[parent] = beside
    return beside >= 15 && beside > length
  }

  // MARK: Sources of quotations and pictures

  /// Marks the footer of a quotation as its source.
  private static func attributeQuote(_ quote: PageTree.Index, _ tree: inout PageTree) {
    for footer in tree.elements([.footer], in: quote) {
      tree[footer].tag = .p
      writeDash(before: footer, &tree)
    }
    for child in tree.children(of: quote) where tree.tag(child) == .cite {
      let before = tree[child].previous
      let isInLine = tree.tag(before) == .text && !tree[before].flags.contains(.blank)
      if before != PageTree.none, !isInLine { writeDash(before: child, &tree) }
    }
  }

  /// Moves the caption of a quotation in a figure into the quotation.
  private static func attributeFigure(_ figure: PageTree.Index, _ tree: inout PageTree) {
    guard let quote = tree.firstElement([.blockquote], in: figure),
      let caption = tree.firstElement([.figcaption], in: figure), !tree.isInside(caption, quote),
      !tree.isInside(quote, caption),
      tree.firstElement([.img, .picture, .table, .pre], in: figure) == nil
    else { return }
    tree.detach(caption)
    tree[caption].tag = .p
    tree.append(caption, to: quote)
    writeDash(before: caption, &tree)
  }

  /// Inserts a dash before a name that has none.
  private static func writeDash(before name: PageTree.Index, _ tree: inout PageTree) {
    guard let first = tree.innerText(name, limit: 8).first, !"—–―-~".contains(first) else { return }
    let child = tree[name].first
    guard child != PageTree.none else { return }
    tree.insert(tree.makeText("— "), before: child)
  }

  /// Inserts a space between a caption and its credit, and between the word "Credit" and the name.
  private static func separateCredit(_ caption: PageTree.Index, _ tree: inout PageTree) {
    for part in tree.elements([.text, .span, .cite, .small], in: caption)
    where tree.ancestor(of: part, in: [.figcaption]) == caption {
      let before = tree[part].previous
      guard before != PageTree.none, tree.tag(before) != .br,
        let first = tree.innerText(part, limit: 4).first, first.isUppercase || "(©/".contains(first)
      else { continue }
      tree.insert(tree.makeText(" "), before: part)
    }
  }

  // MARK: Line numbers

  /// Whether preformatted text consists only of the line numbers of code that is next to it.
  private static func isGutter(_ pre: PageTree.Index, _ tree: PageTree) -> Bool {
    guard isCount(pre, tree) else { return false }
    var box = pre
    for _ in 0..<4 where tree[box].parent != PageTree.none { box = tree[box].parent }
    var node = tree.skipping(pre, within: box)
    while node != PageTree.none {
      if tree.tag(node) == .text, !tree[node].flags.contains(.blank) {
        return tree.ancestor(of: node, in: [.pre, .code]) != nil
      }
      node = tree.following(node, within: box)
    }
    return false
  }

  /// Whether an element contains only consecutive whole numbers.
  private static func isCount(_ node: PageTree.Index, _ tree: PageTree) -> Bool {
    guard tree.textLength(node) < 100_000 else { return false }
    let words = tree.innerText(node).split(separator: " ")
    guard words.count >= 2, let first = Int(words[0]), first <= 1_000_000 else { return false }
    return words.enumerated().allSatisfy { Int($0.element) == first + $0.offset }
  }

  /// Converts a table with line numbers in the first column and code in the second to code.
  private static func writeCode(_ table: PageTree.Index, _ tree: inout PageTree) {
    let rows = tree.elements([.tr], in: table)
    var numbers: [PageTree.Index] = []
    for row in rows {
      let cells = tree.children(of: row).filter { [.td, .th].contains(tree.tag($0)) }
      guard cells.count == 2, tree[cells[0]].marks.contains(.lineNumbers),
        CodeText.isLineNumber(cells[0], tree),
        rows.count > 1 || tree.firstElement([.pre, .code], in: cells[1]) != nil
      else { return }
      numbers.append(cells[0])
    }
    guard !numbers.isEmpty else { return }
    for cell in numbers { tree.detach(cell) }
    tree[table].tag = tree.ancestor(of: table, in: [.pre]) == nil ? .pre : .span
    guard rows.count == 1 else { return }
    for part in tree.elements([.tbody, .tr, .td, .pre], in: table) { tree[part].tag = .span }
  }
}
