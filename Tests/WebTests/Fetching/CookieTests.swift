import TestSupport
import Testing
import Web

@Suite("Cookies") struct CookieTests {
  private static let later = "253402300000"
  private static let earlier = "1000000000"

  @Test("are read from a Netscape file; what is no cookie is passed over") func parsing()
    async throws
  {
    let directory = try TemporaryDirectory()
    let file = try directory.write(
      "cookies.txt",
      text: [
        "# Netscape HTTP Cookie File", "",
        ".site.test\tTRUE\t/\tFALSE\t\(Self.later)\tsession\tabc=def",
        "#HttpOnly_.site.test\tTRUE\t/\tFALSE\t\(Self.later).25\thidden\t1\r",
        "site.test\tFALSE\t/\tFALSE\t0\tspaced\tx y", "site.test\tFALSE\t/\tFALSE\t0\tempty",
        "garbage", "\t\t\t\t\t\t", "a\tb\tc", "ALL", "site.test\tFALSE\t/\tFALSE\t0\tlast\t1",
      ].joined(separator: "\n"))
    let server = try LoopbackServer(["/": { _, client in client.respond(200, "<p>Text") }])
    var options = Misbehavior.limits
    options.proxy = server.url()
    options.cookiesFile = file
    _ = try await page("http://site.test/", CurlPageFetcher(options: options))
    let sent = (server.requests.first?.header("Cookie") ?? "").split(separator: "; ").map(
      String.init)
    #expect(sent.sorted() == ["empty=", "hidden=1", "last=1", "session=abc=def", "spaced=x y"])
  }

  @Test(
    "go only to their own hosts, paths and encrypted where they must",
    arguments: [
      ("http://site.test/", ["wide=1", "narrow=2"]), ("http://www.site.test/", ["wide=1"]),
      ("http://site.test/inner/page", ["wide=1", "narrow=2", "deep=3"]),
      ("http://site.test/innermost", ["wide=1", "narrow=2"]), ("http://notsite.test/", []),
      ("http://site.test.evil.test/", []), ("http://test/", []),
    ])
  func scope(url: String, expected: [String]) async throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(
      "cookies.txt",
      text: """
        .site.test\tTRUE\t/\tFALSE\t\(Self.later)\twide\t1
        site.test\tFALSE\t/\tFALSE\t0\tnarrow\t2
        site.test\tFALSE\t/inner\tFALSE\t0\tdeep\t3
        .site.test\tTRUE\t/\tTRUE\t0\tsecure\t4
        .site.test\tTRUE\t/\tFALSE\t\(Self.earlier)\texpired\t5
        """)
    let before = try #require(try directory.read("cookies.txt"))
    let server = try LoopbackServer()
    let path = url.split(separator: "/").dropFirst(2).map { "/" + $0 }.joined()
    server.handle(path.isEmpty ? "/" : path) { _, client in
      client.respond(200, "<p>Text", headers: [("Set-Cookie", "new=6; Path=/")])
    }
    var options = Misbehavior.limits
    options.proxy = server.url()
    options.cookiesFile = file
    let fetcher = CurlPageFetcher(options: options)
    for _ in 0..<2 { _ = try await page(url, fetcher) }
    for request in server.requests {
      let sent = (request.header("Cookie") ?? "").split(separator: "; ").map { String($0) }
      #expect(sent.sorted() == expected.sorted())
    }
    // What the site sets is neither kept for the next page nor written to the user's file.
    #expect(server.requests.count == 2)
    #expect(try directory.read("cookies.txt") == before)
  }

  @Test("set on the way live through the redirects of one page") func redirects() async throws {
    let server = try LoopbackServer()
    server.handle("/") { request, client in
      if request.header("Cookie") == "seen=1" {
        client.respond(200, "<p>Text")
      } else {
        client.redirect(to: "/", headers: [("Set-Cookie", "seen=1")])
      }
    }
    let fetcher = CurlPageFetcher(options: Misbehavior.limits)
    _ = try await page(server.url(), fetcher)
    _ = try await page(server.url(), fetcher)
    #expect(server.requests.map { $0.header("Cookie") } == [nil, "seen=1", nil, "seen=1"])
  }

  @Test(
    "are refused when others can read them", arguments: [0o644, 0o640, 0o604, 0o620] as [UInt32])
  func permissions(mode: UInt32) async throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write("cookies.txt", text: "", mode: mode)
    let server = try LoopbackServer(["/": { _, client in client.respond(200, "<p>Text") }])
    var options = Misbehavior.limits
    options.cookiesFile = file
    let problem = await problem(of: server.url(), CurlPageFetcher(options: options))
    #expect(problem?.kind == .cookies)
    #expect(problem?.message.contains("chmod 600 \(file)") == true)
    #expect(server.requests.isEmpty)
  }

  @Test("are read again when their file has changed") func change() async throws {
    let directory = try TemporaryDirectory()
    let line = "127.0.0.1\tFALSE\t/\tFALSE\t0\tname\t"
    let file = try directory.write("cookies.txt", text: line + "first")
    let server = try LoopbackServer(["/": { _, client in client.respond(200, "<p>Text") }])
    var options = Misbehavior.limits
    options.cookiesFile = file
    let fetcher = CurlPageFetcher(options: options)
    for _ in 0..<2 { _ = try await page(server.url(), fetcher) }
    try directory.write("cookies.txt", text: line + "another")
    _ = try await page(server.url(), fetcher)
    try directory.write("cookies.txt", text: line + "another", mode: 0o644)
    #expect(await problem(of: server.url(), fetcher)?.kind == .cookies)
    #expect(
      server.requests.map { $0.header("Cookie") } == ["name=first", "name=first", "name=another"])
  }

  @Test("of the file are not sent again when the site has replaced or removed them on the way")
  func newer() async throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(
      "cookies.txt",
      text: ["kept", "changed", "gone"].map { "127.0.0.1\tFALSE\t/\tFALSE\t0\t\($0)\told" }.joined(
        separator: "\n"))
    let server = try LoopbackServer()
    server.handle("/1") { _, client in
      let cookies = ["changed=new; Path=/", "gone=; Path=/; Max-Age=0"]
      client.redirect(to: "/2", headers: cookies.map { ("Set-Cookie", $0) })
    }
    server.handle("/2") { _, client in client.redirect(to: "/3") }
    server.handle("/3") { _, client in client.respond(200, "<p>Text") }
    var options = Misbehavior.limits
    options.cookiesFile = file
    _ = try await page(server.url("/1"), CurlPageFetcher(options: options))
    let sent = server.requests.map { request in
      (request.header("Cookie") ?? "").split(separator: "; ").map(String.init).sorted()
    }
    let after = ["changed=new", "kept=old"]
    #expect(sent == [["changed=old", "gone=old", "kept=old"], after, after])
  }

  @Test("of the file follow a redirect to their own host, and only there") func redirectToOwner()
    async throws
  {
    let directory = try TemporaryDirectory()
    let file = try directory.write("cookies.txt", text: ".two.test\tTRUE\t/\tFALSE\t0\tname\tvalue")
    let server = try LoopbackServer()
    server.handle("/1") { _, client in client.redirect(to: "http://www.two.test/2") }
    server.handle("/2") { _, client in client.redirect(to: "http://three.test/3") }
    server.handle("/3") { _, client in client.respond(200, "<p>Text") }
    var options = Misbehavior.limits
    options.cookiesFile = file
    options.proxy = server.url()
    _ = try await page("http://one.test/1", CurlPageFetcher(options: options))
    #expect(server.requests.map { $0.header("Cookie") } == [nil, "name=value", nil])
  }

  @Test("are refused when they are far more than cookies, and the file is not read") func size()
    async throws
  {
    let directory = try TemporaryDirectory()
    let line = "127.0.0.1\tFALSE\t/\tFALSE\t0\tname\tvalue\n"
    let file = try directory.write("cookies.txt", text: String(repeating: line, count: 120_000))
    let server = try LoopbackServer(["/": { _, client in client.respond(200, "<p>Text") }])
    var options = Misbehavior.limits
    options.cookiesFile = file
    let problem = await problem(of: server.url(), CurlPageFetcher(options: options))
    #expect(problem?.message == "\(file) is too large; keep only the cookies you need")
    #expect(server.requests.isEmpty)
  }

  @Test("are refused when they are no file, and missing without a file") func noFile() async throws
  {
    let directory = try TemporaryDirectory()
    let server = try LoopbackServer(["/": { _, client in client.respond(200, "<p>Text") }])
    var options = Misbehavior.limits
    options.cookiesFile = directory.path
    let kind = await problem(of: server.url(), CurlPageFetcher(options: options))?.kind
    #expect(kind == .cookies)
    options.cookiesFile = directory.path("none.txt")
    #expect(try await page(server.url(), CurlPageFetcher(options: options)).status == 200)
  }
}
