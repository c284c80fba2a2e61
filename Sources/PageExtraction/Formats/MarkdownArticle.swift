import CCMark
import ReadingList

/// Markdown as an article: cmark-gfm's HTML, parsed like a page, with the front matter.
struct MarkdownArticle {
  private(set) var body: ArticleBody
  /// The single-line values of the YAML front matter.
  private(set) var metadata: [String: String] = [:]

  init(_ text: String, link: WebLink, isPlain: Bool = false) {
    var lines = CleanText.string(text).split(separator: "\n", omittingEmptySubsequences: false)[...]
    if lines.first == "---", let end = lines.dropFirst().prefix(100).firstIndex(of: "---") {
      for line in lines[1..<end] {
        guard let colon = line.firstIndex(of: ":") else { continue }
        let value = line[line.index(after: colon)...].unquoted
        if !value.isEmpty { metadata[line[..<colon].lowercased()] = value }
      }
      lines = lines[(end + 1)...]
    }
    guard !isPlain, let html = Self.html(lines) else {
      body = TextArticle.body(lines.joined(separator: "\n"))
      return
    }
    var tree = PageParser.parse(MarkupFilter(html).markup)
    PagePreparation.prepare(&tree)
    body = BodyBuilder.body(of: PageTree.root, in: tree, link: link, source: .page)
  }

  /// Renders Markdown as HTML; nil if that could take too much time or memory.
  private static func html(_ lines: ArraySlice<Substring>) -> [UInt8]? {
    let costs = MarkdownCosts(lines)
    guard costs.areBearable else { return nil }
    var text = lines.joined(separator: "\n")
    let html = text.withUTF8 { text in
      text.withMemoryRebound(to: CChar.self) { text in
        cmarkHTML(
          text.baseAddress, text.count, costs.allowTables ? 1 : 0, costs.allowFootnotes ? 1 : 0,
          costs.allowAddresses ? 1 : 0)
      }
    }
    guard let html else { return nil }
    defer { cmarkFree(html) }
    return Array(String(cString: html).utf8)
  }
}
