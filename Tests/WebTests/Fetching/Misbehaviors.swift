import TestSupport
import Testing
import Web

/// A way for a server to misbehave, and the expected result.
struct Misbehavior: Sendable, CustomTestStringConvertible {
  let name: String
  let expected: FetchProblem.Kind
  let isTransient: Bool
  /// The number of requests that reach the server, if it matters.
  let requests: Int?
  /// Limits that end the case soon without affecting an honest server.
  let limits: FetchOptions
  let answer: LoopbackServer.Handler

  var testDescription: String { name }

  init(
    _ name: String, _ expected: FetchProblem.Kind, transient: Bool = false, requests: Int? = nil,
    stall: Int = Misbehavior.timeout, whole: Int = Misbehavior.timeout,
    _ answer: @escaping LoopbackServer.Handler
  ) {
    self.name = name
    self.expected = expected
    isTransient = transient
    self.requests = requests
    var limits = Self.limits
    limits.stallSeconds = stall
    limits.wholeSeconds = whole
    self.limits = limits
    self.answer = answer
  }

  /// How a server ends after sending its text.
  private enum End: Sendable { case finish, reset, silence, flood(String) }

  private init(
    _ name: String, _ expected: FetchProblem.Kind, transient: Bool = false,
    stall: Int = Misbehavior.timeout, sends text: String, then end: End = .finish
  ) {
    self.init(name, expected, transient: transient, stall: stall) { _, client in
      client.send(text)
      switch end {
      case .finish: client.finish()
      case .reset: client.reset()
      case .silence: client.waitForClose()
      case .flood(let piece): client.sendForever(Array(String(repeating: piece, count: 1000).utf8))
      }
    }
  }

  private static let ok = "HTTP/1.1 200 OK\r\n"
  private static let half = ok + "Content-Length: 100\r\n\r\n<p>Half"
  private static let chunked = ok + "Transfer-Encoding: chunked\r\n\r\n"

  /// Seconds; longer than any test, so that only the limit under test is reached.
  static let timeout = 36_000

  /// Small limits on size, and effectively none on time.
  static var limits: FetchOptions {
    var options = FetchOptions()
    options.proxy = ""
    options.stallSeconds = timeout
    options.wholeSeconds = timeout
    options.connectSeconds = timeout
    options.maxBodySize = 256 << 10
    options.maxHeaderSize = 64 << 10
    return options
  }

  static let all: [Misbehavior] = slow + broken + endless + compressed + redirects + statuses

  private static let slow = [
    Misbehavior(
      "says nothing at all", .badResponse, transient: true, stall: 3, sends: "", then: .silence),
    Misbehavior("sends its header byte by byte", .badResponse, transient: true, stall: 3) {
      _, client in
      client.send("HTTP/1.1 200 OK\r\nX-Slow: ")
      while !client.isClosed(within: 100), client.send("x") {}
    },
    Misbehavior(
      "stops in the middle of its header", .badResponse, transient: true, stall: 3,
      sends: ok + "Content-Ty", then: .silence),
    Misbehavior("sends its body byte by byte", .timedOut, transient: true, whole: 4) { _, client in
      client.sendHead(headers: [("Content-Type", "text/html")])
      while !client.isClosed(within: 100), client.send("x") {}
    },
    Misbehavior(
      "stops in the middle of its body", .badResponse, transient: true, stall: 3, sends: half,
      then: .silence),
  ]

  private static let broken = [
    Misbehavior("hangs up without an answer", .network, transient: true, sends: ""),
    Misbehavior(
      "resets the connection at once", .network, transient: true, sends: "", then: .reset),
    Misbehavior(
      "resets the connection in its body", .network, transient: true, sends: half, then: .reset),
    Misbehavior("sends less than it said", .network, transient: true, sends: half),
    Misbehavior(
      "breaks off between chunks", .network, transient: true, sends: chunked + "7\r\n<p>Half\r\n"),
    Misbehavior(
      "sends chunks without a size", .badResponse, transient: true,
      sends: chunked + "zz\r\n<p>Text\r\n0\r\n\r\n"),
    Misbehavior(
      "sends a chunk of absurd size", .badResponse, transient: true,
      sends: chunked + "fffffffffffffffffffffffff\r\n<p>Text"),
    Misbehavior("speaks HTTP/0.9", .badResponse, sends: "<p>No header before me"),
    Misbehavior("greets like an SSH server", .badResponse, sends: "SSH-2.0-OpenSSH_9.2\r\n"),
    Misbehavior(
      "answers with a status that is none", .badResponse, sends: "HTTP/1.1 abc Oops\r\n\r\n"),
    Misbehavior(
      "gives a negative length", .badResponse, sends: ok + "Content-Length: -1\r\n\r\n<p>Text"),
    Misbehavior("sends bytes without meaning", .badResponse) { _, client in
      client.send([0x16, 0x03, 0, 1, 2, 0xff, 0xfe] + [UInt8](repeating: 0x80, count: 500))
      client.finish()
    },
  ]

  private static let endless = [
    Misbehavior("sends a body without end", .tooLarge, sends: ok + "\r\n", then: .flood("a")),
    Misbehavior(
      "sends chunks without end", .tooLarge, sends: chunked, then: .flood("4\r\naaaa\r\n")),
    Misbehavior(
      "announces an enormous body", .tooLarge,
      sends: ok + "Content-Length: 9223372036854775807\r\n\r\n", then: .flood("a")),
    Misbehavior(
      "announces a body that is too large, and is slow to send it", .tooLarge,
      sends: ok + "Content-Length: \((256 << 10) + 1)\r\n\r\na", then: .silence),
    Misbehavior(
      "sends header fields without end", .tooLarge, sends: ok,
      then: .flood("X-Flood: water water everywhere\r\n")),
    Misbehavior(
      "sends one huge header field", .tooLarge, sends: ok + "X-Huge: ", then: .flood("a")),
    Misbehavior(
      "sends interim answers without end", .tooLarge, sends: "",
      then: .flood("HTTP/1.1 103 Early Hints\r\nX-Hint: more\r\n\r\n")),
    Misbehavior(
      "sends trailers without end", .tooLarge, sends: chunked + "7\r\n<p>Text\r\n0\r\n",
      then: .flood("X-Trailer: more\r\n")),
    Misbehavior("sets thousands of cookies", .tooLarge) { _, client in
      let jar = (0..<3000).map { ("Set-Cookie", "crumb\($0)=\(String(repeating: "x", count: 60))") }
      client.respond(200, "<p>Text", headers: jar)
    },
  ]

  private static let compressed = [
    Misbehavior("truncates its gzip", .badResponse, transient: true, requests: 2) { _, client in
      let stream = Gzip.stored(Array("<p>Half of a page".utf8))
      client.respond(bytes: Array(stream.dropLast(12)), headers: [("Content-Encoding", "gzip")])
    },
    Misbehavior("truncates its gzip in chunks", .badResponse, transient: true) { _, client in
      let stream = Gzip.stored(Array("<p>Half of a page".utf8))
      client.sendHead(headers: [("Content-Encoding", "gzip"), ("Transfer-Encoding", "chunked")])
      for byte in stream.dropLast(12) { client.sendChunk([byte]) }
      client.sendChunk([])
    },
    Misbehavior("says gzip and sends something else", .badResponse, transient: true) { _, client in
      client.respond(200, "<p>Not compressed", headers: [("Content-Encoding", "gzip")])
    },
    Misbehavior("sends a gzip bomb", .tooLarge) { _, client in
      client.sendHead(headers: [("Content-Encoding", "gzip")])
      guard client.send(Gzip.bombStart) else { return }
      client.sendForever((0..<100).flatMap { _ in Gzip.bombPart })
    },
    Misbehavior("sends a brotli bomb", .tooLarge) { _, client in
      client.respond(bytes: Brotli.bomb, headers: [("Content-Encoding", "br")])
    },
    Misbehavior("sends a zstd bomb", .tooLarge) { _, client in
      // Blocks that encode "128 KiB of the letter a", a thousand of them.
      let blocks = (0..<1000).flatMap { _ in [UInt8]([0x02, 0x00, 0x10, 0x61]) }
      client.respond(
        bytes: [0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58] + blocks + [0x03, 0x00, 0x10, 0x61],
        headers: [("Content-Encoding", "zstd")])
    },
  ]

  private static let redirects =
    [
      Misbehavior("redirects in a circle", .badRedirect, requests: 11) { request, client in
        client.redirect(to: request.target)
      },
      Misbehavior("redirects without saying where to", .badRedirect) { _, client in
        client.respond(302, "")
      },
      Misbehavior("redirects to nothing", .badRedirect) { _, client in
        client.redirect(to: "http://")
      },
      Misbehavior("redirects to an address of 100 kB", .tooLarge) { _, client in
        client.redirect(to: "/" + String(repeating: "a", count: 100_000))
      },
      Misbehavior("redirects to an address of 20 kB", .badRedirect) { _, client in
        client.redirect(to: "/" + String(repeating: "a", count: 20_000))
      },
    ]
    + [
      "file:///etc/passwd", "ftp://example.com/", "gopher://127.0.0.1/", "javascript:alert(1)",
      "data:text/html,hello", "mailto:me@example.com", "smb://host/share", "dict://127.0.0.1/",
    ].map { target in
      Misbehavior("redirects to \(target)", .badRedirect) { _, client in client.redirect(to: target)
      }
    }

  private static let statuses =
    [
      (204, FetchProblem.Kind.badResponse, false), (205, .badResponse, false),
      (206, .badResponse, true), (304, .badResponse, true), (305, .badResponse, false),
      (400, .badResponse, false), (401, .needsLogin, false), (402, .needsLogin, false),
      (403, .needsLogin, false), (404, .notFound, false), (410, .notFound, false),
      (418, .badResponse, false), (425, .tryLater, true), (429, .tryLater, true),
      (451, .notFound, false), (500, .tryLater, true), (502, .tryLater, true),
      (503, .tryLater, true), (599, .tryLater, true), (999, .badResponse, false),
    ].map { status, kind, transient in
      Misbehavior("answers \(status)", kind, transient: transient) { _, client in
        // These two have no body, whatever the field says.
        if status == 204 || status == 304 {
          client.sendHead(status)
        } else {
          client.respond(status, "<p>Sorry")
        }
      }
    } + [
      Misbehavior(
        "answers 404 with a page without end", .notFound, sends: "HTTP/1.1 404 No\r\n\r\n",
        then: .flood("a")),
      Misbehavior("answers 503 in broken gzip", .tryLater, transient: true) { _, client in
        client.respond(503, "<p>Sorry", headers: [("Content-Encoding", "gzip")])
      },
      Misbehavior(
        "breaks off in its answer 410", .notFound,
        sends: "HTTP/1.1 410 Gone\r\nContent-Length: 100\r\n\r\n<p>Gone"),
      Misbehavior("sends an empty page", .badResponse) { _, client in client.respond(200, "") },
      Misbehavior(
        "switches protocols unasked", .badResponse,
        sends: "HTTP/1.1 101 Go\r\nUpgrade: soup\r\n\r\n"),
    ]
}

/// Brotli streams, made with the `brotli` program.
enum Brotli {
  /// 64 MiB of zeros.
  static let bomb = bytes(
    "cfffff7ff82700e2b14020f7fe9ffffffff04f00c4610180eefd3fffffffe19f0088c32200ddfb7ffeffffc33f"
      + "0110870500baf7ff03")

  /// `<p>Grüße aus Köln</p>`.
  static let page = bytes("8f0b803c703e4772c3bcc39f6520617573204bc3b66c6e3c2f703e03")

  /// The same page in Zstandard, which libcurl also supports.
  static let zstandardPage = bytes(
    "28b52ffd0458c100003c703e4772c3bcc39f6520617573204bc3b66c6e3c2f703e8880d015")

  private static func bytes(_ hex: String) -> [UInt8] {
    stride(from: 0, to: hex.utf8.count, by: 2).compactMap { start in
      UInt8(hex.dropFirst(start).prefix(2), radix: 16)
    }
  }
}
