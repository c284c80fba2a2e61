import PageExtraction
import ReadingList
import Testing

@Suite("Where an article ends, and where it begins")
struct ArticleTailTests {
  private static func text(_ tail: String, inside: String = "") -> String {
    let page = """
      <!doctype html><html><head><title>On herons</title></head>
      <body><article><h1>On herons</h1>\(inside)\(Pages.paragraphs(9))\(tail)</article></body></html>
      """
    return Pages.extract(page).text
  }

  @Test("a line that the page gives as its description stands beside the text, not in it")
  func descriptions() {
    let line =
      "Herons stand in the water for hours, and nobody knew what they wait for until this year."
    func page(_ description: String) -> String {
      """
      <!doctype html><html><head><title>On herons</title><meta name=description content="\(description)"></head>
      <body><header><h1>On herons</h1><p>\(line)</p></header><div class=body>\(Pages.paragraphs(8))</div></body></html>
      """
    }
    let said = Pages.extract(page(line))
    #expect(said.metadata.excerpt == line && !said.text.contains("nobody knew"))
    #expect(Pages.extract(page("All about birds.")).text.contains("nobody knew"))
  }

  @Test(
    "a list of the site's own pages at the end goes with its title, sources and other sites stay"
  )
  func links() {
    let own = (1...4).map { "<li><a href=/p\($0)>Post number \($0) on the birds</a></li>" }.joined()
    let liked = Self.text("<p>If this was of use, there is more:</p><ul>\(own)</ul>")
    #expect(!liked.contains("there is more") && !liked.contains("Post number"))
    let lines = (1...3).map { "<p><a href=/s\($0)>Service \($0)</a></p>" }.joined()
    let services = Self.text("<h2>What we do</h2>\(lines)<h2>Where</h2>\(lines)<img src=/map.png>")
    #expect(services.hasSuffix(Pages.sentence))
    let beside = own.replacing("</a>", with: "</a> (new)")
    #expect(Self.text("<p>More:</p><ul>\(own)\(beside)</ul>").hasSuffix(Pages.sentence))
    #expect(Self.text("<p>Our birds:</p><ul>\(beside)</ul>").contains("Post number 3"))
    #expect(Self.text("<h3>Sources</h3><ul>\(own)</ul>").contains("Post number 2"))
    let others = own.replacing("href=/", with: "href=https://birds.example/")
    #expect(Self.text("<p>Where to go from here:</p><ul>\(others)</ul>").contains("Post number 3"))
    #expect(Self.text("<ul>\(own)</ul>\(Pages.paragraphs(1, from: 10))").contains("Post number 1"))
  }

  @Test("posts that follow the article are announced by their headings")
  func announcements() {
    let posts = (1...3).map {
      "<h3 id=p\($0)><a href=/p\($0)>Another post, number \($0)</a></h3><p>What \(Pages.sentence)</p>"
    }.joined()
    let text = Self.text(posts)
    #expect(text.contains("Paragraph 9.") && !text.contains("Another post"))
    let places = posts.replacing("href=/p", with: "href=#p")
    #expect(Self.text(places).contains("Another post, number 2"))
  }

  @Test("a list of the article's headings at its beginning goes without a title, too")
  func contents() {
    let titles = ["Where they stand", "What they eat", "When they sleep", "Who they fear"]
    let list = titles.enumerated().map { "<li><a href=#s\($0)>\($0 + 1). \($1)</a></li>" }.joined()
    let apart = titles.enumerated().map { "<ul><li><a href=#s\($0)>\($1)</a></li></ul>" }.joined()
    let sections = titles.enumerated()
      .map { "<h2 id=s\($0)>\($1)</h2>\(Pages.paragraphs(2, from: 20 + $0))" }.joined()
    for contents in ["<ul>\(list)</ul>", "<p><b>Skip to:</b></p>\(apart)"] {
      let text = Self.text(sections, inside: contents)
      #expect(!text.contains("Skip to") && !text.hasPrefix("1."))
      #expect(text.ranges(of: "What they eat").count == 1)
    }
    let other =
      "<ul><li><a href=#x>Egrets</a></li><li><a href=#y>Storks</a></li><li><a href=#z>Ibises</a></li></ul>"
    #expect(Self.text(sections, inside: other).contains("Storks"))
  }

  @Test(
    "a list of the site's own pages goes where a line refers readers to more, wherever it stands"
  )
  func referrals() {
    let own = (1...3).map { "<li><a href=/p\($0)>Post number \($0) on the birds</a></li>" }.joined()
    let rest = Pages.paragraphs(9, from: 20)
    let text = Self.text("<p>More on grey herons:</p><ul>\(own)</ul>\(rest)")
    #expect(!text.contains("More on grey") && !text.contains("Post number"))
    let said = Self.text("<p>These are the posts on the marsh:</p><ul>\(own)</ul>\(rest)")
    #expect(said.contains("Post number 2"))
  }

  @Test(
    "a section that goes on in sentences is the article's, though it is called \"Read more about\" something"
  )
  func sentences() {
    let items = (1...3).map {
      "<li>In year \($0), a nest in the reeds had room for \($0) young birds.</li>"
    }
    .joined()
    let rest = Pages.paragraphs(9, from: 20)
    let text = Self.text("<h3>Read more about the nests:</h3><ul>\(items)</ul><h3>Food</h3>\(rest)")
    #expect(text.contains("In year 2"))
  }

  @Test("what is said of the authors at the end goes, a sentence on them before it stays")
  func authors() {
    func text(_ tail: String) -> String {
      Pages.extract(
        """
        <!doctype html><html><head><title>On herons</title><meta name=author content="Ada Reed and Bo Marsh"></head>
        <body><article><h1>On herons</h1>\(Pages.paragraphs(9))\(tail)</article></body></html>
        """
      ).text
    }
    let notes = """
      <h4>Dr Ada Reed</h4><p>Keeper of birds</p><p>Ada has counted herons for thirty years and teaches at the fen school.</p>
      <h4>Bo Marsh</h4><p>Bo draws maps and writes of water, mills and the people who keep them going.</p>
      """
    #expect(text(notes).hasSuffix(Pages.sentence))
    #expect(text("<p>(Bo Marsh is a writer at the fen school)</p>").hasSuffix(Pages.sentence))
    let told = text(
      "<p>Bo Marsh is a writer at the fen school.</p>\(Pages.paragraphs(3, from: 10))"
    )
    #expect(told.contains("Bo Marsh is a writer"))
    let aside = "<p><em>Cy Weir is a painter of birds and lives by the sea with two dogs.</em></p>"
    #expect(text(aside).hasSuffix(Pages.sentence))
    #expect(text("<p>Then they flew.</p><p>Ada Reed</p>").contains("Then they flew."))
  }

  @Test("a list of other posts goes, though one has lost its headline")
  func lostHeadline() {
    let posts = ["", "Bitterns return to the marsh", "Otters on the river again"].map {
      "<div class=post-item><div class=copy><h3 class=title><a href=/posts/\($0.count)>\($0)</a></h3><p>\(Pages.sentence)</p></div></div>"
    }.joined()
    let text = Pages.extract(
      Pages.article("").replacing(
        "</article>",
        with: "</article><div class=post-list>\(posts)</div>"
      )
    ).text
    #expect(text.contains("Paragraph 6.") && text.hasSuffix(Pages.sentence))
    #expect(!text.contains("Otters"))
  }

  @Test("a heading at the end goes with the link that says the same, and the picture between them")
  func echoes() {
    let posts = ["Bitterns return to the marsh", "Otters on the river again"].map {
      "<h2>\($0)</h2><figure><img src=/\($0.count).jpg alt=birds><figcaption>Birds</figcaption></figure><ul><li><a href=/posts/\($0.count)>\($0)</a></li></ul>"
    }.joined()
    #expect(Self.text(posts).hasSuffix(Pages.sentence))
    let section = "<h2>Sources</h2><ul><li><a href=/posts/1>Otters on the river</a></li></ul>"
    #expect(Self.text(section).hasSuffix("Otters on the river"))
  }

  @Test("what is there for small windows once more goes, what is there for them alone stays")
  func smallWindows() {
    let table =
      "<table><tr><th>Bird</th><th>Legs</th></tr><tr><td>Heron</td><td>two, both long</td></tr></table>"
    let cards = "<h4>Bird: Heron</h4><p>Legs: two, both long</p>"
    func text(_ beside: String) -> String {
      Pages.extract(
        Pages.article(
          "<div><div class=hide-mobile>\(beside)</div><div class=mobile-only>\(cards)</div></div>"
        )
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
    "what only leads on is no text",
    arguments: [
      "<p>1 / 12</p>", "<p>Page 3 of 12</p>",
      "<div><a class=\"btn btn-big\" href=/go>Start now</a></div>",
      "<p><a class=button href=/a>Read the guides</a> <a class=button href=/b>Start</a></p>",
      "<p>Sign up to get bird news first, all of it to your inbox!</p>",
      "<h3>Reviewed by</h3><p>Jo Reed, a doctor of birds</p>",
    ]
  )
  func leading(part: String) {
    #expect(Self.text(part).hasSuffix(Pages.sentence))
  }

  @Test(
    "what looks so and says more is text",
    arguments: [
      "<p>13 / 12</p>", "<p>They came 1 of 12 times.</p>",
      "<p>Press <a class=btn href=/go>Start</a> and wait.</p>",
      "<p>A letter came to your inbox, the heron said.</p>",
    ]
  )
  func notLeading(part: String) {
    let words = part.filter(\.isNumber).isEmpty ? "heron said" : "12"
    let text = Pages.extract(Pages.article(part)).text
    #expect(text.contains(part.contains("Press") ? "Start" : words))
  }

  @Test("a call for a part that was not put in is no text, a word in brackets is")
  func shortcodes() {
    let text = Self.text(
      "<p>[bird-player id=\"7\" name=\"Herons\"]</p><p>[form id=163]</p><p>[sic]</p><p>[birds of a = b]</p><p>They flew.</p>"
    )
    #expect(!text.contains("bird-player") && !text.contains("163"))
    #expect(text.contains("[sic]") && text.contains("a = b"))
  }

  @Test("links that hand a page on are no text, those that are mentioned are")
  func sharing() {
    let address = "https://www.facebook.com/sharer/sharer.php?u=x"
    let tweet = "<a href=https://twitter.com/intent/tweet?url=x>Tell others</a>"
    let text = Self.text(
      "<p><a href=\(address)>Friends</a> | \(tweet)</p><ul><li>\(tweet)</li></ul><p>Or \(tweet)</p>"
    )
    #expect(!text.contains("Friends") && text.hasSuffix("\n\nOr Tell others"))
  }

  @Test("a disclosure at the end goes, behind a picture too")
  func disclosures() {
    let note =
      "<p>Disclosure: I only show what I would use myself. This post may contain affiliate links.</p>"
    #expect(!Self.text(note).contains("Disclosure"))
    #expect(!Self.text(note + "<img src=/heron.jpg width=600>").contains("Disclosure"))
    let asked =
      "<p>Support Bird News! Donate by card, or buy field glasses: we earn a commission on what you buy there.</p>"
    #expect(!Self.text(asked).contains("Donate"))
    #expect(!Self.text(note + "<h2>You might also like</h2>").contains("Disclosure"))
    let headed = Self.text("<h2>Disclaimer</h2><p>What is said here may be out of date by now.</p>")
    #expect(!headed.contains("out of date"))
  }

  @Test("a list of the site's own pages goes with a sentence on what it is for")
  func introducedLists() {
    let own = (1...4).map { "<li><a href=/p\($0)>Walks in town number \($0)</a></li>" }.joined()
    let note = "<p>We walk in many towns. Find the one nearest to you and come along.</p>"
    let text = Self.text("<h2>Walks near you</h2>\(note)<ul>\(own)</ul>")
    #expect(text.hasSuffix(Pages.sentence) && !text.contains("nearest to you"))
    let told = Self.text("<h2>Walks near you</h2>\(Pages.paragraphs(2, from: 20))<ul>\(own)</ul>")
    #expect(told.contains("Paragraph 20."))
  }

  @Test("what a site says of itself at the end goes")
  func sites() {
    func text(_ site: String) -> String {
      Pages.extract(
        """
        <!doctype html><html><head><title>On herons</title><meta property=og:site_name content="\(site)"></head>
        <body><article><h1>On herons</h1>\(Pages.paragraphs(9))
        <p>The Fen Trust provides walks and boats to people of all ages. <a href=/visit>Find one</a> near you.</p>
        </article></body></html>
        """
      ).text
    }
    #expect(text("The Fen Trust").hasSuffix(Pages.sentence))
    #expect(text("Bird News").contains("provides walks"))
  }

  @Test(
    "calls to pay for the rest, parts that never came and counts of pages are no text",
    arguments: [
      "<p>Already have an account? <a href=/in>Log in</a></p>",
      "<h2>This article is exclusive to friends of the birds</h2>",
      "<p>To read the rest of this story become a friend.</p>", "<p>Loading questions...</p>",
      "<p>Page 1 of 8</p>", "<h2>Want to advertise with Bird News?</h2><p>Write to the birds.</p>",
      "<h2>Submission history</h2><p>[v1] Thu, 18 Dec 2025 06:55:17</p>",
      "<table><tr><th>Subjects:</th><td>Birds</td></tr><tr><th>Cite as:</th><td>birds:2512.1</td></tr></table>",
      "<div class=modal><div class=modal-content><p>Orders are 150 pounds at least, of which 60 may be spent later.</p></div></div>",
    ]
  )
  func furniture(part: String) { #expect(Self.text(part).hasSuffix(Pages.sentence)) }

  @Test("text that nobody wrote is taken out where there is other text, and none speaks of it")
  func filler() {
    let filler = "<p>Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod.</p>"
    #expect(Self.text(filler).hasSuffix(Pages.sentence))
    #expect(Self.text(filler + "<p>This is what lorem ipsum looks like.</p>").contains("dolor sit"))
    let all = "<html><body><article>\(String(repeating: filler, count: 9))</article></body></html>"
    #expect(Pages.extract(all).text.contains("dolor sit"))
  }

  @Test("a title that stands above the text again goes, alone or at the end of a trail")
  func titles() {
    let above =
      "<ul><li><a href=/>Home</a></li><li>On grey herons</li></ul><p>On grey herons</p><h2>On grey herons</h2>"
    let page = """
      <html><head><title>On grey herons</title></head>
      <body><main><div class=text>\(above)\(Pages.paragraphs(9))</div></main></body></html>
      """
    #expect(Pages.extract(page).text.hasPrefix("Paragraph 1."))
  }
}
