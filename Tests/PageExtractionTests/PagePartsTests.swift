import PageExtraction
import ReadingList
import Testing

@Suite("Parts of pages that are the article's") struct PagePartsTests {
  @Test("an overview is its cards, each a link with a heading and a line") func hub() {
    let cards = ["Row", "Column", "Stack", "Grid"].map {
      "<a class=card href=/\($0)><h3>\($0)</h3><p>Lays out its children in the way of a \($0).</p></a>"
    }.joined()
    let page = """
      <!doctype html><title>Widgets</title><body><nav><a href=/>Home</a></nav>
      <main><h1>Widgets</h1><p>What a screen is made of.</p><div class=grid>\(cards)</div></main>
      <footer><p>Example and its friends make software for screens of every size, and have done so
      since 1999 in a small town by the sea, where it rains, and the herons stand.</p></footer>
      """
    let text = Pages.extract(page).text
    for name in ["Row", "Column", "Stack", "Grid"] { #expect(text.contains("way of a \(name).")) }
    #expect(text.contains("\n\nStack\n"))
    #expect(!text.contains("since 1999"))
  }

  @Test("a header of a section is no header of the page") func sectionHeader() {
    let part = """
      <section><div class="component-header"><h2>What they eat</h2>
      <div class="component-description">Fish, frogs, and now and then a mouse that was not quick enough.</div>
      </div><p>\(Pages.sentence)</p></section>
      """
    let text = Pages.extract(Pages.article(part)).text
    #expect(text.contains("What they eat"))
    #expect(text.contains("now and then a mouse"))
  }

  @Test("an aside in running text is a note, one with links to other articles is not") func aside()
  {
    let note = """
      <aside class=note><h4>Mind</h4><p>Herons are shy: stay behind the reeds, and do not wave at them at all.</p></aside>
      """
    #expect(Pages.extract(Pages.article(note)).text.contains("stay behind the reeds"))
    let links = """
      <aside><h4>Elsewhere</h4><ul><li><a href=/a>How the terns of the northern shore travel</a></li>
      <li><a href=/b>Why the geese of the river stay</a></li></ul></aside>
      """
    #expect(!Pages.extract(Pages.article(links)).text.contains("northern shore"))
  }

  @Test("questions in buttons are headings of their answers") func accordion() {
    let questions = ["Is it safe?", "What does it cost?", "Who may come?"]
    let parts = questions.map {
      """
      <div><button aria-expanded=false>\($0)</button><div><p>Yes. \(Pages.sentence)</p></div></div>
      """
    }.joined()
    let blocks = Pages.blocks(of: "<div>\(parts)</div>")
    let headings = blocks.compactMap { block -> String? in
      guard case .heading(_, let text, _) = block else { return nil }
      return text.plainText
    }
    #expect(headings == questions)
  }

  @Test("a heading in a button stays, and one that is a link to nowhere") func headingInButton() {
    let part = """
      <div><button><h3>Is it safe?</h3></button><p>Yes. \(Pages.sentence)</p></div>
      <h3><a href="#">Who may come?</a></h3><p>All. \(Pages.sentence)</p>
      """
    let text = Pages.extract(Pages.article(part)).text
    #expect(text.contains("Is it safe?"))
    #expect(text.contains("Who may come?"))
  }

  @Test("captions stand in the fragment and not in the text") func captions() {
    let figure =
      "<figure><img src=/a.jpg alt=\"\"><figcaption>A heron at dawn.</figcaption></figure>"
    let found = Pages.extract(Pages.article(figure))
    #expect(found.html.contains("A heron at dawn."))
    #expect(!found.text.contains("A heron at dawn."))
  }
}
