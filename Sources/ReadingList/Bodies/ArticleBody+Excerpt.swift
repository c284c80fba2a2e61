extension ArticleBody {
  /// The part of the text between two positions, with its structure: lists stay lists, links stay links.
  ///
  /// What is cut through keeps the part inside; an item that begins outside keeps its number.
  package func excerpt(of range: Range<ReadingPosition>) -> ArticleBody {
    var cutter = ExcerptCutter(range: range)
    return ArticleBody(blocks: cutter.cut(blocks))
  }
}

/// The walk over a body that counts its leaves as `ArticleBody.textBlocks` does, and keeps what is inside.
private struct ExcerptCutter {
  let range: Range<ReadingPosition>
  /// Index of the next leaf.
  var leaf = 0

  mutating func cut(_ blocks: [ArticleBody.Block]) -> [ArticleBody.Block] {
    blocks.compactMap { cut($0) }
  }

  private mutating func cut(_ block: ArticleBody.Block) -> ArticleBody.Block? {
    switch block {
    case .heading(let level, let inlines, let anchor):
      let kept = cut(leafOf: inlines)
      return kept.isEmpty ? nil : .heading(level: level, kept, anchor: anchor)
    case .paragraph(let inlines):
      let kept = cut(leafOf: inlines)
      return kept.isEmpty ? nil : .paragraph(kept)
    case .code(let code, let language):
      let kept = code.characters(in: nextLeaf(length: code.count))
      return kept.isEmpty ? nil : .code(kept, language: language)
    case .list(let list): return cut(list).map { .list($0) }
    case .definitions(let groups):
      let kept = groups.compactMap { group -> ArticleBody.Definition? in
        let terms = group.terms.map { cut(leafOf: $0) }.filter { !$0.isEmpty }
        let details = group.details.map { cut($0) }.filter { !$0.isEmpty }
        return terms.isEmpty && details.isEmpty
          ? nil : ArticleBody.Definition(terms: terms, details: details)
      }
      return kept.isEmpty ? nil : .definitions(kept)
    case .quote(let inside):
      let kept = cut(inside)
      return kept.isEmpty ? nil : .quote(kept)
    case .table(let table): return cut(table).map { .table($0) }
    case .figure(let figure):
      let images = figure.images.filter { nextLeafIsInside(length: $0.alternative.count) }
      let caption = figure.caption.isEmpty ? [] : cut(leafOf: figure.caption)
      return images.isEmpty && caption.isEmpty
        ? nil : .figure(ArticleBody.Figure(images: images, caption: caption))
    case .rule:
      return range.lowerBound.block < leaf && leaf <= range.upperBound.block ? .rule : nil
    case .details(let summary, let inside):
      let words = cut(leafOf: summary)
      let kept = cut(inside)
      if words.isEmpty, kept.isEmpty { return nil }
      return .details(summary: words, kept)
    case .footnotes(let notes):
      let kept = notes.compactMap { note -> ArticleBody.Footnote? in
        let blocks = cut(note.blocks)
        return blocks.isEmpty
          ? nil : ArticleBody.Footnote(label: note.label, anchor: note.anchor, blocks: blocks)
      }
      return kept.isEmpty ? nil : .footnotes(kept)
    }
  }

  private mutating func cut(_ list: ArticleBody.List) -> ArticleBody.List? {
    let numbers = list.itemNumbers
    var first: Int?
    var items: [[ArticleBody.Block]] = []
    for (index, item) in list.items.enumerated() {
      let kept = cut(item)
      guard !kept.isEmpty else { continue }
      first = first ?? index
      items.append(kept)
    }
    guard let first else { return nil }
    return ArticleBody.List(
      start: numbers.indices.contains(first) ? numbers[first] : list.start,
      items: items,
      numerals: list.numerals,
      isReversed: list.isReversed
    )
  }

  private mutating func cut(_ table: ArticleBody.Table) -> ArticleBody.Table? {
    let caption = table.caption.isEmpty ? [] : cut(leafOf: table.caption)
    let header = table.header.isEmpty ? [] : cut(row: table.header) ?? []
    let rows = table.rows.compactMap { cut(row: $0) }
    guard !rows.isEmpty || !header.isEmpty else {
      return caption.isEmpty ? nil : ArticleBody.Table(rows: [[caption]])
    }
    return ArticleBody.Table(caption: caption, header: header, rows: rows)
  }

  /// The cells of a row, empty where they are outside; nil where all are.
  private mutating func cut(row: [[ArticleBody.Inline]]) -> [[ArticleBody.Inline]]? {
    let length = row.reduce(max(0, row.count - 1)) { $0 + $1.text.count }
    let inside = nextLeaf(length: length)
    guard !inside.isEmpty else { return nil }
    var offset = 0
    return row.map { cell in
      let start = offset
      // A tab stands between two cells.
      offset += cell.text.count + 1
      return cell.characters(in: (inside.lowerBound - start)..<(inside.upperBound - start))
    }
  }

  private mutating func cut(leafOf inlines: [ArticleBody.Inline]) -> [ArticleBody.Inline] {
    inlines.characters(in: nextLeaf(length: inlines.text.count))
  }

  /// Counts a leaf.
  ///
  /// - Returns: which of its characters are inside.
  private mutating func nextLeaf(length: Int) -> Range<Int> {
    defer { leaf += 1 }
    let (start, end) = (range.lowerBound, range.upperBound)
    let lower = start.block < leaf ? 0 : start.block == leaf ? min(start.offset, length) : length
    let upper = end.block > leaf ? length : end.block == leaf ? min(end.offset, length) : 0
    return lower..<max(lower, upper)
  }

  /// Counts a leaf, of which all is taken or nothing.
  private mutating func nextLeafIsInside(length: Int) -> Bool {
    let place = ReadingPosition(block: leaf, offset: 0)
    return !nextLeaf(length: length).isEmpty || length == 0 && range.contains(place)
  }
}

extension String {
  /// The characters of some places, as far as there are any.
  fileprivate func characters(in range: Range<Int>) -> String {
    guard range.upperBound > 0, !range.isEmpty else { return "" }
    return String(prefix(range.upperBound).dropFirst(max(0, range.lowerBound)))
  }
}

extension [ArticleBody.Inline] {
  /// The runs that say the characters of some places, cut where they begin and end.
  fileprivate func characters(in range: Range<Int>) -> [ArticleBody.Inline] {
    var kept: [ArticleBody.Inline] = []
    var offset = 0
    for inline in self {
      let inside = (range.lowerBound - offset)..<(range.upperBound - offset)
      let length = [inline].text.count
      offset += length
      guard inside.lowerBound < length, inside.upperBound > 0, !inside.isEmpty else { continue }
      kept.append(inline.cut(to: inside))
    }
    return kept
  }
}

extension ArticleBody.Inline {
  /// The run with only some of its characters; what is one thing stays whole.
  fileprivate func cut(to range: Range<Int>) -> Self {
    switch self {
    case .text(let text): .text(text.characters(in: range))
    case .code(let text): .code(text.characters(in: range))
    case .emphasis(let runs): .emphasis(runs.characters(in: range))
    case .strong(let runs): .strong(runs.characters(in: range))
    case .link(let runs, let url): .link(runs.characters(in: range), url: url)
    case .strike(let runs): .strike(runs.characters(in: range))
    case .sub(let runs): .sub(runs.characters(in: range))
    case .sup(let runs): .sup(runs.characters(in: range))
    case .mark(let runs): .mark(runs.characters(in: range))
    case .inserted(let runs): .inserted(runs.characters(in: range))
    case .footnoteReference, .image, .lineBreak: self
    }
  }
}
