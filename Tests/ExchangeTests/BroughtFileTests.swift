import Exchange
import PageExtraction
import Platform
import ReadingList
import TestSupport
import Testing

@Suite("What people bring") struct BroughtFileTests {
  private static let page =
    "<html><head><title>Herons</title></head><body>\(CapturedFileTests.prose)</body></html>"

  private func page(
    _ bytes: some Sequence<UInt8>, _ name: String, readsTexts: Bool = false
  ) throws -> CapturedPage {
    let pages = try pages(bytes, name, readsTexts: readsTexts)
    try #require(pages.count == 1)
    return pages[0]
  }

  @Test(
    "a page says where and when it was saved, whoever saved it",
    arguments: [
      (
        "<!-- Saved from https://a.example/x at 2024-03-04T05:06:07Z using a tool -->",
        1_709_528_767
      ),
      (
        "<!--\n Page saved with SingleFile\n url: https://a.example/x\n saved date: Mon Mar 04 2024 05:06:07 GMT+0000 (UTC)\n-->",
        1_709_528_767
      ),
      (
        "<!-- Mirrored from a.example/x by HTTrack Website Copier/3.x [XR&CO'2014], Mon, 04 Mar 2024 05:06:07 GMT -->",
        1_709_528_767
      ),
    ] as [(String, Int64?)])
  func savedBy(head: String, date: Int64?) throws {
    let saved = try SavedPage(Array(("<!DOCTYPE html>" + head + Self.page).utf8))
    #expect(saved.address(by: PageExtractor())?.text == "https://a.example/x")
    #expect(saved.savedAt == date.map { Timestamp(seconds: $0) })
  }

  @Test("a saved page is asked for its address in a worker, whose end costs only the address")
  func addressByWorker() throws {
    CurrentProcess.ignoreSignals()
    let workers = PageWorkers(words: ["/bin/sh", "-c", "exit 1"], environment: [:])
    let head = "<link rel=canonical href='https://a.example/x'>"
    let html = Array(
      "<html><head>\(head)</head><body>\(CapturedFileTests.prose)</body></html>".utf8)
    let file = try CapturedFile(
      html, at: "/tmp/page.html", readsTexts: false, extractor: PageExtractor(workers: workers))
    guard case .pages(let pages) = file else {
      Issue.record("it is no page")
      return
    }
    #expect(pages.count == 1 && pages.first?.link == nil)
    #expect(try SavedPage(html).address(by: PageExtractor())?.text == "https://a.example/x")
  }

  @Test("Markdown may begin with markup, and is Markdown all the same") func markupFirst() throws {
    let page = try page(
      "<p align=\"center\"><img src=\"https://a.example/l.png\"></p>\n\n# Herons\n\n**They** wait."
        .utf8,
      "README.md", readsTexts: true)
    #expect(page.title == "Herons")
    guard case .article(let text) = page.content else {
      Issue.record("no article")
      return
    }
    #expect(text.html.hasSuffix("<p><strong>They</strong> wait.</p>\n"))
  }

  @Test("of a page in the form of a mail the part that it names is the page, not the first")
  func mainPart() throws {
    func mail(_ head: String, _ type: String) -> String {
      """
      \(head)MIME-Version: 1.0
      Content-Type: multipart/related; boundary="b"; \(type)

      --b
      Content-Type: text/html
      Content-ID: <one>
      Content-Location: https://frame.example/

      <p>A frame.
      --b
      Content-Type: text/html
      Content-ID: <two>
      Content-Location: https://a.example/x

      <p>The page.
      --b--
      """
    }
    for text in [
      mail("Snapshot-Content-Location: https://a.example/x\n", "type=\"text/html\""),
      mail("", "start=\"<two>\""),
    ] {
      let saved = try SavedPage(Array(text.utf8))
      #expect(String(decoding: saved.html, as: UTF8.self).contains("The page."))
      #expect(saved.address(by: PageExtractor())?.text == "https://a.example/x")
      #expect(try page(text.utf8, "noname").link?.address.text == "https://a.example/x")
    }
  }

  @Test("archives of Safari and compressed pages are opened") func archives() throws {
    var files: [(String, [UInt8])] = []
    for isBinary in [true, false] {
      let list = try Exports.webArchive(Self.page, at: "https://a.example/x", isBinary: isBinary)
      files.append(("a.webarchive", list))
    }
    for (name, bytes) in files {
      let page = try page(bytes, name)
      #expect(page.link?.address.text == "https://a.example/x", "\(name)")
      guard case .page(let html) = page.content else { throw NotCaptured() }
      #expect(String(decoding: html, as: UTF8.self).contains("Herons stand"), "\(name)")
      for end in stride(from: 0, to: bytes.count, by: 97) {
        _ = try? self.page(bytes[..<end], name)
      }
    }
    #expect(try page(Gzip.stored(Array(Self.page.utf8)), "Herons.html.gz").title == "Herons")
  }

  private static let prose = String(
    repeating: "Herons stand in the shallow water and wait until a fish comes near. ", count: 3)

  @Test("what stands above a Markdown text says what it is, and the text stays")
  func frontMatter() throws {
    let whole = """
      ---
      title: "Herons"
      source: https://a.example/x
      author:
        - "[[Ada]]"
      published: 2024-03-04
      tags: [birds, "slow web"]
      ---
      ## Where

      \(Self.prose)See [a list](https://b.example/).

      """
    for readsTexts in [true, false] {
      let page = try page(whole.utf8, "Note.md", readsTexts: readsTexts)
      #expect(page.link?.address.text == "https://a.example/x" && page.title == "Herons")
      #expect(page.tags == ["birds", "slow web"])
      let text = try page.text()
      #expect(text.metadata.author == "Ada" && text.text.contains("Herons stand"))
      #expect(text.metadata.publishedAt == Timestamp(rfc3339: "2024-03-04T00:00:00Z"))
    }
    #expect(try Exports.read(whole).articles.map(\.url) == ["https://a.example/x"])
  }

  @Test("a text with more prose than links is a text, and what is shared with a link is its title")
  func proseOrLinks() throws {
    let prose = try page((Self.prose + "See https://b.example/.\n\n" + Self.prose).utf8, "note.txt")
    #expect(try prose.text().text.contains("wait until") && prose.link == nil)
    let shared = try page("Herons at dusk, by Ada\nhttps://a.example/x".utf8, "share.txt")
    #expect(
      shared.link?.address.text == "https://a.example/x" && shared.title == "Herons at dusk, by Ada"
    )
  }

  private func mail(_ head: String, _ html: String) -> [UInt8] {
    Array(
      "From: Bo <bo@b.example>\nTo: me@c.example\n\(head)Content-Type: text/html\n\n\(html)".utf8)
  }

  @Test(
    "a letter's address stands in its headers, or behind words that lead to it",
    arguments: [
      ("Archived-At: <https://a.example/p/dusk>\n", ""),
      ("List-Post: <https://a.example/p/dusk>\n", ""),
      ("X-Newsletter: https://a.example/p/dusk\n", ""),
      ("", "<p><a href='https://a.example/p/dusk'>View online</a></p>"),
    ])
  func letterAddress(head: String, link: String) throws {
    let letter = try #require(
      try Mail.articles(in: mail("Subject: x\n" + head, link + CapturedFileTests.prose)).first)
    #expect(letter.link?.address.text == "https://a.example/p/dusk")
    for other in ["https://a.example/", "https://a.example/archive", "mailto:list@a.example"] {
      let bytes = mail(
        "Subject: x\n" + head.replacing("https://a.example/p/dusk", with: other),
        link.replacing("https://a.example/p/dusk", with: other) + CapturedFileTests.prose)
      #expect(try Mail.articles(in: bytes).first?.link == nil, "\(other)")
    }
  }

  @Test(
    "a letter that was forwarded is the one that somebody else wrote",
    arguments: [
      "<p>Look!</p><div>---------- Forwarded message ---------<br>From: <b>Ada</b> &lt;ada@a.example&gt;<br>Date: Mon, Mar 4, 2024 at 5:06 AM<br>Subject: Herons<br>To: bo@b.example<br></div>",
      "<p>Anfang der weitergeleiteten Nachricht:</p><p>Von: Ada &lt;ada@a.example&gt;</p><p>Betreff: Herons</p><p>Datum: 4. März 2024 um 05:06:00</p><p>An: Bo</p>",
      "<div><b>From:</b> Ada &lt;ada@a.example&gt;<br><b>Sent:</b> Monday, March 4, 2024 5:06 AM<br><b>To:</b> Bo<br><b>Subject:</b> Herons</div>",
    ])
  func forwarded(head: String) throws {
    let bytes = mail(
      "Subject: Fw: WG: Herons\nDate: Tue, 24 Nov 2026 10:00:00 +0100\n",
      head + CapturedFileTests.prose)
    let page = try #require(try Mail.articles(in: bytes).first)
    let text = try page.text()
    #expect(page.title == "Herons" && text.metadata.author == "Ada")
    #expect(text.metadata.publishedAt.map { $0.rfc3339.prefix(10) } == "2024-03-04")
    #expect(
      text.text.hasPrefix("Herons stand") && !text.text.contains("Subject"),
      "\(text.text.prefix(200))")
  }

  @Test(
    "a letter that is attached whole is the article, and only what forwarding adds to a subject goes"
  )
  func attached() throws {
    let inner =
      "From: Ada <ada@a.example>\nSubject: Herons\nContent-Type: text/html\n\n"
      + CapturedFileTests.prose
    let outer = """
      From: Bo <bo@b.example>
      Subject: Fwd: Herons
      Content-Type: multipart/mixed; boundary=b

      --b
      Content-Type: text/plain

      Look at this.
      --b
      Content-Type: message/rfc822

      \(inner)
      --b--
      """
    let page = try #require(try Mail.articles(in: Array(outer.utf8)).first)
    #expect(try page.text().metadata.author == "Ada" && page.title == "Herons")
    #expect(ForwardedLetter.bare("Re: Fwd: x") == "Re: Fwd: x")
    #expect(ForwardedLetter.bare("FW: fwd: TR : x: y") == "x: y")
  }

  private func book(
    _ chapters: [(name: String, html: String, more: String)], _ metadata: String
  ) -> [UInt8] {
    let items = chapters.map {
      "<item id='\($0.name)' href='\($0.name).xhtml' media-type='application/xhtml+xml' \($0.more.hasPrefix("properties") ? $0.more : "")/>"
    }
    let spine = chapters.map {
      "<itemref idref='\($0.name)' \($0.more.hasPrefix("linear") ? $0.more : "")/>"
    }
    let opf =
      "<package xmlns:dc='x'><metadata><dc:title>Dusk</dc:title>\(metadata)</metadata><manifest>\(items.joined())</manifest><spine>\(spine.joined())</spine></package>"
    return StoredZip.archive(
      [
        ("mimetype", "application/epub+zip"),
        (
          "META-INF/container.xml",
          "<container><rootfiles><rootfile full-path='b.opf'/></rootfiles></container>"
        ),
        ("b.opf", opf),
      ] + chapters.map { ("\($0.name).xhtml", "<html><body>\($0.html)</body></html>") })
  }

  @Test("of a book every chapter stays, however short, and what is none is left out and said")
  func books() throws {
    let directory = try TemporaryDirectory()
    var bytes = book(
      [
        ("cover", "<img src='c.png' alt=''/>", ""),
        ("toc", "<nav><a href='one.xhtml'>One</a></nav>", "properties='nav'"),
        ("rights", "<p>Copyright © 2020 Ada. All rights reserved. ISBN 1</p>", ""),
        ("one", "<h1>Heron</h1><p>Grey, and still.</p>", ""), ("two", "<p>A fish.</p>", ""),
        ("note", "<p>Not in order.</p>", "linear='no'"), ("../out", "<p>Not there.</p>", ""),
        ("bad", "<p>Damaged.</p>", ""),
      ],
      "<dc:creator>Ada</dc:creator><dc:creator>Bo</dc:creator><dc:date>2020-05-04</dc:date>")
    let place = try #require(bytes.firstRange(of: Array("Damaged".utf8))?.lowerBound)
    bytes[place] ^= 1
    let file = try directory.write("poems.epub", bytes)
    guard case .book(let chapters, let leftOut) = try CapturedFile(bytes, at: file) else {
      throw NotCaptured()
    }
    #expect(chapters.map(\.title) == ["Heron", ""])
    #expect(
      leftOut == [
        "a page without text", "the table of contents", "the copyright page",
        "a page outside of the reading order", "a page that cannot be read",
        "a page that cannot be read",
      ])
    for chapter in chapters {
      let text = try chapter.text()
      #expect(text.metadata.author == "Ada, Bo" && text.metadata.site == "Dusk")
      #expect(text.metadata.publishedAt == Timestamp(rfc3339: "2020-05-04T12:00:00Z"))
    }
    #expect(try chapters[0].text().text == "Grey, and still.")
  }
}
