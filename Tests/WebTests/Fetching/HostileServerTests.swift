import ReadingList
import TestSupport
import Testing
import Web

@Suite("A server that misbehaves") struct HostileServerTests {
  @Test(
    "gives one clear line that names it, and the next page still comes", arguments: Misbehavior.all)
  func misbehavior(_ misbehavior: Misbehavior) async throws {
    let server = try LoopbackServer([
      "/bad": misbehavior.answer, "/good": { _, client in client.respond(200, "<p>Good") },
    ])
    let fetcher = CurlPageFetcher(options: misbehavior.limits)
    let problem = await problem(of: server.url("/bad"), fetcher)
    #expect(problem?.kind == misbehavior.expected)
    #expect(problem?.isTransient == misbehavior.isTransient)
    expectClearLine(problem, naming: "127.0.0.1:\(server.port)")
    if let requests = misbehavior.requests { #expect(server.requests.count == requests) }
    #expect(try await page(server.url("/good"), fetcher).body == Array("<p>Good".utf8))
  }

  @Test("whose answers are cut, doubled and overwritten at random ends every fetch")
  func noise() async throws {
    let whole =
      Array("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=shift_jis\r\n".utf8)
      + Array("Set-Cookie: a=b; Path=/\r\nContent-Encoding: gzip\r\nETag: \"1\"\r\n".utf8)
      + Array("Transfer-Encoding: chunked\r\n\r\n2a\r\n".utf8)
      + Gzip.stored(Array("<meta charset=big5>".utf8)) + Array("\r\n0\r\n\r\n".utf8)
    let server = try LoopbackServer()
    var random = SeededNumbers(seed: 1)
    let rounds = 300
    for round in 0..<rounds {
      var answer = whole
      for _ in 0...Int.random(in: 0..<4, using: &random) where !answer.isEmpty {
        let place = Int.random(in: 0..<answer.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: answer[place] = UInt8(Int.random(in: 0..<256, using: &random))
        case 1: answer.remove(at: place)
        case 2: answer.insert(contentsOf: answer[place...].prefix(40), at: place)
        default: answer.removeLast(answer.count - max(1, place))
        }
      }
      server.handle("/\(round)") { [answer] _, client in
        client.send(answer)
        client.finish()
      }
    }
    let fetcher = limitedFetcher()
    for round in 0..<rounds {
      do throws(FetchProblem) {
        let request = PageRequest(url: server.url("/\(round)"))
        guard let page = try await fetcher.fetch(request), page.kind.isText else { continue }
        #expect(String(validating: page.body, as: UTF8.self) != nil)
      } catch { #expect(error.message.contains("127.0.0.1")) }
    }
  }

  @Test("that is not there, does not answer or speaks no TLS is a problem that may pass")
  func unreachable() async throws {
    let (closed, hole, plain) = (try ClosedPort(), try BlackHole(), try LoopbackServer())
    for (url, kind) in [
      ("http://no-such-host.invalid/page", FetchProblem.Kind.network),
      ("http://127.0.0.1:\(closed.port)/", .network), ("https://127.0.0.1:\(plain.port)/", .tls),
      (hole.url, .timedOut),
    ] {
      let fetcher = limitedFetcher { if kind == .timedOut { $0.connectSeconds = 1 } }
      let problem = await problem(of: url, fetcher)
      #expect(problem?.kind == kind)
      #expect(problem?.isTransient == true)
      expectClearLine(problem, naming: String(url.split(separator: "/")[1]))
    }
    let proxied = limitedFetcher { $0.proxy = "http://me:secret@127.0.0.1:\(closed.port)" }
    let message = await problem(of: "http://a.test/", proxied)?.message
    #expect(message?.contains("check the proxy 127.0.0.1:\(closed.port), ") == true)
    withExtendedLifetime((closed, hole, plain)) {}
  }

  @Test("whose redirect leads nowhere in particular is followed no further than it leads")
  func endlessRedirectBody() async throws {
    let server = try LoopbackServer()
    server.handle("/old") { _, client in
      client.sendHead(301, headers: [("Location", "/new"), ("Content-Type", "text/html")])
      client.sendForever([UInt8](repeating: 0x61, count: 8192))
    }
    server.handle("/new") { _, client in client.respond(200, "<p>New") }
    let page = try await page(server.url("/old"))
    #expect(page.finalURL == server.url("/new"))
    #expect(page.body == Array("<p>New".utf8))
  }

  @Test("that sends more than it said gives what it said") func moreThanSaid() async throws {
    let server = try LoopbackServer()
    server.handle("/") { _, client in
      client.sendHead(headers: [("Content-Type", "text/html"), ("Content-Length", "7")])
      client.send("<p>Text and then some HTTP/1.1 200 OK\r\n\r\n")
      client.finish()
    }
    #expect(try await page(server.url()).body == Array("<p>Text".utf8))
  }

  @Test("that damages its compression is asked again without")
  func compressionRetry() async throws {
    let server = try LoopbackServer()
    server.handle("/") { request, client in
      if request.header("Accept-Encoding") == "identity" {
        client.respond(200, "<p>Plain")
      } else {
        client.respond(bytes: [1, 2, 3], headers: [("Content-Encoding", "gzip")])
      }
    }
    #expect(try await page(server.url()).body == Array("<p>Plain".utf8))
    #expect(server.requests.count == 2)
  }

  @Test("that sets hundreds of cookies gets no more back than libcurl's bound")
  func cookieBomb() async throws {
    let server = try LoopbackServer()
    server.handle("/") { _, client in
      let jar = (0..<500).map { ("Set-Cookie", "crumb\($0)=\(String(repeating: "x", count: 90))") }
      client.redirect(to: "/next", headers: jar)
    }
    server.handle("/next") { _, client in client.respond(200, "<p>Text") }
    #expect(try await page(server.url()).body == Array("<p>Text".utf8))
    let cookies = server.requests.last?.header("Cookie") ?? ""
    #expect(cookies.hasPrefix("crumb"))
    #expect(cookies.utf8.count <= 8190)
  }

  @Test(
    "with a certificate that nobody signed is not trusted",
    .enabled(if: TLSServer.isAvailable, "needs the openssl program"))
  func selfSigned() async throws {
    let server = try TLSServer(alternativeName: "IP:127.0.0.1")
    let problem = await problem(of: server.url)
    #expect(problem?.kind == .tls)
    #expect(problem?.isTransient == false)
    #expect(problem?.message.contains("self-signed") == true)
    expectClearLine(problem, naming: "127.0.0.1:\(server.port)")

    let trusting = limitedFetcher { $0.certificatesFile = server.certificate }
    #expect(try await page(server.url, trusting).kind == .html)
  }

  @Test(
    "with a certificate for another name is not trusted",
    .enabled(if: TLSServer.isAvailable, "needs the openssl program"))
  func otherName() async throws {
    let server = try TLSServer(alternativeName: "DNS:elsewhere.test")
    let fetcher = limitedFetcher { $0.certificatesFile = server.certificate }
    let problem = await problem(of: server.url, fetcher)
    #expect(problem?.kind == .tls)
    #expect(problem?.message.contains("another name") == true)
  }
}

/// A fetcher with the limits of these tests, changed as given.
func limitedFetcher(_ change: (inout FetchOptions) -> Void = { _ in }) -> CurlPageFetcher {
  var options = Misbehavior.limits
  change(&options)
  return CurlPageFetcher(options: options)
}

/// The page at an address.
func page(
  _ url: String, _ fetcher: CurlPageFetcher = limitedFetcher()
) async throws -> FetchedPage { try await page(PageRequest(url: url), fetcher) }

func page(
  _ request: PageRequest, _ fetcher: CurlPageFetcher = limitedFetcher()
) async throws -> FetchedPage {
  guard let page = try await fetcher.fetch(request) else { throw Unmodified() }
  return page
}

/// A "not modified" answer where a page was expected.
struct Unmodified: Error {}

/// The error when fetching an address.
func problem(
  of url: String, _ fetcher: CurlPageFetcher = limitedFetcher()
) async -> FetchProblem? {
  do throws(FetchProblem) {
    _ = try await fetcher.fetch(PageRequest(url: url))
    return nil
  } catch { return error }
}

/// Expects one printable line that names the site and says what to do.
func expectClearLine(
  _ problem: FetchProblem?, naming site: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  let message = problem?.message ?? ""
  #expect(message.contains(site), sourceLocation: sourceLocation)
  #expect(message.contains(";"), "says what to do", sourceLocation: sourceLocation)
  #expect(message.count <= 260, sourceLocation: sourceLocation)
  #expect(
    !message.unicodeScalars.contains { $0.properties.generalCategory == .control },
    sourceLocation: sourceLocation)
}
