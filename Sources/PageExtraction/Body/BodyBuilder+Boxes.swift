import ReadingList

// Code, tables, figures and collapsible parts.
extension BodyBuilder {
  mutating func emitCode(_ node: PageTree.Index) {
    let code = CodeText.text(of: node, in: tree)
    flush()
    if code.isEmpty {
      emitChildren(of: node)
      flush()
      return
    }
    append(.code(code, language: CodeText.language(of: node, in: tree)))
  }

  mutating func emitTable(_ node: PageTree.Index) {
    flush()
    let isData = source == .fragment || tree[node].flags.contains(.dataTable)
    if !isData {
      emitChildren(of: node)
      flush()
      return
    }
    let parts = TableParts(node, tree)
    var table = ArticleBody.Table(rows: [])
    if let caption = parts.caption { table.caption = inlines(of: caption) }
    var inner: [Block] = []
    for row in parts.rows {
      var cells: [[Inline]] = []
      for cell in row.cells {
        guard cell != PageTree.none else {
          cells.append([])
          continue
        }
        let blocks = blocks(of: cell)
        inner += blocks
        cells.append(FlattenedBlocks.inlines(blocks))
      }
      if cells.allSatisfy(\.isEmpty) { continue }
      if row.isHeader, table.header.isEmpty, table.rows.isEmpty {
        table.header = cells
      } else {
        table.rows.append(cells)
      }
    }
    let columns = ([table.header] + table.rows).map(\.count).max() ?? 0
    if source == .page, columns <= 1 || Self.isLaidOut(inner) {
      if !table.caption.isEmpty { append(.paragraph(table.caption)) }
      for block in inner { append(block) }
      return
    }
    if parts.isTooWide || table.rows.isEmpty && table.header.isEmpty {
      if !table.caption.isEmpty { append(.paragraph(table.caption)) }
      for row in [table.header] + table.rows where !row.isEmpty {
        let inlines = FlattenedBlocks.inlines([.table(.init(rows: [row]))])
        append(FlattenedBlocks.figure(of: inlines) ?? .paragraph(inlines))
      }
      return
    }
    append(.table(table))
  }

  /// Whether the cells contain blocks that cells of data never contain.
  private static func isLaidOut(_ blocks: [Block]) -> Bool {
    blocks.contains {
      if case .heading = $0 { return true }
      if case .code(let text, _) = $0 { return text.utf8.count > 300 }
      return false
    }
  }

  mutating func emitFigure(_ node: PageTree.Index) {
    var captions: [PageTree.Index] = []
    for caption in tree.elements([.figcaption], in: node)
    where tree.ancestor(of: caption, in: [.figure]) == node { captions.append(caption) }
    let inner = blocks(levels: 0) { $0.emitFigureContent(of: node, except: captions) }
    var caption: [Inline] = []
    for part in captions {
      let more = inlines(of: part)
      if more.isEmpty { continue }
      if !caption.isEmpty { caption.append(.lineBreak) }
      caption += more
    }
    var images: [ArticleBody.Image] = []
    var others: [Block] = []
    for block in inner {
      // In a group, each picture has its own caption.
      if case .figure(let more, caption: []) = block {
        images += more
      } else {
        others.append(block)
      }
    }
    let isGroup = !others.isEmpty && others.allSatisfy(\.isFigure)
    if isGroup { for block in others { append(block) } }
    // A caption with nothing else stands for a picture that the page does not contain.
    let isQuotation = others.contains { if case .quote = $0 { true } else { false } }
    if isQuotation, !images.isEmpty { append(.figure(images, caption: [])) }
    let isPicture =
      !isQuotation && (!images.isEmpty || (others.isEmpty || isGroup) && !caption.isEmpty)
    if isPicture { append(.figure(images, caption: caption)) }
    if isGroup { return }
    for block in others { append(block) }
    if !isPicture, !caption.isEmpty { append(.paragraph(caption)) }
  }

  /// Whether an element is named a caption, and contains text and no picture.
  func isLooseCaption(_ node: PageTree.Index) -> Bool {
    guard [.p, .div, .figcaption, .section].contains(tree.tag(node)),
      tree[node].marks.contains(.caption) || tree.tag(node) == .figcaption
        || isCaption(tree[node].first) && tree[node].first == tree[node].last
    else { return false }
    return (1...400).contains(tree.textLength(node))
      && tree.firstElement([.img, .picture, .table, .ul, .ol, .pre], in: node) == nil
  }

  private func isCaption(_ node: PageTree.Index) -> Bool {
    node != PageTree.none && tree.tag(node) != .text && tree[node].marks.contains(.caption)
  }

  /// Attaches a caption to the picture before it; without one, only its element makes it a caption.
  mutating func emitCaption(_ node: PageTree.Index) {
    let caption = inlines(of: node)
    guard !caption.isEmpty else { return }
    guard case .figure(let images, let before)? = out.last, before.count < Self.maxCaption else {
      let isFigure = tree.tag(node) == .figcaption
      append(isFigure ? .figure([], caption: caption) : .paragraph(caption))
      return
    }
    if before.isEmpty {
      out[out.count - 1] = .figure(images, caption: caption)
    } else if !before.plainText.contains(caption.plainText) {
      out[out.count - 1] = .figure(images, caption: before + [.lineBreak] + caption)
    }
  }

  /// The maximum number of runs of a caption that another one is added to.
  private static let maxCaption = 40

  mutating func emitFigureContent(of node: PageTree.Index, except captions: [PageTree.Index]) {
    for child in tree.children(of: node) where !captions.contains(child) {
      if captions.contains(where: { tree.isInside($0, child) }) {
        emitFigureContent(of: child, except: captions)
      } else {
        emit(child)
      }
    }
  }

  mutating func emitDetails(_ node: PageTree.Index) {
    var summary: [Inline] = []
    let inner = blocks { builder in
      for child in builder.tree.children(of: node) {
        if builder.tree.tag(child) == .summary, summary.isEmpty {
          builder.flush()
          summary = builder.inlines(of: child)
        } else {
          builder.emit(child)
        }
      }
    }
    if !summary.isEmpty || !inner.isEmpty { append(.details(summary: summary, inner)) }
  }
}
