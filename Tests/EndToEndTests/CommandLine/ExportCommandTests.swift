import Foundation
import TestSupport
import Testing

@Suite("luego export", .endsAtAll) struct ExportCommandTests {
  /// Difficult texts as another program exports them, with their highlights.
  private static let texts: [(title: String, language: String, html: String, quote: String)] = [
    (
      "مقال", "ar",
      "<h2>عنوان</h2><p>مرحبا بالعالم، هذا نص <b>طويل</b> 42.</p><p>Latin</p><pre>x = 1</pre>",
      "نص طويل"
    ),
    (
      "Lists", "en",
      "<ol start=3 type=a><li>one<ul><li>two<ol reversed><li value=9>three</li></ol></li></ul></li><li></li></ol><dl><dt>a</dt><dd>b</dd><dd>c</dd></dl>",
      "three"
    ),
    (
      "Tables & <tags>", "en",
      "<table><caption>Cap</caption><thead><tr><th>A</th><th>B</th></tr></thead><tr><td>1</td></tr><tr><td>x | y</td><td><b>z</b></td></tr></table>",
      "x | y"
    ),
    (
      "Notes", "en-GB",
      "<p id=t>See<sup><a href='#fn1'>1</a></sup> and <a href='#t'>here</a>, <a href='#no'>no</a>.</p><section role='doc-endnotes'><ol><li id=fn1 data-label=1><p>A note.</p></li></ol></section>",
      "See"
    ),
    (
      "Code", "de",
      "<h3>Deep</h3><h2>Flat</h2><pre><code class='language-x y'>if a &lt; b &amp;&amp; c {\n\t\u{1}}</code></pre><hr><details><summary>More</summary><p>inside</p></details>",
      "if a < b"
    ),
    (
      "Pictures", "zh-Hant-TW",
      "<figure><img src='https://b.example/a.png' alt='Alt \"x\"'><figcaption>Caption <i>here</i></figcaption></figure><p>日本 <img src='https://b.example/i.gif' alt=''></p>",
      "Caption here"
    ),
    (
      "Links", "x-odd",
      "<p><a href='https://ü_x.example/ä b|c'>odd</a> <a href='https://ü.example/ä b|c%zz#a#b'>good <a href='http://u:p@c.example'>in</a></a> <a href='mailto:x@y'>m</a> <s>a</s><ins>b</ins><sub>c</sub><mark>d</mark></p>",
      "not there"
    ),
    ("", "", "", ""),
  ]

  private func library() async throws -> Home {
    let home = try Home()
    var entries: [[String: Any]] = []
    for (number, text) in Self.texts.enumerated() {
      entries.append([
        "title": text.title, "url": "https://a.example/\(number)?a=1&b=<2>", "content": text.html,
        "language": text.language, "created_at": "2016-09-08T11:55:58Z", "published_by": ["A & B"],
        "tags": ["<tag>"],
        "annotations": text.quote.isEmpty ? [] : [["text": "why & how", "quote": text.quote]],
      ])
    }
    let root = (1...4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent()
    }
    let welcome = root.appending(path: "Data/welcome")
    for name in try FileManager.default.contentsOfDirectory(atPath: welcome.path).sorted()
    where name.hasSuffix(".html") {
      entries.append([
        "title": name, "url": "https://w.example/\(name)", "created_at": "2016-09-08T11:55:58Z",
        "content": try String(contentsOf: welcome.appending(path: name), encoding: .utf8),
        "is_archived": 1,
      ])
    }
    let file = home.path + "/wallabag.json"
    try JSONSerialization.data(withJSONObject: entries).write(to: URL(filePath: file))
    let outcome = try await home.luego("import", "--format", "wallabag", file)
    try #require(outcome.status == 0, "\(outcome.errorLines)")
    return home
  }

  @Test("a signal ends what is printed to a pipe that nobody reads") func unread() async throws {
    let home = try Home()
    // More than fits in a pipe.
    let addresses = (0..<500).map { "https://a.example/\($0)\n" }.joined()
    try await home.luego("add", "--no-fetch", "-", input: Array(addresses.utf8))
    let isEnded = runShell(
      """
      export HOME="$1"; cd "$1"; mkfifo status
      { timeout -k 60 -s TERM 1 "$2" export --format json; echo $? >status; } |
        { read -r status <status; test "$status" = 124; }
      """, home.path, try Home.program())
    #expect(isEnded)
  }

  @Test("writes a whole book to a file or standard output, or nothing, and none to a terminal")
  func whole() async throws {
    let home = try await library()
    let path = home.path + "/b.epub"
    let now: [String: String?] = ["LUEGO_NOW": "2026-03-01T10:00:00Z"]
    #expect(try await home.luego("export", "-o", path, environment: now).status == 0)
    let book = try [UInt8](Data(contentsOf: URL(filePath: path)))
    #expect(book[30..<58].elementsEqual("mimetypeapplication/epub+zip".utf8))
    let printed = try await home.luego("export", "--format", "epub", environment: now)
    #expect(printed.output == book)
    #expect(try await home.luego("export", "-o", path).status == 1)
    #expect(try await home.luego("export", "--format", "epub", "-o", home.path + "/").status == 1)
    #expect(try await home.luego("export", "--format", "epub", "-o", "/dev/full").status == 1)
    let limit = ["sh", "-c", "ulimit -f 1; exec \"$@\"", "sh"]
    let cut = try await home.run(["export", "-o", home.path + "/cut.epub"], under: limit)
    #expect(cut.status == 1 && cut.errorLines.count == 1, "\(cut.errorLines)")
    let names = try FileManager.default.contentsOfDirectory(atPath: home.path)
    #expect(!names.contains { $0.contains("cut") || $0.hasSuffix(".tmp") }, "\(names)")
    try await TerminalWindow.open(home, columns: 100, rows: 12) { window in
      try await window.launch("export --format epub")
      try await window.wait(forText: "A terminal cannot show EPUB; name a file with -o")
    }
  }

  @Test(
    "writes books that epubcheck takes without errors and warnings",
    .enabled("epubcheck is not installed", { !checker.isEmpty }))
  func checked() async throws {
    let home = try await library()
    // A book of one article has different files from a book of several.
    for (name, query) in [("all", []), ("one", ["url:a.example/0"])] {
      let path = "\(home.path)/\(name).epub"
      let words = ["export", "--format", "epub", "-o", path]
      #expect(try await home.run(words + query).status == 0)
      let outcome = try await Programs.run(
        Self.checker + [path],
        environment: ["PATH": "/usr/bin:/bin", "HOME": home.path, "LANG": "C.UTF-8"],
        directory: home.path)
      #expect(
        outcome.text.contains("0 fatals / 0 errors / 0 warnings"),
        "\(name): \(outcome.lines) \(outcome.errorLines)")
    }
  }

  /// The command that runs epubcheck, a program or a Java archive; empty if neither is installed.
  private static let checker: [String] = {
    for path in ["/usr/bin/epubcheck", "/usr/local/bin/epubcheck", "/usr/share/java/epubcheck.jar"]
    where access(path, R_OK) == 0 {
      let head = (FileHandle(forReadingAtPath: path)?.readData(ofLength: 2)).map { [UInt8]($0) }
      if head != Array("PK".utf8) { return [path] }
      return access("/usr/bin/java", X_OK) == 0 ? ["/usr/bin/java", "-jar", path] : []
    }
    return []
  }()
}
