import Library
import ReadingList
import Testing

@Suite("Ranking") struct RankingTests {
  private func word(_ word: String) -> SearchTerms { .test(.text(word)) }

  @Test("a match in the title stands above any in the text") func title() throws {
    let many = String(repeating: "glacier ", count: 200)
    let indexed = try Indexed([
      document(1, "", many), document(2, "The last glacier of the valley", "ice"),
      document(3, "", "one glacier among many other words"),
      document(4, "", many) { ($0.author, $0.tags, $0.note) = ("Glacier", ["glacier"], "glacier") },
    ])
    let ranked = try indexed.index.ranked(word("glacier"), limit: 9)
    #expect(ranked.first == id(2))
    #expect(ranked.last == id(3))
    #expect(ranked.count == 4)
    #expect(try indexed.index.ranked(.test(.prefix("gla")), limit: 1) == [id(2)])
  }

  @Test("of two words the rarer one counts more") func rarity() throws {
    var documents = (10..<60).map { document($0, "", "common and plain") }
    documents += [document(1, "", "common common"), document(2, "", "rare thing")]
    let indexed = try Indexed(documents)
    let ranked = try indexed.index.ranked(.any([word("common"), word("rare")]), limit: 2)
    #expect(ranked.first == id(2))
  }

  @Test("and, or and the articles that are allowed decide what is ranked") func tree() throws {
    let indexed = try Indexed([
      document(1, "red", "green"), document(2, "red", "blue"), document(3, "green", "blue"),
      document(4, "", "red green blue"),
    ])
    func found(_ terms: SearchTerms, _ allowed: [Int]? = nil) throws -> Set<Int> {
      let ids = try indexed.index.ranked(terms, limit: 9, allowed: allowed?.map(id).sorted())
      return Set((1...4).filter { ids.contains(id($0)) })
    }
    #expect(try found(.all([word("red"), word("green")])) == [1, 4])
    #expect(try found(.any([word("red"), word("green")])) == [1, 2, 3, 4])
    #expect(try found(.all([word("red"), .any([word("green"), word("blue")])])) == [1, 2, 4])
    #expect(try found(.any([.all([word("red"), word("green")]), word("red blue")])) == [1, 4])
    #expect(try found(.any([word("green blue"), word("red blue")])) == [4])
    #expect(try found(word("red"), [2, 3]) == [2])
    #expect(try found(word("green blue"), [1, 2, 3]) == [])
    #expect(try found(word("red"), []) == [])
    #expect(try found(.all([])) == [])
    #expect(try found(.test(.hasNote)) == [])
    #expect(try indexed.index.ranked(word("red"), limit: 0) == [])
    #expect(try indexed.index.ranked(word("red"), limit: 2).count == 2)
  }

  @Test("terms as deep and as many as can be typed are answered") func deep() throws {
    let indexed = try Indexed([document(1, "red"), document(2, "green")])
    var terms = word("red")
    for _ in 0..<5000 { terms = .all([terms]) }
    _ = try indexed.index.ranked(terms, limit: 9)
    _ = try indexed.index.snippets([id(1)], for: terms)
    let many = SearchTerms.any((0..<100_000).map { word("w\($0)") } + [word("red")])
    _ = try indexed.index.ranked(many, limit: 9)
    _ = try indexed.index.snippets([id(1)], for: many)
  }

  @Test("equal matches come in the same order each time, however they were indexed") func ties()
    throws
  {
    let documents = (1...30).map { document($0, "same", "text") }
    let one = try Indexed(documents)
    let other = try Indexed()
    for document in documents.reversed() { try other.add([document]) }
    let ranked = try one.index.ranked(word("same"), limit: 7)
    #expect(ranked == documents.map(\.id).sorted().prefix(7).map { $0 })
    #expect(try other.index.ranked(word("same"), limit: 7) == ranked)
  }
}
