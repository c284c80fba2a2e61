import PageExtraction
import ReadingList
import Testing

@Suite("When scoring finds little") struct FallbackTests {
  private static func page(_ body: String, stated: String) -> String {
    """
    <html><head><title>On Herons</title><script type="application/ld+json">{"@type": "NewsArticle",
    "headline": "On Herons", "articleBody": "\(stated)"}</script></head><body>\(body)</body></html>
    """
  }

  @Test("the text that a page states as data is taken where the page shows far less of it")
  func articleBody() {
    let text = (1...4).map { "Part \($0) &amp; more. \(Pages.sentence)" }
    let found = Pages.extract(
      Self.page("<p>Part 1 and so on.</p>", stated: text.joined(separator: "\\n\\n")))
    #expect(found.text == text.joined(separator: "\n\n").replacing("&amp;", with: "&"))
    #expect(found.verdict == .ready)
  }

  @Test(
    "stated text may be markup, and its brackets may be escaped",
    arguments: [("<p>", "</p>"), ("&lt;p&gt;", "&lt;/p&gt;")])
  func markup(_ open: String, _ close: String) {
    let text = (1...4).map { "\(open)Part \($0). \(Pages.sentence)\(close)" }.joined()
    let blocks = Pages.extract(Self.page("<p>Short.</p>", stated: text)).body.blocks
    #expect(blocks.count == 4)
    #expect(blocks.first == .paragraph([.text("Part 1. \(Pages.sentence)")]))
  }

  @Test("the page's own text, with its structure, is preferred where it is as long") func ownText()
  {
    let stated = (1...6).map { "Stated \($0). \(Pages.sentence) \(Pages.sentence)" }
    let found = Pages.extract(Self.page(Pages.article(""), stated: stated.joined(separator: " ")))
    #expect(found.text.contains("Paragraph 6."))
    #expect(!found.text.contains("Stated"))
  }

  @Test("stated text has no markup left in it and no scripts") func hostile() {
    let stated = "<p onclick='x()'>\(Pages.sentence)</p><script>alert(1)</script>"
    let found = Pages.extract(
      Self.page("<p>Short.</p>", stated: String(repeating: stated, count: 5)))
    #expect(found.text.contains(Pages.sentence))
    #expect(!found.html.contains("script"))
    #expect(!found.html.contains("onclick"))
  }

  @Test(
    "the part that a page names as its content is taken whole, however deep",
    arguments: [
      "<main>*</main>", "<div class=\"entry-content\">*</div>",
      "<div role=\"main\">*</div>", "<section itemprop=\"articleBody\">*</section>",
    ])
  func wrapper(_ wrapper: String) {
    // Scoring does not reach text nested this deeply.
    func deep(_ inside: String) -> String {
      String(repeating: "<div>", count: 7) + inside + String(repeating: "</div>", count: 7)
    }
    let parts = (3...8).map { deep(Pages.paragraphs(1, from: $0)) }
    let content = wrapper.replacing("*", with: "<div>\(Pages.paragraphs(2))</div>\(parts.joined())")
    let found = Pages.extract(
      "<html><head><title>On Herons</title></head><body><div><div>\(content)</div></div></body></html>"
    )
    for number in 1...8 { #expect(found.text.contains("Paragraph \(number).")) }
  }

  @Test(
    "a page without an article gives all its text and says so",
    arguments: [
      "<div hidden>*</div>", "<div style=\"display: none\">*</div>", "<nav hidden>*</nav>",
    ])
  func allText(_ frame: String) {
    let text =
      "Opening hours of the heron house are from nine to five on all days, Mondays excepted."
    let found = Pages.extract(
      "<html><body>\(frame.replacing("*", with: "<p>\(text)</p><p>\(Pages.sentence)</p>"))</body></html>"
    )
    #expect(found.text == "\(text)\n\n\(Pages.sentence)")
    guard case .suspect(let reason) = found.verdict else {
      Issue.record("not suspect")
      return
    }
    #expect(reason.contains("No article"))
  }
}
