import Library
import Platform
import ReadingList
import ReadingServices
import TestSupport
import Testing

/// A library whose records and texts arrive one by one, and its full-text index.
private struct Arriving {
  let directory: TemporaryDirectory
  let index: SearchIndex
  let id: ArticleID

  private static let text = "<p>A glacier carves the valley.</p>"

  /// A library with one record that promises a text.
  init() throws {
    directory = try TemporaryDirectory()
    let library = try Library.open(directory.path("library"), cache: directory.path("cache"))
    index = SearchIndex(of: library, in: directory.path("cache"))
    var article = Article(
      address: try WebAddress("https://x.example/a"), savedAt: Timestamp(seconds: 1))
    article.title = "Walking"
    article = try library.keep(article, html: Self.text, at: Timestamp(seconds: 1))
    id = article.id
    path = LibraryFiles.text(of: id, in: directory.path("library"))
  }

  private let path: String

  func loseText() { unlink(path) }

  func bring(_ text: String = Self.text) throws {
    try SmallFile.replace(path, with: Array(text.utf8), isDurable: false)
  }

  /// Updates the index; returns whether it was current before.
  func update() throws -> Bool {
    let library = try Library.open(directory.path("library"), cache: directory.path("cache"))
    let indexer = LibraryIndexer(library: library, index: index)
    let list = library.snapshot()
    let wasCurrent = indexer.isCurrent(for: list)
    try indexer.update(to: list)
    return wasCurrent
  }

  func isFound(_ word: String) throws -> Bool { try index.matches(.text(word)) == [id] }
}

@Suite("Indexing texts that come after their records") struct LateTextTests {
  @Test("a text is found as soon as it has come") func comes() throws {
    let arriving = try Arriving()
    arriving.loseText()
    #expect(try arriving.update() == false)
    #expect(try !arriving.isFound("glacier") && arriving.isFound("walking"))
    #expect(try arriving.update())
    try arriving.bring()
    #expect(try arriving.update() == false)
    #expect(try arriving.isFound("glacier"))
    #expect(try arriving.isFound("walking"))
    #expect(try arriving.update())
  }
}
