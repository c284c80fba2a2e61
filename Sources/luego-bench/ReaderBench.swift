import Library
import PageExtraction
import Reader
import ReadingList
import ReadingServices
import TestSupport

/// Typesetting of long texts: the first screen, the whole text, a page
/// down, another width.
struct ReaderBench {
  let directory: TemporaryDirectory

  /// The size of the longest page in bytes of HTML, and the length of the longest book in words.
  private static let htmlBytes = 1_600_000
  private static let bookWords = 200_000
  private static let width = 72
  private static let runs = 21
  /// A word that only the article's text contains.
  private static let mark = "Zwolftonreihe"

  /// Runs all measurements; those inside the program only if its path is given.
  static func run(_ luego: String?) throws {
    print("Typesetting, medians")
    for (name, body) in [("prose", LongBodies.prose), ("every kind of block", LongBodies.mixed)] {
      let text = body.textBlocks.reduce(0) { $0 + $1.utf8.count }
      let before = Measure.residentMegabytes
      let options = TypesetOptions(codeWidth: 100)
      let kept = typeset(body, header: nil, width: width, options: options)
      let after = Measure.residentMegabytes
      let times = Measure.runs(31) {
        _ = typeset(body, header: nil, width: width, options: options).lines.count
      }
      let title = "\(name), \(text / 1000) kB, \(kept.lines.count) lines"
      let best = " ms, best\(Measure.cell(times[0])) ms"
      Measure.row(title, Measure.median(times), width: 56, note: best)
      Measure.row("  resident memory of its lines", after - before, width: 56, note: " MB")
    }
    let bench = Self(directory: try TemporaryDirectory())
    let texts = [
      ("1.6 MB of HTML", LongBodies.prose { $0.utf8.count < htmlBytes }),
      ("200,000 words", LongBodies.prose { ReadingTime.words(in: $0) < bookWords * 14 / 13 }),
    ]
    for (name, html) in texts { bench.measure(name, html) }
    for (name, html) in texts { if let luego { try bench.read(name, html, with: luego) } }
  }

  private func measure(_ name: String, _ html: String) {
    let parsing = Measure.runs(Self.runs) { _ = ArticleBody(fragment: html).isEmpty }
    let body = ArticleBody(fragment: html)
    let options = TypesetOptions(codeWidth: 100, marksHeadings: false)
    let words = body.textBlocks.reduce(0) { $0 + ReadingTime.words(in: $1) }
    print("\(name): \(html.utf8.count / 1000) kB, \(words) words")
    Measure.times("  reading the body", parsing)
    Measure.times("  all of it", wholes(of: body, options))
  }

  private func wholes(of body: ArticleBody, _ options: TypesetOptions) -> [Double] {
    Measure.runs(Self.runs) {
      _ = typeset(body, header: nil, width: Self.width, options: options).lines.count
    }
  }

  private func read(_ name: String, _ html: String, with luego: String) throws {
    let wide = FrameBench.columns
    let open = FrameBench.Step.keyUntil("\r", mark: Self.mark)
    let moves = [FrameBench.Step](repeating: .key("j"), count: 40)
    let pages = [FrameBench.Step](repeating: .key(" "), count: 20)
    let middle = ["9", "0", "0", "0", "G"].map { FrameBench.Step.key($0) }
    let sizes = (0..<20).map { FrameBench.Step.resize(columns: $0 % 2 == 0 ? wide - 50 : wide) }
    func sample(_ highlights: Int, _ steps: [FrameBench.Step]) throws -> FrameBench.Sample {
      let library = try library(html, highlights: highlights)
      return try FrameBench.start(
        [luego, "--library", library], home: directory.path("home"), until: ["archive"],
        steps: steps, pause: 120)
    }
    let reading = try sample(0, [open] + moves + pages + middle + sizes)
    let highlighted = try sample(500, [open] + moves).steps
    let times = reading.steps
    print("\(name), in the program")
    Measure.times("  opening, read from the disk, key to text", [times[0]])
    Measure.times("  a line down, key to frame", Array(times[1...40]))
    Measure.times(
      "    with 500 highlights, as many as possible on screen", Array(highlighted.dropFirst()))
    Measure.times("  opening with 500 highlights", [highlighted[0]])
    Measure.times("  a page down", Array(times[41...60]))
    Measure.times("  another width in the middle, signal to frame", times.suffix(20))
    let memory = "  resident memory of the whole process"
    Measure.row(memory, reading.resident, width: 56, note: " MB")
  }

  /// Creates a library of one article.
  private func library(_ html: String, highlights: Int) throws -> String {
    let path = directory.path("\(html.utf8.count)-\(highlights)")
    let library = try Library.open(path, cache: path + "/.cache")
    let now = Timestamp(seconds: 1_790_000_000)
    let html = "<p>\(Self.mark) \(html.dropFirst(html.hasPrefix("<p>") ? 3 : 0))"
    var article = Article(address: try WebAddress("https://a.example/long"), savedAt: now)
    article.title = "A long text"
    _ = try library.add([article], at: now)
    let text = JoinedText(ArticleBody(fragment: html).textBlocks)
    let marks = LongBodies.highlights(highlights, in: text, at: now)
    _ = try library.saveFetched(article.id, at: now, body: html) { record in
      record.fetch = .ready
      record.highlights = marks
    }
    return path
  }
}
