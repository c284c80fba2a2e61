import ArticleStore
import Glibc
import ReadingList
import TestSupport
import Testing

@Suite("Removing texts to free space")
struct TextRemovalTests {
  /// Archived and read; the last with a highlight.
  private func begin() throws -> (Scratch, [Article]) {
    let scratch = Scratch()
    let library = try scratch.open()
    let old = try (0..<4).map { try article("https://example.com/\($0)") }
    _ = try library.add(old, at: at(0))
    for article in old {
      _ = try library.saveFetched(article.id, at: at(1), body: "<p>text</p>") { $0.fetch = .ready }
    }
    _ = try library.apply([.archive(true), .read(true)], to: old.map(\.id), at: at(2))
    let mark = Highlight(
      id: "h",
      quote: "text",
      start: .start,
      end: .start,
      createdAt: at(3),
      changedAt: at(3)
    )
    _ = try library.apply(.highlights([mark]), to: [old[3].id], at: at(3))
    return (scratch, old)
  }

  @Test("texts of archived and read articles go, those with highlights stay, records lose nothing")
  func removes() throws {
    let (scratch, old) = try begin()
    let library = try scratch.open()
    let before = library.storedTexts(of: library.snapshot())
    #expect(before.count == 4 && before.bytes == 44)
    #expect(Set(before.removable) == Set(old.prefix(3).map(\.id)) && before.removableBytes == 33)
    // One was brought back meanwhile.
    _ = try library.apply(.archive(false), to: [old[0].id], at: at(4))
    let receipt = try library.removeTexts(of: old.map(\.id), at: at(5))
    #expect(receipt.failures.isEmpty && receipt.changed == [old[1].id, old[2].id])
    let after = library.storedTexts(of: library.snapshot())
    #expect(Set(after.freed) == [old[1].id, old[2].id] && after.missing.isEmpty)
    #expect(after.count == 2 && after.removable.isEmpty)
    for article in [old[0], old[3]] { #expect(try library.body(of: article.id) == "<p>text</p>") }
    let record = try #require(try library.article(old[1].id))
    #expect(record.fetch == .freed && record.isArchived && record.progress.isFinished)
    #expect(try library.doctor(repair: false, at: at(9)).findings.isEmpty)
    _ = try library.apply(.archive(false), to: [old[1].id], at: at(10))
    #expect(library.storedTexts(of: library.snapshot()).missing == [old[1].id])
  }

  @Test(
    "whichever call fails, no record promises a text that is gone, and asking again does the rest"
  )
  func eachCall() throws {
    var call = 0
    var isOver = false
    while !isOver {
      call += 1
      let (scratch, old) = try begin()
      let counter = FaultCounter()
      let library = try scratch.open(
        files: FileLayer { operation, path in
          [.status, .list].contains(operation) || path.contains("/cache/") ? 0 : counter.next()
        }
      )
      counter.arm(call, call.isMultiple(of: 2) ? ENOSPC : EIO)
      _ = try? library.removeTexts(of: old.map(\.id), at: at(5))
      isOver = !counter.disarm()
      let next = try scratch.open()
      for article in old {
        let record = try #require(try next.article(article.id))
        let hasText = try next.body(of: article.id) != nil
        #expect(hasText || record.fetch == .freed, "call \(call)")
      }
      #expect(try next.body(of: old[3].id) != nil)
      _ = try next.removeTexts(of: old.map(\.id), at: at(6))
      let texts = next.storedTexts(of: next.snapshot())
      #expect(texts.count == 1 && texts.freed.count == 3, "call \(call)")
      #expect(try next.doctor(repair: false, at: at(20)).findings.isEmpty, "call \(call)")
    }
    #expect(call > 3)
  }
}
