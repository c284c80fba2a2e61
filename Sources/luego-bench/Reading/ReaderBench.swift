import ArticleStore
import Glibc
import PageExtraction
import ReadingList
import ReadingServices
import Typesetting

/// Measures what a person waits for who reads long texts: their first screen, all of them, a page down,
/// another width.
struct ReaderBench {
  let directory: String

  /// Bytes of HTML of the longest page, and words of the longest book.
  private static let htmlBytes = 1_600_000
  private static let bookWords = 200_000
  private static let width = 72
  private static let runs = 21
  /// A word that no other text has.
  private static let mark = "Zwolftonreihe"

  /// - Parameters:
  ///   - luego: the program; without it nothing is read in it.
  ///   - pages: a directory of pages to make the text of; nil for generated text.
  /// - Returns: the status to end with.
  func run(_ luego: String?, pages: String?) -> Int32 {
    let long = pages.map(Self.joined) ?? Self.prose { $0.utf8.count < Self.htmlBytes }
    let book = Self.prose { ReadingTime.words(in: $0) < Self.bookWords * 14 / 13 }
    guard measure("1.6 MB of HTML", long, peers: true), measure("200,000 words", book, peers: false)
    else { return 1 }
    guard let luego else { return 0 }
    for (name, html) in [("1.6 MB of HTML", long), ("200,000 words", book)] {
      guard read(name, html, with: luego) else {
        complain("luego-bench: \(luego) did not show a long text\n")
        return 1
      }
    }
    return 0
  }

  // MARK: In this process

  private func measure(_ name: String, _ html: String, peers: Bool) -> Bool {
    let parsing = Measure.runs(Self.runs) { if ArticleBody(fragment: html).isEmpty { exit(1) } }
    let body = ArticleBody(fragment: html)
    var options = TypesetOptions(codeWidth: 100, marksHeadings: false)
    let words = body.textBlocks.reduce(0) { $0 + ReadingTime.words(in: $1) }
    print("\(name): \(html.utf8.count / 1000) kB, \(words) words")
    row("  reading the body", parsing)
    let leaves = body.firstLeaves
    for (place, block) in [("first", 0), ("middle", leaves[leaves.count / 2])] {
      let position = ReadingPosition(block: block, offset: 10)
      row("  its \(place) screen", firstScreens(of: body, at: position, options))
    }
    row("  all of it", wholes(of: body, options))
    options.justifies = true
    row("  all of it, justified", wholes(of: body, options))
    options.justifies = false
    var files = HyphenationFiles()
    let loading = Measure.runs(1) { options.hyphenation = Self.english(&files) }
    if options.hyphenation != nil {
      row("  reading the patterns of English", loading)
      row("  all of it, hyphenated", wholes(of: body, options))
      options.justifies = true
      row("  all of it, justified and hyphenated", wholes(of: body, options))
      let position = ReadingPosition(block: leaves[leaves.count / 2], offset: 10)
      row("    its middle screen", firstScreens(of: body, at: position, options))
    } else {
      print("  hyphenated: no patterns of English are installed")
    }
    guard peers else { return true }
    let path = "\(directory)/page.html"
    guard write("<!DOCTYPE html><meta charset=utf-8><title>Page</title>\n" + html, to: path) else {
      return false
    }
    for (program, words) in [
      ("w3m", "-dump -T text/html -cols \(Self.width)"),
      ("lynx", "-dump -force_html -width=\(Self.width)"),
    ] {
      guard system("command -v \(program) >/dev/null 2>&1") == 0 else {
        print("\(program): not installed")
        continue
      }
      row(
        "  \(program) \(words), whole process",
        Measure.runs(5) { _ = system("\(program) \(words) '\(path)' >/dev/null") }
      )
    }
    return true
  }

  private static func english(_ files: inout HyphenationFiles) -> Hyphenation? {
    files.patterns(for: "en").map { Hyphenation($0, language: "en") }
  }

  private func wholes(of body: ArticleBody, _ options: TypesetOptions) -> [Double] {
    Measure.runs(Self.runs) {
      if typeset(body, header: nil, width: Self.width, options: options).lines.isEmpty { exit(1) }
    }
  }

  private func firstScreens(
    of body: ArticleBody,
    at position: ReadingPosition,
    _ options: TypesetOptions
  ) -> [Double] {
    Measure.runs(Self.runs) {
      var typesetting = StepwiseTypesetting(
        body,
        header: nil,
        width: Self.width,
        options: options
      )
      typesetting.set(lines: StepwiseTypesetting.step)
      if typesetting.isWhole || typesetting.excerpt(around: position, rows: 40).lines.isEmpty {
        exit(1)
      }
    }
  }

  // MARK: In the program

  private func read(_ name: String, _ html: String, with luego: String) -> Bool {
    let plain = library("plain", html, highlights: 0)
    let marked = library("marked", html, highlights: 500)
    guard let plain, let marked else { return false }
    let wide = FrameBench.columns
    let open = FrameBench.Step.keyUntil("\r", mark: Self.mark)
    let moves = [FrameBench.Step](repeating: .key("j"), count: 40)
    let pages = [FrameBench.Step](repeating: .key(" "), count: 20)
    let sizes = (0..<20).map { FrameBench.Step.resize(columns: $0 % 2 == 0 ? wide - 50 : wide) }
    func steps(_ library: String, _ steps: [FrameBench.Step]) -> FrameBench.Sample? {
      FrameBench.start(
        [luego, "--library", library],
        environment: [
          "HOME=\(directory)/home", "TERM=xterm-256color", "LANG=C.UTF-8", "PATH=/usr/bin:/bin",
          "COLORFGBG=15;0",
        ],
        until: ["archive"],
        steps: steps,
        pause: 120
      )
    }
    guard
      let reading = steps(
        plain,
        [open] + moves + pages + [.key("9"), .key("0"), .key("0"), .key("0"), .key("G")] + sizes
      ),
      let highlighted = steps(marked, [open] + moves)
    else { return false }
    let times = reading.steps[...]
    print("\(name), in the program")
    row("  opening, read from the disk, key to text", [times[0]])
    let plainMoves = times.dropFirst().prefix(40).sorted()
    row("  a line down, key to frame", plainMoves)
    row(
      "    with 500 highlights, as many as possible on screen",
      highlighted.steps.dropFirst().sorted()
    )
    row("  opening with 500 highlights", [highlighted.steps[0]])
    row("  a page down", times.dropFirst(41).prefix(20).sorted())
    row("  another width in the middle, signal to frame", times.suffix(20).sorted())
    print(
      "  resident memory of the whole process".padded(to: 56) + Measure.cell(reading.resident)
        + " MB"
    )
    return true
  }

  /// A library of one article.
  private func library(_ name: String, _ html: String, highlights: Int) -> String? {
    let path = "\(directory)/\(name)"
    _ = system("rm -rf '\(path)'")
    do {
      let library = try Library.open(path, cache: path + "/.cache")
      let now = Timestamp(seconds: 1_790_000_000)
      let html = "<p>\(Self.mark) \(html.dropFirst(html.hasPrefix("<p>") ? 3 : 0))"
      var article = Article(address: try WebAddress("https://a.example/long"), savedAt: now)
      article.title = "A long text"
      _ = try library.add([article], at: now)
      let text = JoinedText(ArticleBody(fragment: html).textBlocks)
      let marks = Self.highlights(highlights, in: text, at: now)
      _ = try library.saveFetched(article.id, at: now, body: html) { record in
        record.fetch = .ready
        record.highlights = marks
      }
      return path
    } catch {
      complain("luego-bench: \(error)\n")
      return nil
    }
  }

  /// Each other word from the beginning on.
  private static func highlights(
    _ count: Int,
    in text: JoinedText,
    at moment: Timestamp
  ) -> [Highlight] {
    var made: [Highlight] = []
    for (block, words) in text.blocks.enumerated() {
      var offset = 0
      for (place, word) in words.split(separator: " ", omittingEmptySubsequences: false)
        .enumerated()
      {
        let start = ReadingPosition(block: block, offset: offset)
        offset += word.count + 1
        let end = ReadingPosition(block: block, offset: offset - 1)
        guard place % 2 == 0, start < end, made.count < count else { continue }
        if let one = Highlight(start..<end, in: text, color: .yellow, at: moment) {
          made.append(one)
        }
      }
      if made.count == count { break }
    }
    return made
  }

  // MARK: Texts

  /// Paragraphs and headings as long as is wanted.
  private static func prose(while isShort: (String) -> Bool) -> String {
    var maker = ArticleGenerator(seed: 7)
    guard var article = maker.article(number: 1) else { return "" }
    article.wordCount = 2000
    var html = ""
    while isShort(html) { html += maker.body(for: article) }
    return html
  }

  /// The texts of a directory's longest pages, one after the other.
  private static func joined(_ directory: String) -> String {
    let list = lines(
      "find '\(directory)' -name '*.html*' ! -name 'expected*' -size +20k -printf '%s %p\\n' "
        + "| sort -rn | head -n 120 | cut -d' ' -f2-"
    )
    var texts = list.map { path in
      let html = Array(lines("gzip -dcf '\(path)'").joined(separator: "\n").utf8)
      return PageExtractor().extract(PageSource(html: html, url: "https://a.example/")).html
    }
    texts.sort { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
    var html = ""
    for text in texts where html.utf8.count < htmlBytes { html += text }
    return html
  }

  /// What a command of the shell prints.
  private static func lines(_ command: String) -> [String] {
    guard let pipe = popen(command, "r") else { return [] }
    defer { pclose(pipe) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 {
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func write(_ text: String, to path: String) -> Bool {
    guard let file = fopen(path, "w") else { return false }
    defer { fclose(file) }
    return fputs(text, file) >= 0
  }

  private func row(_ name: String, _ sorted: [Double]) {
    print(
      name.padded(to: 56) + Measure.cell(Measure.median(sorted)) + " ms, p99"
        + Measure.cell(Measure.p99(sorted)) + " ms"
    )
  }
}
