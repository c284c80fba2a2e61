import Foundation
import TestSupport
import Testing

@Suite("Pages as the program reads them", .endsAtAll) struct ReadingPagesTests {
  @Test("site rules hold for add and fetch: headers, facts and further pages")
  func rules() async throws {
    let (home, web) = (try Home(), try Pages.serve())
    try home.directory.write(
      ".config/luego/site-rules/127.0.0.1.txt",
      text: """
        title: //h1
        author: //*[@class='by']
        next_page_link: //a[@id='on']/@href
        http_header(user-agent): Sesame/1
        """)
    web.serve(
      "/story", Pages.article("Whole", "<i class='by'>Rule Maker</i><a id='on' href='/rest'>on</a>")
    )
    web.serve(
      "/rest", Pages.article("Whole").replacingOccurrences(of: "Paragraph ", with: "Further "))
    let added = try await home.luego("add", web.url("/story"))
    #expect(added.status == 0 && added.errors.isEmpty && added.text.hasPrefix("saved"))
    #expect(web.requests.map { $0.header("User-Agent") } == ["Sesame/1", "Sesame/1"])
    let shown = try await home.luego("show", "whole").text
    #expect(shown.contains("Paragraph 60") && shown.contains("Further 60"))
    #expect(shown.contains("Rule Maker"))
    web.handle("/rest") { $1.respond(404, "") }
    let again = try await home.luego("fetch", "whole")
    #expect(again.text.contains("may be wrong"))
    #expect(again.text.contains("Page 2 of the article could not be fetched"))
  }

  @Test("4.4 a PDF is an article where pdftotext is installed, and says what to install where not")
  func pdf() async throws {
    let (home, web) = (try Home(), try Pages.serve())
    let file = try home.directory.write("A_Paper.pdf", text: "%PDF-1.7\n")
    let bare = try await home.run(["extract", file], environment: ["PATH": "/nowhere"])
    #expect(bare.refusal(1)?.contains("poppler-utils") == true)
    try home.directory.write(
      "bin/pdftotext",
      text: "#!/bin/sh\necho 'First sentence of a paper.'; echo; echo 'Second one.'\n", mode: 0o700)
    let path = ["PATH": "\(home.directory.path("bin")):/usr/bin:/bin"]
    let read = try await home.run(["extract", "--format", "json", file], environment: path)
    #expect(read.status == 0 && read.text.contains("\"title\":\"A Paper\""), "\(read.text)")
    let added = try await home.run(["add", web.url("/pdf")], environment: path)
    #expect(added.status == 0 && added.text.hasPrefix("saved"), "\(added.text)")
    let shown = try await home.luego("show", "url:pdf").text
    #expect(shown.contains("First sentence of a paper.") && shown.contains("Second one."))
  }

  @Test("a feed is no article, and the line says where it belongs") func feed() async throws {
    let (home, web) = (try Home(), try Pages.serve())
    web.handle("/feed") {
      $1.respond(
        200, "<?xml version='1.0'?><rss version='2.0'><channel><title>x</title></channel></rss>",
        headers: [("Content-Type", "application/rss+xml")])
    }
    let added = try await home.luego("add", web.url("/feed"))
    #expect(added.text.contains("luego sources add"))
    #expect(try await home.everything().map(\.state) == ["failed"])
  }
}
