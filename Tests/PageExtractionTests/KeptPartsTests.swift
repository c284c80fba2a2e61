import PageExtraction
import ReadingList
import Testing

@Suite("What stays of a text that stands in many boxes")
struct KeptPartsTests {
  @Test("a heading that a page builder puts in a box of its own stays")
  func headings() {
    let section = """
      <div class="row"><div class="col"><h2 class="t">Why they stand on one leg</h2><div class="bar"></div></div></div>
      <div class="row"><div class="col"><p>\(Pages.sentence) \(Pages.sentence)</p></div></div>
      """
    let text = Pages.extract(Pages.article(section)).text
    #expect(text.contains("Why they stand on one leg"))
  }

  @Test("signs before the items of a list are no pictures")
  func icons() {
    let icon = "<span><img src=/tick.svg width=20 height=20 alt=tick></span>"
    let items = ["Field glasses", "A flask of tea", "Boots", "A hat"]
      .map { "<li>\(icon)<span>\($0)</span></li>" }.joined()
    let text = Pages.extract(
      Pages.article("<h2>What to take</h2><section><ul>\(items)</ul></section>")
    )
    .text
    #expect(text.contains("A flask of tea\nBoots"))
  }

  @Test("a box with sentences stays, though the lists in it are links")
  func lists() {
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
}
