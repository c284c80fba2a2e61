import Glibc
import ReadingList
import Testing

@testable import ArticleStore

@Suite("What a machine wrote, where a syncer lets the newest file win")
struct WrittenRecordsTests {
  private let scratch = Scratch()

  private var state: String { scratch.path + "/state" }

  private func open(_ access: Library.Access = .readWrite, days: Int64 = 0) throws -> Library {
    var layer = FileLayer.real
    layer.now = { FileLayer.realTime() + days * 86_400 * 1_000_000_000 + 60_000_000_000 }
    return try Library.open(
      scratch.library,
      cache: scratch.cache,
      state: state,
      access: access,
      files: layer
    )
  }

  /// Puts a version of an article in place as syncers do: whole, by renaming.
  private func put(_ article: Article) {
    put(ArticleRecord.text(of: article), article.id)
  }

  private func put(_ text: String, _ id: ArticleID) {
    let path = scratch.file(id)
    Scratch.write(text, to: path + ".arriving.tmp")
    Scratch.rename(path + ".arriving.tmp", to: path)
  }

  /// An article that has been tagged here, and what another machine made of it without knowing that.
  private func begin() throws -> (mine: Article, theirs: Article) {
    let mine = try article("https://example.com/a")
    let library = try open()
    _ = try library.add([mine], at: at(0))
    _ = try library.apply(.tag(add: ["mine"], remove: []), to: [mine.id], at: at(1))
    let theirs = try #require(mine.applying(.note("theirs"), at: at(2)))
    return (mine, theirs)
  }

  private func journal() throws -> [String] {
    Scratch.contents(state).keys.filter { $0.contains("/written-") }.sorted()
  }

  @Test("is merged again when the list is next made, by whatever process")
  func restored() throws {
    let (mine, theirs) = try begin()
    put(theirs)
    _ = try open().snapshot()
    let merged = try #require(try open().article(mine.id))
    #expect(merged.tags == ["mine"] && merged.note == "theirs")
    let list = try open().snapshot()
    #expect(list.row(of: mine.id).map { list[$0].tags } == ["mine"])
  }

  @Test("is merged by who has the library open and watches")
  func watched() throws {
    let (mine, theirs) = try begin()
    let library = try open()
    let watcher = try library.makeWatcher()
    _ = library.snapshot()
    put(theirs)
    #expect(watcher.drain())
    _ = library.snapshot()
    let merged = try #require(try library.article(mine.id))
    #expect(merged.tags == ["mine"] && merged.note == "theirs")
  }

  @Test(
    "is merged by the next change, which does not know of it",
    arguments: ["apply", "fetch", "add", "copy"]
  )
  func changed(how: String) throws {
    let (mine, theirs) = try begin()
    let library = try open()
    _ = library.snapshot()
    put(theirs)
    switch how {
    case "apply": _ = try library.apply(.title("next"), to: [mine.id], at: at(3))
    case "fetch": _ = try library.saveFetched(mine.id, at: at(3), body: "x") { $0.title = "next" }
    case "add":
      var receipt = ChangeReceipt()
      var again = mine
      again.note = "more"
      _ = try library.put([IncomingArticle(again)], at: at(3), into: &receipt)
    default:
      let copy = try #require(mine.applying(.title("next"), at: at(3)))
      Scratch.write(ArticleRecord.text(of: copy), to: scratch.file(mine.id) + "~")
      _ = try library.mergeCopy(at: scratch.file(mine.id) + "~")
    }
    _ = try open().snapshot()
    let merged = try #require(try library.article(mine.id))
    #expect(merged.tags == ["mine"] && merged.note.hasPrefix("theirs"))
    #expect(how == "add" ? merged.note.hasSuffix("more") : merged.title == "next")
  }

  @Test("leaves alone what a person wrote by hand")
  func byHand() throws {
    let (mine, _) = try begin()
    let text = try #require(Scratch.text(scratch.file(mine.id)))
    let edited = text.replacing("\"title\": \"\(mine.title)\"", with: "\"title\": \"A\"")
    #expect(edited != text)
    put(edited, mine.id)
    _ = try open().snapshot()
    #expect(Scratch.text(scratch.file(mine.id)) == edited)
  }

  @Test("keeps an article purged that an older version of it comes back for, and one saved since")
  func tombstones() throws {
    let (mine, theirs) = try begin()
    _ = try open().purge([mine.id], at: at(5))
    let tombstone = try #require(Scratch.text(scratch.file(mine.id)))
    put(theirs)
    _ = try open().snapshot()
    #expect(Scratch.text(scratch.file(mine.id)) == tombstone)
    // Saved again elsewhere after that.
    let again = try article("https://example.com/a", at: at(9))
    put(again)
    _ = try open().snapshot()
    let found = try #require(try open().article(mine.id))
    #expect(found.savedAt == again.savedAt && found.tags == again.tags && found.note == again.note)
  }

  @Test("keeps no word of an article that was purged, and what was written of others")
  func purgedWords() throws {
    let (mine, theirs) = try begin()
    let library = try open()
    let gone = try article("https://example.com/gone")
    _ = try library.add([gone], at: at(0))
    _ = try library.apply(.note("gooseberry"), to: [gone.id], at: at(1))
    let word = Array("gooseberry".utf8)
    let holds = { Scratch.contents(state).values.contains { $0.contains(word) } }
    #expect(holds())
    _ = try library.purge([gone.id], at: at(5))
    #expect(!holds())
    put(theirs)
    _ = try open().snapshot()
    #expect(try library.article(mine.id)?.tags == ["mine"])
  }

  @Test("brings back no article that was purged elsewhere")
  func purgedElsewhere() throws {
    let (mine, _) = try begin()
    let there = Scratch()
    let other = try there.open()
    _ = try other.add([mine], at: at(0))
    _ = try other.purge([mine.id], at: at(5))
    let tombstone = try #require(Scratch.text(there.file(mine.id)))
    put(tombstone, mine.id)
    _ = try open().snapshot()
    #expect(Scratch.text(scratch.file(mine.id)) == tombstone)
    // Nor one whose file is gone.
    Scratch.remove(scratch.file(mine.id))
    _ = try open().snapshot()
    #expect(!Scratch.exists(scratch.file(mine.id)))
  }

  @Test("is forgotten after thirty days", arguments: [29, 31] as [Int64])
  func old(days: Int64) throws {
    let (mine, theirs) = try begin()
    put(theirs)
    _ = try open(days: days).snapshot()
    #expect(try open().article(mine.id)?.tags == (days < 30 ? ["mine"] : []))
  }

  @Test("is not written into a library that may only be read, and is when it may be changed")
  func readOnly() throws {
    let (mine, theirs) = try begin()
    put(theirs)
    let text = Scratch.text(scratch.file(mine.id))
    _ = try open(.readOnly).snapshot()
    #expect(Scratch.text(scratch.file(mine.id)) == text)
    _ = try open().snapshot()
    #expect(try open().article(mine.id)?.tags == ["mine"])
  }

  @Test("may be lost or damaged at any place, which harms nothing else")
  func damaged() throws {
    let (mine, theirs) = try begin()
    let path = try #require(try journal().first)
    let whole = try #require(Scratch.read(path))
    for length in stride(from: 0, to: whole.count + 1, by: 13) {
      Scratch.write(Array(whole.prefix(length)), to: path)
      put(theirs)
      let library = try open()
      _ = library.snapshot()
      let merged = try #require(try library.article(mine.id))
      #expect(merged.note == "theirs" && (merged.tags == ["mine"] || length < whole.count))
      // What is written after that is kept.
      _ = try library.apply(.tag(add: ["next"], remove: []), to: [mine.id], at: at(3))
      put(theirs)
      _ = try open().snapshot()
      #expect(try library.article(mine.id)?.tags.contains("next") == true, "\(length)")
    }
    for index in stride(from: 0, to: whole.count, by: 7) {
      var bytes = whole
      bytes[index] ^= 0xff
      Scratch.write(bytes, to: path)
      put(theirs)
      _ = try open().snapshot()
      #expect(try open().article(mine.id)?.note == "theirs")
    }
    Scratch.remove(path)
    put(theirs)
    _ = try open().snapshot()
    #expect(try open().article(mine.id)?.note == "theirs")
  }

  @Test("does not reach a copy of the library elsewhere")
  func elsewhere() throws {
    let (mine, theirs) = try begin()
    let other = scratch.path + "/other"
    Scratch.makeSpecial("directory", at: other)
    for (path, bytes) in Scratch.contents(scratch.library) {
      let place = path.replacing(scratch.library, with: other)
      var parent = other
      for part in place.dropFirst(other.count + 1).split(separator: "/").dropLast() {
        parent += "/" + part
        Scratch.makeSpecial("directory", at: parent)
      }
      Scratch.write(bytes, to: place)
    }
    let path = scratch.file(mine.id).replacing(scratch.library, with: other)
    Scratch.write(ArticleRecord.text(of: theirs), to: path)
    let library = try Library.open(other, cache: scratch.cache, state: state)
    _ = library.snapshot()
    #expect(try library.article(mine.id) == theirs)
  }

  @Test("takes no more room than twice its limit, and keeps the last versions")
  func bounded() throws {
    let limit = 64 << 10
    let written = WrittenRecords(
      directory: state,
      name: "test",
      files: .real,
      limit: limit
    )
    let articles = try (0..<12).map { try article("https://example.com/\($0)") }
    for round in 0..<60 as Range<Int64> {
      for article in articles {
        let next = try #require(article.applying(.note("round \(round)"), at: at(round)))
        let bytes = Array(ArticleRecord.text(of: next).utf8)
        written.add([RecordReplacement(id: article.id, bytes: bytes)])
        let size = Scratch.contents(state).values.reduce(0) { $0 + $1.count }
        #expect(size <= 2 * limit + bytes.count + 128)
      }
    }
    let reader = WrittenRecords(directory: state, name: "test", files: .real, limit: limit)
    reader.refresh()
    for article in articles {
      let bytes = Array(ArticleRecord.text(of: article).utf8)
      let record = try Record(bytes, id: article.id)
      #expect(reader.missing(in: record, bytes)?.article?.note == "round 59")
    }
  }
}
