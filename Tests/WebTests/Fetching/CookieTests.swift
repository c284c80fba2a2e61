import TestSupport
import Testing
import Web

@Suite("Cookies") struct CookieTests {
  private static let later = "253402300000"

  private let directory: TemporaryDirectory
  private let server: LoopbackServer

  init() throws {
    directory = try TemporaryDirectory()
    server = try LoopbackServer(["/": { _, client in client.respond(200, "<p>Text") }])
  }

  /// A fetcher with a cookie file and the server as its proxy, so that every host exists.
  private func fetcher(_ cookies: String, mode: UInt32 = 0o600) throws -> CurlPageFetcher {
    let file = try directory.write("cookies.txt", text: cookies, mode: mode)
    return limitedFetcher {
      $0.proxy = server.url()
      $0.cookiesFile = file
    }
  }

  /// The sorted cookies of each request.
  private var sent: [[String]] {
    server.requests.map {
      ($0.header("Cookie") ?? "").split(separator: "; ").map(String.init).sorted()
    }
  }

  @Test("are read from a Netscape file; what is no cookie is passed over")
  func parsing() async throws {
    let fetcher = try fetcher(
      [
        "# Netscape HTTP Cookie File", "",
        ".site.test\tTRUE\t/\tFALSE\t\(Self.later)\tsession\tabc=def",
        "#HttpOnly_.site.test\tTRUE\t/\tFALSE\t\(Self.later).25\thidden\t1\r",
        "site.test\tFALSE\t/\tFALSE\t0\tspaced\tx y", "site.test\tFALSE\t/\tFALSE\t0\tempty",
        "garbage", "\t\t\t\t\t\t", "a\tb\tc", "ALL", "site.test\tFALSE\t/\tFALSE\t0\tlast\t1",
      ].joined(separator: "\n"))
    _ = try await page("http://site.test/", fetcher)
    #expect(sent == [["empty=", "hidden=1", "last=1", "session=abc=def", "spaced=x y"]])
  }

  @Test(
    "go only to their own hosts, paths and encrypted where they must",
    arguments: [
      ("http://site.test/", ["narrow=2", "wide=1"]), ("http://www.site.test/", ["wide=1"]),
      ("http://site.test/inner/page", ["deep=3", "narrow=2", "wide=1"]),
      ("http://site.test/innermost", ["narrow=2", "wide=1"]), ("http://notsite.test/", []),
      ("http://site.test.evil.test/", []), ("http://test/", []),
    ])
  func scope(url: String, expected: [String]) async throws {
    let fetcher = try fetcher(
      """
      .site.test\tTRUE\t/\tFALSE\t\(Self.later)\twide\t1
      site.test\tFALSE\t/\tFALSE\t0\tnarrow\t2
      site.test\tFALSE\t/inner\tFALSE\t0\tdeep\t3
      .site.test\tTRUE\t/\tTRUE\t0\tsecure\t4
      .site.test\tTRUE\t/\tFALSE\t1000000000\texpired\t5
      """)
    let before = try #require(try directory.read("cookies.txt"))
    let path = url.split(separator: "/").dropFirst(2).map { "/" + $0 }.joined()
    server.handle(path.isEmpty ? "/" : path) { _, client in
      client.respond(200, "<p>Text", headers: [("Set-Cookie", "new=6; Path=/")])
    }
    for _ in 0..<2 { _ = try await page(url, fetcher) }
    // Cookies set by the site are neither sent with the next page nor written to the user's file.
    #expect(sent == [expected, expected])
    #expect(try directory.read("cookies.txt") == before)
  }

  @Test("set on the way live through the redirects of one page") func redirects() async throws {
    server.handle("/") { request, client in
      if request.header("Cookie") == "seen=1" {
        client.respond(200, "<p>Text")
      } else {
        client.redirect(to: "/", headers: [("Set-Cookie", "seen=1")])
      }
    }
    let fetcher = limitedFetcher()
    for _ in 0..<2 { _ = try await page(server.url(), fetcher) }
    #expect(sent == [[], ["seen=1"], [], ["seen=1"]])
  }

  @Test(
    "are refused when others can read them", arguments: [0o644, 0o640, 0o604, 0o620] as [UInt32])
  func permissions(mode: UInt32) async throws {
    let problem = await problem(of: "http://site.test/", try fetcher("", mode: mode))
    #expect(problem?.kind == .secrets)
    #expect(problem?.message.contains("chmod 600 \(directory.path("cookies.txt"))") == true)
    #expect(server.requests.isEmpty)
  }

  @Test("are read again when their file has changed") func change() async throws {
    let line = "site.test\tFALSE\t/\tFALSE\t0\tname\t"
    let fetcher = try fetcher(line + "first")
    for _ in 0..<2 { _ = try await page("http://site.test/", fetcher) }
    try directory.write("cookies.txt", text: line + "another")
    _ = try await page("http://site.test/", fetcher)
    try directory.write("cookies.txt", text: line + "another", mode: 0o644)
    #expect(await problem(of: "http://site.test/", fetcher)?.kind == .secrets)
    #expect(sent == [["name=first"], ["name=first"], ["name=another"]])
  }

  @Test("of the file are not sent again when the site has replaced or removed them on the way")
  func newer() async throws {
    let lines = ["kept", "changed", "gone"].map { "site.test\tFALSE\t/\tFALSE\t0\t\($0)\told" }
    server.handle("/1") { _, client in
      let cookies = ["changed=new; Path=/", "gone=; Path=/; Max-Age=0"]
      client.redirect(to: "/2", headers: cookies.map { ("Set-Cookie", $0) })
    }
    server.handle("/2") { _, client in client.redirect(to: "/") }
    _ = try await page("http://site.test/1", try fetcher(lines.joined(separator: "\n")))
    let after = ["changed=new", "kept=old"]
    #expect(sent == [["changed=old", "gone=old", "kept=old"], after, after])
  }

  @Test("of the file follow a redirect to their own host, and only there")
  func redirectToOwner() async throws {
    server.handle("/1") { _, client in client.redirect(to: "http://www.two.test/2") }
    server.handle("/2") { _, client in client.redirect(to: "http://three.test/") }
    let fetcher = try fetcher(".two.test\tTRUE\t/\tFALSE\t0\tname\tvalue")
    _ = try await page("http://one.test/1", fetcher)
    #expect(sent == [[], ["name=value"], []])
  }

  @Test("are refused when they are far more than cookies, and the file is not read")
  func size() async throws {
    let line = "site.test\tFALSE\t/\tFALSE\t0\tname\tvalue\n"
    let fetcher = try fetcher(String(repeating: line, count: 120_000))
    let problem = await problem(of: "http://site.test/", fetcher)
    let file = directory.path("cookies.txt")
    #expect(problem?.message == "\(file) is too large; keep only the cookies you need")
    #expect(server.requests.isEmpty)
  }

  @Test("are refused when they are no file, and missing without a file")
  func noFile() async throws {
    let directory = directory.path
    let wrong = limitedFetcher { $0.cookiesFile = directory }
    #expect(await problem(of: server.url(), wrong)?.kind == .secrets)
    let none = limitedFetcher { $0.cookiesFile = directory + "/none.txt" }
    _ = try await page(server.url(), none)
  }
}
