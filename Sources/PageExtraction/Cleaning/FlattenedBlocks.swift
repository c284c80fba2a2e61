import ReadingList

/// Converts blocks to inline runs, and lines of pictures to figures.
enum FlattenedBlocks {
  typealias Block = ArticleBody.Block
  typealias Inline = ArticleBody.Inline

  /// Converts a paragraph that contains only pictures to a figure.
  static func figure(of inlines: [Inline]) -> Block? {
    var images: [ArticleBody.Image] = []
    func gather(_ inlines: [Inline]) -> Bool {
      for inline in inlines {
        switch inline {
        case .image(let image): images.append(image)
        case .link(let inner, _), .emphasis(let inner), .strong(let inner):
          if !gather(inner) { return false }
        case .lineBreak: continue
        case .text(let text): if text != " " { return false }
        default: return false
        }
      }
      return true
    }
    if gather(inlines) { return images.isEmpty ? nil : .figure(images, caption: []) }
    // Italic text after a picture is its caption.
    guard case .emphasis(let caption)? = inlines.last, caption.plainText.utf8.count <= 300 else {
      return nil
    }
    images = []
    guard gather(Array(inlines.dropLast())), !images.isEmpty else { return nil }
    let text = Self.inlines([.paragraph(InlineLine.trimmed(caption))])
    return .figure(images, caption: text)
  }

  private static func endsWithSpace(_ inline: Inline) -> Bool {
    switch inline.content {
    case .text(let text): text.hasSuffix(" ") || text == "\n"
    case .runs(let inner): inner.last.map(endsWithSpace) ?? false
    case .picture: false
    }
  }

  /// Converts blocks to the inline runs of a cell, one line per block.
  static func inlines(_ blocks: [Block]) -> [Inline] {
    var out: [Inline] = []
    func add(_ inlines: [Inline]) {
      var lines = [inlines]
      // Pictures are read again as figures.
      if case .figure(let images, let caption)? = figure(of: inlines) {
        lines = images.map { [.image($0)] } + [caption]
      }
      for line in lines where !line.isEmpty {
        if !out.isEmpty { out.append(.lineBreak) }
        out += line
      }
    }
    for block in blocks {
      switch block {
      case .heading(_, let inlines, _): add([.strong(inlines)])
      case .paragraph(let inlines): add(inlines)
      case .list(let list):
        let numbers = list.itemNumbers
        for (place, item) in list.items.enumerated() {
          let inner = inlines(item)
          if inner.isEmpty { continue }
          add([.text(numbers.isEmpty ? "• " : list.written(numbers[place]) + ". ")] + inner)
        }
      case .definitions(let groups):
        for group in groups {
          for term in group.terms { add(term) }
          for detail in group.details { add(inlines(detail)) }
        }
      case .quote(let inner): add(inlines(inner))
      case .code(let text, _):
        for row in text.split(separator: "\n") {
          let row = PageText.line(String(row))
          if !row.isEmpty { add([.code(row)]) }
        }
      case .table(let table):
        for row in [table.header] + table.rows {
          var joined: [Inline] = []
          for cell in row where !cell.isEmpty {
            if let last = joined.last(where: \.showsSomething), !endsWithSpace(last) {
              joined.append(.text(" "))
            }
            joined += cell
          }
          add(joined)
        }
      case .figure(let images, let caption):
        for image in images { add([.image(image)]) }
        add(caption)
      case .rule: continue
      case .details(let summary, let inner):
        add(summary)
        add(inlines(inner))
      case .footnotes(let notes): for note in notes { add(inlines(note.blocks)) }
      }
    }
    return out
  }
}

extension ArticleBody.Inline {
  /// Whether it is anything but a picture without alternative text.
  fileprivate var showsSomething: Bool {
    if case .image(let image) = self { !image.alternative.isEmpty } else { true }
  }
}
