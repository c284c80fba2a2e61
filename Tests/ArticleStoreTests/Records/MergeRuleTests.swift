import ReadingList
import Testing

@testable import ArticleStore

@Suite("Two machines, of which the clocks are hours apart")
struct MergeRuleTests {
  private let here = Scratch()
  private let there = Scratch()
  private let id = ArticleID(canonicalURL: "https://example.com/a")

  /// Both get the versions of both.
  private func meet(_ ids: [ArticleID]? = nil) throws {
    for id in ids ?? [id] {
      let (mine, theirs) = (Scratch.text(here.file(id)), Scratch.text(there.file(id)))
      for (text, scratch) in [(theirs, here), (mine, there)] {
        guard let text else { continue }
        Scratch.makeSpecial("directory", at: "\(scratch.library)/articles/\(id.shard)")
        Scratch.write(text, to: scratch.file(id).replacingFirst(".json", with: "~1.json"))
      }
    }
    for _ in 0..<2 { for scratch in [here, there] { _ = try scratch.open().recheck() } }
    for id in ids ?? [id] {
      #expect(Scratch.text(here.file(id)) == Scratch.text(there.file(id)))
    }
  }

  private func begin(
    _ url: String = "https://example.com/a",
    at moment: Timestamp = at(0)
  ) throws
    -> (Library, Library)
  {
    let (mine, theirs) = (try here.open(), try there.open())
    _ = try mine.add([try article(url, at: moment)], at: moment)
    try meet([ArticleID(canonicalURL: url)])
    return (mine, theirs)
  }

  @Test("what is changed after a purge by a clock that was ahead, and a saving, stays")
  func changesAfterPurge() throws {
    let (mine, theirs) = try begin()
    _ = try theirs.purge([id], at: at(18_000))
    try meet()
    _ = try mine.add([try article("https://example.com/a", at: at(30))], at: at(30))
    let mark = Highlight(id: "h", quote: "q", note: "n", createdAt: at(31), changedAt: at(31))
    let changes: [ArticleChange] = [
      .title("Title"), .note("note"), .archive(true), .tag(add: ["t"], remove: []),
      .highlight(mark), .position(ReadingPosition(block: 3, offset: 0), Progress(percent: 9)),
    ]
    for change in changes { _ = try mine.apply(change, to: [id], at: at(31)) }
    try meet()
    let end = try #require(try theirs.article(id))
    #expect(end.title == "Title" && end.note == "note" && end.isArchived && end.tags == ["t"])
    #expect(end.progress == Progress(percent: 9) && end.highlights.map(\.note) == ["n"])
  }

  @Test(
    "a purge and what came after it: the last act counts",
    arguments: [-18_000, 18_000] as [Int64]
  )
  func purges(offset: Int64) throws {
    let (mine, theirs) = try begin()
    _ = try mine.apply(.note("mine"), to: [id], at: at(10))
    try meet()
    // Purged by a clock that is wrong.
    _ = try theirs.purge([id], at: at(20 + offset))
    try meet()
    #expect(try mine.article(id) == nil)
    // Saved again by the right one, and whole.
    _ = try mine.add([try article("https://example.com/a", at: at(30))], at: at(30))
    _ = try mine.apply(.tag(add: ["again"], remove: []), to: [id], at: at(31))
    try meet()
    #expect(try theirs.article(id)?.tags == ["again"] && theirs.article(id)?.note == "")
    _ = try theirs.purge([id], at: at(40 + offset))
    try meet()
    #expect(try mine.article(id) == nil)
    #expect(try JSON(parsing: Scratch.read(here.file(id)) ?? []).members?.count == 3)
  }

  @Test("the metadata of the later fetch count, whatever the clocks read")
  func metadata() throws {
    let (mine, theirs) = try begin()
    func fetch(_ library: Library, _ author: String, _ moment: Timestamp) throws {
      _ = try library.saveFetched(id, at: moment, body: author) {
        ($0.fetch, $0.fetchedAt, $0.author) = (.ready, moment, author)
      }
    }
    try fetch(mine, "fast", at(18_000))
    try meet()
    try fetch(theirs, "later", at(10))
    try meet()
    #expect(try mine.article(id)?.author == "later")
  }

  @Test("what a merge overrules stays, can be taken back, and what its reader replaced does not")
  func overruled() throws {
    let (mine, theirs) = try begin()
    _ = try mine.apply([.note("first"), .title("T1")], to: [id], at: at(10))
    try meet()
    _ = try theirs.apply(.note("second"), to: [id], at: at(20))
    try meet()
    #expect(try mine.article(id)?.overruledTexts == [])
    _ = try mine.apply([.note("mine"), .title("T2")], to: [id], at: at(30))
    _ = try theirs.apply([.note("theirs"), .title("T3")], to: [id], at: at(31))
    try meet()
    let both = try #require(try mine.article(id))
    #expect(both.note == "theirs" && both.title == "T3")
    #expect(Set(both.overruledTexts.map(\.text)) == ["mine", "T2"])
    let old = try #require(both.overruledTexts.first { $0.field == OverruledText.note })
    _ = try mine.apply(try #require(both.restoring(old)), to: [id], at: at(40))
    try meet()
    let after = try #require(try theirs.article(id))
    #expect(after.note == "mine" && after.overruledTexts.map(\.text) == ["T2"])
  }

  @Test("at most five overruled texts stay")
  func five() throws {
    let (mine, theirs) = try begin()
    for round in Int64(1)...8 {
      _ = try mine.apply(.note("mine \(round)"), to: [id], at: at(round * 10))
      _ = try theirs.apply(.note("theirs \(round)"), to: [id], at: at(round * 10 + 1))
      try meet()
    }
    #expect(
      try mine.article(id)?.overruledTexts.map(\.text) == [8, 7, 6, 5, 4].map { "mine \($0)" }
    )
  }

  @Test("the next change wins over a stamp from the future")
  func future() throws {
    let (mine, theirs) = try begin()
    let mark = Highlight(
      id: "h",
      quote: "q",
      note: "far",
      createdAt: at(90_000),
      changedAt: at(90_000)
    )
    _ = try theirs.apply(
      [.note("future"), .tag(add: ["x"], remove: []), .archive(true), .highlight(mark)],
      to: [id],
      at: at(90_000)
    )
    _ = try theirs.apply(
      .position(.init(block: 1, offset: 1), .init(percent: 9)),
      to: [id],
      at: at(90_000)
    )
    try meet()
    var near = mark
    near.note = "near"
    near.changedAt = at(10)
    _ = try mine.apply(
      [
        .note("now"), .tag(add: [], remove: ["x"]), .archive(false), .highlights([near]),
        .position(.init(block: 2, offset: 0), .init(percent: 5)),
      ],
      to: [id],
      at: at(10)
    )
    try meet()
    let both = try #require(try theirs.article(id))
    #expect(both.note == "now" && both.tags.isEmpty && !both.isArchived)
    #expect(both.highlights.map(\.note) == ["near"] && both.progress == Progress(percent: 5))
  }

  @Test(
    "of duplicates that were merged both ways the first saved stays, with all that was done to either"
  )
  func opposite() throws {
    let (mine, theirs) = try begin()
    let other = ArticleID(canonicalURL: "https://example.com/b")
    _ = try mine.add([try article("https://example.com/b", at: at(1))], at: at(1))
    try meet([id, other])
    _ = try mine.mergeDuplicates(into: id, from: [other], at: at(10))
    _ = try theirs.apply(.note("of b"), to: [other], at: at(5))
    _ = try theirs.mergeDuplicates(into: other, from: [id], at: at(11))
    _ = try theirs.apply(.tag(add: ["late"], remove: []), to: [other], at: at(12))
    try meet([id, other])
    let all = try [id, other].compactMap { try mine.article($0) }
    #expect(all.filter { !$0.isDeleted }.count == 1)
    let survivor = try #require(all.first { !$0.isDeleted })
    #expect(survivor.note == "of b" && survivor.tags == ["late"])
    #expect(all.first { $0.isDeleted }?.mergedInto == survivor.id)
  }

  @Test("what is done to an article that was taken over elsewhere goes to the one that took it")
  func later() throws {
    let (mine, theirs) = try begin()
    let new = ArticleID(canonicalURL: "https://example.com/new")
    _ = try mine.changeAddress(
      of: id,
      to: try WebAddress("https://example.com/new"),
      given: "https://example.com/new",
      at: at(10)
    )
    _ = try theirs.apply([.tag(add: ["there"], remove: []), .note("there")], to: [id], at: at(5))
    try meet([id, new])
    let end = try #require(try theirs.article(new))
    #expect(end.tags == ["there"] && end.note == "there" && !end.isDeleted)
    // What is then undone here stays undone.
    _ = try theirs.apply([.tag(add: [], remove: ["there"]), .note("")], to: [new], at: at(20))
    try meet([id, new])
    _ = try mine.doctor(repair: true, at: at(21))
    _ = mine.snapshot()
    #expect(try mine.article(new)?.tags == [] && mine.article(new)?.note == "")
  }

  @Test("merging duplicates is undone and done again, and one taken out of Trash is merged no more")
  func undone() throws {
    let (mine, _) = try begin()
    let other = ArticleID(canonicalURL: "https://example.com/b")
    _ = try mine.add([try article("https://example.com/b", at: at(1))], at: at(1))
    let receipt = try mine.mergeDuplicates(into: id, from: [other], at: at(10))
    #expect(try mine.article(other)?.mergedInto == id)
    let read = try #require(ChangeReceipt(json: receipt.json))
    let undone = try mine.revert(read, at: at(11))
    #expect(try mine.article(other)?.mergedInto == nil && mine.article(other)?.isDeleted == false)
    _ = try mine.revert(undone, at: at(12))
    #expect(try mine.article(other)?.mergedInto == id && mine.article(other)?.isDeleted == true)
    _ = try mine.apply(.delete(false), to: [other], at: at(13))
    _ = mine.recheck()
    #expect(try mine.article(other)?.mergedInto == nil && mine.article(other)?.isDeleted == false)
  }

  @Test("records of this version are read by earlier ones, and what those keep comes back")
  func unknownKeys() throws {
    let (mine, theirs) = try begin()
    _ = try mine.purge([id], at: at(10))
    _ = try theirs.apply(.note("unaware"), to: [id], at: at(20))
    try meet()
    let text = Scratch.text(here.file(id)) ?? ""
    #expect(try JSON(parsing: text)["later"]?["note"]?.string == "unaware")
    _ = try mine.add([try article("https://example.com/a", at: at(30))], at: at(30))
    #expect(try mine.article(id)?.note == "unaware")
    try meet()
  }
}
