import ArticleStore
import ReadingList
import Synchronization
import Testing

@Suite("A text and its record")
struct BodyHashTests {
  private let scratch = Scratch()

  private func fetched(_ library: Library, _ id: ArticleID, _ text: String, _ second: Int64) throws
  {
    _ = try library.saveFetched(id, at: at(second), body: text) {
      $0.title = "Title of \(text)"
      $0.fetch = .ready
      $0.fetchedAt = at(second)
      $0.etag = "e\(second)"
    }
  }

  @Test(
    "know each other: metadata of a later fetch elsewhere are not taken for those of the text here"
  )
  func mismatch() throws {
    let there = Scratch()
    let (library, other) = (try scratch.open(), try there.open())
    let new = try article("https://example.com/a")
    for one in [library, other] { _ = try one.add([new], at: at(0)) }
    try fetched(library, new.id, "old", 1)
    try fetched(other, new.id, "new", 2)
    #expect(try library.hasText(of: try #require(try library.article(new.id))))
    let copy = scratch.file(new.id).replacingFirst(".json", with: ".sync-conflict-1.json")
    Scratch.write(Scratch.text(there.file(new.id)) ?? "", to: copy)
    _ = library.snapshot()
    let merged = try #require(try library.article(new.id))
    #expect(merged.title == "Title of new" && merged.etag == "e2")
    #expect(try !library.hasText(of: merged))

    // The text comes as a copy: the doctor puts the one in place that the record means.
    #expect(try library.doctor(repair: true, at: at(3)).findings.map(\.kind) == [.onItsWay])
    let text = scratch.body(new.id).replacingFirst(".html", with: ".sync-conflict-1.html")
    Scratch.write("new", to: text)
    _ = try library.doctor(repair: true, at: at(3))
    #expect(try library.body(of: new.id) == "new")
    #expect(try library.hasText(of: merged))
    #expect(
      Scratch.contents(library.givenUpTexts).values.map { Array($0) } == [Array("old".utf8)]
    )
    #expect(!Scratch.exists(scratch.library + "/damaged"))
    #expect(try library.doctor(repair: true, at: at(4)).findings == [])
  }

  @Test("texts in order are not looked at again until something changes among them")
  func settledTexts() throws {
    // Later than all times of files, so that these are believed.
    var files = HalfArrivedTests.later(1)
    let listed = Mutex<[String]>([])
    files.fault = { operation, path in
      if operation == .list, path.contains("/bodies/") { listed.withLock { $0.append(path) } }
      return 0
    }
    let new = try (0..<40).map { try article("https://example.com/\($0)") }
    let first = try scratch.open(files: files)
    _ = try first.add(new, at: at(0))
    for one in new { try fetched(first, one.id, "text", 1) }
    func directories(_ library: Library) -> Set<String> {
      listed.withLock { $0 = [] }
      _ = library.recheck()
      return listed.withLock { Set($0) }
    }
    #expect(!directories(first).isEmpty)
    #expect(directories(first).isEmpty)
    #expect(directories(try scratch.open(files: files)).isEmpty)

    // A text comes as a copy, as a file syncer brings it, and is put in place.
    let copy = scratch.body(new[0].id).replacingFirst(".html", with: ".sync-conflict-1.html")
    Scratch.write("text", to: copy)
    let directory = "\(scratch.library)/bodies/\(new[0].id.shard)"
    #expect(directories(try scratch.open(files: files)) == [directory])
    #expect(!Scratch.exists(copy))
  }

  @Test("that do not belong together are reported, and the text is kept and asked for again")
  func unmatched() throws {
    let library = try scratch.open(files: HalfArrivedTests.later(25))
    let new = try article("https://example.com/a")
    _ = try library.add([new], at: at(0))
    try fetched(library, new.id, "text", 1)
    Scratch.write("edited by hand", to: scratch.body(new.id))
    // The text that the record means may be on its way.
    #expect(try scratch.open().doctor(repair: true, at: at(2)).findings.map(\.kind) == [.onItsWay])
    #expect(try library.doctor(repair: false, at: at(2)).findings.map(\.kind) == [.otherText])
    _ = try library.doctor(repair: true, at: at(2))
    let kept = try #require(try library.article(new.id))
    #expect(kept.etag == nil && kept.fetch == .ready)
    #expect(try library.body(of: new.id) == "edited by hand")
    #expect(try library.doctor(repair: true, at: at(3)).findings == [])
  }

  @Test("with git's conflict markers in the text: the side that the record means is put in place")
  func markers() throws {
    let library = try scratch.open()
    let new = try article("https://example.com/a")
    _ = try library.add([new], at: at(0))
    try fetched(library, new.id, "<p>a</p>\n<p>b</p>\n", 1)
    Scratch.write(
      "<p>a</p>\n<<<<<<< HEAD\n<p>c</p>\n=======\n<p>b</p>\n>>>>>>> x\n",
      to: scratch.body(new.id)
    )
    _ = try library.doctor(repair: true, at: at(2))
    #expect(try library.body(of: new.id) == "<p>a</p>\n<p>b</p>\n")
  }

  /// What the rule of earlier versions did: made one of two articles that shared an address by the
  /// word of a page alone.
  @Test(
    "of an article that was taken for another of a different text come back from Trash",
    arguments: [1, 500] as [Int64]
  )
  func takenOver(delay: Int64) throws {
    let library = try scratch.open()
    let (evil, story) = (
      try article("https://evil.example/x"), try article("https://victim.example/s")
    )
    _ = try library.add([evil, story], at: at(0))
    for (id, text) in [(evil.id, "evil"), (story.id, "story")] {
      _ = try library.saveFetched(id, at: at(1), body: text) {
        $0.title = "Title"
        $0.fetch = .ready
        $0.fetchedAt = at(1)
        if id == evil.id { $0.pageURL = story.url }
      }
    }
    _ = try library.mergeDuplicates(into: evil.id, from: [story.id], at: at(1 + delay))
    let findings = try library.doctor(repair: false, at: at(1000)).findings
    // A person who merged them later meant it.
    guard delay == 1 else { return #expect(findings == []) }
    #expect(findings.map(\.kind) == [.takenOver])
    _ = try library.doctor(repair: true, at: at(1000))
    #expect(try library.article(story.id)?.isDeleted == false)
    #expect(try library.article(evil.id)?.otherURLs == [])
    #expect(try library.add([story], at: at(1001)).map(\.article.id) == [story.id])
    #expect(try library.doctor(repair: true, at: at(1002)).findings == [])
  }

  @Test("keep the highlights of articles that are made one, and give them back")
  func highlights() throws {
    let library = try scratch.open()
    var (one, other) = (try article("https://example.com/1"), try article("https://example.com/2"))
    func mark(_ id: String, _ quote: String) -> Highlight {
      Highlight(
        id: id,
        quote: quote,
        start: .start,
        end: .start,
        createdAt: at(0),
        changedAt: at(0)
      )
    }
    one.highlights = [mark("a", "one"), mark("b", "both")]
    other.highlights = [mark("a", "other"), mark("b", "both"), mark("c", "more")]
    _ = try library.add([one, other], at: at(0))
    let receipt = try library.mergeDuplicates(into: one.id, from: [other.id], at: at(1))
    let all = try #require(try library.article(one.id)).highlights
    #expect(all.map(\.quote) == ["one", "both", "other", "more"])
    #expect(Set(all.map(\.id)).count == 4)
    _ = try library.revert(receipt, at: at(2))
    let back = try #require(try library.article(one.id)).highlights.filter { !$0.isDeleted }
    #expect(back == one.highlights)
  }
}
