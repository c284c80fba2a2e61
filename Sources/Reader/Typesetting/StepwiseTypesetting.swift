package import ReadingList

/// Typesets an article for a width.
///
/// - Parameters:
///   - body: the text.
///   - header: what stands over it; nil for the text alone.
///   - width: columns of a line, at least 1; no line is wider, but code may be where the options say so.
///   - options: ASCII only, or not.
/// - Returns: the lines, with links and headings.
package func typeset(
  _ body: ArticleBody, header: ArticleHeader?, width: Int, options: TypesetOptions
) -> TypesetText {
  var typesetting = StepwiseTypesetting(body, header: header, width: width, options: options)
  typesetting.set(lines: .max)
  return typesetting.text
}

/// An article that is typeset block by block, so that long ones do not block the interface.
package struct StepwiseTypesetting: Sendable {
  /// How many lines are set in a time that nobody notices.
  package static let step = 1000

  private let body: ArticleBody
  private let header: ArticleHeader?
  private let width: Int
  private let options: TypesetOptions
  private var typesetter: Typesetter
  /// How many blocks of the body are set.
  private var count = 0

  /// Begins; nothing but the header is set yet.
  package init(_ body: ArticleBody, header: ArticleHeader?, width: Int, options: TypesetOptions) {
    self.body = body
    self.header = header
    self.width = max(1, width)
    self.options = options
    typesetter = Typesetter(body, width: self.width, options: options)
    if let header { typesetter.set(header) }
  }

  /// Whether the whole text is set.
  package var isWhole: Bool { count == body.blocks.count }

  /// The text set so far: the first lines of the whole, with their links and headings.
  package var text: TypesetText { typesetter.text }

  /// Sets more blocks until there are `lines` more lines or the text ends.
  package mutating func set(lines: Int) {
    let before = typesetter.text.lines.count
    while !isWhole, typesetter.text.lines.count - before < lines {
      typesetter.set(body.blocks[count])
      count += 1
    }
  }

  /// Returns the lines around a position, for a window that begins there.
  ///
  /// The line of the position is the first only where that is the first of the whole. Lines before the first text
  /// of the body may say another place than in the whole; links, headings and anchors are its own.
  ///
  /// - Parameters:
  ///   - position: where the window begins.
  ///   - rows: lines that the window holds. There are more after the one of the position, and where the text
  ///     ends before, more before the end.
  ///   - above: how many lines are there before the one of the position, at least, where the text has them.
  /// - Returns: some lines of the whole that follow each other.
  package func excerpt(around position: ReadingPosition, rows: Int, above: Int = 1) -> TypesetText {
    let leaves = body.firstLeaves
    let middle = max(0, leaves.dropLast().lastIndex { $0 <= position.block } ?? 0)
    var before = 1
    while true {
      let first = max(0, middle - before)
      var part = Typesetter(like: typesetter, block: leaves[first])
      if first == 0, let header { part.set(header) }
      var next = first
      var line = 0
      // The line between two blocks comes with the second one.
      while next < body.blocks.count,
        next <= middle || part.text.lines.count - line <= rows
          || part.text.lines.last.map({ $0.start <= position }) ?? true
      {
        part.set(body.blocks[next])
        if next >= middle { line = part.text.line(at: position) }
        next += 1
      }
      if first == 0 || line >= max(1, above) && part.text.lines.count > rows { return part.text }
      before *= 2
    }
  }
}

extension ArticleBody.Block {
  /// The level of a heading; nil of all else.
  var headingLevel: Int? { if case .heading(let level, _, _) = self { level } else { nil } }
}
