import Library
import ReadingList
import Testing

@Suite("A library") struct LibraryTests {
  private let scratch = Scratch()

  @Test("is made where there is none, and is found again") func creation() throws {
    let first = try scratch.open()
    #expect(first.wasCreated)
    #expect(!first.isReadOnly)
    let second = try scratch.open()
    #expect(!second.wasCreated)
    #expect(second.id == first.id)
  }

  @Test("keeps what was added, changed and fetched") func keeping() throws {
    let library = try scratch.open()
    let new = try article("https://example.com/a?utm_source=x")
    #expect(try library.add([new], at: at(0)) == [.added(new)])
    #expect(try library.add([new], at: at(1)) == [.alreadySaved(new)])
    let receipt = try library.apply(.archive(true), to: [new.id], at: at(2))
    #expect(receipt.changed == [new.id])
    #expect(try library.article(new.id)?.isArchived == true)
    let fetched = try library.saveFetched(new.id, at: at(3), body: "<p>Text</p>") {
      $0.title = "A"
      $0.fetch = .ready
    }
    #expect(fetched.article.isArchived)
    #expect(try scratch.open().article(new.id) == fetched.article)
    #expect(try scratch.open().body(of: new.id) == "<p>Text</p>")
    let snapshot = library.snapshot()
    #expect(snapshot.count(of: .list(.archived)) == 1)
    let rows = snapshot.rows(in: .everything, order: .newest)
    #expect(rows.map { snapshot[$0].title } == ["A"])
    let undone = try library.revert(receipt, at: at(4))
    #expect(try library.article(new.id)?.isArchived == false)
    #expect(try library.article(new.id)?.title == "A")
    _ = try library.revert(undone, at: at(5))
    #expect(try library.article(new.id)?.isArchived == true)
    _ = try library.purge([new.id], at: at(6))
    #expect(try library.article(new.id) == nil)
    #expect(try library.body(of: new.id) == nil)
    let again = try #require(try library.add([new], at: at(7)).first)
    // Later than the purge, whatever date it came with.
    #expect(again.error == nil && again.article.tags.isEmpty)
    #expect(try library.article(new.id)?.isArchived == false)
  }
}
