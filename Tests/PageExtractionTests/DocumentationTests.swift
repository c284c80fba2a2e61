import PageExtraction
import Testing

@Suite("Documentation") struct DocumentationTests {
  private static let address = "https://docs.example.org/guide/nests.html"

  private static func page(_ inside: String) -> Extraction {
    Pages.extract(
      """
      <!doctype html><html lang=en><title>Nests</title><body><nav><a href=/>Home</a></nav>
      <main><h1>Nests</h1>\(Pages.paragraphs(2))\(inside)\(Pages.paragraphs(2, from: 3))</main></body></html>
      """, url: address)
  }

  @Test(
    "a note in a text stays with what it links",
    arguments: [
      "<div class='admonition tip'><p>Tip</p><p>Read more of twigs in the <a href=/t>chapter on them</a>.</p></div>",
      "<div class='admonition seealso'><p>See also</p><dl><dt><a href=/t>Twigs</a></dt><dd><p>Learn of twigs.</p></dd></dl></div>",
      "<div class='alert alert-info' role=note><h4>Note</h4>A nest cannot hold <a href=/t>twigs of iron</a>.</div>",
    ])
  func note(_ note: String) { #expect(Self.page(note).text.lowercased().contains("twigs")) }

  @Test("a section is not judged by an id that repeats the words of its heading")
  func slug() {
    let parts = ["Commentary", "Shared media", "Extra twigs"].map {
      let id = $0.lowercased().split(separator: " ").joined(separator: "-")
      return
        "<section id=\(id)><h2 id=\(id)>\($0)<a href='#\(id)'>¶</a></h2><p>Of \($0). \(Pages.sentence)</p></section>"
    }
    let text = Self.page(parts.joined()).text
    for title in ["Commentary", "Shared media", "Extra twigs"] {
      #expect(text.contains("\(title)\n\nOf \(title)."))
    }
  }

  @Test("a synopsis in a box beside the dominant part belongs to it") func synopsis() {
    let text = Pages.extract(
      """
      <!doctype html><title>NEST</title><body><div class=wrap><div class=entry-page>
      <div class=names><h2>NEST</h2></div>
      <div class=synopsis><h2>Synopsis</h2><pre>NEST [ BUILD | LINE | LEAVE ]
          [ WITH twig [, ...] ] [ OF color ] [ IN tree ] [ BY heron ] [ ON DATE date ] [ ELSE stay ]</pre></div>
      <div class=part><h2>Description</h2>\(Pages.paragraphs(4))</div></div></div></body>
      """, url: Self.address
    ).text
    #expect(text.contains("NEST [ BUILD | LINE | LEAVE ]"))
  }
}
