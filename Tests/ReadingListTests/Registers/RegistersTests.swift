import ReadingList
import Testing

private let start = Timestamp(milliseconds: 1_790_000_000_000)
private let hour: Int64 = 3_600_000
private let id = ArticleID(canonicalURL: "https://a.example/")

private func at(_ milliseconds: Int64) -> Timestamp { start.advanced(byMilliseconds: milliseconds) }

private func saved(
  _ values: [String: JSON] = [:], by own: Registers = Registers(), at moment: Timestamp = start
) -> Registers {
  let base: [String: JSON] = [
    "url": .string("https://a.example/"), "canonicalURL": .string("https://a.example/"),
    "savedAt": .string("2026-09-21T00:00:00Z"), "isDeleted": .bool(false), "list": list(),
  ]
  return own.saying(base.merging(values) { $1 }, at: moment, knowing: [])
}

private func list(favorite: Bool = false, archived: Bool = false) -> JSON {
  .object([.init("favorite", .bool(favorite)), .init("archived", .bool(archived))])
}

private func readBack(_ file: Registers) throws -> Registers {
  try Registers(file: file.bytes(of: id), id: id)
}

private func whole(_ files: Registers...) -> Registers { Registers.joined(files).current }

@Suite("The law of registers") struct RegistersTests {
  @Test("A record without registers says nothing, one without an address is none")
  func blank() throws {
    func read(_ more: String) throws -> Registers {
      let text =
        "{\"format\": 2, \"id\": \"\(id.text)\", \"saidAt\": \"2026-01-01T00:00:00Z\"\(more)}"
      return try Registers(file: Array(text.utf8), id: id)
    }
    #expect(try whole(saved(), read("")) == saved().current)
    #expect(throws: Registers.Problem.self) { try read(", \"title\": \"T\"") }
  }

  @Test("A file read back has the same stamps, also where the date of saving is an old one")
  func roundTrip() throws {
    var file = saved(["savedAt": .string("2019-05-01T00:00:00Z"), "tags/b": .string("b")])
    file = file.saying(["tags/a": .string("a"), "note": .string("n")], at: at(5), knowing: [])
    file = file.saying(["note": .null, "rating": .int(4)], at: at(9), knowing: [])
    let again = try readBack(file)
    #expect(again == file)
    #expect(again.bytes(of: id) == file.bytes(of: id))
    #expect(again.entries["savedAt"]?.stamp == start)
    #expect(again.entries["note"]?.stamp == at(9))
    #expect(!whole(again, .tombstone(at: start)).exists)
    #expect(whole(again, .tombstone(at: at(-1000))).exists)
  }

  @Test(
    "A machine that did not save an article repeats its address, so that its file can be read alone"
  )
  func readAlone() throws {
    let a = saved()
    let b = Registers().saying(["note": .string("n")], at: at(50), knowing: [a])
    #expect(try Article(readBack(b), id: id)?.note == "n")
    #expect(b.entries["savedAt"] == a.entries["savedAt"])
  }

  @Test("A tag that begins with an accent is one") func accent() throws {
    let tag = "\u{301}c"
    let file = try readBack(saved([Registers.name(of: tag, in: "tags"): .string(tag)]))
    #expect(Article(file, id: id)?.tags == [tag])
    #expect(Registers.member("tags/\(tag)")?.member == tag[...])
  }

  @Test("An article saved here and in the trash there is in the list") func savedOverTrash() {
    let trashed = saved(["isDeleted": .bool(true)])
    let again = saved(at: at(9))
    #expect(whole(trashed, again)["isDeleted"] == .bool(false))
  }

  @Test("Favorite here and archived there are not both") func oneList() throws {
    let a = saved()
    let favored = a.saying(["list": list(favorite: true)], at: at(5), knowing: [])
    let archived = Registers().saying(["list": list(archived: true)], at: at(6), knowing: [a])
    let article = try #require(Article(whole(favored, archived), id: id))
    #expect(!article.isFavorite && article.isArchived)
  }

  @Test("A title that the reader chose is not replaced by the page's title of another machine")
  func titles() throws {
    let mine = saved(["title": .string("Mine")])
    let page = JSON.object([.init("title", .string("Page")), .init("text", .string("t"))])
    let theirs = saved(["page": page], at: at(9))
    let article = try #require(Article(whole(mine, theirs), id: id))
    #expect(article.title == "Mine")
    #expect(article.pageTitle == "Page")
  }

  @Test("A note that lost unseen is shown, and one that was seen is not") func overruled() {
    let a = saved(["note": .string("a")], at: at(100))
    let c = Registers().saying(["note": .string("c")], at: at(20), knowing: [])
    let b = Registers().saying(["note": .string("b")], at: at(50), knowing: [a])
    let all = Registers.overruled(among: [a, b, c])
    #expect(all.map(\.value) == [.string("c")])
    let last = b.saying(["note": .string("d")], at: at(60), knowing: [a, c])
    #expect(Registers.overruled(among: [a, last, c]).isEmpty)
  }

  @Test("Taking back an addition leaves no article, and saving it again brings it back")
  func undoneAddition() {
    let a = saved()
    let undone = a.saying(["savedAt": .null], at: at(5), knowing: [])
    #expect(!undone.exists)
    #expect(saved(by: undone, at: at(9)).exists)
  }

  @Test("An article that was put back after a purge elsewhere still has its address")
  func putBackAfterPurge() {
    let undone = saved().saying(["savedAt": .null], at: at(5), knowing: [])
    let again = undone.saying(["savedAt": saved()["savedAt"]], at: at(9), knowing: [])
    #expect(Article(whole(again, .tombstone(at: at(7))), id: id) != nil)
  }

  @Test("What the program says unasked loses to a reader's earlier deletion") func fixedStamps() {
    let old = Timestamp(milliseconds: 946_684_800_000)
    let here = Registers().saying(
      ["savedAt": .string("2026-01-01T00:00:00Z")], at: start, knowing: [], fixed: old)
    #expect(!whole(here, .tombstone(at: at(-hour))).exists)
    #expect(here.exists)
  }

  @Test("What a clock after the year 2200 says can be read, and changed later")
  func farFuture() throws {
    let late = Timestamp(milliseconds: 10_000_000_000_000)
    let file = try readBack(saved(at: late))
    let next = try readBack(file.saying(["note": .string("n")], at: start, knowing: []))
    #expect(next["note"] == .string("n") && next.latest < Registers.end)
  }

  @Test("A stamp after the year 2200 or a value of the wrong type costs its register alone")
  func illFormed() throws {
    let text = """
      {"format": 2, "id": "\(id.text)", "url": "https://a.example/", "canonicalURL": "https://a.example/",
       "savedAt": "2026-01-01T00:00:00Z", "saidAt": "2026-01-01T00:00:00Z", "title": "T", "note": ["n"],
       "list": {"favorite": "yes", "archived": true}, "rating": {"stars": 5},
       "highlights": [{"id": "1", "quote": "q", "createdAt": "2026-01-01T00:00:00Z"}, {"id": 2}, "x"],
       "tags": ["a", 5], "changed": {"title": "9999-12-31T23:59:59Z", "tags/gone": "2026-01-02T00:00:00Z"}}
      """
    let file = try Registers(file: Array(text.utf8), id: id)
    let article = try #require(Article(file, id: id))
    #expect(article.note.isEmpty)
    #expect(!article.isTitleEdited)
    #expect(article.isArchived && !article.isFavorite)
    #expect(article.tags == ["a"])
    #expect(article.highlights.map(\.quote) == ["q"])
    let next = file.saying(["tags/b": .string("b")], at: start, knowing: [])
    let written = next.json(of: id)
    #expect(written["rating"]?["stars"]?.int == 5)
    #expect(written["note"]?.array?.count == 1)
    #expect(next.latest < Timestamp(milliseconds: 1_800_000_000_000))
  }

  @Test(
    "A file that is no record of the article says what is wrong",
    arguments: [
      ("{", "it is not JSON"), ("[]", "it is not a JSON object"), ("{}", "it has no format number"),
      (#"{"format": 1}"#, "older version"), (#"{"format": 3}"#, "a newer version wrote it"),
      (#"{"format": 2, "id": "x"}"#, "its id differs"),
      (#"{"format": 2, "id": "ID"}"#, "it has no saidAt"),
      (#"{"format": 2, "id": "ID", "canonicalURL": "https://b.example/"}"#, "does not match"),
    ])
  func noRecord(_ text: String, _ problem: String) {
    let bytes = Array(text.replacing("ID", with: id.text).utf8)
    let error = #expect(throws: Registers.Problem.self) { try Registers(file: bytes, id: id) }
    #expect(error?.text.contains(problem) == true)
  }

  @Test("An article is the same after it was written and read") func articles() throws {
    var article = Article(
      canonicalURL: "https://a.example/", url: "https://a.example/?utm_source=x",
      title: "a.example", savedAt: at(0))
    func check(_ change: (inout Article) -> Void = { _ in }) throws {
      change(&article)
      let file = Registers().saying(
        article.registerValues, at: start, knowing: [], order: article.registerOrder)
      #expect(try Article(readBack(file), id: id) == article)
    }
    try check()
    try check {
      ($0.title, $0.author, $0.publishedAt, $0.wordCount) = ("Given", "A", at(-5), 7)
      ($0.tags, $0.note, $0.isFavorite) = (["z", "b", "a"], "n", true)
      ($0.position, $0.progress, $0.readAt) = (.init(block: 3, offset: 4), .init(percent: 5), at(1))
      $0.otherURLs = ["https://b.example/", "https://a.example/b"]
      $0.highlights = [
        Highlight(id: "h", quote: "q", color: .pink, createdAt: at(1), changedAt: at(2))
      ]
    }
    try check { ($0.fetch, $0.attempts, $0.retryAt) = (.pending(reason: "slow"), 2, at(9)) }
    try check { ($0.fetch, $0.fetchKind) = (.failed(reason: "404"), "notFound") }
    try check {
      ($0.fetch, $0.bodyHash, $0.etag) = (.suspect(reason: "short"), SHA256.hex(of: "abc"), "e")
    }
    try check { ($0.fetch, $0.finalURL, $0.via) = (.ready, "https://c.example/", "mail") }
    try check { ($0.pageTitle, $0.title, $0.isTitleEdited) = ($0.title, "Mine", true) }
  }
}
