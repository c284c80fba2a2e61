import ArticleStore
import ReadingList
import Testing

@Suite("A receipt as JSON")
struct ReceiptCodingTests {
  private let scratch = Scratch()

  @Test(
    "takes back every kind of change, in a later process as well",
    arguments: 1...8 as ClosedRange<UInt64>
  )
  func everyChange(seed: UInt64) throws {
    let library = try scratch.open()
    let articles = try sampleArticles(6, seed: seed)
    let ids = try library.add(articles, at: at(0)).map(\.article.id)
    let mark = Highlight(
      id: "h",
      quote: "q",
      start: .start,
      end: ReadingPosition(block: 0, offset: 3),
      createdAt: at(1),
      changedAt: at(1)
    )
    let changes: [ArticleChange] = [
      .archive(true), .favorite(true), .delete(true), .tag(add: ["new"], remove: ["tea"]),
      .title("Another"), .note("a note"), .highlights([mark]), .highlight(mark),
      .highlight(mark.removed(at: at(2))), .read(true),
      .position(ReadingPosition(block: 2, offset: 1), Progress(percent: 40)), .title(""),
    ]
    for change in changes {
      let before = try ids.map { try #require(try library.article($0)) }
      let receipt = try library.apply(change, to: ids, at: at(10))
      let text = receipt.json.compact
      let read = try #require(ChangeReceipt(json: try JSON(parsing: Array(text.utf8))))
      #expect(Set(read.changed) == Set(receipt.changed))
      _ = try library.revert(read, at: at(20))
      let after = try ids.map { try #require(try library.article($0)) }
      for (old, new) in zip(before, after) {
        #expect(new.title == old.title && new.isTitleEdited == old.isTitleEdited)
        #expect(new.tags == old.tags && new.note == old.note && new.membership == old.membership)
        #expect(new.position == old.position && new.progress == old.progress)
        #expect(new.readAt == old.readAt)
        #expect(new.highlights.filter { !$0.isDeleted } == old.highlights.filter { !$0.isDeleted })
      }
    }
  }

  @Test("of a merge brings the merged articles back")
  func merging() throws {
    let library = try scratch.open()
    let articles = try (0..<3).map { try article("https://example.com/\($0)") }
    _ = try library.add(articles, at: at(0))
    let ids = articles.map(\.id)
    let receipt = try library.mergeDuplicates(into: ids[0], from: Array(ids[1...]), at: at(1))
    let read = try #require(ChangeReceipt(json: receipt.json))
    _ = try library.revert(read, at: at(2))
    for id in ids {
      let found = try #require(try library.article(id))
      #expect(!found.isDeleted && found.otherURLs.isEmpty)
    }
  }

  @Test("of adding puts what was added into Trash")
  func adding() throws {
    let library = try scratch.open()
    let new = try article("https://example.com/1")
    _ = try library.add([new], at: at(0))
    let receipt = try #require(ChangeReceipt(json: ChangeReceipt(added: [new.id]).json))
    #expect(try library.revert(receipt, at: at(1)).changed == [new.id])
    #expect(try library.article(new.id)?.isDeleted == true)
    #expect(try library.revert(receipt, at: at(2)).changed.isEmpty)
  }

  @Test(
    "that is damaged or of a newer kind is none",
    arguments: [
      "{}", "7", #"[{"ids":["x"]}]"#, #"[{"ids":["0123456789abcdef0123"],"mood":1}]"#,
      #"[{"ids":["0123456789abcdef0123"],"isDeleted":"yes"}]"#, #"[{"isDeleted":true}]"#,
      #"[{"ids":["0123456789abcdef0123"],"highlights":{"before":[1],"after":[]}}]"#,
    ]
  )
  func damaged(text: String) throws {
    #expect(ChangeReceipt(json: try JSON(parsing: Array(text.utf8))) == nil)
  }
}
