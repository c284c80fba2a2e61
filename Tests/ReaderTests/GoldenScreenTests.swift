import Foundation
import Library
import Reader
import ReadingList
import Terminal
import TestSupport
import Testing

/// Compares frames with files exactly, in text and in style.
///
/// With `LUEGO_RECORD=1` the files are rewritten, and the run fails so that nobody mistakes a recording
/// for a comparison.
@Suite("Golden screens") struct GoldenScreenTests {
  /// A state of the interface, and the keys that lead to it.
  struct Scene: CustomStringConvertible, Sendable {
    var name: String
    var keys: String
    var isEmpty = false
    /// Whether two of the articles have highlights.
    var isHighlighted = false
    /// The layout while an article is open.
    var reading = Settings.auto

    var description: String { name }
  }

  static let sizes = [(140, 40), (100, 30), (80, 24), (60, 20), (40, 12)]
  static let scenes = [
    Scene(name: "list", keys: ""), Scene(name: "reading", keys: "j<enter>"),
    Scene(name: "favorites", keys: "2"), Scene(name: "empty", keys: "", isEmpty: true),
    Scene(name: "add", keys: "a", isEmpty: true),
    Scene(name: "help", keys: "?"), Scene(name: "sort", keys: "S"), Scene(name: "tags", keys: "t"),
    Scene(name: "facets", keys: "+<space>"), Scene(name: "palette", keys: "<C-p>arch"),
    Scene(name: "settings", keys: ",j"), Scene(name: "prefix", keys: "g"),
    Scene(name: "completion", keys: ":se<tab><tab>"), Scene(name: "purge", keys: "D"),
    Scene(name: "discovery", keys: "Xxs"), Scene(name: "sources", keys: "XS"),
    Scene(name: "inspector", keys: "jji"), Scene(name: "panel", keys: "jj<enter>gT"),
    Scene(name: "statistics", keys: "gs"),
    Scene(name: "highlights", keys: ":go<space>Highlights<enter>j", isHighlighted: true),
    Scene(name: "full", keys: "jj<enter>", reading: "full"),
  ]

  @Test(
    "0.1 0.2 0.3 1.1 1.27 4.8 a scene looks as recorded at five sizes", arguments: scenes,
    sizes.map { Size(columns: $0.0, rows: $0.1) })
  func golden(scene: Scene, size: Size) async throws {
    let driver = try Driver(size: size, articles: scene.isEmpty ? [] : goldenSamples, seed: 3)
    driver.model.settings.reading = scene.reading
    if scene.isHighlighted { try await highlight(driver) }
    let screen = try await driver.press(scene.keys)
    try compare(screen, with: "\(scene.name)-\(size.columns)x\(size.rows)")
  }

  /// Adds highlights to two articles.
  private func highlight(_ driver: Driver) async throws {
    func mark(
      _ sample: Sample, _ quote: String, note: String = "", _ color: Highlight.Color,
      at date: String
    ) throws {
      let moment = try #require(Timestamp(rfc3339: date + "T11:30:00Z"))
      let mark = Highlight(
        id: String(date.suffix(2)), quote: quote, color: color, note: note, createdAt: moment,
        changedAt: moment)
      _ = try driver.library.apply(
        .highlights([sample.id: [mark]]), to: [sample.id], at: driver.time.now)
    }
    let evening = "One evening about a month ago I noticed something that I had not noticed before"
    try mark(goldenSamples[0], evening, .yellow, at: "2026-11-21")
    try mark(goldenSamples[0], "It is a good rule.", note: "For the talk", .pink, at: "2026-11-20")
    let quiet = "Everything that is beautiful is quiet."
    try mark(goldenSamples[2], quiet, .green, at: "2026-10-02")
    await driver.noticeChanges()
  }

  private func compare(_ screen: Screen, with name: String) throws {
    let directory = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")
    let file = directory.appending(path: name + ".txt")
    let text = (screen.textRows + ["-- style --"] + screen.styleRows).joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["LUEGO_RECORD"] == "1" {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("Recorded \(name); run again without LUEGO_RECORD")
      return
    }
    let golden = try String(contentsOf: file, encoding: .utf8)
    #expect(text == golden, "\(name) differs:\n\(text)")
  }
}

private let typography = """
  <h2>A heading keeps its weight</h2>
  <p>Paragraphs are wrapped to a measure that the <em>eye</em> can follow, with <strong>strong words</strong>,
  <code>code</code> and <a href="https://example.com/">a link</a>.</p>
  <ul><li>First, a bullet</li><li>Second, with more inside<ul><li>Nested</li></ul></li></ul>
  <ol><li>One</li><li>Two</li></ol>
  <blockquote><p>Everything that is beautiful is quiet.</p></blockquote>
  <pre><code class="language-swift">let answer = 42
  print(answer)</code></pre>
  <table><thead><tr><th>Key</th><th>Does</th></tr></thead><tbody><tr><td>j</td><td>down</td></tr>
  <tr><td>e</td><td>archive, and advance to the next</td></tr></tbody></table>
  <p>日本語の文章はここで折り返されます。句読点は行の先頭に来ません。</p>
  <hr><p>The end.</p>
  """

/// Articles of every kind and in every state.
private let goldenSamples: [Sample] = [
  Sample(
    url: "https://jackcheng.com/slow-web", title: "The Slow Web", html: longHTML,
    savedAt: "2026-11-21T11:02:00Z", site: "jackcheng.com", author: "Jack Cheng", words: 2400,
    progress: 34),
  Sample(
    url: "https://calm.dev/designing", title: "Designing calm software", html: longHTML,
    savedAt: "2026-11-21T08:40:00Z", site: "calm.dev", words: 1400, tags: ["design"]),
  Sample(
    url: "https://type.example/tour", title: "A tour of type", html: typography,
    savedAt: "2026-11-20T22:15:00Z", site: "type.example", author: "Ida Type", words: 300,
    tags: ["design", "type"]),
  Sample(
    url: "https://notes.example/wrong", title: "On being wrong", savedAt: "2026-11-20T09:00:00Z",
    site: "notes.example", words: 800, progress: 100),
  Sample(
    url: "https://waiting.example/page", title: "waiting.example/page",
    savedAt: "2026-11-18T09:00:00Z", words: 0, state: .pending(reason: nil)),
  Sample(
    url: "https://gone.example/page", title: "A page that is gone", savedAt: "2026-10-30T09:00:00Z",
    words: 0, state: .failed(reason: "gone.example has no such page (404)")),
  Sample(
    url: "https://wide.example/", title: "长标题：关于在终端里阅读文章的一些想法和做法，以及其他",
    savedAt: "2025-03-03T09:00:00Z", site: "wide.example", words: 5000),
  Sample(
    url: "https://loved.example/", title: "Loved", savedAt: "2026-11-01T09:00:00Z",
    site: "loved.example", words: 900, isFavorite: true),
]
