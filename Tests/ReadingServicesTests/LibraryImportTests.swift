import Exchange
import Glibc
import Library
import Platform
import ReadingList
import ReadingServices
import TestSupport
import Testing

/// The library to import into.
private struct Destination {
  let directory: TemporaryDirectory
  let faults = FaultCounter()
  let stored = Stored()

  /// The receipt that reverts the last import.
  final class Stored { var receipt = ChangeReceipt() }

  init() throws { directory = try TemporaryDirectory() }

  func open(_ name: String = "library") throws -> Library {
    let faults = faults
    return try Library.open(
      directory.path(name), cache: directory.path("cache"),
      files: FileLayer { operation, path in
        operation == .write && LibraryFiles.isRecord(path) ? faults.next() : 0
      })
  }

  /// Imports a text and returns the result.
  @discardableResult
  func take(
    _ text: String, into library: Library, at now: Timestamp = Self.now, isDry: Bool = false,
    batch: Int = Library.maxBatch, shouldContinue: @escaping () -> Bool = { true }
  ) throws -> LibraryImport {
    let file = try directory.write("export", text: text)
    stored.receipt = ChangeReceipt()
    var run = LibraryImport(
      into: library, at: now, isDry: isDry, batch: batch, shouldContinue: shouldContinue
    ) { [stored] in if case .stored(let part, _) = $0 { stored.receipt.add(part) } }
    try run.read(file, as: nil)
    run.finish()
    return run
  }

  static let now = Timestamp(seconds: 1_790_000_000)
}

private func article(_ library: Library, _ url: String) throws -> Article {
  try #require(try library.article(ArticleID(address: try WebAddress(url))))
}

private let header = "title,url,time_added,tags,status\n"

private func ids(_ library: Library) -> [ArticleID] {
  let snapshot = library.snapshot()
  return snapshot.rows(in: .everything, order: .newest).map(snapshot.id)
}

private func records(_ library: Library) throws -> [String] {
  try ids(library).map { ArticleRecord.text(of: try #require(try library.article($0))) }
}

@Suite("Importing into a library") struct LibraryImportTests {
  @Test("keeps dates, tags and lists, and importing the same again changes nothing")
  func again() throws {
    let place = try Destination()
    let library = try place.open()
    let text =
      header + "One,https://a.example/1,1466000000,go|web,unread\n"
      + "Two,https://a.example/2,1466000001,,archive\n" + "Bad,javascript:alert(1),1,,unread\n"
      + "One again,http://www.a.example/1/,1465000000,old,archive\n"
    let first = try place.take(text, into: library).report
    #expect(first.formats == [.pocket])
    #expect((first.unique, first.imported, first.duplicates, first.failed) == (2, 2, 1, 1))
    let one = try article(library, "https://a.example/1")
    #expect(one.title == "One")
    #expect(one.tags == ["go", "web", "old"])
    #expect(one.savedAt == Timestamp(seconds: 1_465_000_000))
    #expect(one.fetch == .pending(reason: nil))
    #expect(try article(library, "https://a.example/2").isArchived)

    let before = try records(library)
    let again = try place.take(text, into: library, at: Destination.now.advanced(bySeconds: 60))
    #expect((again.report.imported, again.report.merged, again.report.unchanged) == (0, 0, 2))
    #expect(again.report.duplicates == 1)
    #expect(place.stored.receipt.changed.isEmpty)
    #expect(try records(library) == before)
  }

  @Test("adds to what is there and leaves what the reader did to it") func merging() throws {
    let place = try Destination()
    let library = try place.open()
    var mine = Article(
      address: try WebAddress("https://a.example/1"), savedAt: Timestamp(seconds: 1_700_000_000))
    mine.tags = ["mine"]
    mine.note = "my note"
    _ = try library.add([mine], at: Destination.now)
    _ = try library.apply(.favorite(true), to: [mine.id], at: Destination.now)
    let text = """
      [{"is_archived":1,"title":"One","url":"https://a.example/1","content":"<p>The text</p>",
        "created_at":"2016-09-08T11:55:58Z","tags":["theirs"],
        "annotations":[{"text":"why","quote":"The text"}]}]
      """
    let run = try place.take(text, into: library)
    #expect((run.report.imported, run.report.merged) == (0, 1))
    let merged = try article(library, "https://a.example/1")
    #expect(merged.tags == ["mine", "theirs"])
    #expect(merged.note == "my note")
    #expect(merged.highlights.map(\.quote) == ["The text"])
    #expect(merged.isFavorite && !merged.isArchived)
    #expect(merged.savedAt == Timestamp(rfc3339: "2016-09-08T11:55:58Z"))
    #expect(merged.fetch == .ready)
    #expect(try library.body(of: merged.id) == "<p>The text</p>\n")
    #expect(try library.hasText(of: merged))

    _ = try library.revert(place.stored.receipt, at: Destination.now)
    let reverted = try article(library, "https://a.example/1")
    #expect(reverted.tags == ["mine"])
    #expect(reverted.savedAt == mine.savedAt)
    #expect(reverted.fetch == .pending(reason: nil) && reverted.bodyHash == nil)
    #expect(try library.body(of: merged.id) == nil)
    let again = try place.take(text, into: library)
    #expect(again.report.merged == 1)
    #expect(try library.body(of: merged.id) == "<p>The text</p>\n")
  }

  @Test("A note with other line ends or controls, which exports leave out, is not joined to itself")
  func ownNote() throws {
    let place = try Destination()
    let library = try place.open()
    var mine = Article(address: try WebAddress("https://a.example/1"), savedAt: Destination.now)
    mine.note = "a\r\nb\u{2028}c\u{1}d"
    _ = try library.add([mine], at: Destination.now)
    let run = try place.take("url,note\nhttps://a.example/1,\"a\nb\ncd\"\n", into: library)
    #expect((run.report.merged, run.report.unchanged) == (0, 1))
    #expect(try library.article(mine.id)?.note == mine.note)
  }

  @Test("a text comes with its title, and in place of a doubtful one of fewer words")
  func doubtfulText() throws {
    let place = try Destination()
    let library = try place.open()
    let bare = Article(address: try WebAddress("https://a.example/1"), savedAt: Destination.now)
    let login = Article(address: try WebAddress("https://a.example/2"), savedAt: Destination.now)
    _ = try library.add([bare, login], at: Destination.now)
    _ = try library.saveFetched(login.id, at: Destination.now, body: "<p>Log in</p>") {
      ($0.fetch, $0.title, $0.wordCount) = (.suspect(reason: "a login"), "Log in", 2)
    }
    let entries = [bare, login].map { article in
      #"{"is_archived":0,"title":"Herons","url":"\#(article.url)","content":"<p>The whole text</p>"}"#
    }
    try place.take("[\(entries.joined(separator: ","))]", into: library)
    for article in [bare, login] {
      let merged = try #require(try library.article(article.id))
      #expect(merged.fetch == .ready && merged.title == "Herons")
      #expect(try library.body(of: merged.id) == "<p>The whole text</p>\n")
    }
  }

  @Test("a date in whole seconds leaves the finer one that is known, and an earlier one counts")
  func wholeSeconds() throws {
    let place = try Destination()
    let library = try place.open()
    let mine = Article(
      address: try WebAddress("https://a.example/1"),
      savedAt: Timestamp(milliseconds: 1_466_000_000_999))
    _ = try library.add([mine], at: Destination.now)
    let before = try records(library)
    let same = try place.take(header + ",https://a.example/1,1466000000,,unread\n", into: library)
    #expect((same.report.merged, same.report.unchanged) == (0, 1))
    #expect(try records(library) == before)
    try place.take(header + ",https://a.example/1,1465999999,,unread\n", into: library)
    #expect(
      try article(library, "https://a.example/1").savedAt == Timestamp(seconds: 1_465_999_999))
  }

  @Test("a note is joined to one that has its words, once") func partOfNote() throws {
    let place = try Destination()
    let library = try place.open()
    for note in ["not now", "now", "not now", "now"] {
      try place.take("url,note\nhttps://a.example/1,\(note)\n", into: library)
    }
    #expect(try article(library, "https://a.example/1").note == "not now\n\nnow")
  }

  @Test("a passage that is highlighted already is highlighted once, unless its note is another")
  func sameHighlights() throws {
    let place = try Destination()
    let library = try place.open()
    let mine = Article(
      address: try WebAddress("https://a.example/1"), savedAt: Timestamp(seconds: 1_400_000_000))
    _ = try library.add([mine], at: Destination.now)
    let mark = Highlight(
      id: "one", quote: "The text\nof mine", note: "why", createdAt: Destination.now,
      changedAt: Destination.now)
    _ = try library.apply(.highlights([mine.id: [mark]]), to: [mine.id], at: Destination.now)
    func take(_ note: String) throws -> [String] {
      try place.take(
        """
        [{"is_archived":0,"title":"One","url":"https://a.example/1",
          "annotations":[{"text":"\(note)","quote":"The text of mine"}]}]
        """, into: library)
      return try article(library, "https://a.example/1").highlights.map(\.note).sorted()
    }
    #expect(try take("") == ["why"])
    #expect(try take("why") == ["why"])
    #expect(try take("another") == ["another", "why"])
  }

  @Test("a passage that a file has twice is kept with each of its notes, in any order, once")
  func repeatedHighlights() throws {
    let place = try Destination()
    let library = try place.open()
    func take(_ notes: [String]) throws -> [String] {
      let marks = notes.map { #"{"text":"\#($0)","quote":"The text"}"# }.joined(separator: ",")
      try place.take(
        #"[{"is_archived":0,"title":"One","url":"https://a.example/1","annotations":[\#(marks)]}]"#,
        into: library)
      return try article(library, "https://a.example/1").highlights.map(\.note).sorted()
    }
    #expect(try take(["one", "two", "one"]) == ["one", "two"])
    let before = try records(library)
    #expect(try take(["one", "two"]) == ["one", "two"])
    #expect(try take(["two", "", "one"]) == ["one", "two"])
    #expect(try records(library) == before)
  }

  @Test("a note that a passage got since it was imported comes with the next import")
  func notedSince() throws {
    let place = try Destination()
    let library = try place.open()
    for note in ["", "why", "how", "why"] {
      let mark = #"{"text":"\#(note)","quote":"The text"}"#
      try place.take(
        #"[{"is_archived":0,"title":"One","url":"https://a.example/1","annotations":[\#(mark)]}]"#,
        into: library)
    }
    #expect(try article(library, "https://a.example/1").highlights.map(\.note) == ["why\n\nhow"])
  }

  @Test("undoing leaves a text that was there, that came since, or that something is marked in")
  func texts() throws {
    let place = try Destination()
    let library = try place.open()
    let urls = (1...4).map { "https://a.example/\($0)" }
    let articles = try urls.map {
      Article(address: try WebAddress($0), savedAt: Timestamp(seconds: 1_700_000_000))
    }
    _ = try library.add(articles, at: Destination.now)
    func fetched(_ index: Int, _ text: String) throws {
      _ = try library.saveFetched(articles[index].id, at: Destination.now, body: text) {
        $0.fetch = .ready
      }
    }
    try fetched(0, "<p>Mine</p>\n")
    let rows = urls.map {
      "{\"is_archived\":0,\"title\":\"T\",\"url\":\"\($0)\",\"content\":\"<p>Theirs</p>\",\"tags\":[\"new\"]}"
    }
    let run = try place.take("[" + rows.joined(separator: ",") + "]", into: library)
    #expect(run.report.merged == 4)
    try fetched(1, "<p>Newer</p>\n")
    let mark = Highlight(
      id: "one", quote: "Theirs", createdAt: Destination.now, changedAt: Destination.now)
    _ = try library.apply(
      .highlights([articles[2].id: [mark]]), to: [articles[2].id], at: Destination.now)
    let receipt = try #require(ChangeReceipt(json: place.stored.receipt.json))
    let outcome = try library.revert(receipt, at: Destination.now)
    #expect(outcome.failures.isEmpty)
    let texts = try articles.map { try library.body(of: $0.id) }
    #expect(texts == ["<p>Mine</p>\n", "<p>Newer</p>\n", "<p>Theirs</p>\n", nil])
    let states = try urls.map { try article(library, $0).fetch.name }
    #expect(states == ["ready", "ready", "ready", "pending"])
    #expect(try urls.allSatisfy { try article(library, $0).tags.isEmpty })
  }

  @Test("leaves in Trash what is there, and undoing removes what was new") func trash() throws {
    let place = try Destination()
    let library = try place.open()
    let text = header + "One,https://a.example/1,1466000000,,unread\n"
    try place.take(text, into: library)
    let id = ArticleID(address: try WebAddress("https://a.example/1"))
    _ = try library.revert(place.stored.receipt, at: Destination.now)
    #expect(try library.article(id) == nil)
    try place.take(text, into: library)
    _ = try library.apply(.delete(true), to: [id], at: Destination.now)
    let again = try place.take(text, into: library).report
    #expect((again.imported, again.inTrash) == (0, 1))
    #expect(try article(library, "https://a.example/1").isDeleted)
  }

  @Test("an article without a web address is found again, and left out where it is not there")
  func withoutAddress() throws {
    let place = try Destination()
    let library = try place.open()
    try place.take("URL,Title,Selection,Folder\n,A note,Only words,Unread\n", into: library)
    let id = try #require(ids(library).first)
    let url = try #require(try library.article(id)).url
    let text = header + "A note,\(url),1466000000,new,unread\n"
    let there = try place.take(text, into: library).report
    #expect((there.merged, there.skipped, there.failed) == (1, 0, 0))
    #expect(try library.article(id)?.tags == ["new"])
    #expect(try library.body(of: id) == "<p>Only words</p>\n")
    let other = try place.open("other")
    let report = try place.take(text, into: other).report
    #expect((report.unique, report.failed) == (0, 0))
    #expect(report.skips == ["it has no web address": 1])
    #expect(ids(other).isEmpty)
  }

  private func rows(_ range: Range<Int>) -> String {
    range.map { "T,https://a.example/\($0),\(1_466_000_000 + $0),t,unread\n" }.joined()
  }

  @Test(
    "tells what a row adds that occurs again, however far behind, to what was there",
    arguments: [0, 300])
  func addsLater(between: Int) throws {
    let place = try Destination()
    let library = try place.open()
    let known = "One,https://a.example/one,1466000000,go,unread\n"
    try place.take(header + known, into: library)
    let again = "One,http://www.a.example/one,1466000000,new,unread\n"
    for isDry in [true, false] {
      let report = try place.take(
        header + known + rows(0..<between) + again, into: library, isDry: isDry, batch: 100
      ).report
      #expect((report.imported, report.merged, report.unchanged) == (between, 1, 0))
      #expect(report.duplicates == 1)
    }
    #expect(try article(library, "https://a.example/one").tags == ["go", "new"])
  }

  @Test(
    "says that it was stopped, also where nothing was read yet or a row is cut off",
    arguments: [0, 1, 2])
  func stoppedAnywhere(readings: Int) throws {
    let place = try Destination()
    let library = try place.open()
    var asked = 0
    let run = try place.take(header + rows(0..<3000), into: library, batch: 50) {
      asked += 1
      return asked <= readings
    }
    #expect(run.report.isCancelled)
    #expect((run.report.problem, run.report.failed) == (nil, 0))
    #expect(ids(library).count == run.report.imported)
  }

  @Test("onto a full disk leaves what it said to be imported, and goes on when there is room")
  func fullDisk() throws {
    let place = try Destination()
    let library = try place.open()
    let text = header + rows(0..<300)
    place.faults.arm(250, ENOSPC, lasts: true)
    let run = try place.take(text, into: library, batch: 100)
    #expect(run.report.problem?.contains("the disk is full") == true)
    let there = ids(library).count
    #expect(there == run.report.imported)
    _ = place.faults.disarm()
    let rest = try place.take(text, into: library).report
    #expect(rest.problem == nil)
    #expect(rest.unchanged == there)
    #expect(ids(library).count == 300)
  }

  /// Every article of a library and its tombstones, as lines of an export.
  private func export(_ library: Library) throws -> [String] {
    let list = library.snapshot()
    let rows = list.rows(in: .everything, order: .newest) + list.rows(in: .trash, order: .newest)
    let articles = try rows.map { row in
      let id = list.id(of: row)
      let record = try #require(try library.articleWithRecord(id)).record
      return StoredArticle(record: record, body: try library.body(of: id))
    }
    let purged = try list.purged.compactMap { try library.purgedRecord($0) }.map {
      StoredArticle(record: $0, body: nil)
    }
    return (articles + purged).map { LuegoJSON.line(of: $0) + "\n" }
  }

  @Test("names what cannot be read of a backup, and imports the rest with its pictures")
  func damagedBackup() throws {
    let place = try Destination()
    let backup = try place.open("backup")
    let rows = (1...3).map {
      #"{"is_archived":0,"title":"T","url":"https://a.example/\#($0)","content":"<p>\#($0)</p>"}"#
    }
    try place.take("[\(rows.joined(separator: ","))]", into: backup)
    let ids = try (1...3).map { ArticleID(address: try WebAddress("https://a.example/\($0)")) }
    let svg = Array("<svg width='40' height='30'/>".utf8)
    _ = try backup.savePicture(svg, from: "https://a.example/1.svg", of: ids[0])
    let path = backup.directory
    let damaged = [
      LibraryFiles.text(of: ids[1], in: path), LibraryFiles.record(of: ids[2], in: path),
      LibraryFiles.shard(of: "00", in: path),
    ]
    for file in damaged {
      try place.directory.write("backup" + file.dropFirst(path.count), text: "damaged")
    }
    let library = try place.open()
    for imported in [2, 0] {
      var failed: Set<String> = []
      var run = LibraryImport(
        into: library, at: Destination.now,
        tell: { if case .failed(let place, _) = $0 { failed.insert(place.file) } })
      try run.read(path, as: nil)
      #expect(run.report.imported == imported && run.report.failed == 3)
      #expect(failed == Set(damaged))
    }
    #expect(try library.pictures(of: ids[0])?.count == 1)
    #expect(try library.body(of: ids[0]) == "<p>1</p>\n")
  }

  @Test("what was saved again after a purge comes back, and an undone adding is no failure")
  func savedAgain() throws {
    let place = try Destination()
    let library = try place.open()
    let row = header + "One,https://a.example/1,1466000000,purgedAt,unread\n"
    try place.take(row, into: library)
    _ = try library.purge(ids(library), at: Destination.now)
    try place.take(row, into: library)
    try place.take(header + "Two,https://a.example/2,1,,unread\n", into: library)
    _ = try library.revert(place.stored.receipt, at: Destination.now)
    let other = try place.open("other")
    #expect(try place.take(export(library).joined(), into: other).report.imported == 1)
    #expect(ids(other) == ids(library))
    var run = LibraryImport(into: try place.open("back"), at: Destination.now)
    try run.read(library.directory, as: nil)
    #expect((run.report.imported, run.report.purged, run.report.failed) == (1, 0, 0))
  }

  @Test("a library with everything in it comes back, in any order", arguments: [1, 3, 100])
  func everything(batch: Int) throws {
    let place = try Destination()
    let library = try place.open()
    let now = Destination.now
    try place.take(
      """
      [{"is_archived":1,"title":"One","url":"https://a.example/1","content":"<p>The text of one</p>",
        "created_at":"2016-09-08T11:55:58Z","tags":["go"],"annotations":[{"text":"why","quote":"The"}]},
       {"is_archived":0,"is_starred":1,"title":"Two","url":"https://a.example/2","content":"<p>Of two</p>",
        "created_at":"2016-09-08T11:55:59Z","tags":[]},
       {"is_archived":0,"title":"Twin","url":"https://b.example/2","content":"<p>Of two</p>"},
       {"is_archived":0,"title":"Other twin","url":"https://c.example/2","content":"<p>Of two</p>"},
       {"is_archived":0,"title":"Trash","url":"https://a.example/3","content":"<p>In Trash</p>"},
       {"is_archived":0,"title":"Gone","url":"https://a.example/4","content":"<p>Purged</p>"},
       {"is_archived":0,"title":"Bare","url":"https://a.example/5","content":""},
       {"is_archived":0,"title":"Own","url":"https://a.example/6","content":"<p>x</p>"}]
      """, into: library)
    try place.take("URL,Title,Selection,Folder\n,A note,Only words,Unread\n", into: library)
    func id(_ url: String) throws -> ArticleID { ArticleID(address: try WebAddress(url)) }
    let two = try id("https://a.example/2")
    let twins = try [id("https://b.example/2"), id("https://c.example/2")]
    _ = try library.mergeDuplicates(into: two, from: twins, at: now)
    _ = try library.apply(.delete(true), to: [id("https://a.example/3")], at: now)
    _ = try library.apply(.delete(true), to: [id("https://a.example/4")], at: now)
    _ = try library.purge([id("https://a.example/4")], at: now)
    _ = try library.apply(.tag(add: ["x", "y"], remove: []), to: [two], at: now)
    _ = try library.apply(.tag(add: [], remove: ["x"]), to: [two], at: now)
    let lines = try export(place.open())
    for (name, text) in [("there", lines.joined()), ("back", lines.reversed().joined())] {
      let other = try place.open(name)
      let report = try place.take(text, into: other, batch: batch).report
      #expect(
        (report.imported, report.purged, report.duplicates, report.failed) == (
          lines.count - 1, 1, 0, 0
        ))
      #expect(try Set(export(other)) == Set(lines))
      let again = try place.take(text, into: other, batch: batch).report
      #expect((again.imported, again.merged, again.purged, again.inTrash) == (0, 0, 0, 1))
      #expect(try Set(export(other)) == Set(lines))
    }
  }

  @Test("a library over itself changes nothing of merged articles") func overItself() throws {
    let place = try Destination()
    let library = try place.open()
    let table = "url,tags,note\nhttps://a.example/1,one,A\nhttps://a.example/2,two,B\n"
    try place.take(table, into: library)
    let both = ids(library)
    let now = Destination.now
    _ = try library.mergeDuplicates(into: both[0], from: [both[1]], at: now)
    _ = try library.apply(
      [.note("C"), .tag(add: [], remove: ["one", "two"])], to: [both[0]], at: now)
    let before = try export(library)
    var run = LibraryImport(into: library, at: now)
    try run.read(place.directory.path("library"), as: nil)
    #expect(run.report.merged == 0)
    #expect(try export(place.open()) == before)
  }
}
