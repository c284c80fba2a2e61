import Glibc
import Library
import Platform
import ReadingList
import TestSupport
import Testing

@Suite("The index on disk") struct IndexFileTests {
  private func sample(_ count: Int, from first: Int = 1) -> [SearchDocument] {
    (first..<(first + count)).map {
      document($0, "Title \($0)", "text number \($0) of a river", language: "en", stamp: UInt64($0))
    }
  }

  /// Runs every kind of query; returns the first error.
  private func ask(_ index: SearchIndex) -> SearchError? {
    let terms = [.text("text number"), .prefix("riv")] as [Query.Test]
    do throws(SearchError) {
      _ = try index.stamps()
      _ = try index.articlesWithoutText()
      _ = try index.matches(.text("river"))
      _ = try index.matches(.text("of a river"))
      _ = try index.snippets(
        try index.ranked(terms, among: index.stamps().map(\.id), limit: 50), for: terms)
      return nil
    } catch { return error }
  }

  @Test("an index that was never made is missing, and asking makes none") func missing() throws {
    let scratch = try TemporaryDirectory()
    let index = SearchIndex(directory: scratch.path("none"), texts: TextLibrary().texts)
    #expect(ask(index) == .missing)
    #expect(names(in: scratch.path) == [])
    let empty = try Indexed()
    #expect(ask(empty.index) == nil)
    #expect(!empty.files.isEmpty)
  }

  @Test("a removed article is found no more, and a changed one by its new words alone")
  func changes() throws {
    let indexed = try Indexed(sample(5))
    let writer = try indexed.index.writer()
    try writer.remove(id(2))
    try writer.remove(id(77))
    #expect(try indexed.index.matches(.text("river")).count == 5)
    try indexed.put(document(3, "Other", "brook", stamp: 7), writer)
    try writer.commit()
    #expect(try indexed.index.matches(.text("river")) == [id(1), id(4), id(5)].sorted())
    #expect(try indexed.index.matches(.text("brook")) == [id(3)])
    #expect(try indexed.index.best(.text("river"), limit: 9).count == 3)
    #expect(try indexed.index.snippets([id(2)], for: [.text("river")]).isEmpty)
    #expect(try indexed.index.stamps().first { $0.id == id(3) }?.stamp == 7)
  }

  @Test("a writer that ends without committing leaves the index as it was")
  func uncommitted() throws {
    let indexed = try Indexed(sample(5))
    do {
      let writer = try indexed.index.writer()
      try writer.remove(id(2))
      try writer.put(document(9, "nine"))
    }
    #expect(try indexed.index.stamps().map(\.id) == (1...5).map(id).sorted())
    #expect(try indexed.index.matches(.text("nine")) == [])
  }

  @Test("a second writer is refused, and readers see what is committed meanwhile")
  func twoHandles() throws {
    let indexed = try Indexed(sample(2))
    let reader = SearchIndex(directory: indexed.index.directory, texts: indexed.library.texts)
    #expect(try reader.matches(.text("river")).count == 2)
    do {
      let writer = try indexed.index.writer()
      #expect(throws: SearchError.locked) { try reader.writer() }
      #expect(throws: SearchError.locked) { try reader.reset() }
      for round in 1...12 {
        for document in sample(5, from: 100 * round) { try indexed.put(document, writer) }
        try writer.commit()
        if round % 3 == 0 { #expect(try reader.matches(.text("river")).count == 2 + 5 * round) }
      }
    }
    try reader.writer().commit()
  }

  @Test("articles whose text is missing are told, until it is put") func missingTexts() throws {
    let indexed = try Indexed([document(1, "one", "text"), document(2) { $0.isTextMissing = true }])
    #expect(try indexed.index.articlesWithoutText() == [id(2)])
    try indexed.add([document(2, "two", "text")])
    #expect(try indexed.index.articlesWithoutText() == [])
  }

  @Test("what another kind of index left in the directory is deleted by the first writer")
  func oldFiles() throws {
    let indexed = try Indexed()
    try indexed.index.reset()
    for name in ["index", "part-1"] {
      try SmallFile.replace(indexed.index.directory + "/" + name, with: [1], isDurable: false)
    }
    #expect(ask(indexed.index) == .missing)
    try indexed.add(sample(3))
    #expect(ask(indexed.index) == nil)
    #expect(!indexed.files.contains("index") && !indexed.files.contains("part-1"))
  }

  @Test("where its directory is a link, nothing is deleted behind it") func linked() throws {
    let indexed = try Indexed()
    try indexed.index.reset()
    let directory = indexed.index.directory
    let elsewhere = directory + "-elsewhere"
    try SmallFile.replace(elsewhere + "/sub/letter", with: [1], isDurable: false)
    removeTree(directory)
    symlink(elsewhere, directory)
    try indexed.add(sample(3))
    #expect(ask(indexed.index) == nil)
    #expect(names(in: elsewhere) == ["sub"] && exists(elsewhere + "/sub/letter"))
    unlink(directory + "/iamglass")
    removeTree(directory + "/part")
    symlink(elsewhere + "/sub", directory + "/part")
    try indexed.add(sample(3))
    #expect(exists(elsewhere + "/sub/letter"))
  }

  @Test("deleted while it is open, it is missing until it is made again") func removed() throws {
    let indexed = try Indexed(sample(3))
    #expect(ask(indexed.index) == nil)
    let writer = try indexed.index.writer()
    try writer.put(document(9, "nine"))
    for name in names(in: indexed.index.directory) { unlink(indexed.index.directory + "/" + name) }
    rmdir(indexed.index.directory)
    #expect(ask(indexed.index) == .missing)
    #expect(throws: SearchError.self) { try writer.commit() }
    try indexed.add(sample(4))
    #expect(ask(indexed.index) == nil)
    #expect(try indexed.index.stamps().count == 4)
  }

  @Test(
    "cut at any length or with bytes overwritten, each file gives an answer or an error",
    arguments: 0..<60)
  func corruption(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed + 3)
    let documents = sample(40)
    let indexed = try Indexed(Array(documents.prefix(30)))
    try indexed.add(Array(documents.suffix(10)))
    let name = try #require(indexed.files.randomElement(using: &random))
    let path = indexed.index.directory + "/" + name
    var bytes = try #require(SmallFile.read(path))
    if seed % 3 == 0 {
      bytes.removeLast(Int.random(in: 0...bytes.count, using: &random))
    } else {
      for _ in 0..<(seed % 3 == 1 ? 1 : 40) where !bytes.isEmpty {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
    }
    let file = open(path, O_WRONLY | O_TRUNC, 0o600)
    #expect(write(file, bytes, bytes.count) == bytes.count)
    close(file)
    // Whether or not it was open before.
    let other = SearchIndex(directory: indexed.index.directory, texts: indexed.library.texts)
    for index in [indexed.index, other] {
      if let error = ask(index) { #expect(error.asksForRebuild, "\(error)") }
    }
    try indexed.index.reset()
    try indexed.add(documents)
    #expect(ask(indexed.index) == nil)
    #expect(try indexed.index.stamps().count == 40)
  }
}
