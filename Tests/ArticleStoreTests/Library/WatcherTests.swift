import ArticleStore
import Glibc
import ReadingList
import Testing

@Suite("Watching")
struct WatcherTests {
  private let scratch = Scratch()

  private func isReadable(_ watcher: LibraryWatcher) -> Bool {
    var descriptor = pollfd(fd: watcher.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, 0) == 1
  }

  @Test("4.14 shows what another instance did, also in a shard that was not there before")
  func otherInstance() throws {
    let (mine, other) = (try scratch.open(), try scratch.open())
    let watcher = try mine.makeWatcher()
    #expect(mine.snapshot().count(of: .everything) == 0)
    #expect(!isReadable(watcher))
    let articles = try (0..<20).map { try article("https://example.com/\($0)") }
    for article in articles {
      _ = try other.add([article], at: at(0))
      #expect(isReadable(watcher))
      #expect(watcher.drain())
      #expect(!isReadable(watcher))
    }
    #expect(mine.snapshot().count(of: .everything) == 20)
    _ = try other.apply(.archive(true), to: [articles[3].id], at: at(1))
    #expect(watcher.drain())
    #expect(mine.snapshot().count(of: .list(.archived)) == 1)
    _ = try other.purge([articles[4].id], at: at(2))
    #expect(watcher.drain())
    #expect(mine.snapshot().count(of: .everything) == 19)
    unlink(scratch.file(articles[5].id))
    #expect(watcher.drain())
    #expect(mine.snapshot().count(of: .everything) == 18)
  }

  @Test("shows a record that an editor changed in place, whatever its times say")
  func inPlace() throws {
    var layer = FileLayer.real
    layer.now = { FileLayer.realTime() + 3_600_000_000_000 }
    let library = try scratch.open(files: layer)
    let new = try article("https://example.com/a")
    _ = try library.add([new], at: at(0))
    let watcher = try library.makeWatcher()
    _ = library.snapshot()
    var edited = new
    edited.title = "edited by hand"
    Scratch.write(ArticleRecord.text(of: edited), to: scratch.file(new.id))
    // The directory has not changed; only watching tells.
    #expect(library.snapshot().row(of: new.id) != nil)
    #expect(watcher.drain())
    let list = library.snapshot()
    #expect(list.row(of: new.id).map { list[$0].title } == "edited by hand")
    edited.title = "edited again"
    Scratch.write(ArticleRecord.text(of: edited), to: scratch.file(new.id))
    let rechecked = try scratch.open(files: layer).recheck()
    #expect(rechecked.row(of: new.id).map { rechecked[$0].title } == "edited again")
    // And changing the article starts from what the editor wrote.
    _ = try library.apply(.archive(true), to: [new.id], at: at(1))
    #expect(try library.article(new.id)?.title == "edited again")
  }

  @Test("takes a thousand files that arrive at once as one piece of news")
  func flood() throws {
    let library = try scratch.open()
    _ = try library.add([try article("https://example.com/first")], at: at(0))
    let watcher = try library.makeWatcher()
    let articles = try (0..<1000).map { try article("https://example.com/\($0)") }
    _ = try scratch.open().add(articles, at: at(0))
    #expect(watcher.drain())
    #expect(!watcher.drain())
    #expect(library.snapshot().count(of: .everything) == 1001)
  }

  @Test("says nothing of temporary files, texts and files of others")
  func noise() throws {
    let library = try scratch.open()
    let new = try article("https://example.com/a")
    _ = try library.add([new], at: at(0))
    let watcher = try library.makeWatcher()
    let shard = scratch.library + "/articles/" + new.id.shard
    Scratch.write("x", to: shard + "/.syncthing.\(new.id.text).json.tmp")
    Scratch.write("x", to: shard + "/README")
    Scratch.write("x", to: scratch.library + "/articles/README")
    #expect(!watcher.drain())
  }
}
