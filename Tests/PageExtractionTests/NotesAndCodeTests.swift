import PageExtraction
import ReadingList
import Testing

@Suite("Code, notes and raw text")
struct NotesAndCodeTests {
  private static func article(_ inside: String, behind: String = "") -> Extraction {
    Pages.extract(
      "<html><head><title>On Herons</title></head><body><article><h1>On Herons</h1>"
        + "\(Pages.paragraphs(5))\(inside)</article>\(behind)</body></html>"
    )
  }

  @Test("a table of code in a short text is a block beside its other parts")
  func codeInShortText() {
    let found = Pages.extract(
      """
      <html><head><title>Nests</title></head><body><article><h2>How to count</h2><p>Count like this:</p>
      <pre><code><table><tr><td class="gutter"><pre class="lineno">1
      2</pre></td><td class="code"><pre>let a = 1
      let b = 2</pre></td></tr></table></code></pre><p>And no more.</p></article></body></html>
      """
    )
    #expect(
      found.text == "How to count\n\nCount like this:\n\nlet a = 1\nlet b = 2\n\nAnd no more.")
  }

  @Test("hidden notes that numbers lead to are notes") func hiddenNotes() {
    let found = Pages.extract(
      "<html><head><title>On Herons</title></head><body><article><h1>On Herons</h1>"
        + "<p>They fish<sup><a href='#n1' id=r1>1</a></sup> at night.</p>\(Pages.paragraphs(5))"
        + "<section hidden><ol><li id=n1>So the miller says. <a href='#r1'>back</a></li></ol></section></article></body></html>"
    )
    #expect(found.text.contains("So the miller says."))
  }

  @Test("notes behind the article are its own, where the text has their numbers")
  func notesBehind() {
    let notes =
      "<section class=footnotes><h2>Notes</h2><ol><li>So the miller says.</li></ol></section>"
    let with = Self.article("<p>They fish<sup>1</sup> at night.</p>", behind: notes)
    #expect(with.text.contains("So the miller says."))
  }

  @Test("a shadow root is content", arguments: ["shadowrootmode", "shadowroot"])
  func shadowRoot(_ name: String) {
    let found = Pages.extract(
      "<html><head><title>On Herons</title></head><body><x-story><template \(name)=open><article><h1>On Herons</h1>"
        + "\(Pages.paragraphs(5))</article></template><p>Slotted.</p></x-story><template><p>Unused.</p></template></body></html>"
    )
    #expect(found.text.contains("Paragraph 5."))
    #expect(!found.text.contains("Unused"))
  }

  @Test("soft hyphens and spaces of no width go from title and text") func breakHints() {
    let found = Pages.extract(
      "<html><head><title>Fisch&shy;reiher</title><meta property='og:title' content='Fisch\u{ad}reiher'></head>"
        + "<body><article><h1>Fisch&shy;reiher</h1><p>The mill&#8203;pond freezes, and the Fisch&shy;reiher leaves.</p>"
        + "<p>&#8203;</p>\(Pages.paragraphs(5))</article></body></html>")
    #expect(found.metadata.title == "Fischreiher")
    #expect(found.text.hasPrefix("The millpond freezes, and the Fischreiher leaves."))
  }

  @Test(
    "a table of numbers and code is a block of the article, however short that is and however framed",
    arguments: [0, 1, 3]) func codeTable(_ frames: Int)
  {
    let found = Pages.extract(
      "<html><head><title>Sums</title></head><body><article><h3>Sums of herons</h3><p>They add up thus:</p>"
        + String(repeating: "<div>", count: frames)
        + "<div class='language-python'><pre><code><table class=rouge-table><tbody><tr><td class='gutter gl'>"
        + "<pre class=lineno>1\n2\n3\n</pre></td><td class=code><pre>a = 1\n\nb = a + 1\n</pre></td></tr></tbody></table>"
        + "</code></pre></div>" + String(repeating: "</div>", count: frames)
        + "<p>No more is needed.</p></article></body></html>")
    #expect(found.text.contains("They add up thus:") && found.text.hasSuffix("No more is needed."))
    #expect(found.body.blocks.contains(.code("a = 1\n\nb = a + 1", language: "python")))
  }

  @Test("a box about cookies is no part of a short article and does not make it suspect")
  func notice() {
    let lines = (1...8).map { "<p>– „Zeile \($0) am Weiher.“</p>" }.joined()
    let box =
      "<div class='widget widget_cookie_law'><form>Cookies: Diese Seite verwendet Cookies. Wer sie weiter benutzt, "
      + "stimmt dem zu. Mehr dazu, auch zur Kontrolle von Cookies, steht hier: <a href='/c'>Cookie-Richtlinie</a></form></div>"
    let found = Pages.extract(
      "<html lang=de><head><title>Am Weiher</title></head><body><div id=content><h2>Am Weiher</h2>\(lines)</div>\(box)</body></html>"
    )
    #expect(!found.text.contains("Cookies") && found.text.contains("Zeile 8"))
    #expect(found.verdict == .ready)
    let wall = Pages.extract(
      "<html><head><title>Before</title></head><body><a href='/'>Home</a>\(box)</body></html>")
    #expect(wall.verdict != .ready)
  }
}
