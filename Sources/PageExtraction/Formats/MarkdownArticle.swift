import CCMark
import ReadingList

/// Markdown as an article: cmark-gfm's HTML, parsed like a page, with the front matter.
struct MarkdownArticle {
  private(set) var body: ArticleBody
  /// The single-line values of the YAML front matter.
  private(set) var metadata: [String: String] = [:]

  init(_ text: String, link: WebLink) {
    var lines = CleanText.string(text).split(separator: "\n", omittingEmptySubsequences: false)[...]
    if lines.first == "---", let end = lines.dropFirst().prefix(100).firstIndex(of: "---") {
      for line in lines[1..<end] {
        guard let colon = line.firstIndex(of: ":") else { continue }
        let value = line[line.index(after: colon)...].unquoted
        if !value.isEmpty { metadata[line[..<colon].lowercased()] = value }
      }
      lines = lines[(end + 1)...]
    }
    guard text.utf8.count <= Self.maxLength else {
      body = TextArticle.body(lines.joined(separator: "\n"))
      return
    }
    var tree = PageParser.parse(MarkupFilter(Self.html(lines)).markup)
    PagePreparation.prepare(&tree)
    body = BodyBuilder.body(of: PageTree.root, in: tree, link: link, source: .page)
  }

  /// The maximum size of parsed Markdown, in bytes; nesting can take over a hundred times as much
  /// memory.
  private static let maxLength = 4 << 20
  /// The maximum number of signs in a line for which cmark-gfm's quadratic search for mail
  /// addresses and table cells is acceptable.
  private static let maxSignsInLine = 500

  private static func html(_ lines: ArraySlice<Substring>) -> [UInt8] {
    func isRare(_ sign: Unicode.Scalar) -> Bool {
      lines.allSatisfy { line in
        line.utf8.count <= maxSignsInLine
          || line.utf8.count(where: { $0 == UInt8(ascii: sign) }) <= maxSignsInLine
      }
    }
    let findsAddresses = isRare("@"), findsTables = isRare("|")
    var text = lines.joined(separator: "\n")
    let html = text.withUTF8 { text in
      text.withMemoryRebound(to: CChar.self) { text in
        cmarkHTML(text.baseAddress, text.count, findsTables ? 1 : 0, findsAddresses ? 1 : 0)
      }
    }
    guard let html else { return [] }
    defer { cmarkFree(html) }
    return Array(
      String(cString: html).replacing(
        "<input type=\"checkbox\" checked=\"\" disabled=\"\" />", with: "☑"
      ).replacing("<input type=\"checkbox\" disabled=\"\" />", with: "☐").utf8)
  }
}
