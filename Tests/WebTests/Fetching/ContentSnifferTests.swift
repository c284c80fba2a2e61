import TestSupport
import Testing
import Web

@Suite("What a page is") struct ContentSnifferTests {
  private static let png = "\u{89}PNG\r\n\u{1a}\n\u{0}\u{0}\u{0}\u{d}"
  private static let jpeg = "\u{ff}\u{d8}\u{ff}\u{e0}\u{0}\u{10}JF"

  /// The kind of content for bytes, written as Latin-1 characters.
  private func kind(_ bytes: String, _ type: String, path: String = "/page") -> FetchedPage.Kind {
    ContentSniffer.kind(of: Self.bytes(bytes), contentType: type, path: path)
  }

  private static func bytes(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
  }

  @Test(
    "goes by its bytes where they are plain, else by its header",
    arguments: [
      ("text/html; charset=utf-8", "<!DOCTYPE html><p>x", .html),
      ("text/html", "Just words", .html),
      ("application/xhtml+xml", "<?xml version=\"1.0\"?><html><p>x</p></html>", .html),
      ("", "<html><p>x", .html), ("", "\u{ef}\u{bb}\u{bf}\n <!-- note --> <HTML>", .html),
      ("application/octet-stream", "<p>x", .html), ("image/jpeg", "<!doctype html><p>x", .html),
      ("application/pdf", "<html>Sorry, not found</html>", .html),
      ("text/plain", "<!doctype html><p>x", .html), ("text/plain", "a < b", .text),
      ("text/plain", "<stdio.h> is a header", .text),
      ("text/plain; charset=utf-8", "Words", .text), ("", "Words", .text),
      ("nonsense", "Words", .text), ("text/markdown", "# Title", .markdown),
      ("text/markdown", "<p>x</p>\n\n# Title", .markdown),
      ("text/html", "%PDF-1.7 x", .pdf), ("application/octet-stream", "%PDF-1.4", .pdf),
      ("application/pdf", "not a PDF", .other), ("text/html", png, .image),
      ("", jpeg, .image), ("text/plain", "GIF89a", .image),
      ("image/webp", "RIFF\u{1}\u{2}\u{3}\u{4}WEBPVP8 ", .image),
      ("image/avif", "\u{0}\u{0}\u{0}\u{18}ftypavif", .image),
      ("video/mp4", "\u{0}\u{0}\u{0}\u{18}ftypisom", .other),
      ("image/svg+xml", "<?xml version=\"1.0\"?><svg xmlns=\"x\"/>", .image),
      ("text/html", "<svg></svg><p>x", .html),
      ("application/rss+xml", "<?xml version=\"1.0\"?><rss version=\"2.0\">", .feed),
      ("text/html", "<?xml version=\"1.0\"?><rss version=\"2.0\">", .feed),
      ("application/xml", "<?xml version=\"1.0\"?>\n<!-- x --><feed xmlns=\"y\">", .feed),
      ("text/xml", "<rdf:RDF xmlns=\"y\">", .feed),
      ("text/x-opml", "<?xml version='1.0'?><opml version=\"2.0\">", .feed),
      ("application/xml", "<catalog/>", .other),
      ("application/feed+json", "{\"version\": 1}", .feed),
      ("application/json", "{\"version\": \"https://jsonfeed.org/version/1.1\"}", .feed),
      ("application/json", "{\"a\": 1}", .json), ("application/ld+json", "{\"a\": 1}", .json),
      ("application/zip", "PK\u{3}\u{4}xxxx", .other), ("text/html", "PK\u{3}\u{4}xxxx", .other),
      ("text/plain", "abc\u{0}\u{1}\u{2}def", .other),
      ("text/css", "p { color: red }", .other), ("video/mp4", "words", .other),
      ("text/html", "\u{ff}\u{fe}" + "<html>".map { "\($0)\u{0}" }.joined(), .html),
      ("", "<html><p>text".map { "\u{0}\($0)" }.joined(), .html),
      ("text/html", "<\u{0}p>\u{0}nul", .html),
    ] as [(String, String, FetchedPage.Kind)])
  func kinds(type: String, bytes: String, kind: FetchedPage.Kind) {
    #expect(self.kind(bytes, type) == kind)
  }

  @Test("is Markdown by its name", arguments: ["/README.md", "/a/Notes.MARKDOWN"])
  func names(path: String) {
    #expect(kind("# Title", "text/plain", path: path) == .markdown)
    #expect(kind("<p align=center>\n\n# Title", "text/plain", path: path) == .markdown)
    #expect(kind("<!DOCTYPE html><p>x", "text/plain", path: path) == .html)
    #expect(kind("# T\n\n    <!DOCTYPE html><html>", "text/plain", path: path) == .markdown)
  }

  @Test("survives any start of any of its signatures") func prefixes() {
    for body in [
      Self.png, Self.jpeg, "RIFFxxxxWEBP", "BM\u{0}\u{0}",
      "<?xml version=\"1.0\"?><!DOCTYPE html [ <!ENTITY a \"b\"> ]><!-- x --><rss>",
      "\u{fe}\u{ff}\u{0}<", "\u{0}\u{0}\u{1}\u{0}\u{1}\u{0}",
    ] {
      for length in 0...body.unicodeScalars.count {
        let start = String(body.unicodeScalars.prefix(length))
        for type in ["", "text/html", "text/plain", "application/json", "image/png"] {
          let kind = kind(start, type)
          #expect(length > 0 || kind != .image)
        }
      }
    }
  }

  @Test("leaves the bytes of a picture alone")
  func bodies() async throws {
    let png = Self.bytes(Self.png)
    let server = try LoopbackServer()
    server.handle("/picture") { _, client in
      client.respond(bytes: png, headers: [("Content-Type", "text/html")])
    }
    let picture = try await page(server.url("/picture"))
    #expect(picture.kind == .image)
    #expect(picture.body == png)
  }
}
