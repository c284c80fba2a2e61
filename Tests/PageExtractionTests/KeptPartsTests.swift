import PageExtraction
import ReadingList
import Testing

@Suite("What stays of a text that stands in many boxes") struct KeptPartsTests {
  @Test("a heading that a page builder puts in a box of its own stays") func headings() {
    let section = """
      <div class="row"><div class="col"><h2 class="t">Why they stand on one leg</h2><div class="bar"></div></div></div>
      <div class="row"><div class="col"><p>\(Pages.sentence) \(Pages.sentence)</p></div></div>
      """
    let text = Pages.extract(Pages.article(section)).text
    #expect(text.contains("Why they stand on one leg"))
  }

  @Test("a heading stays in what is called a header, though it leads somewhere") func headers() {
    let entries = ["Grey heron", "Tern", "Goose"].map {
      "<div class=item><div class=entry-header><h2><a href=https://birds.example/\($0.count)>\($0)</a></h2></div><p>\(Pages.sentence)</p></div>"
    }.joined()
    let text = Pages.extract(Pages.article(entries)).text
    #expect(["Grey heron", "Tern", "Goose"].allSatisfy { text.contains("\n\n\($0)\n\n") })
  }

  @Test("signs before the items of a list are no pictures") func icons() {
    let icon = "<span><img src=/tick.svg width=20 height=20 alt=tick></span>"
    let items = ["Field glasses", "A flask of tea", "Boots", "A hat"].map {
      "<li>\(icon)<span>\($0)</span></li>"
    }.joined()
    let text = Pages.extract(
      Pages.article("<h2>What to take</h2><section><ul>\(items)</ul></section>")
    ).text
    #expect(text.contains("A flask of tea\nBoots"))
  }

  @Test("a box with sentences stays, though the lists in it are links") func lists() {
    let links = (1...5).map {
      "<li><a href=https://birds.example/\($0)>What other people wrote of the herons, number \($0)</a></li>"
    }.joined()
    let box = """
      <div class="block"><div class="block-content"><p><b>Books:</b></p><ul>\(links)</ul>
      <p>So there they are, the first six steps to be taken before the birds come back, one after the other.</p>
      <p>\(Pages.sentence)</p></div></div>
      """
    let text = Pages.extract(Pages.article(box)).text
    #expect(text.contains("So there they are"))
  }

  @Test("a box with sentences and links stays in an article that holds more than its text")
  func linkedBoxes() {
    let links = (1...6).map {
      "<li><a href=https://birds.example/\($0)>What other people wrote of the herons, number \($0)</a></li>"
    }.joined()
    let box = """
      <div class="block"><div class="inner"><p><b>Books:</b></p><ul>\(links)</ul>
      <p>So there they are, the first six steps to be taken before the birds come back, one after the other.</p>
      <p>\(Pages.sentence)</p><h3>Films</h3><ul>\(links)</ul></div></div>
      """
    let blocks = (0..<4).map {
      "<div class=block><div class=inner>\(Pages.paragraphs(2, from: 1 + 2 * $0))</div></div>"
    }.joined()
    let text = Pages.extract(
      """
      <html><head><title>On herons</title></head><body><article><header><h1>On herons</h1></header>
      <div class="text">\(blocks)\(box)</div>
      <div class="meta"><a href=/tag>Birds</a></div></article></body></html>
      """
    ).text
    #expect(text.contains("So there they are"))
  }

  @Test("the first paragraphs stay where the headline is not the title") func leads() {
    let text = Pages.extract(
      """
      <html><head><title>Fen birds, Ely, 2026 - Bird News</title></head><body>
      <div class=top><div><h1>What does it take to see a heron?</h1><div><p>It takes a boat, a flask of tea
      and three hours on a morning in March, and at times it takes more than one morning.</p></div></div></div>
      <div class=page><div class=text>\(Pages.paragraphs(8))</div></div></body></html>
      """
    ).text
    #expect(text.contains("It takes a boat"))
    #expect(text.contains("Paragraph 8."))
  }
}
