import PageExtraction
import ReadingList
import Testing

@Suite("Where an article ends, and where it begins") struct ArticleTailTests {
  private static func text(_ tail: String, inside: String = "") -> String {
    let page = """
      <!doctype html><html><head><title>On herons</title></head>
      <body><article><h1>On herons</h1>\(inside)\(Pages.paragraphs(9))\(tail)</article></body></html>
      """
    return Pages.extract(page).text
  }

  @Test("a list of other posts goes, though one has lost its headline") func lostHeadline() {
    let posts = ["", "Bitterns return to the marsh", "Otters on the river again"].map {
      "<div class=post-item><div class=copy><h3 class=title><a href=/posts/\($0.count)>\($0)</a></h3><p>\(Pages.sentence)</p></div></div>"
    }.joined()
    let text = Pages.extract(
      Pages.article("").replacing(
        "</article>", with: "</article><div class=post-list>\(posts)</div>")
    ).text
    #expect(text.contains("Paragraph 6.") && text.hasSuffix(Pages.sentence))
    #expect(!text.contains("Otters"))
  }

  @Test("what is there for small windows once more goes, what is there for them alone stays")
  func smallWindows() {
    let table =
      "<table><tr><th>Bird</th><th>Legs</th></tr><tr><td>Heron</td><td>two, both long</td></tr></table>"
    let cards = "<h4>Bird: Heron</h4><p>Legs: two, both long</p>"
    func text(_ beside: String) -> String {
      Pages.extract(
        Pages.article(
          "<div><div class=hide-mobile>\(beside)</div><div class=mobile-only>\(cards)</div></div>")
      ).text
    }
    #expect(text(table).split(separator: "both long").count == 2)
    #expect(text("<p>\(Pages.sentence)</p>").contains("both long"))
  }

  @Test("lines of a paragraph that stood there before go, whole parts of them only")
  func repeatedLines() {
    let lines = (1...12).map { "Line \($0) of the story: \(Pages.sentence)" }
    let twice = (lines + ["In between."] + lines).joined(separator: "<br>")
    let text = Pages.extract(Pages.article("<p>\(twice)</p>")).text
    #expect(text.contains("In between."))
    #expect(text.split(separator: "Line 7 of").count == 2)
    let refrain = (lines.prefix(2) + ["In between."] + lines.prefix(2)).joined(separator: "<br>")
    let song = Pages.extract(Pages.article("<p>\(refrain)</p>")).text
    #expect(song.split(separator: "Line 2 of").count == 3)
  }

  @Test(
    "what looks so and says more is text",
    arguments: [
      "<p>13 / 12</p>", "<p>They came 1 of 12 times.</p>",
      "<p>Press <a class=btn href=/go>Start</a> and wait.</p>",
      "<p>A letter came to your inbox, the heron said.</p>",
    ])
  func notLeading(part: String) {
    let words = part.filter(\.isNumber).isEmpty ? "heron said" : "12"
    let text = Pages.extract(Pages.article(part)).text
    #expect(text.contains(part.contains("Press") ? "Start" : words))
  }
}
