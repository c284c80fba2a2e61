extension ArticleBody {
  /// The part of the text between two positions, with its structure: lists stay lists, links stay links.
  ///
  /// Blocks at the edges keep the part inside; an item that begins outside keeps its number. Links to places that are
  /// not in the part become text.
  package func excerpt(of range: Range<ReadingPosition>) -> ArticleBody {
    var cutter = ExcerptCutter(range: range)
    let part = ArticleBody(blocks: cutter.cut(blocks))
    let anchors = part.anchors
    return part.mapping { $0.flatMap { $0.unlinked(but: anchors) } }
  }

  /// The names of the places in it.
  package var anchors: Set<String> {
    var anchors: Set<String> = []
    visit { part in
      switch part {
      case .block(.heading(_, _, let anchor?)): anchors.insert(anchor)
      case .footnote(let note): anchors.insert(note.anchor)
      default: break
      }
    }
    return anchors
  }
}

extension ArticleBody.Inline {
  /// The run without what leads to places other than some.
  fileprivate func unlinked(but anchors: Set<String>) -> [Self] {
    if case .footnoteReference(_, let anchor) = self, !anchors.contains(anchor) {
      return [.text([self].text)]
    }
    guard case .runs(let runs) = content else { return [self] }
    let inside = runs.flatMap { $0.unlinked(but: anchors) }
    if case .link(_, let url) = self, let anchor = ArticleBody.anchor(of: url),
      !anchors.contains(anchor)
    {
      return inside
    }
    return [containing(inside)]
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
    case .rule: return range.lowerBound.block < leaf && leaf <= range.upperBound.block ? .rule : nil
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
    var ownNumbers: [Int: Int] = [:]
    for (index, item) in list.items.enumerated() {
      let kept = cut(item)
      guard !kept.isEmpty else { continue }
      first = first ?? index
      if let number = list.numbers[index] { ownNumbers[items.count] = number }
      items.append(kept)
    }
    guard let first else { return nil }
    return ArticleBody.List(
      start: numbers.indices.contains(first) ? numbers[first] : list.start, items: items,
      numerals: list.numerals, isReversed: list.isReversed, numbers: ownNumbers)
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
    // A tab stands between two cells.
    let text = row.map(\.text).joined(separator: "\t")
    let inside = nextLeaf(length: text.count)
    guard !inside.isEmpty else { return nil }
    var cutter = RunCutter(bytes: text.bytes(of: inside))
    return row.map { cell in
      defer { cutter.offset += 1 }
      return cutter.cut(cell)
    }
  }

  private mutating func cut(leafOf inlines: [ArticleBody.Inline]) -> [ArticleBody.Inline] {
    let text = inlines.text
    let inside = nextLeaf(length: text.count)
    guard !inside.isEmpty else { return [] }
    var cutter = RunCutter(bytes: text.bytes(of: inside))
    return cutter.cut(inlines)
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

  /// Counts a leaf, which is taken whole or not at all.
  private mutating func nextLeafIsInside(length: Int) -> Bool {
    let place = ReadingPosition(block: leaf, offset: 0)
    return !nextLeaf(length: length).isEmpty || length == 0 && range.contains(place)
  }
}

/// Takes runs out of a leaf by bytes of its text, since a cluster may begin in one run and end in the next.
private struct RunCutter {
  /// The bytes inside the range.
  let bytes: Range<Int>
  /// Of the next run.
  var offset = 0

  mutating func cut(_ runs: [ArticleBody.Inline]) -> [ArticleBody.Inline] {
    runs.compactMap { cut($0) }
  }

  private mutating func cut(_ run: ArticleBody.Inline) -> ArticleBody.Inline? {
    let start = offset
    switch run.content {
    case .runs(let inside):
      let kept = cut(inside)
      return kept.isEmpty ? nil : run.containing(kept)
    case .text(let text), .picture(let text):
      offset += text.utf8.count
      guard start < offset else { return bytes.contains(start) ? run : nil }
      let inside = bytes.clamped(to: start..<offset)
      return inside.isEmpty ? nil : run.part(inside.lowerBound - start..<inside.upperBound - start)
    }
  }
}

extension ArticleBody.Inline {
  /// The run with only some bytes of its text; what is one thing stays whole.
  fileprivate func part(_ bytes: Range<Int>) -> Self {
    switch self {
    case .text(let text): .text(text.part(bytes))
    case .code(let text): .code(text.part(bytes))
    default: self
    }
  }
}

extension String {
  /// Returns the characters in a range, clamped to the text.
  fileprivate func characters(in range: Range<Int>) -> String {
    String(prefix(range.upperBound).dropFirst(range.lowerBound))
  }

  /// Returns the bytes of a valid range of characters.
  fileprivate func bytes(of range: Range<Int>) -> Range<Int> {
    let start = index(startIndex, offsetBy: range.lowerBound)
    let end = index(start, offsetBy: range.count)
    let before = utf8.distance(from: startIndex, to: start)
    return before..<(before + utf8.distance(from: start, to: end))
  }

  fileprivate func part(_ bytes: Range<Int>) -> String {
    String(decoding: utf8.dropFirst(bytes.lowerBound).prefix(bytes.count), as: UTF8.self)
  }
}
