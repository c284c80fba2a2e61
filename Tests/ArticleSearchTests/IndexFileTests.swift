import ArticleSearch
import Glibc
import Platform
import ReadingList
import TestSupport
import Testing

@Suite("The index on disk")
struct IndexFileTests {
  private func sample(_ count: Int, from first: Int = 1) -> [SearchDocument] {
    (first..<(first + count)).map {
      document($0, "Title \($0)", "text number \($0) of a river", language: "en", stamp: UInt64($0))
    }
  }

  private func summary(_ documents: [SearchDocument]) -> SearchSummary {
    var summary = SearchSummary()
    for document in documents { summary.add(document.id, stamp: document.stamp) }
    return summary
  }

  @Test("stays a few files, in whatever portions articles come")
  func fewFiles() throws {
    let indexed = try Indexed()
    var first = 1
    // Each large file is too large for the small ones beside it, and a little smaller than the one before.
    for large in stride(from: 70, to: 1, by: -3) {
      for count in [large, 1, 1] {
        try indexed.add(sample(count, from: first))
        first += count
      }
    }
    let parts = names(in: indexed.index.directory).filter { $0.hasPrefix("part-") }
    #expect((2...16).contains(parts.count))
    #expect(try indexed.index.matches(.text("river")).count == first - 1)
  }

  /// Asks everything that can be asked; gives what went wrong.
  private func ask(_ index: SearchIndex) -> SearchError? {
    let terms = SearchTerms.all([.test(.text("text number")), .test(.prefix("riv"))])
    do throws(SearchError) {
      _ = try index.stamps()
      _ = try index.matches(.text("river"))
      _ = try index.matches(.text("of a river"))
      _ = try index.snippets(try index.ranked(terms, limit: 50), for: terms)
      _ = try index.suggestion(for: "rivr")
      return nil
    } catch { return error }
  }

  @Test("the summary says which articles it has, in whatever order, without opening it")
  func summaries() throws {
    let documents = sample(20)
    let indexed = try Indexed(documents.reversed())
    #expect(indexed.index.summary == summary(documents))
    try indexed.add([document(3, "Title 3", "new", stamp: 99)])
    #expect(indexed.index.summary != summary(documents))
    var changed = documents
    changed[2].stamp = 99
    #expect(indexed.index.summary == summary(changed))
    // Nothing but the list is needed for it.
    for name in indexed.files where name.hasPrefix("part-") {
      unlink(indexed.index.directory + "/" + name)
    }
    #expect(SearchIndex(directory: indexed.index.directory).summary == summary(changed))
    let empty = try Indexed()
    #expect(empty.index.summary == SearchSummary())
    #expect(ask(empty.index) == nil)
  }

  @Test("what was never made, or was removed, is missing")
  func missing() throws {
    let scratch = try TemporaryDirectory()
    let index = SearchIndex(directory: scratch.path("none"))
    #expect(index.summary == nil)
    #expect(ask(index) == .missing)
    #expect(names(in: scratch.path) == [])
  }

  @Test("a removed article is found no more, and a changed one by its new words alone")
  func changes() throws {
    let indexed = try Indexed(sample(5))
    let writer = try indexed.index.writer()
    try writer.remove(id(2))
    try writer.remove(id(77))
    try writer.put(document(3, "Other", "brook", stamp: 7))
    #expect(try indexed.index.matches(.text("river")).count == 5)
    try writer.commit()
    #expect(try indexed.index.matches(.text("river")) == [id(1), id(4), id(5)].sorted())
    #expect(try indexed.index.matches(.text("brook")) == [id(3)])
    #expect(try indexed.index.ranked(.test(.text("river")), limit: 9).count == 3)
    #expect(try indexed.index.snippets([id(2)], for: .test(.text("river"))).isEmpty)
    #expect(try indexed.index.stamps().first { $0.id == id(3) }?.stamp == 7)
  }

  @Test("a second writer is refused, and readers see what is committed meanwhile")
  func twoHandles() throws {
    let indexed = try Indexed(sample(2))
    let reader = SearchIndex(directory: indexed.index.directory)
    #expect(try reader.matches(.text("river")).count == 2)
    do {
      let writer = try indexed.index.writer()
      #expect(throws: SearchError.locked) { try reader.writer() }
      #expect(throws: SearchError.locked) { try reader.reset() }
      for round in 1...12 {
        for document in sample(5, from: 100 * round) { try writer.put(document) }
        try writer.commit()
        #expect(try reader.matches(.text("river")).count == 2 + 5 * round)
        #expect(reader.summary?.count == 2 + 5 * round)
      }
    }
    #expect(indexed.files.filter { $0.hasPrefix("part-") }.count < 10)
    try reader.writer().commit()
  }

  @Test("many small commits leave few files, and all that was put")
  func merging() throws {
    let indexed = try Indexed()
    let writer = try indexed.index.writer()
    for number in 1...150 {
      try writer.put(document(number, "Title \(number)", "word\(number) river", stamp: 1))
      if number % 3 == 0 { try writer.remove(id(number / 3)) }
      try writer.commit()
    }
    #expect(indexed.files.count < 20, "\(indexed.files)")
    #expect(try indexed.index.matches(.text("river")) == (51...150).map(id).sorted())
    for number in 51...150 {
      #expect(try indexed.index.matches(.text("word\(number)")) == [id(number)])
      #expect(try indexed.index.matches(.text("word\(number) river")) == [id(number)])
    }
  }

  @Test("tidying frees the room of what was removed and changes no answer")
  func tidying() throws {
    let documents = sample(400)
    let indexed = try Indexed(documents)
    let writer = try indexed.index.writer()
    for document in documents.dropLast(50) { try writer.remove(document.id) }
    try writer.commit()
    let before = try indexed.index.stamps().map(\.id)
    let ranked = try indexed.index.ranked(.test(.text("rivers")), limit: 60)
    var left = 10
    try writer.tidy {
      left -= 1
      return left > 0
    }
    #expect(try indexed.index.stamps().map(\.id) == before)
    let full = size(indexed)
    try writer.tidy { true }
    #expect(size(indexed) < full)
    #expect(try indexed.index.stamps().map(\.id) == before)
    #expect(try indexed.index.ranked(.test(.text("rivers")), limit: 60) == ranked)
    #expect(indexed.index.summary == summary(Array(documents.suffix(50))))
  }

  private func size(_ indexed: Indexed) -> Int {
    indexed.files.reduce(0) { $0 + (SmallFile.size(of: indexed.index.directory + "/" + $1) ?? 0) }
  }

  @Test("an index of another version says so, and a damaged list of its files too")
  func versions() throws {
    let indexed = try Indexed(sample(3))
    let list = indexed.index.directory + "/index"
    let bytes = try #require(SmallFile.read(list))
    let other = String(decoding: bytes, as: UTF8.self)
      .replacing("luego search ", with: "luego search 9")
    try SmallFile.replace(list, with: Array(other.utf8), isDurable: false)
    #expect(ask(indexed.index) == .otherVersion)
    #expect(throws: SearchError.otherVersion) { try indexed.index.writer() }
    #expect(indexed.index.summary == nil)
    try indexed.index.reset()
    #expect(ask(indexed.index) == .missing)
    try indexed.add(sample(3))
    #expect(ask(indexed.index) == nil)
  }

  @Test("removed while it is open, it is missing until it is made again")
  func removed() throws {
    let indexed = try Indexed(sample(3))
    #expect(ask(indexed.index) == nil)
    let writer = try indexed.index.writer()
    try writer.put(document(9, "nine"))
    for name in names(in: indexed.index.directory) {
      let path = indexed.index.directory + "/" + name
      for inner in names(in: path) { unlink(path + "/" + inner) }
      if unlink(path) != 0 { rmdir(path) }
    }
    rmdir(indexed.index.directory)
    #expect(ask(indexed.index) == .missing)
    #expect(throws: SearchError.self) { try writer.commit() }
    try indexed.add(sample(4))
    #expect(ask(indexed.index) == nil)
    #expect(try indexed.index.stamps().count == 4)
  }

  @Test("a file of the index that is gone or another's is damage")
  func lostFile() throws {
    for change in ["remove", "swap"] {
      let indexed = try Indexed(sample(3))
      let name = try #require(indexed.files.first { $0.hasPrefix("part-") })
      let path = indexed.index.directory + "/" + name
      if change == "remove" {
        unlink(path)
      } else {
        let other = try Indexed(sample(3))
        let file = try #require(other.files.first { $0.hasPrefix("part-") })
        let bytes = try #require(SmallFile.read(other.index.directory + "/" + file))
        try SmallFile.replace(path, with: bytes, isDurable: false)
      }
      let error = try #require(ask(SearchIndex(directory: indexed.index.directory)))
      #expect(error.asksForRebuild)
    }
  }

  @Test(
    "cut at any length or with bytes overwritten, each file gives an answer or an error",
    arguments: 0..<60
  )
  func corruption(seed: UInt64) throws {
    var random = Seeded(seed: seed + 3)
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
          in: 0...255,
          using: &random
        )
      }
    }
    let file = open(path, O_WRONLY | O_TRUNC, 0o600)
    #expect(write(file, bytes, bytes.count) == bytes.count)
    close(file)
    // Open before that or not.
    for index in [indexed.index, SearchIndex(directory: indexed.index.directory)] {
      if let error = ask(index) { #expect(error.asksForRebuild, "\(error)") }
    }
    try indexed.index.reset()
    try indexed.add(documents)
    #expect(ask(indexed.index) == nil)
    #expect(indexed.index.summary == summary(documents))
  }

  @Test(
    "whatever a writer that was killed left behind, the index is as it was committed last",
    arguments: 0..<25
  )
  func killed(seed: UInt64) throws {
    var random = Seeded(seed: seed + 5)
    let indexed = try Indexed(sample(10))
    let directory = indexed.index.directory
    let before = Dictionary(
      uniqueKeysWithValues: indexed.files.map { ($0, SmallFile.read(directory + "/" + $0) ?? []) }
    )
    try indexed.add(sample(10, from: 50))
    // The files of the second commit, cut off somewhere, beside the list of the first.
    for name in indexed.files where before[name] == nil {
      let bytes = SmallFile.read(directory + "/" + name) ?? []
      let kept = bytes.prefix(Int.random(in: 0...bytes.count, using: &random))
      try SmallFile.replace(directory + "/" + name, with: Array(kept), isDurable: false)
    }
    for (name, bytes) in before {
      try SmallFile.replace(directory + "/" + name, with: bytes, isDurable: false)
    }
    mkdir(directory + "/new-1", 0o700)
    try SmallFile.replace(directory + "/new-1/postlist.glass", with: [1], isDurable: false)
    let again = SearchIndex(directory: directory)
    #expect(again.summary == summary(sample(10)))
    #expect(try again.stamps().count == 10)
    #expect(ask(again) == nil)
    let writer = try again.writer()
    #expect(!names(in: directory).contains("new-1"))
    for document in sample(10, from: 50) { try writer.put(document) }
    try writer.commit()
    #expect(again.summary?.count == 20)
    #expect(ask(again) == nil)
  }
}
