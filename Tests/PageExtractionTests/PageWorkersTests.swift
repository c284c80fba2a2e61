import Foundation
import PageExtraction
import Platform
import ReadingList
import Testing

@Suite("Workers") struct PageWorkersTests {
  static let html = """
    <html lang="en-GB"><head><title>Words | Site</title><meta name="author" content="Ann Grey">
    <meta property="article:published_time" content="2024-03-05T10:00:00+02:00">
    <link rel="canonical" href="https://example.org/words"></head><body><article><h1>Words</h1>
    \(String(repeating: "<p>Some <em>words</em>, many, that <a href=\"/a\">make</a> text.</p>", count: 40))
    <pre><code>let x = 1</code></pre><a rel="next" href="/words/2">Next page</a></article></body></html>
    """
  static let page = PageSource(html: Array(html.utf8), url: "https://example.org/words")

  static func extracted(by words: String...) -> Extraction {
    // As in the program: a write to a dead worker fails.
    CurrentProcess.ignoreSignals()
    return PageExtractor(workers: PageWorkers(words: words, environment: [:])).extract(page)
  }

  @Test("an answer of a worker is read as it was written")
  func answers() {
    var answer = ExtractionAnswer(to: Self.page, rule: nil)
    #expect(answer.extraction.metadata.author == "Ann Grey")
    #expect(answer.extraction.metadata.publishedOffset == 7200)
    for verdict in [.ready, .suspect(reason: "Short"), .failed(reason: "")] as [FetchState] {
      answer.extraction.verdict = verdict
      let read = ExtractionAnswer(Array(answer.json.compact.utf8))
      #expect(read?.extraction == answer.extraction)
      #expect(read?.isWithoutRule == false)
    }
    answer.isWithoutRule = true
    #expect(ExtractionAnswer(Array(answer.json.compact.utf8))?.isWithoutRule == true)
  }

  @Test(
    "a page that ends its worker is reported",
    arguments: [
      ("kill -s SEGV $$", "The page cannot be read: reading it crashed"),
      ("kill -s XCPU $$", "The page takes more than 10 seconds to read"),
      ("exit 1", "The page cannot be read: reading it crashed"),
      ("cat; exit 1", "The page cannot be read: reading it crashed"),
      ("printf '\\377\\377\\377\\377{'; exit 1", "The page cannot be read: reading it crashed"),
    ])
  func endings(script: String, reason: String) {
    #expect(Self.extracted(by: "/bin/sh", "-c", script).verdict == .failed(reason: reason))
  }

  @Test("a worker that was ended for another reason is replaced")
  func replaced() throws {
    let mark = NSTemporaryDirectory() + "luego-worker-\(UInt64.random(in: 0 ... .max))"
    defer { try? FileManager.default.removeItem(atPath: mark) }
    let answer = ExtractionAnswer(to: Self.page, rule: nil)
    let bytes = Array(answer.json.compact.utf8)
    let head = (0..<4).map { String(format: "\\%03o", bytes.count >> ($0 * 8) & 0xff) }.joined()
    try Data(bytes).write(to: URL(fileURLWithPath: mark + ".json"))
    defer { try? FileManager.default.removeItem(atPath: mark + ".json") }
    let script = """
      if [ -e \(mark) ]; then printf '\(head)'; cat \(mark).json; cat >/dev/null
      else touch \(mark); kill -s TERM $$; fi
      """
    #expect(Self.extracted(by: "/bin/sh", "-c", script) == answer.extraction)
  }

  @Test("Markdown that ends its worker is kept as plain text, without its front matter")
  func unreadMarkdown() {
    CurrentProcess.ignoreSignals()
    let workers = PageWorkers(words: ["/bin/sh", "-c", "exit 1"], environment: [:])
    let page = PageSource(markdown: Array("---\ntitle: T\n---\n**a** b".utf8))
    let found = PageExtractor(workers: workers).extract(page)
    #expect(found.text == "**a** b" && found.metadata.title == "T" && found.verdict == .ready)
  }

  @Test(
    "a page is read all the same where no worker can be started, or none answers",
    arguments: ["/does/not/exist", "/bin/true"])
  func unavailable(program: String) {
    #expect(Self.extracted(by: program) == PageExtractor().extract(Self.page))
  }
}
