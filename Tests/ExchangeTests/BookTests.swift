import Exchange
import PageExtraction
import ReadingList
import TestSupport
import Testing

@Suite("Books") struct BookTests {
  private static let now = Timestamp(seconds: 1_797_000_000)

  private func book(
    _ articles: [(Article, String?)], titled title: String = "Reading list",
    picture: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }
  ) throws -> [UInt8] {
    var export = ExportFormat.epub.export(
      ExportSubject(
        title: title, key: title, now: Self.now, day: { String($0.rfc3339.prefix(10)) },
        picture: { picture($1) }))
    var bytes = try export.head()
    for (article, body) in articles {
      bytes += try export.entry(of: article, stored: StoredArticle(record: "", body: body))
    }
    return bytes + (try export.tail())
  }

  private func article(
    _ number: Int = 1, _ change: (inout Article) -> Void = { _ in }
  ) throws -> Article {
    let address = try WebAddress("https://a.example/\(number)")
    var article = Article(address: address, savedAt: Timestamp(seconds: 1_466_000_000))
    article.title = "Title \(number)"
    change(&article)
    return article
  }

  /// Removes white space, which markup and books treat differently.
  private func bare(_ text: String) -> String {
    String(text.unicodeScalars.filter { $0.isForMarkup && !$0.properties.isWhitespace })
  }

  @Test("a book begins as readers look for it, and the same articles give the same bytes")
  func beginning() throws {
    let bytes = try book([(article(), "<p>One.</p>"), (article(2), nil)])
    // The first file is uncompressed and has no extra field.
    #expect(Array(bytes[..<30].suffix(4)) == [8, 0, 0, 0])
    #expect(Array(bytes[8..<10]) == [0, 0])
    #expect(bytes[30..<58].elementsEqual("mimetypeapplication/epub+zip".utf8))
    #expect(try book([(article(), "<p>One.</p>"), (article(2), nil)]) == bytes)
    let files = try BookFiles(bytes)
    let package = try files.document("EPUB/package.opf")
    #expect(
      package.all("meta").first { $0["property"] == "dcterms:modified" }?.text
        == "2026-12-11T14:40:00Z")
    #expect(package.all("itemref").count == 3)
    let other = try BookFiles(try book([(article(3), nil), (article(2), nil)]))
    #expect(
      try other.document("EPUB/package.opf").text(of: "dc:identifier")
        == package.text(of: "dc:identifier"))
  }

  @Test("of anything there is a book: no article, one, empty texts, titles of nothing, long ones")
  func oddities() throws {
    let empty = try BookFiles(try book([]))
    #expect(try empty.document("EPUB/nav.xhtml").text(of: "title") == "Reading list")
    let titles = [
      "", " \n ", "\u{0}\u{ffff}", "<b>&amp;\"'", "]]>", "\u{202e}x", "شيء",
      "🇩🇪" + (Unicode.Scalar(0xfdd0).map { String($0) } ?? ""), String(repeating: "x ", count: 400),
    ]
    let odd = try titles.enumerated().map { number, title in
      (
        try article(number) {
          $0.title = title;
          $0.author = title;
          $0.site = title;
          $0.tags = ["<x>"];
          $0.note = title
        },
        number % 2 == 0 ? "" : title
      )
    }
    for some in [odd] + odd.map({ [$0] }) {
      let files = try BookFiles(try book(some, titled: some[0].0.title))
      #expect(try files.document("EPUB/package.opf").text(of: "dc:title")?.isEmpty == false)
    }
    let one = try BookFiles(
      try book([
        (
          article(1) {
            $0.author = "A & B";
            $0.tags = ["x"];
            $0.language = "de-x-what";
            $0.site = "S"
          },
          "<p>T</p>"
        )
      ]))
    let package = try one.document("EPUB/package.opf")
    #expect(package.text(of: "dc:title") == "Title 1" && package.text(of: "dc:creator") == "A & B")
    #expect(package.text(of: "dc:language") == "de" && package.text(of: "dc:subject") == "x")
    #expect(package.text(of: "dc:source") == "https://a.example/1")
    #expect(one.names.count { $0.hasSuffix(".xhtml") } == 2)
  }

  @Test("any text is well-formed and says what it says", arguments: 0..<60)
  func anyText(seed: UInt64) throws {
    var maker = BodyMaker(seed: seed)
    let html = maker.body().fragmentHTML
    let files = try BookFiles(try book([(article(), html)]))
    let page = try files.document(try #require(files.pages.first))
    let header = bare(page.text(of: "header") ?? "")
    var rest = bare(page.text(of: "article") ?? "").unicodeScalars.dropFirst(
      header.unicodeScalars.count)
    // Note labels are in between. Compared by scalars, because a block may begin with a combining mark.
    let text = ArticleBody(fragment: html).textBlocks.joined().unicodeScalars
    for scalar in text
    where scalar.isForMarkup && !scalar.properties.isWhitespace && scalar != "[" && scalar != "]" {
      let next = rest.firstIndex(of: scalar)
      let place = try #require(next, "\(scalar.value) is missing before \(String(rest.prefix(20)))")
      rest = rest[rest.index(after: place)...]
    }
  }

  @Test("highlights are listed below the text, with their notes and colors")
  func highlights() throws {
    func mark(_ quote: String, _ color: Highlight.Color, _ note: String) -> Highlight {
      Highlight(
        id: quote, quote: quote, color: color, note: note, createdAt: Self.now,
        changedAt: Self.now)
    }
    let marks = [
      mark("One", .yellow, "first"), mark("Not <there>", .blue, "But mine"),
    ]
    let files = try BookFiles(
      try book([
        (
          article {
            $0.highlights = marks;
            $0.note = "My\nnote"
          }, "<p>One two.</p>"
        )
      ]))
    let page = try files.document(try #require(files.pages.first))
    #expect(page.all("aside").map(\.text) == ["My\nnote", "But mine", "first"])
    #expect(
      page.all("blockquote").map { "\($0["class"] ?? "") \($0.text)" } == [
        "blue Not <there>", "yellow One",
      ])
  }

  @Test("headings make the contents, as they are nested, and links within the text stay within it")
  func contents() throws {
    func heading(_ level: Int, _ text: String, _ anchor: String? = nil) -> ArticleBody.Block {
      .heading(level: level, [.text(text)], anchor: anchor)
    }
    func link(_ text: String, _ url: String) -> ArticleBody.Inline {
      .link([.text(text)], url: url)
    }
    let body = ArticleBody(blocks: [
      heading(1, "Top", "a-b"),
      .paragraph([link("up", "#a-b"), link("nowhere", "#none"), link("to the note", "#fn")]),
      heading(3, "Deep", "a-b"), heading(2, "Less"), heading(1, "Next"),
      .paragraph([.text("Said"), .footnoteReference(label: "1", anchor: "fn"), .text(".")]),
      .paragraph([
        .text("And"), .footnoteReference(label: "1", anchor: "fn"),
        .footnoteReference(label: "9", anchor: "no"),
      ]),
      .footnotes([
        .init(label: "1", anchor: "fn", blocks: [.paragraph([.text("Note.")])]),
        .init(label: "2", anchor: "fn", blocks: [.paragraph([.text("Twice.")])]),
      ]),
    ])
    let html = body.fragmentHTML
    let files = try BookFiles(try book([(article { $0.title = "T" }, html)]))
    let page = try files.document(try #require(files.pages.first))
    let file = try #require(files.pages.first).dropFirst(5)
    let links = page.all("a").compactMap { $0["href"] }
    #expect(links == ["https://a.example/1", "#h1", "#f1", "#f1", "#f1", "#rf1"])
    let navigation = try files.text("EPUB/nav.xhtml").replacing("\n", with: "")
    #expect(
      navigation.contains(
        "<a href=\"\(file)\">T</a><ol><li><a href=\"\(file)#h1\">Top</a><ol>"
          + "<li><a href=\"\(file)#h2\">Deep</a></li><li><a href=\"\(file)#h3\">Less</a></li></ol></li>"
          + "<li><a href=\"\(file)#h4\">Next</a></li></ol>"))
    #expect(page.all("h2").map(\.text) == ["Top", "Next"])
    #expect(
      page.all("li").filter { $0["epub:type"] == "endnote" }.map { $0["id"] } == ["f1", "f2"])
    #expect(page.all("a").contains { $0["epub:type"] == "noteref" && $0["href"] == "#f1" })
  }

  @Test("text that runs from right to left says so") func directions() throws {
    let files = try BookFiles(
      try book([
        (article { $0.title = "شيء" }, "<p>مرحبا</p><pre>x = 1</pre>"),
        (article(2), "<p>مرحبا</p>"),
        (article(3) { $0.direction = "rtl" }, "<p>123</p>"),
      ]))
    let pages = try files.pages.map { try files.document($0) }
    #expect(pages.map { $0.all("html").first?["dir"] } == ["rtl", nil, "rtl"])
    #expect(pages[1].all("p").last?["dir"] == "auto" && pages[0].all("pre").first?["dir"] == "ltr")
    #expect(
      try files.document("EPUB/package.opf").all("spine").first?["page-progression-direction"]
        == "rtl")
  }

  @Test("pictures that are at hand are in the book, each once; of others there are the words")
  func pictures() throws {
    let png: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 1]
    let html = """
      <figure><img src="https://b.example/p.png" alt="A &lt;b&gt;"><figcaption>C</figcaption></figure>
      <p>Text <img src="https://b.example/p.png" alt="small"> and <img src="https://b.example/q.svg" alt="drawn">.</p>
      <figure><img src="https://b.example/q.svg" alt="Drawn"></figure><figure><img src="https://b.example/none"></figure>
      """
    let files = try BookFiles(
      try book([(article(), html), (article(2), html)]) { address in
        address.hasSuffix(".png") ? png : address.hasSuffix(".svg") ? Array("<svg/>".utf8) : nil
      })
    let names = files.names.filter { $0.hasSuffix(".png") }
    #expect(names.count == 1 && names.allSatisfy { files.files[$0] == png })
    for page in try files.pages.map({ try files.document($0) }) {
      #expect(page.all("img").compactMap { $0["alt"] } == ["A <b>", "small"])
      #expect(page.all("figure").map(\.text) == ["C", "Drawn", ""])
      #expect(page.all("p").contains { $0.text == "Text  and [drawn]." })
    }
  }

  @Test("addresses are written as the strictest readers take them") func addresses() {
    let known = [
      ("https://a.example", "https://a.example"),
      ("http://A.example:80/x?y#z", "http://a.example/x?y#z"),
      ("https://ü.example/ä b|[c]%zz%41", "https://xn--tda.example/%C3%A4%20b%7C%5Bc%5D%25zz%41"),
      ("https://u:p@a.example/#a#b", "https://a.example/#a%23b"), ("https://a_b.example/", nil),
      ("javascript:alert(1)", nil), ("//a.example/", nil), ("a.example", nil),
      ("https://1.2.3/", nil), ("http://1.2.3.4:8080/\\x", "http://1.2.3.4:8080//x"),
      ("https://[::1]/x", "https://[::1]/x"), ("https://a.example?q", "https://a.example/?q"),
      ("mailto:a@b.example", nil), ("", nil),
    ]
    for (given, strict) in known {
      let spaced = given.replacing(" ", with: "%20")
      #expect(WebAddress.strict(spaced) == strict, "\(given)")
    }
  }
}
