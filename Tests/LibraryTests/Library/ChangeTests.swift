import Library
import ReadingList
import TestSupport
import Testing

@Suite("Changes") struct ChangeTests {
  private let scratch = Scratch()

  @Test("of every kind are taken back and done again, by a later process as well")
  func undo() throws {
    var library = try scratch.open()
    let ids = try library.add(sampleArticles(10, seed: 1), at: at(0)).map(\.article.id)
    func now() throws -> [Article] {
      try ids.map { id in
        var article = try #require(try library.article(id))
        article.tags.sort()
        return article
      }
    }
    var random = SeededNumbers(seed: 9)
    let mark = Highlight(id: "h", quote: "q", createdAt: at(1), changedAt: at(1))
    var history = [try now()]
    var receipts: [ChangeReceipt] = []
    for step in 0..<110 {
      let change: ArticleChange =
        switch step % 11 {
        case 0: .archive(Bool.random(using: &random))
        case 1: .favorite(Bool.random(using: &random))
        case 2: .delete(Bool.random(using: &random))
        case 3: .tag(add: ["t\(step % 5)"], remove: ["t\(step % 3)"])
        case 4: .title(step % 2 == 0 ? "title \(step)" : "")
        case 5: .position(ReadingPosition(block: step, offset: 1), Progress(percent: step % 100))
        case 6: .note("note \(step)")
        case 7, 8: .highlights(Dictionary(ids.map { ($0, [mark]) }) { $1 })
        case 9: .removedHighlights(Dictionary(ids.map { ($0, Set(["h"])) }) { $1 })
        default: .read(Bool.random(using: &random))
        }
      let some = step % 3 == 0 ? ids : [ids[step % 10]]
      receipts.append(try library.apply(change, to: some, at: at(Int64(step))))
      history.append(try now())
    }
    /// Reverts a change made by a process that has ended.
    func revert(_ receipt: ChangeReceipt, at moment: Timestamp) throws -> ChangeReceipt {
      let text = receipt.json.compact
      let read = try #require(ChangeReceipt(json: try JSON(parsing: Array(text.utf8))))
      #expect(Set(read.changed) == Set(receipt.changed))
      return try library.revert(read, at: moment)
    }
    library = try scratch.open()
    var redo: [ChangeReceipt] = []
    for step in receipts.indices.reversed() {
      redo.append(try revert(receipts[step], at: at(1000)))
      #expect(try now() == history[step], "undoing step \(step)")
    }
    for (step, receipt) in redo.reversed().enumerated() {
      _ = try revert(receipt, at: at(2000))
      #expect(try now() == history[step + 1], "redoing step \(step)")
    }
  }

  @Test("are taken back without touching what was done to other fields since")
  func undoAlone() throws {
    let library = try scratch.open()
    let new = try article("https://example.com/a")
    _ = try library.add([new], at: at(0))
    let first = try library.apply(.tag(add: ["a", "b"], remove: []), to: [new.id], at: at(1))
    let archived = try library.apply(.archive(true), to: [new.id], at: at(2))
    _ = try library.apply(.tag(add: ["c"], remove: ["a"]), to: [new.id], at: at(3))
    let noted = try library.apply(.note("first"), to: [new.id], at: at(3))
    _ = try library.apply(.note("n"), to: [new.id], at: at(3))
    _ = try library.revert(archived, at: at(4))
    for receipt in [first, noted] { _ = try library.revert(receipt, at: at(5)) }
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
}
