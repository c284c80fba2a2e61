import Foundation
import TestSupport
import Testing

@Suite("Pages as the program reads them", .endsAtAll) struct ReadingPagesTests {
  private static let rules = """
    title: //h1
    author: //*[@class='by']
    next_page_link: //a[@id='on']/@href
    http_header(user-agent): Sesame/1
    """

  private func writeRules(_ home: Home, _ text: String = rules) throws {
    try home.directory.write(".config/luego/site-rules/127.0.0.1.txt", text: text)
  }

  @Test("site rules hold for add and fetch: headers, facts and further pages")
  func rules() async throws {
    let (home, web) = (try Home(), try Pages.serve())
    try writeRules(home)
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

  @Test("site rules that cannot be used are told in one line, and the page is read without them")
  func badRules() async throws {
    let (home, web) = (try Home(), try Pages.serve())
    try writeRules(home, "this makes no sense")
    let added = try await home.luego("add", web.url("/one"))
    #expect(added.status == 0 && added.text.contains("First Light"))
    #expect(added.errorLines.count == 1)
    #expect(added.errorLines.first?.contains("site-rules/127.0.0.1.txt") == true)
    try writeRules(home, "titel: //h1\nbody: //main\n")
    let doctor = try await home.luego("doctor")
    #expect(doctor.errorLines.first?.hasSuffix("127.0.0.1.txt: unknown directive “titel”") == true)
    let screen = try await home.luego("--snapshot", "100x20", "--write", "--keys", "r")
    #expect(screen.status == 0 && screen.errors.isEmpty)
  }

  @Test("extract heeds site rules for the address that is given, and fetches nothing")
  func extracting() async throws {
    let (home, web) = (try Home(), try Pages.serve())
    try writeRules(home)
    let extra = "<i class='by'>Rule Maker</i><a id='on' href='/rest'>on</a>"
    let page = try home.directory.write("page.html", text: Pages.article("Whole", extra))
    let plain = try await home.luego("extract", "--format", "json", page)
    #expect(plain.status == 0 && plain.text.contains("\"Ada Mills\""))
    let ruled = try await home.luego("extract", "--format", "json", "--url", web.url("/x"), page)
    #expect(ruled.status == 0 && ruled.text.contains("Rule Maker"))
    #expect(try await home.luego("add", web.url("/x"), "--html", page).status == 0)
    #expect(web.requests.isEmpty)
    let homeless = try await home.run(["extract", page], environment: ["HOME": nil])
    #expect(homeless.status == 0 && homeless.text.contains("Paragraph 60"))
  }

  @Test("extract prints the other files when one is bad, and says so", arguments: ["text", "json"])
  func someBad(format: String) async throws {
    let home = try Home()
    let first = try home.directory.write("1.html", text: Pages.article("One"))
    let empty = try home.directory.write("2.html", text: "<p>")
    let third = try home.directory.write("3.html", text: Pages.article("Three"))
    let outcome = try await home.run([
      "extract", "--format", format, first, home.path, empty, "/no/such", third,
    ])
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.count == 3, "\(outcome.errorLines)")
    #expect(outcome.text.components(separatedBy: "Paragraph 60 ").count >= 3)
    if format == "json" { #expect(outcome.lines.count == 3) }
    let noArticle = try await home.run(["extract", first, empty, third])
    #expect(noArticle.status == 3 && noArticle.errorLines.count == 1)
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
