import Foundation
import ReadingList
import TestSupport
import Testing
import Web

@Suite("What a source's address gives") struct SourceShapeTests {
  private static let link = "https://a.example/post"
  private static let rssItem = "<item><title>T</title><link>\(link)</link></item>"
  private static let long = "<!-- " + String(repeating: "comment ", count: 800) + "-->"
  private static let jsonItems = "\"items\": [{\"id\": \"1\", \"url\": \"\(link)\"}]"

  @Test(
    "is understood by what it is, whatever stands before it and whatever it is called",
    arguments: [
      (
        "{\"version\": \"https:\\/\\/jsonfeed.org\\/version\\/1\", \(jsonItems)}",
        "application/json"
      ),
      ("{\(jsonItems), \"pad\": \"\(long)\", \"version\": \"https://jsonfeed.org/version/1\"}", ""),
      (
        "{\(jsonItems), \"pad\": \"\(long)\", \"version\": \"https://jsonfeed.org/version/1\"}",
        "application/json"
      ),
      ("Warning: x on line 3\n<rss><channel>\(rssItem)</channel></rss>", "application/rss+xml"),
      ("Warning: x on line 3\n<rss><channel>\(rssItem)</channel></rss>", "text/xml"),
      ("<br />\n<b>Warning</b>: x<br />\n<rss><channel>\(rssItem)</channel></rss>", "text/xml"),
      ("<br />\n<b>Warning</b>: x<br />\n<rss><channel>\(rssItem)</channel></rss>", "text/html"),
      ("<?xml version='1.0'?>\(long)<rss><channel>\(rssItem)</channel></rss>", "text/xml"),
      ("<?xml version='1.0'?>\(long)<rss><channel>\(rssItem)</channel></rss>", ""),
      ("<a:feed xmlns:a='x'><a:entry><a:link href='\(link)'/></a:entry></a:feed>", "text/xml"),
      ("<r:rss><channel>\(rssItem)</channel></r:rss>", "text/xml"),
      ("<RDF>\(rssItem)</RDF>", "text/xml"),
      ("<CHANNEL><ITEM HREF=\"\(link)\"><TITLE>T</TITLE></ITEM></CHANNEL>", "application/x-cdf"),
      ("<CHANNEL><ITEM HREF=\"\(link)\"><TITLE>T</TITLE></ITEM></CHANNEL>", ""),
      ("  \(link)  \n", "text/plain"),
    ])
  func shapes(body: String, type: String) async throws {
    let table = try Table([
      "https://f.example/x": .body(body, type: type),
      Self.link: .page("Found"),
    ])
    table.add("https://f.example/x", "blog")
    let picked = try await table.picker().pick(from: "blog")
    #expect(picked.article.url == Self.link)
    // The same from a file, where nothing declares the type.
    let file = table.directory.path("source")
    try Data(body.utf8).write(to: URL(filePath: file))
    table.add(file, "file")
    #expect(try await table.picker().pick(from: "file").article.url == Self.link)
  }
}
