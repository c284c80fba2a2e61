import Library
import Platform
import ReadingList
import ReadingServices
import TestSupport
import Testing

@Suite("Indexing texts that come after their records") struct LateTextTests {
  @Test("a text is found as soon as it has come") func comes() throws {
    let directory = try TemporaryDirectory()
    let library = try Library.open(directory.path("library"), cache: directory.path("cache"))
    let index = SearchIndex(of: library, in: directory.path("cache"))
    let moment = Timestamp(seconds: 1)
    var article = Article(address: try WebAddress("https://x.example/a"), savedAt: moment)
    article.title = "Walking"
    let id = try library.keep(article, html: "<p>A glacier carves the valley.</p>", at: moment).id
    let text = LibraryFiles.text(of: id, in: directory.path("library"))

    /// Updates the index and returns whether it was up to date before.
    func update() throws -> Bool {
      let library = try Library.open(directory.path("library"), cache: directory.path("cache"))
      let indexer = LibraryIndexer(library: library, index: index)
      var wasCurrent = true
      try indexer.update(to: library.snapshot()) { _ in wasCurrent = false }
      return wasCurrent
    }

    rename(text, directory.path("text"))
    for hasText in [false, true] {
      if hasText { rename(directory.path("text"), text) }
      #expect(try !update())
      #expect(try index.matches(.text("glacier")) == (hasText ? [id] : []))
      #expect(try index.matches(.text("walking")) == [id])
      #expect(try update())
    }
  }
}
