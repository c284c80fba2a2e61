import Glibc
import Library
import Platform
import ReadingList
import TestSupport
import Testing

@Suite("Watching") struct WatcherTests {
  private let scratch = Scratch()

  @Test("4.14 shows what another instance did, also in a shard that was not there before")
  func otherInstance() throws {
    let (mine, other) = (try scratch.open(), try scratch.open())
    let watcher = try LibraryWatcher(mine)
    #expect(mine.snapshot().count(of: .everything) == 0)
    #expect(!watcher.drain())
    let articles = try (0..<20).map { try article("https://example.com/\($0)") }
    for article in articles {
      _ = try other.add([article], at: at(0))
      #expect(watcher.drain())
      #expect(!watcher.drain())
    }
    #expect(mine.snapshot().count(of: .everything) == 20)
    _ = try other.apply(.archive(true), to: [articles[3].id], at: at(1))
    #expect(watcher.drain())
    #expect(mine.snapshot().count(of: .list(.archived)) == 1)
    _ = try other.purge([articles[4].id], at: at(2))
    #expect(watcher.drain())
    #expect(mine.snapshot().count(of: .everything) == 19)
    _ = watcher.drain()
    unlink(scratch.file(articles[5].id))
    #expect(watcher.drain())
    #expect(mine.snapshot().count(of: .everything) == 18)
  }

  @Test("tells of texts that come, also in a shard that was not there before") func texts() throws {
    let (mine, other) = (try scratch.open(), try scratch.open())
    let watcher = try LibraryWatcher(mine)
    let new = try article("https://example.com/a")
    _ = try mine.add([new], at: at(0))
    #expect(watcher.drain())
    #expect(!watcher.drain())
    _ = try other.saveFetched(new.id, at: at(1), body: "text") { $0.fetch = .ready }
    #expect(watcher.drain())
    _ = mine.snapshot()
    let body = scratch.body(new.id)
    Scratch.write("text", to: body + ".tmp")
    #expect(!watcher.drain())
    Scratch.rename(body + ".tmp", to: body)
    #expect(watcher.drain())
    unlink(body)
    #expect(watcher.drain())
    #expect(!watcher.drain())
  }

  @Test("4.14 tells what others wrote before, after and between what this process wrote")
  func mixedWrites() throws {
    let (mine, other) = (try scratch.open(), try scratch.open())
    let articles = try (0..<4).map { try article("https://example.com/\($0)") }
    _ = try mine.add(articles, at: at(0))
    let watcher = try LibraryWatcher(mine)
    func favorite(_ library: Library, _ index: Int, _ on: Bool, _ time: Int64) throws {
      _ = try library.apply(.favorite(on), to: [articles[index].id], at: at(time))
    }
    try favorite(mine, 0, true, 1)
    try favorite(other, 1, true, 1)
    try favorite(mine, 2, true, 1)
    #expect(watcher.drain())
    #expect(mine.snapshot().count(of: .list(.favorites)) == 3)
    // The same article: the other process wrote last.
    try favorite(mine, 0, false, 2)
    try favorite(other, 0, true, 3)
    #expect(watcher.drain())
    #expect(mine.snapshot().count(of: .list(.favorites)) == 3)
    // This process wrote last and knew what the other had written.
    try favorite(other, 3, true, 4)
    _ = try mine.apply(.archive(true), to: [articles[3].id], at: at(5))
    #expect(watcher.drain())
    #expect(mine.snapshot().count(of: .list(.archived)) == 1)
    // The same bytes, written in place.
    try favorite(mine, 1, false, 6)
    let file = scratch.file(articles[1].id)
    Scratch.write(try #require(Scratch.read(file)), to: file)
    #expect(watcher.drain())
    try favorite(mine, 1, true, 7)
    unlink(file)
    #expect(watcher.drain())
    #expect(mine.snapshot().count(of: .everything) == 3)
  }

  @Test("shows a record that an editor changed in place, whatever its times say")
  func inPlace() throws {
    var layer = FileLayer.real
    layer.now = { SystemClock.nanoseconds() + 3_600_000_000_000 }
    let library = try scratch.open(files: layer)
    let new = try article("https://example.com/a")
    _ = try library.add([new], at: at(0))
    let watcher = try LibraryWatcher(library)
    _ = library.snapshot()
    var edited = new
    edited.title = "edited by hand"
    edited.isTitleEdited = true
    Scratch.write(ArticleRecord.text(of: edited), to: scratch.file(new.id))
    // The directory has not changed, so only watching detects it.
    #expect(library.snapshot().row(of: new.id) != nil)
    #expect(watcher.drain())
    let list = library.snapshot()
    #expect(list.row(of: new.id).map { list[$0].title } == "edited by hand")
    edited.title = "edited again"
    Scratch.write(ArticleRecord.text(of: edited), to: scratch.file(new.id))
    let rechecked = try scratch.open(files: layer).recheck()
    #expect(rechecked.row(of: new.id).map { rechecked[$0].title } == "edited again")
    // A change to the article is based on what the editor wrote.
    _ = try library.apply(.archive(true), to: [new.id], at: at(1))
    #expect(try library.article(new.id)?.title == "edited again")
  }

  @Test("says nothing of temporary files, texts and files of others") func noise() throws {
    let library = try scratch.open()
    let new = try article("https://example.com/a")
    _ = try library.add([new], at: at(0))
    let watcher = try LibraryWatcher(library)
    let shard = LibraryFiles.shard(of: new.id, in: scratch.library)
    Scratch.write("x", to: shard + "/.syncthing.\(new.id.text).json.tmp")
    Scratch.write("x", to: shard + "/README")
    Scratch.write("x", to: LibraryFiles.articles(in: scratch.library) + "/README")
    #expect(!watcher.drain())
  }
}
