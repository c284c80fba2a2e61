import TestSupport
import Testing
import Web

@Suite("What a page is") struct ContentSnifferTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let type: String
    let body: [UInt8]
    let kind: FetchedPage.Kind
    let path: String

    init(_ type: String, _ body: String, _ kind: FetchedPage.Kind, path: String = "/page") {
      self.init(type, bytes: Array(body.utf8), kind, path: path)
    }

    init(_ type: String, bytes: [UInt8], _ kind: FetchedPage.Kind, path: String = "/page") {
      self.type = type
      body = bytes
      self.kind = kind
      self.path = path
    }

    var testDescription: String {
      "\(type) \(String(decoding: body.prefix(24), as: UTF8.self)) \(path)"
    }
  }

  private static let png: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]
  private static let jpeg: [UInt8] = [0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46]

  @Test(
    "goes by its bytes where they are plain, else by its header",
    arguments: [
      Case("text/html; charset=utf-8", "<!DOCTYPE html><p>x", .html),
      Case("text/html", "Just words", .html),
      Case("application/xhtml+xml", "<?xml version=\"1.0\"?><html><p>x</p></html>", .html),
      Case("", "<html><p>x", .html), Case("", "\u{feff}\n <!-- note --> <HTML>", .html),
      Case("application/octet-stream", "<p>x", .html),
      Case("image/jpeg", "<!doctype html><p>x", .html),
      Case("application/pdf", "<html>Sorry, not found</html>", .html),
      Case("text/plain", "<!doctype html><p>x", .html), Case("text/plain", "a < b", .text),
      Case("text/plain", "<stdio.h> is a header", .text),
      Case("text/plain; charset=utf-8", "Words", .text), Case("", "Words", .text),
      Case("nonsense", "Words", .text),
      Case("text/plain", "# Title", .markdown, path: "/README.md"),
      Case("text/markdown", "# Title", .markdown),
      Case("text/plain", "# Title", .markdown, path: "/a/Notes.MARKDOWN"),
      Case("text/html", "%PDF-1.7 x", .pdf), Case("application/octet-stream", "%PDF-1.4", .pdf),
      Case("application/pdf", "not a PDF", .other), Case("text/html", bytes: png, .image),
      Case("", bytes: jpeg, .image), Case("text/plain", "GIF89a", .image),
      Case("image/webp", "RIFF\u{1}\u{2}\u{3}\u{4}WEBPVP8 ", .image),
      Case("image/avif", "\u{0}\u{0}\u{0}\u{18}ftypavif", .image),
      Case("video/mp4", "\u{0}\u{0}\u{0}\u{18}ftypisom", .other),
      Case("image/svg+xml", "<?xml version=\"1.0\"?><svg xmlns=\"x\"/>", .image),
      Case("text/html", "<svg></svg><p>x", .html),
      Case("application/rss+xml", "<?xml version=\"1.0\"?><rss version=\"2.0\">", .feed),
      Case("text/html", "<?xml version=\"1.0\"?><rss version=\"2.0\">", .feed),
      Case("application/xml", "<?xml version=\"1.0\"?>\n<!-- x --><feed xmlns=\"y\">", .feed),
      Case("text/xml", "<rdf:RDF xmlns=\"y\">", .feed),
      Case("text/x-opml", "<?xml version='1.0'?><opml version=\"2.0\">", .feed),
      Case("application/xml", "<catalog/>", .other),
      Case("application/feed+json", "{\"version\": 1}", .feed),
      Case("application/json", "{\"version\": \"https://jsonfeed.org/version/1.1\"}", .feed),
      Case("application/json", "{\"a\": 1}", .json),
      Case("application/ld+json", "{\"a\": 1}", .json),
      Case("application/zip", "PK\u{3}\u{4}xxxx", .other),
      Case("text/html", "PK\u{3}\u{4}xxxx", .other),
      Case("text/plain", "abc\u{0}\u{1}\u{2}def", .other),
      Case("text/css", "p { color: red }", .other), Case("video/mp4", "words", .other),
      Case("text/html", bytes: [0xff, 0xfe] + "<html>".utf8.flatMap { [$0, 0] }, .html),
      Case("", bytes: "<html><p>text".utf8.flatMap { [0, $0] }, .html),
      Case("text/html", "<\u{0}p>\u{0}nul", .html),
    ])
  func kinds(_ value: Case) {
    #expect(
      ContentSniffer.kind(of: value.body, contentType: value.type, path: value.path) == value.kind)
  }

  @Test("survives any start of any of its signatures") func prefixes() {
    let bodies: [[UInt8]] = [
      Self.png, Self.jpeg, Array("RIFFxxxxWEBP".utf8), Array("BM\u{0}\u{0}".utf8),
      Array("<?xml version=\"1.0\"?><!DOCTYPE html [ <!ENTITY a \"b\"> ]><!-- x --><rss>".utf8),
      [0xfe, 0xff, 0, 0x3c], [0, 0, 1, 0, 1, 0],
    ]
    for body in bodies {
      for length in 0...body.count {
        for type in ["", "text/html", "text/plain", "application/json", "image/png"] {
          let kind = ContentSniffer.kind(
            of: Array(body.prefix(length)), contentType: type, path: "")
          #expect(length > 0 || kind != .image)
        }
      }
    }
  }

  @Test("leaves the bytes of a picture alone and repairs those of a text") func bodies()
    async throws
  {
    let server = try LoopbackServer()
    server.handle("/picture") { _, client in
      client.respond(bytes: Self.png, headers: [("Content-Type", "text/html")])
    }
    server.handle("/text") { _, client in
      client.respond(bytes: Array("a\u{0}b".utf8), headers: [("Content-Type", "text/html")])
    }
    let fetcher = CurlPageFetcher(options: Misbehavior.limits)
    let picture = try await page(server.url("/picture"), fetcher)
    #expect(picture.kind == .image)
    #expect(picture.body == Self.png)
  }
}
