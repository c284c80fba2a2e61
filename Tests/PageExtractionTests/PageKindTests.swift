import PageExtraction
import ReadingList
import Testing

@Suite("What sort of page it is") struct PageKindTests {
  private static func page(_ head: String, _ body: String) -> String {
    "<!doctype html><html><head><title>Nests</title>\(head)</head><body><main><h1>Nests</h1>\(body)</main></body></html>"
  }

  private static func data(_ json: String) -> String {
    "<script type=\"application/ld+json\">\(json)</script>"
  }

  @Test("an article is one where nothing says otherwise") func article() {
    #expect(Pages.extract(Pages.article("")).kind == .article)
    #expect(
      Pages.extract(Pages.article(""), url: "https://docs.example.org/nests").kind == .documentation
    )
  }

  @Test("a page of cards and links is a listing with all of them") func listing() {
    let cards = (1...9).map {
      "<a href=/\($0) class=card><div>Nest number \($0) of the river</div><p>Where it is, and who lives in it now.</p></a>"
    }.joined()
    let extraction = Pages.extract(Self.page("", "<div>\(cards)</div>"))
    #expect(extraction.kind == .listing)
    #expect((1...9).allSatisfy { extraction.text.contains("Nest number \($0) of the river") })
    #expect(extraction.html.contains("https://example.org/3"))
    let links = (1...12).map { "<li><a href=/l\($0)>All about the nests of year \($0)</a></li>" }
      .joined()
    let list = Pages.extract(Self.page("", "<ul>\(links)</ul>"))
    #expect(list.kind == .listing)
    #expect(list.text.contains("the nests of year 12"))
  }

  @Test(
    "data say that a page shows a product, a recipe or a video",
    arguments: [
      (#"{"@type":"Product","name":"Nest box"}"#, PageKind.product),
      (#"{"@type":"Recipe","name":"Cake"}"#, .recipe),
      (#"{"@type":"VideoObject","name":"Nests"}"#, .video),
    ])
  func things(_ json: String, _ kind: PageKind) {
    #expect(Pages.extract(Self.page(Self.data(json), Pages.paragraphs(3))).kind == kind)
  }

  @Test("what a page asks and answers itself is no thread, one question with answers is")
  func questions() {
    func asked(_ count: Int) -> String {
      (1...count).map {
        "<div itemscope itemtype='https://schema.org/Question'><h3>What of \($0)?</h3><p>\(Pages.sentence)</p></div>"
      }.joined()
    }
    #expect(Pages.extract(Self.page("", Pages.paragraphs(4) + asked(3))).kind == .article)
    #expect(Pages.extract(Self.page("", Pages.paragraphs(4) + asked(1))).kind == .thread)
  }

  @Test("a profile and a folder of files are told by what they say they are") func others() {
    let profile = "<meta property=og:type content=profile>"
    #expect(Pages.extract(Self.page(profile, Pages.paragraphs(3))).kind == .profile)
    let folder =
      "<!doctype html><title>Index of /nests</title><h1>Index of /nests</h1><pre><a href=..>Parent</a>\n<a href=a.txt>a.txt</a> 3 May</pre>"
    #expect(Pages.extract(folder).kind == .files)
  }

  @Test(
    "what stands in the article's place is suspect, and a wall",
    arguments: [
      "Pardon our interruption. Something about your browser made us think you were a bot.",
      "Access to this page has been denied because we believe you are using automation tools.",
      "The page you are looking for has been removed or had its name changed.",
      "This site is under maintenance. Please come back later, we will be done in an hour.",
    ])
  func walls(words: String) {
    let extraction = Pages.extract(Self.page("", "<p>\(words)</p>"))
    #expect(extraction.kind == .wall)
    #expect(extraction.verdict != .ready)
  }
}
