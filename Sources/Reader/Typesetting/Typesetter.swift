package import ReadingList
import Terminal

/// Typesets an article for a width, which only code may exceed.
package func typeset(
  _ body: ArticleBody, header: ArticleHeader?, width: Int, options: TypesetOptions
) -> TypesetText {
  var typesetter = Typesetter(body, width: max(1, width), options: options)
  if let header { typesetter.set(header) }
  typesetter.set(body.blocks)
  var text = typesetter.text
  text.sortPieces()
  return text
}

/// Walks over a body and makes its lines.
///
/// `block` counts the leaves of text in the order of `ArticleBody.textBlocks`.
struct Typesetter {
  private(set) var text = TypesetText()
  let width: Int
  let options: TypesetOptions
  private(set) var block = 0
  /// Before each line: quote bars, indents.
  private var margin: [TypesetLine.Run] = []
  /// Replaces the margin's end on the next line: a bullet.
  private var opener: [TypesetLine.Run]?
  /// Whether a blank line is due before the next text.
  var isSpaceDue = false
  var listDepth = 0
  private let topLevel: Int
  /// Whether a picture without words gets a line, as there is nothing else to see.
  let marksAllPictures: Bool
  /// Whether the last line has its margin on the right.
  private var isMirrored = false
  /// Where lines between blocks stand: after all text so far.
  private var end = ReadingPosition(block: -1, offset: 0)

  /// Keeps deeply nested text readable.
  private var maxMarginDepth: Int { width / 2 }

  init(_ body: ArticleBody, width: Int, options: TypesetOptions) {
    self.width = width
    self.options = options
    topLevel =
      body.blocks.compactMap { block in
        if case .heading(let level, _, _) = block { level } else { nil }
      }.min() ?? 1
    marksAllPictures = body.blocks.allSatisfy {
      if case .figure(_, caption: []) = $0 { true } else { false }
    }
  }

  // MARK: Blocks

  mutating func set(_ header: ArticleHeader) {
    let title = StyledText(header.title, Style(.accent, [.bold]))
    // Metadata is aligned with the start of the title.
    let isRightToLeft = title.isRightToLeft
    func emit(_ line: String) {
      self.emit(StyledText(line, Style(.secondary)), isHeader: true, standsRight: isRightToLeft)
    }
    self.emit(title, isHeader: true)
    // Lines break between metadata, not within, if possible.
    var line = ""
    for detail in header.metadata {
      let longer = line.isEmpty ? detail : line + (options.ascii ? " - " : " · ") + detail
      if !line.isEmpty, longer.displayWidth > available {
        emit(line)
        line = detail
      } else {
        line = longer
      }
    }
    if !line.isEmpty { emit(line) }
    for note in header.notes { emit(note) }
    isSpaceDue = true
  }

  mutating func set(_ blocks: [ArticleBody.Block]) { for block in blocks { set(block) } }

  mutating func set(_ block: ArticleBody.Block) {
    setContent(of: block)
    isSpaceDue = true
  }

  mutating func setContent(of block: ArticleBody.Block) {
    switch block {
    case .heading(let level, let inlines, let anchor): setHeading(level, inlines, anchor: anchor)
    case .paragraph(let inlines): emit(styled(inlines, Style()))
    case .list(let list): set(list)
    case .definitions(let groups): for group in groups { set(group) }
    case .quote(let inside):
      let bar = TypesetLine.Run(options.ascii ? "| " : "│ ", Style(.quote))
      indented(by: [bar], opener: nil) { $0.set(inside) }
    case .code(let code, _): setCode(code)
    case .table(let table): set(table)
    case .figure(let images, let caption): set(images, caption: caption)
    case .rule: setRule()
    case .details(let summary, let inside):
      let sign = TypesetLine.Run(options.ascii ? "> " : "▸ ", Style(.secondary))
      indented(by: [TypesetLine.Run("  ", Style())], opener: [sign]) {
        $0.emit($0.styled(summary, Style(.text, [.bold])))
        $0.isSpaceDue = true
        $0.set(inside)
      }
    case .footnotes(let notes):
      // Many pages have a rule of their own there.
      if text.lines.last?.isRule != true { setRule() }
      for note in notes {
        var label = TypesetLine.Run("[\(note.label)] ", Style(.link))
        let reference = Self.reference(to: note.anchor)
        if text.anchors[reference] != nil {
          label.link = text.links.count
          text.links.append("#" + reference)
        }
        isSpaceDue = false
        mark(note.anchor)
        indented(
          by: [TypesetLine.Run(String(repeating: " ", count: label.text.displayWidth), Style())],
          opener: [label]
        ) { $0.set(note.blocks) }
      }
    }
  }

  mutating func styled(_ inlines: [ArticleBody.Inline], _ style: Style) -> StyledText {
    StyledText(inlines, style: style, at: origin, links: &text.links, options: options)
  }

  /// The start of the next leaf's text.
  var origin: ReadingPosition { ReadingPosition(block: block, offset: 0) }

  /// The name of the place where the text first refers to a note.
  private static func reference(to anchor: String) -> String { "^" + anchor }

  /// Names the next line as a target of links; the first of a name wins.
  private mutating func mark(_ anchor: String) {
    if text.anchors[anchor] == nil { text.anchors[anchor] = text.lines.count }
  }

  private mutating func setHeading(_ level: Int, _ inlines: [ArticleBody.Inline], anchor: String?) {
    let title = styled(inlines, options.marksHeadings ? Style(.heading, [.bold]) : style(of: level))
    space()
    if let anchor { mark(anchor) }
    text.headings.append(
      TypesetText.Heading(line: text.lines.count, level: level, title: inlines.text))
    guard options.marksHeadings else { return emit(title) }
    let marks = String(repeating: "#", count: min(max(1, level), 6)) + " "
    indented(
      by: [TypesetLine.Run(String(repeating: " ", count: marks.count), Style())],
      opener: [TypesetLine.Run(marks, Style(.secondary))]
    ) {
      $0.emit(title)
      $0.flushOpener()
    }
  }

  private func style(of level: Int) -> Style {
    switch level - topLevel {
    case ...0: Style(.heading, [.bold])
    case 1: Style(.heading, [.bold, .underline])
    case 2: Style(.heading, [.bold])
    default: Style(.accent, [.italic])
    }
  }

  // MARK: Lines

  var available: Int { max(1, width - marginColumns) }

  var marginColumns: Int { margin.reduce(0) { $0 + $1.text.displayWidth } }

  mutating func addPicture(_ image: ArticleBody.Image, indent: Int = 0, columns: Int, rows: Int) {
    text.pictures.append(
      PlacedPicture(
        url: image.url, alternative: image.alternative, line: text.lines.count,
        column: marginColumns + indent, columns: columns, rows: rows))
  }

  /// Sets what the closure sets with more margin; the opener precedes its first line.
  mutating func indented(
    by more: [TypesetLine.Run], opener: [TypesetLine.Run]?, _ set: (inout Typesetter) -> Void
  ) {
    let before = margin
    let columns = (margin + more).reduce(0) { $0 + $1.text.displayWidth }
    if columns <= maxMarginDepth {
      space()
      if let opener { self.opener = (self.opener ?? margin) + opener }
      margin += more
    }
    set(&self)
    margin = before
  }

  /// A bullet whose item has no text still shows.
  mutating func flushOpener() { if opener != nil { appendBetween([]) } }

  mutating func space() {
    guard isSpaceDue else { return }
    isSpaceDue = false
    guard let last = text.lines.last, opener == nil else { return }
    if last.runs.allSatisfy({ $0.text.allSatisfy(\.isWhitespace) && $0.style.surface == .base }) {
      return
    }
    appendBetween([])
  }

  /// Sets a leaf of the body or a text of the header; `standsRight` aligns it right whatever its
  /// letters.
  mutating func emit(_ styled: StyledText, isHeader: Bool = false, standsRight: Bool = false) {
    space()
    let room = available
    let isRightToLeft = styled.isRightToLeft
    let breaker = LineBreaker(styled, isOrdered: options.ordersText)
    isMirrored = isRightToLeft && options.ordersText
    for line in breaker.lines(width: room) {
      let indent = isRightToLeft || standsRight ? room - line.width : 0
      append(line.runs, start: isHeader ? .start : start(of: line, breaker), indent: indent)
    }
    isMirrored = false
    if !isHeader { finishLeaf(length: breaker.length) }
  }

  /// The position of the first character of this leaf that a line sets.
  func start(of line: BrokenLine, _ breaker: LineBreaker) -> ReadingPosition {
    ReadingPosition(block: block, offset: breaker.offset(of: line.unit, in: block) ?? 0)
  }

  mutating func finishLeaf(length: Int) {
    end = ReadingPosition(block: block, offset: length)
    block += 1
  }

  /// Adds an indented line with its margin before it, or after it if mirrored.
  mutating func append(_ runs: [TypesetLine.Run], start: ReadingPosition, indent: Int = 0) {
    for case let link? in runs.lazy.map(\.link) where !options.numbersLinks {
      if let anchor = ArticleBody.anchor(of: text.links[link]) { mark(Self.reference(to: anchor)) }
    }
    let edge = opener ?? margin
    var runs = isMirrored ? runs + Self.mirrored(edge) : edge.isEmpty ? runs : edge + runs
    if indent > 0 {
      runs.insert(TypesetLine.Run(String(repeating: " ", count: indent), Style()), at: 0)
    }
    text.lines.append(TypesetLine(runs: runs, start: start))
    opener = nil
  }

  /// A margin for the right side: its parts in reverse order, each with its spaces on the other
  /// side.
  private static func mirrored(_ margin: [TypesetLine.Run]) -> [TypesetLine.Run] {
    margin.reversed().map { run in
      let mark = run.text.reversed().drop { $0 == " " }
      var mirrored = run
      mirrored.text =
        String(repeating: " ", count: run.text.count - mark.count) + String(mark.reversed())
      return mirrored
    }
  }

  mutating func appendBetween(_ runs: [TypesetLine.Run]) {
    append(runs, start: end)
    if block > 0 { end = ReadingPosition(block: end.block, offset: end.offset + 1) }
  }
}
