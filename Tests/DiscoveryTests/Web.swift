import Discovery
import PageExtraction
import PageFetch
import PageReading
import ReadingList
import Synchronization
import TestSupport

/// A web that exists in a table; what is not in it cannot be found.
final class Web: PageFetching {
  /// What stands at an address.
  enum Answer: Sendable {
    case body(String, type: String = "", etag: String? = nil)
    case problem(FetchProblem.Kind)
    /// Never comes, until the task is cancelled.
    case never
  }

  private let state: Mutex<(pages: [String: Answer], asked: [PageRequest], isGone: Bool)>

  init(_ pages: [String: Answer] = [:]) { state = Mutex((pages, [], false)) }

  /// Addresses asked so far.
  var asked: [String] { state.withLock { $0.asked.map(\.url) } }
  /// Requests that named a copy.
  var conditional: Int { state.withLock { $0.asked.count { $0.etag != nil } } }

  func put(_ answer: Answer, at url: String) { state.withLock { $0.pages[url] = answer } }

  /// Takes the network away.
  func vanish() { state.withLock { $0.isGone = true } }

  func fetch(_ request: PageRequest) async throws(FetchProblem) -> FetchOutcome {
    let (answer, isGone) = state.withLock { state in
      state.asked.append(request)
      return (state.pages[request.url], state.isGone)
    }
    func problem(_ kind: FetchProblem.Kind) -> FetchProblem {
      FetchProblem(kind: kind, message: "no answer from \(request.url)", isTransient: true)
    }
    if isGone { throw problem(.unknownHost) }
    switch answer {
    case nil: throw problem(.notFound)
    case .problem(let kind): throw problem(kind)
    case .never:
      await withTaskCancellationHandler {
        await Stop.wait()
      } onCancel: {
        Stop.all()
      }
      throw .cancelled
    case .body(let text, let type, let etag):
      if let etag, request.etag == etag { return .notModified }
      let bytes = Array(text.utf8)
      let kind = ContentSniffer.kind(of: bytes, contentType: type, path: "/")
      return .page(
        FetchedPage(finalURL: request.url, kind: kind, body: bytes, contentType: type, etag: etag)
      )
    }
  }
}

/// Wakes whoever waits for an answer that never comes.
private enum Stop {
  private static let waiting = Mutex<(stopped: Bool, all: [CheckedContinuation<Void, Never>])>(
    (false, [])
  )

  static func wait() async {
    await withCheckedContinuation { continuation in
      let isStopped = Task.isCancelled
      if isStopped { return continuation.resume() }
      waiting.withLock { $0.all.append(continuation) }
      // A cancellation from before it was listed found nobody.
      if Task.isCancelled { all() }
    }
  }

  static func all() {
    let all = waiting.withLock { state in
      let all = state.all
      state.all = []
      return all
    }
    for continuation in all { continuation.resume() }
  }
}

/// An article's page of some length.
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

/// A dealer over a web, with directories of its own.
final class Table {
  let web: Web
  let directory: TemporaryDirectory
  let state = State()
  var sources = SourceList()

  /// What the dealer sees from its own threads.
  final class State: Sendable {
    let clock = Mutex(Timestamp(seconds: 1_795_000_000))
    let saved = Mutex<Set<String>>([])
  }

  init(_ pages: [String: Web.Answer] = [:]) throws {
    web = Web(pages)
    directory = try TemporaryDirectory()
    for source in sources.sources { sources.apply(.turn(source.name, on: false)) }
  }

  /// Adds a source, the only ones enabled being those added.
  func add(_ address: String, _ name: String) { sources.apply(.add(address: address, name: name)) }

  func dealer(seed: UInt64? = nil, samples: String? = nil) -> Dealer {
    Dealer(
      sources: sources,
      pages: PageReader(fetcher: web, extractor: PageExtractor()),
      lists: web,
      samples: samples.map { SampleSite(directory: $0) },
      memory: DiscoveryMemory(
        cache: directory.path + "/cache",
        state: directory.path + "/state"
      ),
      shelf: Shelf(
        unread: { [] },
        load: { _ in nil },
        isSaved: { [state] address in state.saved.withLock { $0.contains(address.text) } }
      ),
      now: { [state] in state.clock.withLock { $0 } },
      seed: seed
    )
  }

  func pass(hours: Int64) {
    state.clock.withLock { $0 = $0.advanced(bySeconds: hours * 3600) }
  }
}
