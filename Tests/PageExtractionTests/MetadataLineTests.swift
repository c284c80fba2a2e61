import PageExtraction
import Testing

@Suite("The line of author and date") struct MetadataLineTests {
  private func text(_ line: String) -> String {
    let paragraph = String(
      repeating: "A sentence of the article that goes on for a while. ", count: 8)
    let html = """
      <html><head><title>T</title><meta name=author content="Ines Calder"></head><body><article>
      <h1>A title of some length</h1><div class=x>\(line)</div>
      <p>\(paragraph)</p><p>\(paragraph)</p><p>\(paragraph)</p></article></body></html>
      """
    return PageExtractor().extract(PageSource(html: Array(html.utf8), url: "https://a.example/"))
      .text
  }

  @Test(
    "goes, whatever parts them",
    arguments: [
      "<span>Ines Calder</span><span>January 17, 2026</span>",
      "Posted by Ines Calder on 2 May 2025", "Ines Calder · 17.01.2026 · 3 min read",
      "By Ines Calder", "Friday, 16 Jan 2026, 10:30 am, Ines Calder", "<p>By</p>",
      "<p>3 min. read</p>", "<p>Posted on 2 May 2025, posted by, 12 comments</p>",
      "<p>Average reading time: 12 min</p>", "<p>Aug 15</p>", "<p>[Submitted on 18 Dec 2025]</p>",
      "<p>May 3, 2024</p>", "<p>Friday, 3 May 2024</p>", "<p>Weds 1 May 2024</p>",
      "<p>Freitag, 3. Mai 2024</p>", "<p>作者：Ines Calder</p>", "<p>Автор: Ines Calder</p>",
      "<p>Von Ines Calder</p>",
      "<p>文：Ines Calder</p>", "<p>글 Ines Calder 기자</p>", "<p>بقلم Ines Calder</p>",
      "<p>מאת Ines Calder</p>", "<p>โดย Ines Calder</p>", "<p>लेखक Ines Calder</p>",
    ])
  func metadata(line: String) { #expect(text(line).hasPrefix("A sentence of the article")) }

  @Test(
    "stays when it says more",
    arguments: [
      "<p>Ines Calder is writing again.</p>", "<p>January 17, 2026 was a cold day.</p>",
      "<p>Reviewed by readers in forty countries.</p>", "<p>For Ines Calder</p>",
      "<p>Read the comments</p>", "<p>March on</p>",
    ])
  func more(line: String) { #expect(!text(line).hasPrefix("A sentence of the article")) }
}
