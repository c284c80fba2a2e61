/// Counts in a Markdown text of what takes cmark-gfm 0.29 quadratic time or memory.
struct MarkdownCosts {
  private var size = 0
  private var maxBars = 0, maxAtSigns = 0, maxParentheses = 0
  private var lineCount = 0
  /// The maximum number of marks of quotes and lists at the beginning of a line.
  private var maxDepth = 0
  /// The number of cells if every paragraph were a table as wide as its widest line.
  private var cells = 0
  private var brackets = 0, footnotes = 0
  /// The size of the longest link definition, in bytes.
  private var maxDefinition = 0
  /// The maximum number of tags of one kind that a paragraph leaves open.
  private var maxOpen = 0

  /// Tags that are no elements, and their ends.
  private static let tags = [("<?", "?>"), ("<![CDATA[", "]]>"), ("<!", ">")].map {
    (start: Array($0.utf8), end: Array($1.utf8))
  }

  init(_ lines: ArraySlice<Substring>) {
    var (height, width, definition) = (0, 0, 0)
    var open = [0, 0, 0]
    for line in lines {
      let bytes = Array(line.utf8)
      size += bytes.count + 1
      lineCount += 1
      guard bytes.contains(where: { $0 > 32 }) else {
        (height, width, definition, open) = (0, 0, 0, [0, 0, 0])
        continue
      }
      let bars = bytes.count { $0 == UInt8(ascii: "|") }
      maxBars = max(maxBars, bars)
      maxAtSigns = max(maxAtSigns, bytes.count { $0 == UInt8(ascii: "@") })
      maxParentheses = max(maxParentheses, bytes.count { $0 == UInt8(ascii: ")") })
      let marks = bytes.prefix { Self.marks.contains($0) }
      maxDepth = max(maxDepth, marks.count { $0 > 32 })
      cells -= height * width
      (height, width) = (height + 1, max(width, bars))
      cells += height * width

      brackets += bytes.count { $0 == UInt8(ascii: "[") }
      footnotes += bytes.places(of: Array("[^".utf8)).count
      let isDefinition =
        bytes.first { !Self.marks.contains($0) } == UInt8(ascii: "[")
        && !bytes.places(of: Array("]:".utf8)).isEmpty
      definition = isDefinition ? bytes.count : definition == 0 ? 0 : definition + bytes.count
      maxDefinition = max(maxDefinition, definition)

      for (kind, tag) in Self.tags.enumerated() {
        let starts = bytes.places(of: tag.start)
        let end = bytes.places(of: tag.end).last
        open[kind] = end.map { end in starts.count { $0 > end } } ?? open[kind] + starts.count
        maxOpen = max(maxOpen, open[kind])
      }
    }
  }

  /// Indentation and the marks of quotes and lists, which may precede a link definition.
  private static let marks = Set(" \t>-+*.)0123456789".utf8)

  /// Whether the text can be rendered at all.
  var areBearable: Bool {
    // Nesting can take over a hundred times as much memory.
    size <= 4 << 20 && maxOpen <= 500 && maxDefinition * brackets <= 256 << 20
      && maxDepth <= 1_000 && maxDepth * lineCount <= 50_000_000
  }

  var allowTables: Bool { maxBars <= 500 && cells <= 1 << 19 }
  /// Whether addresses may be looked for.
  var allowAddresses: Bool { maxAtSigns <= 500 && maxParentheses <= 5_000 }
  var allowFootnotes: Bool { footnotes <= 5_000 }
}

extension [UInt8] {
  /// The offset of each occurrence of a text.
  fileprivate func places(of text: [UInt8]) -> [Int] {
    guard let first = text.first else { return [] }
    return indices.filter { self[$0] == first && self[$0...].starts(with: text) }
  }
}
