import Library
import ReadingList
import Testing

@Suite("Ranking") struct RankingTests {
  @Test("a match in the title stands above any in the text") func title() throws {
    let many = String(repeating: "glacier ", count: 200)
    let indexed = try Indexed([
      document(1, "", many), document(2, "The last glacier of the valley", "ice"),
      document(3, "", "one glacier among many other words"),
      document(4, "", many) { ($0.author, $0.tags, $0.note) = ("Glacier", ["glacier"], "glacier") },
    ])
    let ranked = try indexed.index.best(.text("glacier"), limit: 9)
    #expect(ranked.first == id(2))
    #expect(ranked.last == id(3))
    #expect(ranked.count == 4)
    #expect(try indexed.index.best(.prefix("gla"), limit: 1) == [id(2)])
  }

  @Test("of two words the rarer one counts more") func rarity() throws {
    var documents = (10..<60).map { document($0, "", "common and plain") }
    documents += [document(1, "", "common common"), document(2, "", "rare thing")]
    let indexed = try Indexed(documents)
    let ranked = try indexed.index.best(.text("common"), .text("rare"), limit: 2)
    #expect(ranked.first == id(2))
  }

  @Test("only the given articles are ranked, however many conditions there are")
  func among() throws {
    let indexed = try Indexed([document(1, "red"), document(2, "green"), document(3, "red")])
    let red = Query.Test.text("red")
    #expect(try indexed.index.ranked([red], among: [id(3)], limit: 9) == [id(3)])
    #expect(try indexed.index.ranked([red], among: [], limit: 9) == [])
    #expect(try indexed.index.ranked([.hasNote], among: [id(2)], limit: 9) == [id(2)])
    #expect(try indexed.index.best(red, limit: 0) == [])
    #expect(try indexed.index.best(red, limit: 1).count == 1)
    let many = (0..<100_000).map { Query.Test.text("w\($0)") } + [red]
    #expect(try indexed.index.ranked(many, among: [id(1)], limit: 9) == [id(1)])
    _ = try indexed.index.snippets([id(1)], for: many)
  }

  @Test("equal matches come in the same order each time, however they were indexed")
  func ties() throws {
    let documents = (1...30).map { document($0, "same", "text") }
    let one = try Indexed(documents)
    let other = try Indexed()
    for document in documents.reversed() { try other.add([document]) }
    let ranked = try one.index.best(.text("same"), limit: 7)
    #expect(ranked == documents.map(\.id).sorted().prefix(7).map { $0 })
    #expect(try other.index.best(.text("same"), limit: 7) == ranked)
  }
}
