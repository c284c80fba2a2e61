import Library
import ReadingList
import ReadingServices
import TestSupport
import Testing

/// A library and its full-text index.
private struct Texts {
  let directory: TemporaryDirectory
  let list: LibrarySnapshot
  let index: SearchIndex
  private let names: [ArticleID: String]

  /// Creates articles from names, titles and texts, each marked as suspect or not.
  init(_ texts: [(name: String, title: String, text: String, isSuspect: Bool)]) throws {
    directory = try TemporaryDirectory()
    let now = Timestamp(seconds: 1)
    let library = try Library.open(directory.path("library"), cache: directory.path("cache"))
    let addresses = try texts.map { try WebAddress("https://x.example/\($0.name)") }
    let bodies = Dictionary(
      uniqueKeysWithValues: zip(addresses, texts).map {
        (Article(address: $0, savedAt: now).id, $1.text)
      })
    index = SearchIndex(
      directory: directory.path("index"),
      texts: { id in bodies[id].map { SearchDocument(id: id, stamp: 1, body: $0) } })
    let writer = try index.writer()
    var names: [ArticleID: String] = [:]
    for text in texts {
      var article = Article(address: try WebAddress("https://x.example/\(text.name)"), savedAt: now)
      article.title = text.title
      article.fetch = text.isSuspect ? .suspect(reason: "It is short") : .ready
      names[article.id] = text.name
      _ = try library.add([article], at: now)
      try writer.put(
        SearchDocument(id: article.id, stamp: 1, title: text.title, language: "en", body: text.text)
      )
    }
    try writer.commit()
    self.names = names
    list = library.snapshot()
  }

  /// The names of the articles that a query finds, best first.
  func found(_ query: String) throws -> [String] { try names(in: answer(to: query)) }

  func names(in answer: SearchAnswer) -> [String] { answer.ranking.compactMap { names[$0] } }

  func answer(to query: String, reading limit: Int = .max) throws -> SearchAnswer {
    try SearchAnswer(
      of: index, to: Query(parsing: query), in: .everything, of: list,
      now: Timestamp(seconds: 2), reading: limit)
  }
}

@Suite("Searching") struct SearchAnswerTests {
  @Test("a page that may be none never stands before others for its few words")
  func suspects() throws {
    let long = String(repeating: "of the valley and the ice ", count: 50)
    let texts = try Texts([
      ("wall", "Glacier", "glacier", true), ("long", "Ice", "A glacier. " + long, false),
    ])
    #expect(try texts.found("glacier") == ["long", "wall"])
  }

  @Test("a phrase is found, and missing, where its words stand one after another")
  func phrases() throws {
    let texts = try Texts([
      ("a", "", "the slow web", false), ("b", "", "the web is slow", false),
      ("c", "", "slow web, slow", true), ("d", "", "fast", false),
    ])
    #expect(try Set(texts.found("\"slow web\"")) == ["a", "c"])
    #expect(try texts.found("\"slow web\" is:suspect") == ["c"])
    #expect(try texts.found("slow -\"slow web\"") == ["b"])
    #expect(try texts.found("\"web fast\"") == [])
  }

  @Test("a phrase is looked for in the best texts first, and in all of them in the end")
  func bestFirst() throws {
    let filler = String(repeating: "word ", count: 40)
    let apart = (1...20).map { ("apart\($0)", "", "slow \(filler) web", false) }
    let texts = try Texts(
      apart + [("best", "", "slow web", false), ("long", "", filler + filler + "slow web", false)])
    let first = try texts.answer(to: "\"slow web\"", reading: 3)
    #expect(first.isPartial && texts.names(in: first) == ["best"])
    let all = try texts.answer(to: "\"slow web\"", reading: 100)
    #expect(!all.isPartial && texts.names(in: all) == ["best", "long"])
  }
}
