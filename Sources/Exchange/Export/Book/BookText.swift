import ReadingList

/// Writes the text of an article as XHTML, with its highlights.
///
/// It counts the bytes of `ArticleBody.textBlocks` as it writes, with a line feed between leaves,
/// because highlights are located in those offsets. Every leaf is written whole and in that order.
struct BookText {
  /// A heading for the table of contents.
  struct Heading: Equatable {
    /// The level, 2-6: level 1 is the article's title.
    var level: Int
    var name: String
    var text: String
  }

  private(set) var out = ""
  private(set) var headings: [Heading] = []
  /// The number of highlight notes that the text refers to so far.
  private(set) var noted = 0

  private let marks: BookMarks
  private let places: BookPlaces
  private let isRightToLeft: Bool
  /// The file of a picture; nil if it is not in the book.
  private let file: (ArticleBody.Image) -> String?
  /// The number of text bytes written so far.
  private var offset = 0
  private var stretch = 0
  private var leaves = 0
  private var footnotes = 0
  private var headingNumber = 0
  private var referred: Set<String> = []
  /// The nesting depth of links; a link within a link is written as its content.
  private var links = 0

  /// Writes a text.
  ///
  /// - Parameters:
  ///   - body: the text.
  ///   - marks: its highlights.
  ///   - isRightToLeft: the article's direction; only text of the other direction is marked.
  ///   - file: the file of a picture; nil if it is not in the book.
  init(
    _ body: ArticleBody, marks: BookMarks, isRightToLeft: Bool,
    file: @escaping (ArticleBody.Image) -> String?
  ) {
    self.marks = marks
    self.isRightToLeft = isRightToLeft
    self.file = file
    places = BookPlaces(of: body)
    write(body.blocks)
  }

  // MARK: Blocks

  private mutating func write(_ blocks: [ArticleBody.Block]) {
    for block in blocks {
      write(block)
      out += "\n"
    }
  }

  private mutating func write(_ block: ArticleBody.Block) {
    switch block {
    case .heading(let level, let inlines, _):
      headingNumber += 1
      let heading = Heading(
        level: min(6, max(1, level) - places.topLevel + 2), name: "h\(headingNumber)",
        text: inlines.plainText)
      headings.append(heading)
      leaf("h\(heading.level)", inlines, " id=\"\(heading.name)\"")
    case .paragraph(let inlines): leaf("p", inlines)
    case .list(let list): write(list)
    case .definitions(let groups): write(groups)
    case .quote(let inside): element("blockquote") { $0.write(inside) }
    case .code(let text, _):
      beginLeaf()
      out += isRightToLeft ? "<pre dir=\"ltr\"><code>" : "<pre><code>"
      say(text)
      out += "</code></pre>"
    case .table(let table): write(table)
    case .figure(let figure): write(figure)
    case .rule: out += "<hr/>"
    case .details(let summary, let inside):
      // Some EPUB readers cannot expand it.
      element("details", " open=\"open\"") {
        $0.leaf("summary", summary)
        $0.write(inside)
      }
    case .footnotes(let notes):
      element("section", " epub:type=\"footnotes\" class=\"notes\"") {
        for note in notes { $0.write(note) }
      }
    }
  }

  private mutating func write(_ list: ArticleBody.List) {
    guard !list.items.isEmpty else { return }
    guard let start = list.start else {
      return element("ul") { for item in list.items { $0.element("li") { $0.write(item) } } }
    }
    var attributes = start == 1 && !list.isReversed ? "" : " start=\"\(start)\""
    if list.isReversed { attributes += " reversed=\"reversed\"" }
    if list.numerals != .decimal { attributes += " type=\"\(list.numerals.rawValue)\"" }
    element("ol", attributes) {
      for (place, item) in list.items.enumerated() {
        let number = list.numbers[place].map { " value=\"\($0)\"" } ?? ""
        $0.element("li", number) { $0.write(item) }
      }
    }
  }

  private mutating func write(_ groups: [ArticleBody.Definition]) {
    guard !groups.isEmpty else { return }
    element("dl") {
      for group in groups {
        for term in group.terms { $0.leaf("dt", term) }
        if group.terms.isEmpty { $0.out += "<dt></dt>" }
        for detail in group.details { $0.element("dd") { $0.write(detail) } }
        if group.details.isEmpty { $0.out += "<dd></dd>" }
        $0.out += "\n"
      }
    }
  }

  private mutating func write(_ table: ArticleBody.Table) {
    guard !(table.header + table.rows.joined()).isEmpty else {
      // The rows still count as leaves of the text.
      if !table.caption.isEmpty { leaf("p", table.caption) }
      for _ in table.rows { beginLeaf() }
      return
    }
    element("table") {
      if !table.caption.isEmpty { $0.leaf("caption", table.caption) }
      if !table.header.isEmpty { $0.element("thead") { $0.write(row: table.header, cell: "th") } }
      if !table.rows.isEmpty {
        $0.element("tbody") { for row in table.rows { $0.write(row: row, cell: "td") } }
      }
    }
  }

  private mutating func write(row: [[ArticleBody.Inline]], cell: String) {
    beginLeaf()
    element("tr") {
      for (place, inlines) in row.enumerated() {
        if place > 0 { $0.offset += 1 }
        $0.run(cell, $0.direction(of: inlines), inlines)
      }
    }
    out += "\n"
  }

  private mutating func write(_ figure: ArticleBody.Figure) {
    let isEmpty = figure.caption.isEmpty && figure.images.allSatisfy { !isSeen($0) }
    out += isEmpty ? "" : "<figure>"
    for image in figure.images {
      beginLeaf()
      if let file = file(image) {
        out += Self.picture(image, file)
        offset += image.alternative.utf8.count
        referToNotes()
      } else if !image.alternative.isEmpty {
        out += "<p class=\"picture\"\(direction(image.alternative.isRightToLeft))>"
        say(image.alternative)
        out += "</p>"
      }
    }
    if !figure.caption.isEmpty { leaf("figcaption", figure.caption) }
    out += isEmpty ? "" : "</figure>"
  }

  private func isSeen(_ image: ArticleBody.Image) -> Bool {
    !image.alternative.isEmpty || file(image) != nil
  }

  private static func picture(_ image: ArticleBody.Image, _ file: String) -> String {
    "<img src=\"\(file)\" alt=\"\(image.alternative.escapedMarkup)\"/>"
  }

  private mutating func write(_ note: ArticleBody.Footnote) {
    footnotes += 1
    let name = "f\(footnotes)"
    element("aside", " epub:type=\"footnote\" id=\"\(name)\"") {
      let label = note.label.escapedMarkup
      // References lead to the first note of a name only.
      let isMeant = $0.places.names[note.anchor] == name && $0.places.referred.contains(note.anchor)
      let mark = isMeant ? "<a href=\"#r\(name)\">\(label)</a>" : label
      $0.out += "<p class=\"label\">\(mark)</p>\n"
      $0.write(note.blocks)
    }
    out += "\n"
  }

  // MARK: Elements

  private mutating func element(
    _ name: String, _ attributes: String = "", _ content: (inout Self) -> Void
  ) {
    out += "<\(name)\(attributes)>"
    content(&self)
    out += "</\(name)>"
  }

  /// Writes an element that is a leaf of the text.
  private mutating func leaf(
    _ name: String, _ inlines: [ArticleBody.Inline], _ attributes: String = ""
  ) {
    beginLeaf()
    run(name, attributes + direction(of: inlines), inlines)
  }

  private mutating func run(_ name: String, _ attributes: String, _ inlines: [ArticleBody.Inline]) {
    element(name, attributes) {
      $0.write(inlines)
      $0.referToNotes()
    }
  }

  private func direction(of inlines: [ArticleBody.Inline]) -> String {
    direction(inlines.isRightToLeft)
  }

  /// The direction attribute of text that runs against the article's direction.
  private func direction(_ isRightToLeft: Bool?) -> String {
    guard let isRightToLeft, isRightToLeft != self.isRightToLeft else { return "" }
    return isRightToLeft ? " dir=\"rtl\"" : " dir=\"ltr\""
  }

  // MARK: Text

  private mutating func write(_ inlines: [ArticleBody.Inline]) {
    for inline in inlines { write(inline) }
  }

  private mutating func write(_ inline: ArticleBody.Inline) {
    switch inline {
    case .text(let text): say(text)
    case .emphasis(let runs): element("em") { $0.write(runs) }
    case .strong(let runs): element("strong") { $0.write(runs) }
    case .code(let text): element("code") { $0.say(text) }
    case .strike(let runs): element("s") { $0.write(runs) }
    case .sub(let runs): element("sub") { $0.write(runs) }
    case .sup(let runs): element("sup") { $0.write(runs) }
    case .mark(let runs): element("mark") { $0.write(runs) }
    case .inserted(let runs): element("ins") { $0.write(runs) }
    case .link(let runs, let url): link(to: target(of: url), "") { $0.write(runs) }
    case .footnoteReference(_, let anchor):
      let note = places.names[anchor]
      let isFirst = note != nil && referred.insert(anchor).inserted
      element("sup", isFirst ? " id=\"r\(note ?? "")\"" : "") {
        $0.link(to: note.map { "#" + $0 }, " epub:type=\"noteref\"") { $0.say(inline.content) }
      }
    case .image(let image):
      if let file = file(image) {
        out += Self.picture(image, file)
        if case .picture(let words) = inline.content { offset += words.utf8.count }
        referToNotes()
      } else {
        say(inline.content)
      }
    case .lineBreak:
      out += "<br/>"
      offset += 1
    }
  }

  private mutating func say(_ content: ArticleBody.Inline.Content) {
    switch content {
    case .text(let text), .picture(let text): say(text)
    case .runs(let runs): write(runs)
    }
  }

  private func target(of url: String) -> String? {
    if let anchor = ArticleBody.anchor(of: url) { return places.names[anchor].map { "#" + $0 } }
    return WebAddress.strict(url)?.escapedMarkup
  }

  /// Writes a link, or only its content if it has no target or is within another link.
  private mutating func link(
    to target: String?, _ attributes: String, _ content: (inout Self) -> Void
  ) {
    guard let target, links == 0 else { return content(&self) }
    links += 1
    element("a", "\(attributes) href=\"\(target)\"", content)
    links -= 1
    referToNotes()
  }

  private mutating func beginLeaf() {
    if leaves > 0 { offset += 1 }
    leaves += 1
  }

  /// Writes text, with its highlights marked.
  private mutating func say(_ text: String) {
    var rest = text.utf8[...]
    while !rest.isEmpty {
      while stretch < marks.stretches.count, marks.stretches[stretch].bytes.upperBound <= offset {
        stretch += 1
      }
      let marked = stretch < marks.stretches.count ? marks.stretches[stretch] : nil
      let isMarked = marked.map { $0.bytes.lowerBound <= offset } ?? false
      let noteEnd = noted < marks.notes.count ? marks.notes[noted].end : Int.max
      let end = marked.map { isMarked ? $0.bytes.upperBound : $0.bytes.lowerBound } ?? Int.max
      let here = rest.prefix(max(1, min(end, noteEnd > offset ? noteEnd : end) - offset))
      let words = String(Substring(here)).escapedMarkup
      out += isMarked ? "<mark class=\"\(marked?.color.rawValue ?? "")\">\(words)</mark>" : words
      offset += here.count
      rest = rest.dropFirst(here.count)
      referToNotes()
    }
  }

  /// Writes references to the notes of highlights that have ended.
  private mutating func referToNotes() {
    guard links == 0 else { return }
    while noted < marks.notes.count, marks.notes[noted].end <= offset {
      noted += 1
      out +=
        "<sup><a epub:type=\"noteref\" id=\"rn\(noted)\" href=\"#n\(noted)\">†\(noted)</a></sup>"
    }
  }
}
