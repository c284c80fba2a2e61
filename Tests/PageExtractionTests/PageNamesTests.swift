import PageExtraction
import ReadingList
import Testing

@Suite("What names, places and styles say of a part of a page") struct PageNamesTests {
  @Test(
    "what holds the article is not dropped by a word in its name",
    arguments: [
      "c-layout-sidebar-left", "with-sidebar overflow-hidden", "sidebarblock",
      "extra-wide menu-open", "cta promo",
    ])
  func holder(name: String) {
    let page = """
      <!doctype html><title>On Herons</title><body><nav><a href=/>Home</a></nav>
      <div class="\(name)"><div><h1>On Herons</h1>\(Pages.paragraphs(6))</div></div>
      <footer>Example</footer>
      """
    let text = Pages.extract(page).text
    #expect(text.contains("Paragraph 1."))
    #expect(text.contains("Paragraph 6."))
  }

  @Test("an overview is its headings, each a link with a line below it, though no box holds each")
  func flatOverview() {
    let entries = ["Backing up", "Passwords", "Phishing", "Updates"].map {
      "<h3>Step: <a href=/\($0.count)>\($0) and what comes of it</a></h3><p>Five things to know when thinking of \($0).</p>"
    }.joined()
    let page = """
      <!doctype html><title>Guide</title><body><main><h1>Guide</h1>
      <div class="layout-sidebar-left"><div><p>What a small shop should know, in four short steps.</p></div>
      <section><div><h2>In this guide</h2></div><div>\(entries)</div></section></div></main>
      <footer><p>\(Pages.sentence) \(Pages.sentence) \(Pages.sentence)</p></footer>
      """
    let text = Pages.extract(page).text
    #expect(text.contains("Step: Passwords and what comes of it"))
    #expect(text.contains("when thinking of Updates."))
    #expect(text.contains("in four short steps"))
    #expect(!text.contains("heron"))
  }

  @Test("a hidden part is revealed only where the visible part has no article") func revealed() {
    let hidden = "<div aria-hidden=true><p>Hidden. \(Pages.sentence) \(Pages.sentence)</p></div>"
    #expect(!Pages.extract(Pages.article(hidden)).text.contains("Hidden."))
    let page =
      "<!doctype html><title>T</title><body><p>One moment.</p><div aria-hidden=true>\(Pages.paragraphs(6))</div>"
    #expect(Pages.extract(page).text.contains("Paragraph 6."))
  }

  @Test("a line right below the headline belongs to the article, a caption there does not")
  func subtitle() {
    let page = """
      <!doctype html><title>On Herons</title><body><main><article>
      <header><h1>On Herons</h1><p>They are patient, and easy to watch from the reeds.</p></header>
      <div class=text>\(Pages.paragraphs(6))</div></article></main>
      """
    #expect(Pages.extract(page).text.hasPrefix("They are patient"))
  }
}
