package import ReadingList

extension ArticleBody {
  /// The body as the stored HTML fragment.
  ///
  /// Only elements and attributes that `ArticleBody(fragment:)` understands are written.
  package var fragmentHTML: String {
    var writer = FragmentWriter()
    writer.write(blocks)
    return String(decoding: writer.out, as: UTF8.self)
  }
}

/// Writes a body as the stored fragment, or as XHTML for a book.
struct FragmentWriter {
  private(set) var out: [UInt8] = []
  /// The additions for a book; nil for the stored fragment.
  private(set) var book: BookText?
  private var isInLink = false

  init(book: BookText? = nil) { self.book = book }

  mutating func write(_ blocks: [ArticleBody.Block]) {
    for block in blocks {
      write(block)
      out.append(0x0a)
    }
  }

  private mutating func write(_ block: ArticleBody.Block) {
    switch block {
    case .heading(let level, let text, let anchor):
      var (level, name) = (min(max(level, 1), 6), anchor)
      if let (inBook, itsName) = book?.take(heading: text, level: level) {
        (level, name) = (inBook, itsName)
      }
      begin("h\(level)", ("id", name), ("dir", book == nil ? nil : "auto"))
      write(text)
      raw("</h\(level)>")
    case .paragraph(let text): line("p", text)
    case .list(let list):
      raw(list.start == nil ? "<ul" : "<ol")
      if let start = list.start {
        if start != 1 || list.isReversed { attribute("start", String(start)) }
        if list.isReversed { raw(book == nil ? " reversed" : " reversed=\"reversed\"") }
        if list.numerals != .decimal { attribute("type", list.numerals.rawValue) }
      }
      raw(">\n")
      for (place, item) in list.items.enumerated() {
        let number = list.start == nil ? nil : list.numbers[place]
        begin("li", ("value", number.map { String($0) }))
        write(item)
        raw("</li>\n")
      }
      raw(list.start == nil ? "</ul>" : "</ol>")
    case .definitions(let groups):
      raw("<dl>\n")
      // In a book, terms and details must alternate.
      if book != nil, groups.first?.terms.isEmpty == true { raw("<dt></dt>") }
      for group in groups {
        for term in group.terms { line("dt", term) }
        for detail in group.details { element("dd") { $0.write(detail) } }
      }
      if book != nil, groups.last?.details.isEmpty == true { raw("<dd></dd>") }
      raw("</dl>")
    case .quote(let inner): element("blockquote") { $0.write(inner) }
    case .code(let text, let language):
      begin("pre", ("dir", book == nil ? nil : "ltr"))
      begin("code", ("class", language.map { "language-" + $0 }))
      escape(text)
      raw("</code></pre>")
    case .table(let table): write(table)
    case .figure(let images, let caption):
      raw("<figure>")
      for image in images { write(image, isInFigure: true) }
      if !caption.isEmpty { line("figcaption", caption) }
      raw("</figure>")
    case .rule: raw(book == nil ? "<hr>" : "<hr/>")
    case .details(let summary, let inner):
      // Some readers of books cannot expand it, and all require a summary.
      raw(book == nil ? "<details>" : "<details open=\"open\">")
      if !summary.isEmpty || book != nil { line("summary", summary) }
      raw("\n")
      write(inner)
      raw("</details>")
    case .footnotes(let notes):
      raw(book == nil ? "<section role=\"doc-endnotes\">" : Self.notesOfBook)
      raw("<ol>\n")
      for note in notes {
        begin(note)
        write(note.blocks)
        raw("</li>\n")
      }
      raw("</ol></section>")
    }
  }

  private static let notesOfBook = "<section epub:type=\"endnotes\" class=\"notes\">"

  private mutating func begin(_ note: ArticleBody.Footnote) {
    guard let (name, isReferred) = book?.takeNote() else {
      return begin("li", ("id", note.anchor), ("data-label", note.label))
    }
    raw("<li epub:type=\"endnote\" id=\"\(name)\"><p class=\"label\">")
    if isReferred { raw("<a href=\"#r\(name)\">") }
    escape(note.label)
    raw(isReferred ? "</a></p>\n" : "</p>\n")
  }

  private mutating func write(_ table: ArticleBody.Table) {
    raw("<table>\n")
    if !table.caption.isEmpty {
      line("caption", table.caption)
      raw("\n")
    }
    if !table.header.isEmpty {
      raw("<thead>")
      write(row: table.header, cell: "th")
      raw("</thead>\n")
    }
    raw("<tbody>\n")
    for row in table.rows { write(row: row, cell: "td") }
    raw("</tbody></table>")
  }

  private mutating func write(row: [[ArticleBody.Inline]], cell: String) {
    raw("<tr>")
    for content in row { line(cell, content) }
    raw("</tr>\n")
  }

  private mutating func write(_ inlines: [ArticleBody.Inline]) {
    for inline in inlines { write(inline) }
  }

  private mutating func write(_ inline: ArticleBody.Inline) {
    switch inline {
    case .text(let text): escape(text)
    case .emphasis(let inner): element("em") { $0.write(inner) }
    case .strong(let inner): element("strong") { $0.write(inner) }
    case .code(let text): element("code") { $0.escape(text) }
    case .link(let inner, let url): link(to: url) { $0.write(inner) }
    case .strike(let inner): element("s") { $0.write(inner) }
    case .sub(let inner): element("sub") { $0.write(inner) }
    case .sup(let inner): element("sup") { $0.write(inner) }
    case .mark(let inner): element("mark") { $0.write(inner) }
    case .inserted(let inner): element("ins") { $0.write(inner) }
    case .footnoteReference(let label, let anchor):
      element("sup") { $0.link(to: "#" + anchor, isNote: true) { $0.escape(label) } }
    case .image(let image): write(image)
    case .lineBreak: raw(book == nil ? "<br>" : "<br/>")
    }
  }

  /// Writes a link; in a book as its content alone where it leads nowhere or is within another.
  private mutating func link(
    to url: String, isNote: Bool = false, _ content: (inout FragmentWriter) -> Void
  ) {
    var (target, role) = (url, isNote ? " role=\"doc-noteref\"" : "")
    if book != nil {
      guard !isInLink, let place = book?.target(of: url) else { return content(&self) }
      (target, role) = (place, isNote ? book?.reference(to: place) ?? "" : "")
    }
    isInLink = true
    begin("a", ("href", target), end: role + ">")
    content(&self)
    raw("</a>")
    isInLink = false
  }

  /// Writes a picture; in a book its words where it has no file.
  private mutating func write(_ image: ArticleBody.Image, isInFigure: Bool = false) {
    if let file = book == nil ? image.url : book?.file(image.url) {
      begin(
        "img", ("src", file), ("alt", image.alternative), end: book == nil ? ">" : "/>")
    } else if !image.alternative.isEmpty {
      raw(isInFigure ? "<p class=\"picture\" dir=\"auto\">" : "[")
      escape(image.alternative)
      raw(isInFigure ? "</p>" : "]")
    }
  }

  /// Writes an element with a line of text, whose direction depends on the text.
  private mutating func line(_ name: String, _ text: [ArticleBody.Inline]) {
    element(name, book == nil ? "" : " dir=\"auto\"") { $0.write(text) }
  }

  private mutating func element(
    _ name: String, _ attributes: String = "", _ content: (inout FragmentWriter) -> Void
  ) {
    raw("<\(name)\(attributes)>")
    content(&self)
    raw("</\(name)>")
  }

  /// Writes a start tag with those of its attributes that have a value.
  private mutating func begin(
    _ name: String, _ attributes: (name: String, value: String?)..., end: String = ">"
  ) {
    raw("<" + name)
    for case (let name, let value?) in attributes { attribute(name, value) }
    raw(end)
  }

  private mutating func raw(_ text: String) { out += text.utf8 }

  private mutating func attribute(_ name: String, _ value: String) {
    raw(" \(name)=\"")
    escape(value)
    out.append(0x22)
  }

  private mutating func escape(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): raw("&amp;")
      case UInt8(ascii: "<"): raw("&lt;")
      case UInt8(ascii: ">"): raw("&gt;")
      case UInt8(ascii: "\""): raw("&quot;")
      case 0..<0x09, 0x0b..<0x20, 0x7f: continue
      default: out.append(byte)
      }
    }
  }
}
