import PageExtraction
import ReadingList
import Synchronization
import TestSupport
import Web

/// A web defined by a table; all other addresses are not found.
final class Web: PageFetching {
  /// The answer of an address.
  enum Answer: Sendable {
    case body(String, type: String = "", etag: String? = nil)
    case problem(FetchProblem.Kind)
    /// Does not arrive before the task is cancelled.
    case never

    /// An article's page.
    static func page(_ title: String) -> Answer { .body(pageHTML(title), type: "text/html") }

    /// An RSS feed of addresses.
    static func feed(_ links: [String]) -> Answer { .body(rss(links), type: "text/xml") }
  }

  private let state: Mutex<(pages: [String: Answer], asked: [PageRequest], isGone: Bool)>

  init(_ pages: [String: Answer] = [:]) { state = Mutex((pages, [], false)) }

  /// The addresses requested so far.
  var asked: [String] { state.withLock { $0.asked.map(\.url) } }
  /// The number of conditional requests.
  var conditional: Int { state.withLock { $0.asked.count { $0.etag != nil } } }

  /// Whether an address returns an error.
  func isDead(_ url: String) -> Bool {
    if case .problem = state.withLock({ $0.pages[url] }) { true } else { false }
  }

  func put(_ answer: Answer, at url: String) { state.withLock { $0.pages[url] = answer } }

  /// Disconnects the network.
  func vanish() { state.withLock { $0.isGone = true } }

  func fetch(_ request: PageRequest) async throws(FetchProblem) -> FetchedPage? {
    let (answer, isGone) = state.withLock { state in
      state.asked.append(request)
      return (state.pages[request.url], state.isGone)
    }
    func problem(_ kind: FetchProblem.Kind) -> FetchProblem {
      FetchProblem(kind: kind, message: "no answer from \(request.url)", isTransient: true)
    }
    if isGone { throw problem(.network) }
    switch answer {
    case nil: throw problem(.notFound)
    case .problem(let kind): throw problem(kind)
    case .never:
      let (stream, continuation) = AsyncStream<Void>.makeStream()
      for await _ in stream {}
      continuation.finish()
      throw .cancelled
    case .body(let text, let type, let etag):
      if let etag, request.etag == etag { return nil }
      let bytes = Array(text.utf8)
      let kind = ContentSniffer.kind(of: bytes, contentType: type, path: "/")
      return FetchedPage(
        finalURL: request.url, kind: kind, body: bytes, contentType: type, etag: etag)
    }
  }
}

/// An article page of reasonable length.
func pageHTML(_ title: String) -> String {
  let sentence =
    "This is a sentence of \(title), one of many that make up an article worth reading. "
  let paragraph = "<p>" + String(repeating: sentence, count: 6) + "</p>"
  return "<!DOCTYPE html><html lang=en><head><title>\(title)</title></head><body><article>"
    + "<h1>\(title)</h1>" + String(repeating: paragraph, count: 6) + "</article></body></html>"
}

/// An RSS feed of addresses.
func rss(_ links: [String]) -> String {
  "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>Feed</title>"
    + links.map { "<item><title>About \($0)</title><link>\($0)</link></item>" }.joined()
    + "</channel></rss>"
}

/// A clock that advances only when a test says so.
final class TestTime: Sendable {
  private struct State {
    var now = Duration.zero
    var waiting: [(end: Duration, continuation: AsyncStream<Void>.Continuation)] = []
  }

  private let state = Mutex(State())

  var picking: PickTime {
    PickTime(elapsed: { self.state.withLock { $0.now } }, wait: { await self.wait($0) })
  }

  func pass(_ duration: Duration) {
    state.withLock { state in
      state.now += duration
      for (end, continuation) in state.waiting where end <= state.now { continuation.finish() }
      state.waiting.removeAll { $0.end <= state.now }
    }
  }

  private func wait(_ duration: Duration) async {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    state.withLock { state in
      let end = state.now + duration
      if end <= state.now {
        continuation.finish()
      } else {
        state.waiting.append((end, continuation))
      }
    }
    for await _ in stream {}
  }
}

/// A picker over a web, with temporary directories.
final class Table {
  let web: Web
  let directory: TemporaryDirectory
  let state = State()
  var sources = SourceList()

  let time = TestTime()

  /// State that the picker uses from its own threads.
  final class State: Sendable {
    let clock = Mutex(Timestamp(seconds: 1_795_000_000))
    let saved = Mutex<Set<String>>([])
    /// The number of times that the list of saved articles was read.
    let looks = Mutex(0)
  }

  init(_ pages: [String: Web.Answer] = [:]) throws {
    web = Web(pages)
    directory = try TemporaryDirectory()
    for source in sources.sources { sources.apply(.turn(source.name, on: false)) }
  }

  /// A feed of addresses, as the source `blog`, and pages.
  convenience init(feedOf links: [String], _ pages: [String: Web.Answer] = [:]) throws {
    try self.init(pages)
    web.put(.feed(links), at: "https://f.example/feed")
    add("https://f.example/feed", "blog")
  }

  /// Ten posts of a blog.
  static let posts = (0..<10).map { "https://blog.example/\($0)" }

  /// A blog of ten posts with its feed, as the source `blog`, and other answers.
  static func blog(_ others: [String: Web.Answer] = [:]) throws -> Table {
    let table = try Table(others)
    for link in posts { table.web.put(.page("Post \(link.last ?? "?")"), at: link) }
    table.web.put(
      .body(rss(posts), type: "application/rss+xml", etag: "\"1\""),
      at: "https://blog.example/feed")
    table.add("https://blog.example/feed", "blog")
    return table
  }

  /// Adds a source; only added sources are enabled.
  func add(_ address: String, _ name: String) { sources.apply(.add(address: address, name: name)) }

  var memory: DiscoveryMemory {
    DiscoveryMemory(cache: directory.path + "/cache", state: directory.path + "/state")
  }

  func picker(seed: UInt64? = nil, samples: String? = nil) -> ArticlePicker {
    ArticlePicker(
      sources: sources, pages: PageReader(fetcher: web), lists: web,
      samples: samples.map { SampleSite(directory: $0) }, memory: memory,
      savedAddresses: { [state] in
        state.looks.withLock { $0 += 1 }
        let saved = state.saved.withLock { $0 }
        return { saved.contains($0.text) }
      }, now: { [state] in state.clock.withLock { $0 } }, time: time.picking, seed: seed)
  }

  func pass(hours: Int64) { state.clock.withLock { $0 = $0.advanced(bySeconds: hours * 3600) } }
}
