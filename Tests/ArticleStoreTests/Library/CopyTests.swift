import Glibc
import ReadingList
import Testing

@testable import ArticleStore

@Suite("Copies that file syncers leave")
struct CopyTests {
  private let scratch = Scratch()

  /// A library with an article, and what another machine made of it.
  private func begin() throws -> (Library, mine: Article, theirs: Article) {
    let library = try scratch.open()
    let mine = try article("https://example.com/a")
    _ = try library.add([mine], at: at(0))
    _ = try library.apply(.title("mine"), to: [mine.id], at: at(1))
    let theirs = try #require(mine.applying(.note("theirs"), at: at(2)))
    return (library, mine, theirs)
  }

  /// Names under which syncers leave another version of `ID.json`.
  private static func names(_ id: String) -> [String] {
    [
      "\(id).sync-conflict-20260101-120000-ABCDEFG.json", "\(id).json..path1", "\(id)..path1.json",
      "\(id).json.conflict1", "\(id).conflict1.json", "\(id).json~", "\(id).json.orig",
      "\(id).orig.json", "\(id) 2.json", "\(id)(1).json", "\(id) (1).json",
      "\(id) (Ann’s conflicted copy 2026-01-01).json", "Copy of \(id).json",
      "\(id) - Copy.json", "\(id.uppercased()).json", "\(id.uppercased()) 2.json", "\(id).json.bak",
      "\(id)_conf(2).json", "conflict-\(id).json", "\(id).json.sync-conflict-1",
    ]
  }

  @Test("are merged on sight and go, whatever mark they bear", arguments: 0..<20)
  func marks(number: Int) throws {
    let (library, mine, theirs) = try begin()
    let name = Self.names(mine.id.text)[number]
    let copy = "\(scratch.library)/articles/\(mine.id.shard)/\(name)"
    Scratch.write(ArticleRecord.text(of: theirs), to: copy)
    #expect(library.snapshot().counts.unreadable == 0)
    let merged = try #require(try library.article(mine.id))
    #expect(merged.note == "theirs" && merged.title == "mine", "\(name)")
    #expect(!Scratch.exists(copy))
  }

  @Test("are seen by who watches, whatever mark they bear", arguments: 0..<20)
  func watched(number: Int) throws {
    let (library, mine, theirs) = try begin()
    let watcher = try library.makeWatcher()
    let copy =
      "\(scratch.library)/articles/\(mine.id.shard)/\(Self.names(mine.id.text)[number])"
    Scratch.write(ArticleRecord.text(of: theirs), to: copy)
    #expect(watcher.drain())
    #expect(library.snapshot().counts.unreadable == 0)
    #expect(!Scratch.exists(copy))
  }

  @Test(
    "of a directory are merged and go with it",
    arguments: ["{} 2", "{}(1)", "{} (conflicted copy)", "{}.sync-conflict-1", "{}~", "upper"]
  )
  func shards(name: String) throws {
    let (library, first, _) = try begin()
    var mine = first
    var number = 0
    // One whose digits have a letter.
    while mine.id.shard == mine.id.shard.uppercased() {
      number += 1
      mine = try article("https://example.com/\(number)")
    }
    _ = try library.add([mine], at: at(0))
    let theirs = try #require(mine.applying(.note("theirs"), at: at(2)))
    let other = try article("https://example.com/only-there")
    let shard = mine.id.shard
    let directory =
      "\(scratch.library)/articles/"
      + (name == "upper" ? shard.uppercased() : name.replacing("{}", with: shard))
    Scratch.makeSpecial("directory", at: directory)
    Scratch.write(ArticleRecord.text(of: theirs), to: "\(directory)/\(mine.id.text).json")
    Scratch.write(ArticleRecord.text(of: other), to: "\(directory)/\(other.id.text).json")
    let list = library.snapshot()
    #expect(list.counts.unreadable == 0 && list.row(of: other.id) != nil)
    #expect(try library.article(mine.id)?.note == "theirs")
    #expect(!Scratch.exists(directory))
  }

  @Test("stand in for a record that is missing")
  func missing() throws {
    let (library, mine, theirs) = try begin()
    let (own, copy) = (scratch.file(mine.id), scratch.file(mine.id) + "..path2")
    Scratch.remove(own)
    Scratch.write(ArticleRecord.text(of: theirs), to: copy)
    #expect(library.snapshot().row(of: mine.id) != nil)
    #expect(Scratch.text(own) == ArticleRecord.text(of: theirs))
    #expect(!Scratch.exists(copy))
  }

  @Test("take no place that a syncer has just filled")
  func filled() throws {
    let (_, mine, theirs) = try begin()
    let (own, copy) = (scratch.file(mine.id), scratch.file(mine.id) + "..path2")
    let text = try #require(Scratch.text(own))
    Scratch.remove(own)
    Scratch.write(ArticleRecord.text(of: theirs), to: copy)
    let library = try scratch.open(
      files: FileLayer { operation, path in
        if operation == .rename, path == own, !Scratch.exists(own) { Scratch.write(text, to: own) }
        return 0
      }
    )
    _ = library.snapshot()
    let merged = try #require(try library.article(mine.id))
    #expect(merged.title == "mine" && merged.note == "theirs")
    #expect(!Scratch.exists(copy))
  }

  @Test(
    "of another article, cut off or newer than this version are left alone and named",
    arguments: ["other", "cut", "newer"]
  )
  func leftAlone(kind: String) throws {
    let (library, mine, theirs) = try begin()
    let copy = scratch.file(mine.id) + ".conflict1"
    let whole = ArticleRecord.text(of: theirs)
    let text =
      switch kind {
      case "other": ArticleRecord.text(of: try article("https://example.com/other"))
      case "cut": String(whole.prefix(whole.count / 2))
      default: whole.replacing("\"format\": 1", with: "\"format\": 99")
      }
    Scratch.write(text, to: copy)
    let before = Scratch.text(scratch.file(mine.id))
    #expect(library.snapshot().counts.unreadable == 1)
    #expect(library.unreadableNames() == ["\(mine.id.text).json.conflict1"])
    let report = try library.doctor(repair: true, at: at(9))
    #expect(report.findings.contains { $0.path == copy && $0.kind == .conflict })
    #expect(Scratch.text(copy) == text && Scratch.text(scratch.file(mine.id)) == before)
  }

  @Test("are not taken for what a syncer is still writing", arguments: [".partial", ".tmp"])
  func arriving(ending: String) throws {
    let (library, mine, theirs) = try begin()
    let path = scratch.file(mine.id) + ".1a2b3c4d" + ending
    Scratch.write(ArticleRecord.text(of: theirs), to: path)
    #expect(library.snapshot().counts.unreadable == 0)
    #expect(try library.article(mine.id)?.note == "")
    #expect(Scratch.exists(path))
  }

  @Test(
    "are told from other files",
    arguments: [
      "3f9c0000000000000000a.json", "3f9c000000000000000.json", "3f9c0000000000000001.txt",
      "3f9c0000000000000001.jsonl", "notes.json", "x3f9c0000000000000001.json",
    ]
  )
  func foreign(name: String) {
    #expect(LibraryPaths.kind(of: name, suffix: ".json", shard: "3f") == .foreign)
  }
}
