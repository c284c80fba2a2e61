import Foundation
import TestSupport
import Testing
import Web

@Suite("Fetching a page") struct FetchingTests {
  @Test("gives the body as UTF-8, with its address, type and validators")
  func happyPath() async throws {
    let server = try LoopbackServer()
    server.handle("/page") { _, client in
      client.respond(
        200, "<!doctype html><p>Grüße</p>",
        headers: [("ETag", "\"v1\""), ("Last-Modified", "Sat, 01 Jan 2000 00:00:00 GMT")])
    }
    let page = try await page(server.url("/page#part"))
    #expect(page.finalURL == server.url("/page"))
    #expect(page.kind == .html)
    #expect(String(decoding: page.body, as: UTF8.self) == "<!doctype html><p>Grüße</p>")
    #expect(page.contentType == "text/html; charset=utf-8")
    #expect(page.etag == "\"v1\"")
    #expect(page.lastModified == "Sat, 01 Jan 2000 00:00:00 GMT")
  }

  @Test("says honestly who asks") func userAgent() async throws {
    let server = try LoopbackServer(["/": { _, client in client.respond(200, "<p>Text") }])
    let fetcher = limitedFetcher { $0.userAgent = FetchOptions.userAgent(version: "1.2") }
    _ = try await page(server.url(), fetcher)
    #expect(server.requests.first?.header("User-Agent") == "Luego/1.2 (+terminal reading list)")
    #expect(server.requests.first?.method == "GET")
    #expect(server.requests.first?.header("Cookie") == nil)
  }

  @Test(
    "asks for gzip, and unpacks what is compressed otherwise as well",
    arguments: [
      ("gzip", Gzip.stored(Array("<p>Grüße aus Köln</p>".utf8))), ("br", Brotli.page),
      ("zstd", Brotli.zstandardPage),
    ])
  func compression(encoding: String, bytes: [UInt8]) async throws {
    let server = try LoopbackServer()
    server.handle("/whole") { _, client in
      client.respond(bytes: bytes, headers: [("Content-Encoding", encoding)])
    }
    server.handle("/chunked") { _, client in
      client.sendHead(headers: [("Content-Encoding", encoding), ("Transfer-Encoding", "chunked")])
      for byte in bytes { client.sendChunk([byte]) }
      client.sendChunk([])
    }
    for path in ["/whole", "/chunked"] {
      let page = try await page(server.url(path))
      #expect(String(decoding: page.body, as: UTF8.self) == "<p>Grüße aus Köln</p>")
    }
    // An encoding that was not requested is requested again, so that libcurl unpacks it.
    let each = encoding == "gzip" ? ["gzip"] : ["gzip", "identity"]
    #expect(server.requests.map { $0.header("Accept-Encoding") } == each + each)
  }

  @Test(
    "follows redirects of all sorts to the final address", arguments: [301, 302, 303, 307, 308])
  func redirect(status: Int) async throws {
    let server = try LoopbackServer()
    server.handle("/a/old") { _, client in client.redirect(status, to: "../b/new page?x=1#frag") }
    server.handle("/b/new%20page") { _, client in client.respond(200, "<p>New") }
    let page = try await page(server.url("/a/old"))
    #expect(page.finalURL == server.url("/b/new%20page?x=1"))
    #expect(server.requests.map(\.method) == ["GET", "GET"])
  }

  @Test(
    "takes a body as it is where what it is said to be encoded as is no compression",
    arguments: ["utf-8", "binary", "text/html", "chunked-upload, identity"])
  func strangeEncoding(name: String) async throws {
    let server = try LoopbackServer()
    server.handle("/plain") { _, client in
      client.respond(200, "<p>Dünen", headers: [("Content-Encoding", name)])
    }
    server.handle("/packed") { _, client in
      client.respond(
        bytes: Gzip.stored(Array("<p>Dünen".utf8)), headers: [("Content-Encoding", "gzip, " + name)]
      )
    }
    for path in ["/plain", "/packed"] {
      let page = try await page(server.url(path))
      #expect(String(decoding: page.body, as: UTF8.self) == "<p>Dünen")
    }
  }

  @Test(
    "follows a page that sends on at once, wherever it says so",
    arguments: [
      "<meta http-equiv=refresh content='0;url=/dune'>",
      "<META CONTENT=\"1; URL='/dune?'\" HTTP-EQUIV=Refresh>",
      "<title><b></title><noscript><meta http-equiv=\"refresh\" content=\"0;/dune\"></noscript>",
      "<p>Moved<meta http-equiv=refresh content='2.5, url = &quot;http:&#47;&#47;HOST/dune&quot;'>",
    ])
  func refresh(markup: String) async throws {
    let server = try LoopbackServer()
    server.handle("/dune") { _, client in client.respond(200, "<p>Sand") }
    let start = server.url("/").dropFirst(7).dropLast()
    server.handle("/old") { _, client in
      client.respond(200, "<!doctype html>" + markup.replacing("HOST", with: start))
    }
    server.handle("/field") { _, client in
      client.respond(200, "<p>Gone", headers: [("Refresh", "0; url=/dune")])
    }
    for path in ["/old", "/field"] {
      let page = try await page(server.url(path))
      #expect(page.finalURL.hasPrefix(server.url("/dune")), "\(page.finalURL)")
      #expect(String(decoding: page.body, as: UTF8.self) == "<p>Sand")
    }
  }

  @Test(
    "reads a page that stays for a while, sends on to itself, nowhere or in a circle",
    arguments: [
      "<meta http-equiv=refresh content=300>", "<meta http-equiv=refresh content='60;url=/b'>",
      "<meta http-equiv=refresh content='0;url=/a'>", "<meta http-equiv=refresh content='0'>",
      "<meta http-equiv=refresh content='0;url=file:///etc/passwd'>",
      "<meta http-equiv=refresh content='0;url=/b'>",
      "<!-- <meta http-equiv=refresh content='0;url=/c'> -->",
      "<script>'<meta http-equiv=refresh content=\"0;url=/c\">'</script>",
      "<noscript><meta http-equiv=refresh content='0;url=/c'></noscript>"
        + String(repeating: "<p>Sand and wind make a dune.", count: 40),
    ])
  func noRefresh(markup: String) async throws {
    let server = try LoopbackServer()
    for path in ["/a", "/b"] {
      server.handle(path) { _, client in
        client.respond(
          200,
          "<!doctype html><p>Dune" + (path == "/a" ? markup : markup.replacing("/b", with: "/a")))
      }
    }
    let page = try await page(server.url("/a"))
    #expect(String(decoding: page.body, as: UTF8.self).contains("<p>Dune"))
  }

  @Test("follows ten redirects and not eleven") func redirectLimit() async throws {
    let server = try LoopbackServer()
    for hop in 1...11 {
      server.handle("/\(hop)") { _, client in client.redirect(to: "/\(hop - 1)") }
    }
    server.handle("/0") { _, client in client.respond(200, "<p>There") }
    #expect(try await page(server.url("/10")).finalURL == server.url("/0"))
    #expect(await problem(of: server.url("/11"))?.kind == .badRedirect)
  }

  @Test("takes a body of the limit's size and none larger") func bodyLimit() async throws {
    let server = try LoopbackServer()
    let limit = Misbehavior.limits.maxBodySize
    for extra in [0, 1] {
      server.handle("/\(extra)") { _, client in
        client.respond(bytes: [UInt8](repeating: 0x61, count: limit + extra))
      }
    }
    #expect(try await page(server.url("/0")).body.count == limit)
    #expect(await problem(of: server.url("/1"))?.kind == .tooLarge)
  }

  @Test(
    "calls the check of a robot what it is, whose it is, and says what to do",
    arguments: [
      (403, "<title>Just a moment...</title><script>window._cf_chl_opt={}</script>", "Cloudflare"),
      (503, "<title>Attention Required! | Cloudflare</title>", "Cloudflare"),
      (429, "<script src=https://ct.captcha-delivery.com/c.js></script>", "DataDome"),
      (403, "<h1>Access Denied</h1><p>https://errors.edgesuite.net/18.1", "Akamai"),
      (403, "<div id=px-captcha></div>", "PerimeterX"),
      (405, "<p>Please verify you are human", nil),
    ] as [(Int, String, String?)])
  func robotChecks(status: Int, page: String, name: String?) async throws {
    let server = try LoopbackServer()
    let long = page + String(repeating: " ", count: 40_000)
    for (path, text) in [("/short", page), ("/long", long)] {
      server.handle(path) { _, client in client.respond(status, text) }
      let found = try #require(await problem(of: server.url(path)))
      #expect(found.kind == .robotCheck && !found.isTransient)
      #expect(found.message.contains("checks for robots\(name.map { " with \($0)" } ?? "") and"))
      #expect(found.message.hasSuffix("add it with: luego add --html FILE"))
    }
    server.handle("/found") { _, client in client.respond(404, page) }
    #expect(await problem(of: server.url("/found"))?.kind == .notFound)
  }

  @Test("says of a page that needs a login where cookies are put and how the page is added")
  func loginAdvice() async throws {
    let server = try LoopbackServer(["/": { _, client in client.respond(403, "<p>No") }])
    let home = try #require(ProcessInfo.processInfo.environment["HOME"])
    let fetcher = limitedFetcher { $0.cookiesFile = home + "/.config/luego/cookies.txt" }
    let found = await problem(of: server.url(), fetcher)
    #expect(found?.kind == .needsLogin)
    #expect(
      found?.message.hasSuffix(
        "put your browser's cookies in ~/.config/luego/cookies.txt, or save the page in a "
          + "browser and add it with: luego add --html FILE") == true)
  }

  @Test("sends validators and learns that nothing changed") func notModified() async throws {
    let server = try LoopbackServer()
    server.handle("/") { request, client in
      let isKnown =
        request.header("If-None-Match") == "\"v1\""
        || request.header("If-Modified-Since") == "Sat, 01 Jan 2000 00:00:00 GMT"
      if isKnown { client.sendHead(304) } else { client.respond(200, "<p>New", headers: []) }
    }
    for known in [
      PageRequest(url: server.url(), etag: "\"v1\""),
      PageRequest(url: server.url(), lastModified: "Sat, 01 Jan 2000 00:00:00 GMT"),
    ] { await #expect(throws: Unmodified.self) { try await page(known) } }
    _ = try await page(PageRequest(url: server.url(), etag: "\"v0\""))
    #expect(server.requests[1].header("If-None-Match") == nil)
  }

  @Test("sends extra fields once, in place of its own, and none that smuggle another")
  func extraHeaders() async throws {
    let server = try LoopbackServer(["/": { _, client in client.respond(200, "<p>Text") }])
    _ = try await page(
      PageRequest(
        url: server.url(),
        extraHeaders: [
          ("user-agent", "Other/1"), ("Referer", "https://example.com/"),
          ("X-Evil", "a\r\nX-Smuggled: b"),
        ]))
    let request = try #require(server.requests.first)
    let agents = request.headers.filter { $0.name.lowercased() == "user-agent" }
    #expect(agents.map(\.value) == ["Other/1"])
    #expect(request.header("Referer") == "https://example.com/")
    #expect(request.header("X-Evil") == nil)
    #expect(request.header("X-Smuggled") == nil)
  }

  @Test("does not carry secret fields to another host") func secretsStay() async throws {
    let server = try LoopbackServer()
    server.handle("/start") { _, client in client.redirect(to: "http://two.test/end") }
    server.handle("/end") { _, client in client.respond(200, "<p>Text") }
    let fetcher = limitedFetcher { $0.proxy = server.url() }
    _ = try await page(
      PageRequest(
        url: "http://one.test/start",
        extraHeaders: [("Authorization", "Bearer 1"), ("Referer", "http://three.test/")]),
      fetcher)
    #expect(server.requests.map(\.host) == ["one.test", "two.test"])
    #expect(server.requests.map { $0.header("Authorization") } == ["Bearer 1", nil])
    #expect(server.requests[1].header("Referer") == "http://three.test/")
  }

  @Test(
    "refuses what is no web address without asking anyone",
    arguments: [
      "", "not a url", "http://", "http://exa mple.com/", "http://[::1", "http://127.0.0.1:99999/",
      "file:///etc/passwd", "ftp://example.com/", "mailto:me@example.com", "javascript:alert(1)",
      "localhost:8080/x", "example.com/page", "gopher://127.0.0.1:1/", "http://a\u{0}b/",
      "http://a/\r\nHost: b", "http://a/" + String(repeating: "a", count: 100_000),
    ])
  func badAddress(url: String) async {
    let problem = await problem(of: url)
    #expect(problem?.kind == .invalidURL)
    #expect(problem?.isTransient == false)
    #expect(problem?.message.contains("\n") == false)
    #expect((problem?.message.count ?? 0) < 260)
  }

  @Test("neither sends a password of an address nor tells it") func credentials() async throws {
    let server = try LoopbackServer(["/": { _, client in client.respond(200, "<p>Text") }])
    let url = "http://me:secret@127.0.0.1:\(server.port)/"
    #expect(try await page(url).finalURL == server.url())
    #expect(server.requests.first?.header("Authorization") == nil)
    let missing = await problem(of: url + "missing")
    #expect(missing?.kind == .notFound)
    #expect(missing?.message.contains("secret") == false)
  }
}

@Suite("Pages of the web") struct RedirectGuardTests {
  @Test(
    "do not redirect to addresses of this machine or of a private network, however written",
    arguments: [
      "127.0.0.2", "127.2", "2130706434", "localhost", "10.1.2.3", "172.31.0.1", "192.168.1.1",
      "169.254.169.254", "100.64.0.1", "0.0.0.0", "[::1]", "[fd00::1]", "[fe80::1]",
      "[::ffff:10.0.0.1]", "[64:ff9b::a00:1]",
    ])
  func redirect(host: String) async throws {
    let (server, inner) = (try LoopbackServer(), try LoopbackServer())
    server.handle("/page") { _, client in
      client.redirect(to: "http://\(host):\(inner.port)/secret")
    }
    // With this limit, the local machine counts as a site on the web.
    let fetcher = limitedFetcher { $0.trustsPrivateRedirects = false }
    let found = await problem(of: server.url("/page"), fetcher)
    #expect(found?.kind == .badRedirect)
    #expect(found?.message.contains("private network") == true)
    #expect(inner.requests.isEmpty)
  }

  @Test("of a private network may redirect within it") func allowed() async throws {
    let server = try LoopbackServer()
    server.handle("/page") { _, client in
      client.redirect(to: server.url("/end").replacing("127.0.0.1", with: "localhost"))
    }
    server.handle("/end") { _, client in client.respond(200, "<p>Text") }
    let own = try await page(server.url("/page"))
    #expect(own.body.count > 0)
  }
}
