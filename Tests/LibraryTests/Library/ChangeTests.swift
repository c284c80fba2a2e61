import Library
import ReadingList
import Testing

@Suite("Changes") struct ChangeTests {
  private let scratch = Scratch()

  @Test(
    "0.7 leave every live article in exactly one of the three lists",
    arguments: [1, 2, 3] as [UInt64])
  func exclusiveLists(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    let library = try scratch.open()
    let articles = try (0..<20).map { try article("https://example.com/\($0)") }
    _ = try library.add(articles, at: at(0))
    var receipts: [ChangeReceipt] = []
    for step in 0..<120 {
      let ids = articles.shuffled(using: &random).prefix(3).map(\.id)
      let on = Bool.random(using: &random)
      let changes: [ArticleChange] = [.archive(on), .favorite(on), .delete(on)]
      let moment = at(Int64.random(in: -50...50, using: &random))
      if step % 7 == 6, let last = receipts.popLast() {
        _ = try library.revert(last, at: moment)
      } else {
        let change = changes[Int.random(in: 0..<3, using: &random)]
        receipts.append(try library.apply(change, to: ids, at: moment))
      }
    }
    let list = library.snapshot()
    var seen: [ArticleID: Int] = [:]
    for filter in Filter.allCases {
      let rows = list.rows(in: .list(filter), order: .newest)
      for row in rows { seen[list.id(of: row), default: 0] += 1 }
    }
    let live = try articles.compactMap { try library.article($0.id) }.filter { !$0.isDeleted }
    #expect(seen.values.allSatisfy { $0 == 1 })
    #expect(Set(seen.keys) == Set(live.map(\.id)))
  }

  @Test("are taken back and done again, a hundred steps and bulk ones among them") func undo()
    throws
  {
    let library = try scratch.open()
    let articles = try (0..<10).map { try article("https://example.com/\($0)") }
    _ = try library.add(articles, at: at(0))
    let ids = articles.map(\.id)
    func now() throws -> [Article] {
      try ids.compactMap { id in
        var article = try library.article(id)
        article?.tags.sort()
        return article
      }
    }
    var random = SeededNumbers(seed: 9)
    var history = [try now()]
    var receipts: [ChangeReceipt] = []
    for step in 0..<100 {
      let change: ArticleChange =
        switch step % 8 {
        case 0: .archive(Bool.random(using: &random))
        case 1: .favorite(Bool.random(using: &random))
        case 2: .delete(Bool.random(using: &random))
        case 3: .tag(add: ["t\(step % 5)"], remove: ["t\(step % 3)"])
        case 4: .title("title \(step)")
        case 5: .position(ReadingPosition(block: step, offset: 1), Progress(percent: step % 100))
        case 6: .note("note \(step)")
        default: .read(Bool.random(using: &random))
        }
      let some = step % 3 == 0 ? ids : [ids[step % 10]]
      receipts.append(try library.apply(change, to: some, at: at(Int64(step))))
      history.append(try now())
    }
    var redo: [ChangeReceipt] = []
    for step in (0..<100).reversed() {
      redo.append(try library.revert(receipts[step], at: at(1000)))
      #expect(try now() == history[step], "undoing step \(step)")
    }
    for step in 0..<100 {
      _ = try library.revert(redo[99 - step], at: at(2000))
      #expect(try now() == history[step + 1], "redoing step \(step)")
    }
  }

  @Test("are taken back without touching what was done to other fields since") func undoAlone()
    throws
  {
    let library = try scratch.open()
    let new = try article("https://example.com/a")
    _ = try library.add([new], at: at(0))
    let first = try library.apply(.tag(add: ["a", "b"], remove: []), to: [new.id], at: at(1))
    let archived = try library.apply(.archive(true), to: [new.id], at: at(2))
    _ = try library.apply(.tag(add: ["c"], remove: ["a"]), to: [new.id], at: at(3))
    _ = try library.apply(.note("n"), to: [new.id], at: at(3))
    _ = try library.revert(archived, at: at(4))
    _ = try library.revert(first, at: at(5))
    let now = try #require(try library.article(new.id))
    #expect(now.tags == ["c"])
    #expect(now.note == "n")
    #expect(!now.isArchived)
  }

  @Test("of tags are taken back one by one when other tags came since") func undoTags() throws {
    let library = try scratch.open()
    var new = try article("https://example.com/a")
    new.tags = ["a", "b", "c"]
    _ = try library.add([new], at: at(0))
    let removal = try library.apply(.tag(add: ["d"], remove: ["a", "b"]), to: [new.id], at: at(1))
    _ = try library.apply(.tag(add: ["e"], remove: ["c"]), to: [new.id], at: at(2))
    let undone = try library.revert(removal, at: at(3))
    #expect(Set(try library.article(new.id)?.tags ?? []) == ["e", "a", "b"])
    _ = try library.revert(undone, at: at(4))
    #expect(Set(try library.article(new.id)?.tags ?? []) == ["e", "d"])
  }

  @Test("of highlights are taken back and done again") func highlights() throws {
    let library = try scratch.open()
    let new = try article("https://example.com/a")
    _ = try library.add([new], at: at(0))
    let mark = Highlight(
      id: "h", quote: "q", start: .start, end: .start, createdAt: at(1), changedAt: at(1))
    let made = try library.apply(.highlights([mark]), to: [new.id], at: at(1))
    let removed = try library.apply(.highlights([]), to: [new.id], at: at(2))
    #expect(try library.article(new.id)?.highlights == [])
    _ = try library.revert(removed, at: at(3))
    #expect(try library.article(new.id)?.highlights == [mark])
    _ = try library.revert(made, at: at(4))
    #expect(try library.article(new.id)?.highlights == [])
  }

  @Test("say which ids no article has, and do the rest") func missing() throws {
    let library = try scratch.open()
    let new = try article("https://example.com/a")
    _ = try library.add([new], at: at(0))
    let none = ArticleID(canonicalURL: "none")
    let receipt = try library.apply(.delete(true), to: [none, new.id, new.id], at: at(1))
    #expect(receipt.missing == [none])
    #expect(receipt.changed.count == 1)
    let again = try library.apply(.delete(true), to: [new.id], at: at(2))
    #expect(again.changed.isEmpty)
  }

  @Test("made after the clock was set back still count as the later ones") func clockSetBack()
    throws
  {
    let library = try scratch.open()
    let new = try article("https://example.com/a")
    _ = try library.add([new], at: at(0))
    _ = try library.apply(.archive(true), to: [new.id], at: at(1000))
    let before = Scratch.text(scratch.file(new.id)) ?? ""
    _ = try library.apply(.archive(false), to: [new.id], at: at(-5000))
    Scratch.write(
      before, to: scratch.file(new.id).replacing(".json", with: ".sync-conflict-1.json"))
    _ = library.snapshot()
    #expect(try library.article(new.id)?.isArchived == false)
  }
}
