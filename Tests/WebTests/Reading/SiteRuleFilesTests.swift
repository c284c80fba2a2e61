import Glibc
import PageExtraction
import Synchronization
import TestSupport
import Testing
import Web

@Suite("Site rules in files") struct SiteRuleFilesTests {
  /// Collects warnings.
  private final class Warnings: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func take(_ line: String) { lines.withLock { $0.append(line) } }
  }

  private let directory: TemporaryDirectory
  private let warnings = Warnings()
  private var rules: SiteRules {
    let warnings = warnings
    return SiteRules(directory: directory.path) { warnings.take($0) }
  }

  init() throws { directory = try TemporaryDirectory() }

  @Test(
    "are found by a page's host, most particular first",
    arguments: [
      ("https://example.com/a", "own"), ("https://www.example.com/a", "own"),
      ("https://blog.example.com:8080/a", "below"), ("https://EXAMPLE.com", "own"),
      ("https://other.org/a", nil), ("https://example.com.evil.org/", nil), ("no address", nil),
    ])
  func lookup(url: String, author: String?) throws {
    try directory.write("example.com.txt", text: "author: own\n")
    try directory.write(".example.com.txt", text: "author: below\n")
    #expect(rules.rule(for: url)?[.author].first == author)
    #expect(warnings.all.isEmpty)
  }

  @Test("are read when the page is, so that a change counts at once") func fresh() throws {
    let rules = rules
    #expect(rules.rule(for: "http://a.example/") == nil)
    try directory.write("a.example.txt", text: "title: //h1")
    #expect(rules.rule(for: "http://a.example/")?[.title] == ["//h1"])
    try directory.write("a.example.txt", text: "title: //h2")
    #expect(rules.rule(for: "http://a.example/")?[.title] == ["//h2"])
  }

  @Test(
    "that cannot be used are told once in a line that names the file",
    arguments: ["binary", "nonsense", "large", "directory", "pipe", "loop"])
  func unusable(kind: String) throws {
    let path = directory.path("a.example.txt")
    switch kind {
    case "binary": try directory.write("a.example.txt", [0x74, 0, 0xff, 0xfe])
    case "nonsense": try directory.write("a.example.txt", text: "hello\nworld: x\n# title: //h1")
    case "large":
      let comment = String(repeating: "# comment\n", count: 30_000)
      try directory.write("a.example.txt", text: "title: //h1\n" + comment)
    case "directory": #expect(mkdir(path, 0o700) == 0)
    case "pipe": #expect(mkfifo(path, 0o600) == 0)
    default: #expect(symlink("a.example.txt", path) == 0)
    }
    let rules = rules
    for _ in 1...3 { #expect(rules.rule(for: "http://a.example/") == nil) }
    #expect(warnings.all.count == 1)
    #expect(warnings.all.first?.contains(path) == true)
    #expect(warnings.all.first?.contains("\n") == false)
  }

  @Test("a file that takes too long on a page is told once, with its path") func endless() throws {
    try directory.write("a.example.txt", text: "body: //*[count(//*[count(//*)>1])>1]\n")
    let html = "<article>" + String(repeating: "<p>Words</p>", count: 2000) + "</article>"
    let extractor = PageExtractor(rules: rules)
    for number in 1...3 {
      let page = PageSource(html: Array(html.utf8), url: "http://a.example/\(number)")
      #expect(extractor.extract(page) == PageExtractor().extract(page))
    }
    let path = directory.path("a.example.txt")
    #expect(warnings.all == ["Site rules not used: \(path) takes too long"])
  }

  @Test("hold for the request and the page; fields that say how an answer travels are not sent")
  func used() async throws {
    let server = try LoopbackServer()
    server.serve("/", "<p>x</p><b class=who>Ada</b>" + Sites.page(1...5))
    try directory.write(
      "127.0.0.1.txt",
      text: """
        author: //b[@class='who']
        http_header(user-agent): Reader/2
        http_header(Cookie): a=b
        http_header(Range): bytes=0-1
        http_header(Content-Length): 99
        """)
    let reader = PageReader(fetcher: CurlPageFetcher(options: Sites.options), rules: rules)
    let article = try await Sites.article(server.url(), reader)
    #expect(article.metadata.author == "Ada")
    let request = try #require(server.requests.first)
    #expect(request.header("User-Agent") == "Reader/2")
    #expect(request.header("Cookie") == "a=b")
    #expect(request.header("Range") == nil && request.header("Content-Length") == nil)
  }

  @Test("with expressions that are none leave the page to the extractor")
  func badExpressions() async throws {
    let server = try LoopbackServer()
    server.serve("/", Sites.page(1...5))
    let rules = "body: //[[[\ntitle: ((\nnext_page_link: //a[\nstrip: @@\nbody: //nothing"
    let article = try await Sites.article(server.url(), Sites.reader(rules: rules))
    #expect(Sites.numbers(article) == Array(1...5))
    #expect(article.metadata.title == "The Long Walk")
  }
}
