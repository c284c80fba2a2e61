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

private struct FragmentWriter {
  var out: [UInt8] = []

  mutating func write(_ blocks: [ArticleBody.Block]) {
    for block in blocks {
      write(block)
      out.append(0x0a)
    }
  }

  private mutating func write(_ block: ArticleBody.Block) {
    switch block {
    case .heading(let level, let text, let anchor):
      let level = min(max(level, 1), 6)
      raw("<h\(level)")
      if let anchor { attribute("id", anchor) }
      raw(">")
      write(text)
      raw("</h\(level)>")
    case .paragraph(let text): element("p") { $0.write(text) }
    case .list(let list):
      raw(list.start == nil ? "<ul" : "<ol")
      if let start = list.start {
        if start != 1 || list.isReversed { attribute("start", String(start)) }
        if list.isReversed { raw(" reversed") }
        if list.numerals != .decimal { attribute("type", list.numerals.rawValue) }
      }
      raw(">\n")
      for (place, item) in list.items.enumerated() {
        raw("<li")
        if list.start != nil, let number = list.numbers[place] {
          attribute("value", String(number))
        }
        raw(">")
        write(item)
        raw("</li>\n")
      }
      raw(list.start == nil ? "</ul>" : "</ol>")
    case .definitions(let groups):
      raw("<dl>\n")
      for group in groups {
        for term in group.terms { element("dt") { $0.write(term) } }
        for detail in group.details { element("dd") { $0.write(detail) } }
      }
      raw("</dl>")
    case .quote(let inner): element("blockquote") { $0.write(inner) }
    case .code(let text, let language):
      raw("<pre><code")
      if let language { attribute("class", "language-" + language) }
      raw(">")
      escape(text)
      raw("</code></pre>")
    case .table(let table): write(table)
    case .figure(let figure):
      raw("<figure>")
      for image in figure.images { write(image) }
      if !figure.caption.isEmpty { element("figcaption") { $0.write(figure.caption) } }
      raw("</figure>")
    case .rule: raw("<hr>")
    case .details(let summary, let inner):
      raw("<details>")
      if !summary.isEmpty { element("summary") { $0.write(summary) } }
      raw("\n")
      write(inner)
      raw("</details>")
    case .footnotes(let notes):
      raw("<section role=\"doc-endnotes\"><ol>\n")
      for note in notes {
        raw("<li")
        attribute("id", note.anchor)
        attribute("data-label", note.label)
        raw(">")
        write(note.blocks)
        raw("</li>\n")
      }
      raw("</ol></section>")
    }
  }

  private mutating func write(_ table: ArticleBody.Table) {
    raw("<table>\n")
    if !table.caption.isEmpty {
      element("caption") { $0.write(table.caption) }
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

  private mutating func write(row: [[ArticleBody.Inline]], cell: StaticString) {
    raw("<tr>")
    for content in row { element(cell) { $0.write(content) } }
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
    case .link(let inner, let url):
      raw("<a")
      attribute("href", url)
      raw(">")
      write(inner)
      raw("</a>")
    case .strike(let inner): element("s") { $0.write(inner) }
    case .sub(let inner): element("sub") { $0.write(inner) }
    case .sup(let inner): element("sup") { $0.write(inner) }
    case .mark(let inner): element("mark") { $0.write(inner) }
    case .inserted(let inner): element("ins") { $0.write(inner) }
    case .footnoteReference(let label, let anchor):
      raw("<sup><a")
      attribute("href", "#" + anchor)
      raw(" role=\"doc-noteref\">")
      escape(label)
      raw("</a></sup>")
    case .image(let image): write(image)
    case .lineBreak: raw("<br>")
    }
  }

  private mutating func write(_ image: ArticleBody.Image) {
    raw("<img")
    attribute("src", image.url)
    attribute("alt", image.alternative)
    raw(">")
  }

  private mutating func element(_ name: StaticString, _ content: (inout FragmentWriter) -> Void) {
    out.append(0x3c)
    out += UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    out.append(0x3e)
    content(&self)
    out += [0x3c, 0x2f]
    out += UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    out.append(0x3e)
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
