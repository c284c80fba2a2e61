import ArticleStore
import ReadingList
import Testing

@Suite("Two versions of a record")
struct MergeTests {
  private let here = Scratch()
  private let there = Scratch()

  /// Lets two libraries that begin the same go apart, and merges each into the other as a syncer's
  /// conflict copy; gives what both then have, which must be the same.
  private func merged(
    from start: Article,
    _ changeHere: (Library) throws -> Void,
    _ changeThere: (Library) throws -> Void,
    copy: String = ".sync-conflict-20260101-120000-ABCDEFG"
  ) throws -> Article? {
    let (first, second) = (try here.open(), try there.open())
    _ = try first.add([start], at: at(0))
    _ = try second.add([start], at: at(0))
    try changeHere(first)
    try changeThere(second)
    let (mine, theirs) = (here.file(start.id), there.file(start.id))
    let (myText, theirText) = (Scratch.text(mine) ?? "", Scratch.text(theirs) ?? "")
    Scratch.write(theirText, to: mine.replacingFirst(".json", with: copy + ".json"))
    Scratch.write(myText, to: theirs.replacingFirst(".json", with: copy + ".json"))
    for (library, scratch) in [(first, here), (second, there)] {
      let list = library.snapshot()
      #expect(list.counts.unreadable == 0)
      #expect(!Scratch.exists(scratch.file(start.id).replacingFirst(".json", with: copy + ".json")))
      let article = try library.article(start.id)
      #expect(list.row(of: start.id).map { list[$0] } == article.map { ArticleSummary($0) })
    }
    #expect(Scratch.text(mine) == Scratch.text(theirs))
    return try first.article(start.id)
  }

  private func change(
    _ library: Library,
    _ changes: [(ArticleChange, Int64)],
    _ id: ArticleID
  ) throws {
    for (change, second) in changes {
      _ = try library.apply(change, to: [id], at: at(second))
    }
  }

  @Test(
    "1.30 become one that keeps edits of different fields from both sides",
    arguments: [
      ".sync-conflict-20260101-120000-ABCDEFG", " (host's conflicted copy 2026-01-01)",
      "_conflict-1",
      "-laptop", "~2",
    ]
  )
  func differentFields(copy: String) throws {
    let start = try article("https://example.com/a")
    let both = try merged(
      from: start,
      { try change($0, [(.archive(true), 10), (.tag(add: ["x"], remove: []), 11)], start.id) },
      { try change($0, [(.title("mine"), 12), (.note("n"), 5)], start.id) },
      copy: copy
    )
    #expect(both?.isArchived == true)
    #expect(both?.tags == ["x"])
    #expect(both?.title == "mine")
    #expect(both?.isTitleEdited == true)
    #expect(both?.note == "n")
  }

  @Test("take of one field the later change, even if an earlier one comes in last")
  func sameField() throws {
    let start = try article("https://example.com/a")
    let both = try merged(
      from: start,
      { try change($0, [(.note("later"), 20), (.title("older"), 1)], start.id) },
      { try change($0, [(.note("earlier"), 10), (.title("newer"), 2)], start.id) }
    )
    #expect(both?.note == "later")
    #expect(both?.title == "newer")
  }

  @Test("merge tags as sets, removals included")
  func tags() throws {
    var start = try article("https://example.com/a")
    start.tags = ["kept", "removed here", "removed there", "removed and given again"]
    let both = try merged(
      from: start,
      {
        try change(
          $0,
          [
            (.tag(add: ["new here"], remove: ["removed here", "removed and given again"]), 10),
            (.tag(add: ["removed and given again"], remove: []), 30),
          ],
          start.id
        )
      },
      {
        try change(
          $0,
          [(.tag(add: ["new there"], remove: ["removed there", "removed and given again"]), 20)],
          start.id
        )
      }
    )
    #expect(
      Set(both?.tags ?? []) == ["kept", "new here", "new there", "removed and given again"]
    )
  }

  @Test(
    "never end up favorite and archived at once: the later of the two wins",
    arguments: [true, false]
  )
  func exclusive(archivedLast: Bool) throws {
    let start = try article("https://example.com/a")
    let both = try merged(
      from: start,
      { try change($0, [(.archive(true), archivedLast ? 20 : 10)], start.id) },
      { try change($0, [(.favorite(true), archivedLast ? 10 : 20)], start.id) }
    )
    #expect(both?.isArchived == archivedLast)
    #expect(both?.isFavorite == !archivedLast)
  }

  @Test("take place and progress from the later reading, forward or back")
  func reading() throws {
    let start = try article("https://example.com/a")
    let both = try merged(
      from: start,
      {
        try change($0, [(.position(.init(block: 9, offset: 9), .init(percent: 90)), 10)], start.id)
      },
      {
        try change($0, [(.position(.init(block: 2, offset: 1), .init(percent: 20)), 20)], start.id)
      }
    )
    #expect(both?.position == ReadingPosition(block: 2, offset: 1))
    #expect(both?.progress == Progress(percent: 20))
    #expect(both?.readAt == at(20))
  }

  @Test("merge highlights one by one, and removed ones stay removed")
  func highlights() throws {
    func mark(_ id: String, _ note: String, _ second: Int64) -> Highlight {
      Highlight(
        id: id,
        quote: id,
        start: .start,
        end: .start,
        note: note,
        createdAt: at(0),
        changedAt: at(second)
      )
    }
    var start = try article("https://example.com/a")
    start.highlights = [mark("a", "", 0), mark("b", "", 0)]
    let both = try merged(
      from: start,
      { try change($0, [(.highlights([mark("a", "mine", 10)]), 11)], start.id) },
      {
        try change(
          $0,
          [(.highlights([mark("a", "theirs", 5), mark("b", "", 0), mark("c", "", 6)]), 12)],
          start.id
        )
      }
    )
    let live = both?.highlights.filter { !$0.isDeleted } ?? []
    #expect(live.map(\.id).sorted() == ["a", "c"])
    #expect(live.first { $0.id == "a" }?.note == "mine")
  }

  @Test("keep the text that one of them has fetched")
  func fetched() throws {
    let start = try article("https://example.com/a")
    let both = try merged(
      from: start,
      {
        _ = try $0.saveFetched(start.id, at: at(10), body: "x") {
          $0.fetch = .ready; $0.author = "A"; $0.fetchedAt = at(10)
        }
      },
      {
        _ = try $0.saveFetched(start.id, at: at(20), body: nil) {
          $0.fetch = .failed(reason: "no"); $0.fetchedAt = at(20)
        }
      }
    )
    #expect(both?.fetch == .ready)
    #expect(both?.author == "A")
  }

  @Test("of which one was purged stay purged, unless the other was saved afterwards")
  func tombstones() throws {
    let start = try article("https://example.com/a")
    let gone = try merged(
      from: start,
      { _ = try $0.purge([start.id], at: at(10)) },
      { try change($0, [(.note("edited later"), 20)], start.id) }
    )
    #expect(gone == nil)
    let other = try article("https://example.com/b")
    let again = try article("https://example.com/b", at: at(30))
    let back = try merged(
      from: other,
      { _ = try $0.purge([other.id], at: at(10)) },
      {
        _ = try $0.purge([other.id], at: at(5))
        _ = try $0.add([again], at: at(30))
      }
    )
    #expect(back?.savedAt == again.savedAt && back?.lastPurgedAt == at(10))
  }

  @Test("keep unknown keys of both")
  func unknown() throws {
    var start = try article("https://example.com/a")
    start.unknown = [.init("both", .int(1))]
    let library = try here.open()
    _ = try library.add([start], at: at(0))
    var other = start
    other.unknown.append(.init("theirs", .string("x")))
    Scratch.write(
      ArticleRecord.text(of: other),
      to: here.file(start.id).replacingFirst(".json", with: ".sync-conflict-1.json")
    )
    _ = library.snapshot()
    #expect(try library.article(start.id)?.unknown.map(\.key) == ["both", "theirs"])
  }

  @Test("of which one cannot be read leave both files alone and count it")
  func unreadableCopy() throws {
    let library = try here.open()
    let new = try article("https://example.com/a")
    _ = try library.add([new], at: at(0))
    let copy = here.file(new.id).replacingFirst(".json", with: ".sync-conflict-1.json")
    Scratch.write("<<<<<<<", to: copy)
    #expect(library.snapshot().counts.unreadable == 1)
    #expect(library.snapshot().count(of: .everything) == 1)
    #expect(Scratch.text(copy) == "<<<<<<<")
    #expect(try library.article(new.id) == new)
  }
}
