import PageFetch
import TestSupport
import Testing

@Suite("Fetching a page")
struct FetchingTests {
  @Test("gives the body as UTF-8, with its address, type and validators")
  func happyPath() async throws {
    let server = try LoopbackServer()
    server.handle("/page") { _, connection in
      connection.respond(
        200,
        "<!doctype html><p>Grüße</p>",
        headers: [("ETag", "\"v1\""), ("Last-Modified", "Sat, 01 Jan 2000 00:00:00 GMT")]
      )
    }
    var options = FetchOptions()
    options.proxy = ""
    let fetcher = CurlPageFetcher(options: options)
    let outcome = try await fetcher.fetch(PageRequest(url: server.url("/page#part")))
    guard case .page(let page) = outcome else {
      Issue.record("no page")
      return
    }
    #expect(page.finalURL == server.url("/page"))
    #expect(page.status == 200)
    #expect(page.kind == .html)
    #expect(String(decoding: page.body, as: UTF8.self) == "<!doctype html><p>Grüße</p>")
    #expect(page.contentType == "text/html; charset=utf-8")
    #expect(page.etag == "\"v1\"")
    #expect(page.lastModified == "Sat, 01 Jan 2000 00:00:00 GMT")
    fetcher.stop()
  }
}
