import Exchange
import Glibc
import ReadingList
import TestSupport
import Testing

private func moment(_ text: String) -> Timestamp? { Timestamp(rfc3339: text) }

@Suite("Imported formats") struct FormatTests {
  @Test("Pocket's archive has its highlights joined to articles")
  func pocketArchive() throws {
    let found = try Exports.read(StoredZip.archive(SampleFile.archive("pocket")))
    #expect(found.problem == nil)
    #expect(found.damaged.isEmpty)
    #expect(found.urls == ["https://a.example/1", "https://a.example/1", "https://a.example/2"])
    #expect(found.articles.map(\.isAddition) == [true, false, false])
    let marks = found.articles[0].marks
    #expect(marks.map(\.quote) == ["marked", "bare"])
    #expect(marks[0].note == "mine")
    #expect(marks[0].createdAt == Timestamp(seconds: 1_466_000_005))
  }

  @Test("notes and texts are articles of their own, addresses in a text lead to the web")
  func texts()
    throws
  {
    let now = Timestamp(seconds: 1_750_000_000)
    for (text, title, body) in [
      (
        "URL,Title,Selection,Folder\n,My note,\"Some words\nI wrote\",Unread\n", "My note",
        "<p>Some words</p>\n<p>I wrote</p>\n"
      ),
      (
        #"""
        [{"is_archived":1,"title":"One","url":"https://a.example/1","content":"<p>A <a href=\"/x\">link</a></p>"}]
        """#, "One", "<p>A <a href=\"https://a.example/x\">link</a></p>\n"
      ),
      (
        #"{"bookmarks":[{"createdAt":1,"title":"Two","tags":[],"content":{"type":"text","text":"Just words"}}]}"#,
        "Two", "<p>Just words</p>\n"
      ),
    ] {
      let found = try #require(try Exports.read(text).articles.first)
      let whole = try found.converted(at: now, number: 0)
      #expect(whole.article.title == title && whole.body == body)
      #expect(whole.article.url.hasPrefix(title == "One" ? "https:" : "urn:luego:"))
      #expect(whole.article.fetch == .ready)
    }
  }

  @Test(
    "Omnivore's archive has states, progress, labels, texts and highlights in whatever order; deleted ones stay out",
    arguments: [false, true])
  func omnivore(isReversed: Bool) throws {
    let sorted = try SampleFile.archive("omnivore")
    let files = isReversed ? sorted.reversed() : sorted
    let found = try Exports.read(StoredZip.archive(files))
    #expect(Set(found.formats) == [.omnivore])
    #expect(found.damaged.isEmpty)
    #expect(found.skipped == ["it is deleted"])
    let articles = Dictionary(found.articles.map { ($0.title, $0) }) { first, _ in first }
    let one = try #require(articles["One"])
    #expect(one.tags == ["go", "web"])
    #expect(one.progress == Progress(percent: 40))
    #expect(one.author == "Ada")
    #expect(one.savedAt == moment("2024-01-02T03:04:05Z"))
    #expect(one.publishedAt == moment("2023-12-31T00:00:00Z"))
    #expect(one.marks.map(\.quote) == ["The text.", "Second"])
    #expect(one.marks[0].note == "A note on it")
    let now = Timestamp(seconds: 1_750_000_000)
    let whole = try one.converted(at: now, number: 0)
    #expect(whole.body == "<p>The text.</p>\n")
    #expect(whole.article.fetch == .ready)
    #expect(whole.article.bodyHash == SHA256.hex(of: "<p>The text.</p>\n"))
    let two = try #require(articles["Two"])
    #expect(two.isArchived)
    #expect(two.progress.isFinished)
    #expect(two.html == nil)
    let letter = try #require(articles["A letter"]).converted(at: now, number: 0)
    #expect(letter.article.url.hasPrefix("urn:luego:"))
    #expect(letter.article.tags == ["mail"])
    #expect(letter.body == "<p>Dear reader.</p>\n")
  }

  @Test("every address in text, Markdown, OneTab's lists and mails is found, in order")
  func text() throws {
    let found = try Exports.read(
      """
      Read https://a.example/1, then (https://a.example/2).
      - [Three](https://a.example/3_(x)) and <https://a.example/4>
      https://a.example/5 | The fifth

      """)
    #expect(found.formats == [.text])
    #expect(
      found.urls == [
        "https://a.example/1", "https://a.example/2", "https://a.example/3_(x)",
        "https://a.example/4", "https://a.example/5",
      ])
    #expect(found.articles[4].title == "The fifth")
    let mail = try Exports.read(
      "From: a@a.example\nSubject: Hi\nDate: today\n\nSee https://a.example/mail now.\n")
    #expect(mail.urls == ["https://a.example/mail"])
  }

  @Test("of a note of a site, whose address is relative, the addresses in its text are found")
  func relativeAddress() throws {
    for name in ["permalink", "url"] {
      let found = try Exports.read(
        "---\ntitle: One\n\(name): /posts/one/\n---\nSee https://a.example/1 now.\n", as: .text)
      #expect(found.urls == ["https://a.example/1"] && found.problem == nil)
    }
  }

  @Test("highlights may be a list of texts and objects") func marksAsTexts() throws {
    let found = try Exports.read(
      #"[{"url":"https://a.example/1","highlights":["one",{"quote":"two","note":"mine"}]}]"#)
    let marks = found.articles.first?.marks
    #expect(marks == [.init(quote: "one"), .init(quote: "two", note: "mine")])
  }

  @Test("Luego's own format gives back records and texts byte for byte") func luego() throws {
    let record = """
      {
        "format": 1,
        "id": "x",
        "canonicalURL": "https://a.example/",
        "savedAt": "2024-01-01T00:00:00Z",
        "strange": [1.50, "é\\u0007"]
      }

      """
    let spelled = record.replacing("  \"id\"", with: " \"id\"")
    let articles = [
      StoredArticle(record: record, body: "<p>One \"two\"</p>\n"),
      StoredArticle(record: spelled, body: nil),
    ]
    let text = articles.map { LuegoJSON.line(of: $0) + "\n" }.joined()
    #expect(text.split(separator: "\n").count == 2)
    let found = try Exports.read(text)
    #expect(found.formats == [.json])
    #expect(found.stored == articles)
    #expect(try Exports.read(Gzip.stored(Array(text.utf8))).stored == articles)
    let lines = articles.map { LuegoJSON.line(of: $0) }
    let spread = try lines.map { try JSON(parsing: $0).pretty }
    let indented = spread.map { "  " + $0.replacing("\n", with: "\n  ") }
    let spellings: [String] = [
      "[\(lines.joined(separator: ","))]", "[\n\(lines.joined(separator: ",\n"))\n]\n",
      "[\(lines.joined(separator: ",\n"))]", spread.joined(),
      "[\n\(indented.joined(separator: ",\n"))]",
    ]
    for other in spellings {
      #expect(try Exports.read(other).stored == articles, "\(other.prefix(200))")
    }
    let damaged = try Exports.read(lines[0] + "\n" + lines[1].dropLast(3) + "\n" + lines[0])
    #expect(damaged.stored.count == 2 && damaged.damaged.count == 1)
  }

  @Test(
    "Luego's own Markdown gives back articles, highlights and texts, alone and one after another")
  func ownMarkdown() throws {
    let saved = Timestamp(seconds: 1_700_000_000)
    var one = Article(
      address: try WebAddress("https://a.example/1"), given: "https://a.example/1", savedAt: saved)
    (one.title, one.note) = ("Say \"so\", [[x]] & # more", "Mine\n\n  \"twice\"")
    (one.tags, one.isArchived, one.progress) = (["a \"b\" c", "d"], true, Progress(percent: 40))
    func mark(_ quote: String, _ note: String = "") -> Highlight {
      Highlight(id: quote, quote: quote, note: note, createdAt: saved, changedAt: saved)
    }
    one.highlights = [
      mark("Herons stand", "A *note*\nof lines\n\nand paragraphs"), mark("fish.\nText\nEnd."),
      mark("# x"), mark("https://x.example/Foo_(bar)?a=1&b=2*"),
    ]
    let code = "---\ntitle: \"x\"\nurl: \"https://no.example/\"\nid: \(one.id.text)\n---"
    let body =
      "<p>Herons stand, and wait for fish.</p>\n<h2>Text</h2>\n<hr>\n"
      + "<pre><code>\(code.replacing("\"", with: "&quot;"))</code></pre>\n<p>End.</p>\n"
    var two = Article(
      address: try WebAddress("https://a.example/2"), given: "https://a.example/2", savedAt: saved)
    two.title = "https://two.example/a_b_"
    let own =
      "<h2>Highlights</h2>\n<blockquote><p>None.</p>\n</blockquote>\n"
      + "<pre><code>~~~\nx</code></pre>\n<p>End.</p>\n"
    let urn = ArticleID.urn(forContent: "x")
    let three = Article(canonicalURL: urn, url: urn, title: "Three", savedAt: saved)
    let subject = ExportSubject(title: "", key: "", now: saved, day: { _ in "" })
    let all = [(one, body), (two, own), (three, "<p>Words.</p>\n"), (two, nil)]
    var export = ExportFormat.markdown.export(subject)
    let entries = try all.map {
      try export.entry(of: $0.0, stored: StoredArticle(record: "", body: $0.1))
    }
    for (entry, (article, body)) in zip(entries, all) {
      let found = try #require(try Exports.read(entry).articles.first)
      let whole = try found.converted(at: Timestamp(seconds: 1_750_000_000), number: 0)
      #expect(whole.article.id == article.id && whole.article.title == article.title)
      #expect(whole.article.note == article.note && whole.article.tags == article.tags)
      #expect(whole.article.isArchived == article.isArchived && whole.article.savedAt == saved)
      #expect(whole.article.progress == article.progress && whole.body == body)
      #expect(whole.article.highlights.map(\.quote) == article.highlights.map(\.quote))
      #expect(whole.article.highlights.map(\.note) == article.highlights.map(\.note))
    }
    let each = try entries.flatMap { try Exports.read($0).articles }
    #expect(try Exports.read(entries.joined()).articles == each)
    for file in [Array(entries.joined()), entries[0]] {
      guard case .export = try CapturedFile(file, at: "/a/all.md", readsTexts: true) else {
        Issue.record("what the reader made of articles is taken as their text")
        return
      }
    }
    // As editors and people leave them.
    let texts = entries.map { String(decoding: $0, as: UTF8.self) }
    for separator in ["\u{feff}", "\n```\n", "\r\n"] {
      let found = try Exports.read(texts.map { separator + $0 }.joined()).articles
      #expect(found.map(\.url) == each.map(\.url), "\(separator.debugDescription)")
    }
    let cut = texts.map { String($0.dropLast()) }.joined()
    #expect(try Exports.read(cut).articles.map(\.url) == each.map(\.url))
    let note = "Also https://b.example/\n\n" + texts[0]
    #expect(try Exports.read(note).articles.map(\.url) == ["https://b.example/", each[0].url])
    let changed = texts[0].replacing("\n---\n\n#", with: "\naliases:\n  - x\n---\n\n#")
      .replacing("## Text\n", with: "").replacing("tags: [\"a \\\"b\\\" c\",", with: "tags: [x,")
    let loose = try #require(try Exports.read(changed).articles.first)
    #expect(loose.marks.map(\.quote) == each[0].marks.map(\.quote) && loose.tags.contains("x"))
    let pasted = try Exports.read(texts[0].replacing("Mine", with: "Mi\u{2028}ne")).articles
    #expect(pasted.map(\.note) == ["Mi\nne\n\n  \"twice\""])
  }

  @Test(
    "a table may name its separator, and be in Windows-1252",
    arguments: [
      "sep=;\r\nname;link;tags\r\nÖfen;https://a.example/1;a,b\r\n",
      "name\tlink\ttags\nÖfen\thttps://a.example/1\ta,b\n",
    ])
  func looseHeaders(text: String) throws {
    for bytes in [Array(text.utf8), text.unicodeScalars.map { UInt8($0.value) }] {
      let found = try Exports.read(bytes)
      #expect(found.formats == [.csv] && found.problem == nil, "\(found)")
      #expect(
        found.articles.map(\.title) == ["Öfen"] && found.articles.map(\.tags) == [["a", "b"]])
    }
  }

  @Test(
    "a carriage return ends lines where it ends the first, and else stays in its cell",
    arguments: [
      ("url,note\rhttps://a.example/1,A\rhttps://a.example/2,B\n", "A"),
      ("url,note\rhttps://a.example/1,\"A\nB\"\rhttps://a.example/2,B\r", "A\nB"),
      ("url,note\rhttps://a.example/1,\"A\r\nB\"\rhttps://a.example/2,B\r", "A\nB"),
      ("url,note\r\nhttps://a.example/1,\"A\rB\"\r\nhttps://a.example/2,B\r\n", "A\nB"),
      ("url,note\nhttps://a.example/1,A\rB\nhttps://a.example/2,B\n", "A\nB"),
    ])
  func carriageReturns(text: String, note: String) throws {
    let found = try Exports.read(text)
    #expect(found.urls == ["https://a.example/1", "https://a.example/2"], "\(found)")
    #expect(found.articles.map(\.note) == [note, "B"] && found.damaged.isEmpty)
  }

  @Test(
    "a date may be in digits only",
    arguments: [
      ("20240304", "2024-03-04T00:00:00Z"), ("20240304050607", "2024-03-04T05:06:07Z"),
      ("20240304T050607Z", "2024-03-04T05:06:07Z"), ("1709528767", "2024-03-04T05:06:07Z"),
      ("20241304", nil), ("15000101", nil),
    ] as [(String, String?)])
  func digits(text: String, date: String?) throws {
    let found = try Exports.read("url,saved\nhttps://a.example/1,\(text)\n").articles.first
    #expect(found?.savedAt == date.flatMap(moment) && found?.remarks.isEmpty == (date != nil))
  }

  @Test(
    "a date of publication may be old, and is named where it cannot be read",
    arguments: [
      ("19450806", "1945-08-06T00:00:00Z"), ("18151210", "1815-12-10T00:00:00Z"),
      ("19700101", nil), ("1709528767", "2024-03-04T05:06:07Z"),
    ] as [(String, String?)])
  func published(text: String, date: String?) throws {
    let table = "url,saved,published\nhttps://a.example/1,20240304,"
    let found = try Exports.read(table + text + "\n").articles.first
    #expect(found?.publishedAt == date.flatMap(moment) && found?.remarks.isEmpty == true)
    let wrong = try Exports.read(table + "soon\n").articles.first
    #expect(
      wrong?.remarks == ["imported without its date of publication, which cannot be read: soon"])
  }

  @Test("columns mean what their words say, and numbers in a status nothing")
  func columnWords() throws {
    let found = try Exports.read(
      """
      Key,Url,Title,Date,Date Added,My Tags,Automatic Tags,Percentage,Thumbnail Url,status,deleted_at
      1,https://a.example/1,One,2020-05-04,2024-01-02 03:04:05,"go; slow web",x,5,https://no.example/,1,
      2,https://a.example/2,Two,,,,,,,,2024-01-02 03:04:05
      """)
    let article = try #require(found.articles.first)
    #expect(found.articles.count == 1 && found.skipped == ["it is deleted"])
    #expect(article.tags == ["go", "slow web"] && !article.isArchived)
    #expect(article.publishedAt == moment("2020-05-04T00:00:00Z"))
    #expect(article.savedAt == moment("2024-01-02T03:04:05Z"))
  }

  @Test("a date of saving is none of publication, and an archived article stays a favorite")
  func savedDate() throws {
    let found = try Exports.read(
      "url,Saved date,favorite,archived\nhttps://a.example/1,2024-01-02T03:04:05Z,true,true\n")
    let article = try #require(found.articles.first)
      .converted(at: Timestamp(seconds: 1_750_000_000), number: 0).article
    #expect(article.savedAt == moment("2024-01-02T03:04:05Z") && article.publishedAt == nil)
    #expect(article.isFavorite && article.isArchived)
  }

  @Test("highlights without a date stay in the order of the file") func orderOfMarks() throws {
    let quotes = (1...9).map { "passage \($0)" }
    let marks = quotes.joined(separator: "\n")
    let found = try Exports.read(
      "url,folder,created,highlights\nhttps://a.example/1,,2024-01-02T03:04:05Z,\"\(marks)\"\n")
    let article = try #require(found.articles.first)
      .converted(at: Timestamp(seconds: 1_750_000_000), number: 0).article
    #expect(article.highlights.inTextOrder.map(\.quote) == quotes)
  }

  @Test(
    "a link in a text has the title that its syntax gives it, and ends where that does",
    arguments: [
      ("* [[https://a.example/1][One]] :go:web:", "https://a.example/1 One"),
      ("- [One [1]](https://a.example/1), and", "https://a.example/1 One [1]"),
      ("[![x](https://a.example/i)](https://a.example/1)", "https://a.example/i x"),
      ("[One](<https://a.example/1>)", "https://a.example/1 One"),
      ("[https://a.example/1]", "https://a.example/1 "),
      ("https://a.example/[1]", "https://a.example/[1] "),
      ("'https://a.example/1'", "https://a.example/1 "),
    ])
  func titles(line: String, says: String) throws {
    let found = try #require(try Exports.read(line, as: .text).articles.first)
    #expect("\(found.url) \(found.title)" == says)
  }

  @Test("brackets without number are read at once") func brackets() throws {
    for pair in [("(", ")"), ("[", "]")] {
      let text =
        String(repeating: pair.0, count: 200_000) + "http://a.example/"
        + String(repeating: pair.1, count: 200_000)
      #expect(try Exports.read(text).urls == ["http://a.example/"])
    }
  }

  @Test("a page that is no export is told from one") func noExport() throws {
    let page = "<!doctype html><html><body><p><a href='https://a.example/1'>x</a></body></html>"
    #expect(try Exports.read(page).problem?.hasPrefix("it is a web page") == true)
    #expect(try Exports.read(page, as: .bookmarks).urls == ["https://a.example/1"])
    for empty in ["{}", "[\n]\n"] {
      #expect(try Exports.read(empty).problem == "nothing that can be imported is in it")
    }
    #expect(try Exports.read("{\"some\": 1}").problem?.hasPrefix("its format is not known") == true)
  }

  @Test("a pipe that nothing comes from can be left", .timeLimit(.minutes(25)))
  func idlePipe() throws {
    let ends = try makePipe()
    defer { for end in [ends.reading, ends.writing] { close(end) } }
    let directory = try TemporaryDirectory()
    let named = directory.path("pipe")
    try #require(mkfifo(named, 0o600) == 0)
    for pipe in ["/dev/fd/\(ends.reading)", named] {
      var counts: [Int] = []
      let reader = ImportReader(
        pipe, as: .pocket,
        progress: {
          counts.append($0)
          return false
        })
      // Empty input is no table; the caller knows why it ended and decides.
      #expect(throws: ExchangeProblem.self) {
        try reader.read { _, _ in
          Issue.record("something was found")
          return true
        }
      }
      #expect(counts.first == 0)
    }
  }
}
