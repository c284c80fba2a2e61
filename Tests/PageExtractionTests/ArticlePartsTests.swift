import PageExtraction
import ReadingList
import Testing

@Suite("What of a page is its article") struct ArticlePartsTests {
  private static func article(_ inside: String, url: String? = Pages.address) -> Extraction {
    Pages.extract(Pages.article(inside), url: url)
  }

  /// An article that ends with what is given.
  private static func ending(_ end: String, head: String = "") -> Extraction {
    Pages.extract(
      """
      <html><head><title>On Herons</title>\(head)</head><body><nav><a href="/">Home</a> <a href="/b">Birds</a></nav>
      <article><h1>On Herons</h1>\(Pages.paragraphs(5))\(end)</article>
      <footer><p>Copyright Bird News</p></footer></body></html>
      """)
  }

  @Test(
    "paragraphs at the end stay, whatever words are in them",
    arguments: [
      "The European Commission wants to protect the marshes, and it has asked all member states for their plans by the end of the year.",
      "The commission said that donations are not responsible for the change, without notice of which nobody would have come.",
      "Ann Grey was the first who counted the herons at the mill, and she has gone there every morning for forty years.",
      "Bird News has learned that the minister will visit the marsh in May, when the young birds leave their nests.",
    ])
  func lastParagraphs(_ paragraph: String) {
    let found = Self.ending(
      "<p>\(paragraph)</p><p>\(paragraph) Again.</p>",
      head: "<meta name=author content='Ann Grey'><meta property=og:site_name content='Bird News'>")
    #expect(found.text.contains(paragraph))
    #expect(found.text.hasSuffix("Again."))
  }

  @Test("items of a list stay together, though some are the words of buttons") func items() {
    let names = ["Open", "Save", "Print", "Share", "Email", "Close"]
    let list = names.map { "<li>\($0)</li>" }.joined()
    let found = Self.article("<p>The menu of the program has these entries:</p><ul>\(list)</ul>")
    #expect(found.body.blocks.contains { ArticleBody(blocks: [$0]).plainText.contains("Email") })
    for name in names { #expect(found.text.contains(name), "\(name)") }
  }

  @Test(
    "lines in a text stay, though others use such words for menus and appeals",
    arguments: [
      "<h2>Print</h2>", "<p>4 / 5</p>", "<p>3 of 5</p>",
      "<p>Get the latest birds onto your list before the winter comes, said the old man.</p>",
      "<p>Don't miss the herons when you walk along the river in the morning, he said.</p>",
      "<p>Categories: herons, egrets and bitterns are the three that we saw on that day.</p>",
    ])
  func lines(_ line: String) {
    let words = ArticleBody(fragment: line).plainText
    #expect(Self.article(line).text.contains(words))
  }

  @Test("a section called disclaimer keeps its text in an article") func disclaimer() {
    let found = Self.article("<h2>Disclaimer</h2><p>\(Pages.sentence) I own no herons.</p>")
    #expect(found.text.contains("Disclaimer"))
    #expect(found.text.contains("I own no herons."))
  }

  @Test(
    "headings between boxes stay, at any address",
    arguments: ["https://a.example/x", "https://a.example/community/x", "https://a.example/t/x"])
  func boxes(_ url: String) {
    let boxes = (1...3).map {
      "<h2>Part \($0)</h2><div class=rich-text>\(Pages.paragraphs(2, from: $0 * 2))</div>"
        + "<p>Between \($0). \(Pages.sentence)</p>"
    }
    let found = Pages.extract(
      "<html><head><title>On Herons</title></head><body><main><h1>On Herons</h1>\(boxes.joined())</main></body></html>",
      url: url)
    for part in 1...3 {
      #expect(found.text.contains("Part \(part)"))
      #expect(found.text.contains("Between \(part)."))
    }
    #expect(found.kind != .thread)
  }

  @Test("headings at the end of an article stay") func lastHeadings() {
    let jobs = ["Keeper of herons", "Warden of the marsh", "Boatman", "Clerk"]
    let found = Self.ending(jobs.map { "<h2>\($0)</h2>" }.joined())
    for job in jobs { #expect(found.text.contains(job), "\(job)") }
  }

  @Test("a first line of links stays") func firstLine() {
    let line = "<p><a href=/linux>Download for Linux</a> | <a href=/mac>Download for Mac</a></p>"
    let found = Pages.extract(
      "<html><head><title>Install</title></head><body><article><h1>Install</h1>\(line)\(Pages.paragraphs(4))</article></body></html>"
    )
    #expect(found.text.hasPrefix("Download for Linux | Download for Mac"))
  }

  @Test("menus, footers and lists of other articles are left out") func around() {
    let others = (1...6).map { "<li><a href=\"/o\($0)\">Another story about birds \($0)</a></li>" }
    let page = Pages.article("").replacing(
      "<footer", with: "<aside><h3>More</h3><ul>\(others.joined())</ul></aside><footer")
    let found = Pages.extract(page)
    #expect(found.text.contains("Paragraph 6."))
    for word in ["Archive", "Another story", "all rights reserved"] {
      #expect(!found.text.contains(word), "\(word)")
    }
  }

  @Test("a short page is all that is no menu")
  func shortPage() {
    let found = Pages.extract(
      "<body><nav>Home</nav><h1>Rain</h1><p>It rains.</p><ul><li>Here</li><li>There</li></ul><footer>Imprint</footer></body>"
    )
    #expect(found.metadata.title == "Rain")
    #expect(found.text == "It rains.\n\nHere\nThere")
  }

  @Test("pictures go with the text around them")
  func pictures() {
    let page = Pages.article("<img src=/in.png alt=heron>")
      .replacing("<footer", with: "<aside><a href=/x><img src=/out.png></a></aside><footer")
    let html = Pages.extract(page).html
    #expect(html.contains("/in.png"))
    #expect(!html.contains("/out.png"))
  }
}
