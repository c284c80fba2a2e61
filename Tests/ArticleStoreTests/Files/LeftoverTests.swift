import Glibc
import ReadingList
import Synchronization
import Testing

@testable import ArticleStore

@Suite("What writers left that were cut off")
struct LeftoverTests {
  private let scratch = Scratch()

  /// A library with an article that has a text.
  private func begin() throws -> (Library, ArticleID) {
    let library = try scratch.open()
    let new = try article("https://example.com/a")
    _ = try library.add([new], at: at(0))
    _ = try library.saveFetched(new.id, at: at(1), body: "<p>text</p>") { $0.fetch = .ready }
    return (library, new.id)
  }

  /// Leaves files as a write of a record and its text does that is killed.
  private func leave(of id: ArticleID) -> [String] {
    let paths = [
      "\(scratch.library)/articles/\(id.shard)/.\(id.text).json.4194999.7.tmp",
      "\(scratch.library)/bodies/\(id.shard)/.\(id.text).html.4194999.8.tmp",
    ]
    for path in paths { Scratch.write("{", to: path) }
    return paths
  }

  @Test("goes with the next change, whatever that is", arguments: [false, true])
  func change(isSeenByReader: Bool) throws {
    let (library, id) = try begin()
    let left = leave(of: id)
    // One that only reads, and keeps what it knows in the cache, removes nothing and hides nothing.
    var layer = FileLayer.real
    layer.now = { FileLayer.realTime() + 3_600_000_000_000 }
    if isSeenByReader { _ = try scratch.open(.readOnly, files: layer).snapshot() }
    #expect(left.allSatisfy(Scratch.exists))
    let other = try article("https://example.com/b")
    _ = try scratch.open(files: layer).add([other], at: at(2))
    #expect(!Scratch.exists(left[0]) && !Scratch.exists(left[1]))
    #expect(try library.article(id)?.fetch == .ready)
    #expect(try library.body(of: id) == "<p>text</p>")
    #expect(try library.doctor(repair: false, at: at(3)).findings == [])
  }

  @Test("goes when every file is compared, but not from a library that may only be read")
  func recheck() throws {
    let (_, id) = try begin()
    let left = leave(of: id)
    // A text whose record the killed writer had not begun.
    let alone = "\(scratch.library)/bodies/\(id.shard)/.\(id.text).html.4194999.9.tmp"
    Scratch.write("<p>", to: alone)
    _ = try scratch.open(.readOnly).recheck()
    _ = try scratch.open().snapshot()
    #expect((left + [alone]).allSatisfy(Scratch.exists))
    #expect(try scratch.open().recheck().count(of: .everything) == 1)
    #expect(!(left + [alone]).contains(where: Scratch.exists))
  }

  @Test("is told from files of others")
  func foreign() throws {
    let (_, id) = try begin()
    let shard = "\(scratch.library)/articles/\(id.shard)/"
    let names = [".syncthing.\(id.text).json.tmp", ".\(id.text).json.swp", ".hidden", "notes.tmp"]
    for name in names { Scratch.write("x", to: shard + name) }
    _ = try scratch.open().recheck()
    for name in names { #expect(Scratch.exists(shard + name)) }
  }

  @Test("is not what a living writer is about to put in place")
  func living() throws {
    let (_, id) = try begin()
    let other = try scratch.open()
    let seen = Mutex<[Bool]>([])
    let (record, directory) = (scratch.file(id), scratch.library)
    let writer = try scratch.open(
      files: FileLayer { operation, path in
        guard operation == .sync, path == record else { return 0 }
        let before = Scratch.contents(directory).keys.filter { $0.hasSuffix(".tmp") }
        _ = other.recheck()
        seen.withLock { $0.append(before.count == 1 && before.allSatisfy(Scratch.exists)) }
        return 0
      }
    )
    let receipt = try writer.apply(.archive(true), to: [id], at: at(2))
    #expect(seen.withLock { $0 } == [true])
    #expect(receipt.failures.isEmpty && receipt.changed == [id])
    #expect(try other.article(id)?.isArchived == true)
  }

  @Test("goes from the cache when the list table is written")
  func cache() throws {
    let (library, _) = try begin()
    _ = library.snapshot()
    let directory = scratch.cache + "/" + library.id
    let table = try #require(
      Scratch.contents(directory).keys.first { $0.hasSuffix(".table") }
    )
    // No process has so high a number; this one lives.
    let (dead, living) = (table + ".2000000000.1.tmp", table + ".\(getpid()).1.tmp")
    for path in [dead, living] { Scratch.write("x", to: path) }
    unlink(table)
    _ = try scratch.open().snapshot()
    #expect(Scratch.exists(table) && Scratch.exists(living) && !Scratch.exists(dead))
  }
}
