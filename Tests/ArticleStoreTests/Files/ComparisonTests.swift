import Glibc
import Platform
import ReadingList
import Synchronization
import TestSupport
import Testing

@testable import ArticleStore

@Suite("Comparing every record with the list")
struct ComparisonTests {
  private let scratch = Scratch()
  private let read = Names()

  /// What was asked of the file system about records.
  private final class Names: Sendable {
    private let paths = Mutex<[String]>([])

    func add(_ path: String) { paths.withLock { $0.append(path) } }

    func take() -> [String] {
      paths.withLock { paths in
        defer { paths = [] }
        return paths
      }
    }
  }

  /// The file system, an hour after all that was written in it.
  private var layer: FileLayer {
    let shards = scratch.library + "/articles/"
    var layer = FileLayer { [read] operation, path in
      let isRecord = path.hasPrefix(shards) && (operation == .list || path.hasSuffix(".json"))
      if isRecord { read.add(path) }
      return 0
    }
    layer.now = { FileLayer.realTime() + 3_600_000_000_000 }
    return layer
  }

  private func titles(_ list: LibrarySnapshot) -> [String] {
    list.rows(in: .everything, order: .title).map { list[$0].title }
  }

  private func titles() throws -> [String] { titles(try scratch.open(files: layer).recheck()) }

  @Test("alone finds what was edited in place; a command looks at directories that changed")
  func directories() throws {
    var articles = try (1...3).map { try article("https://example.com/\($0)") }
    for index in articles.indices { articles[index].title = "\(index)" }
    _ = try scratch.open().add(articles, at: at(0))
    func list() throws -> [String] { titles(try scratch.open(files: layer).snapshot()) }
    #expect(try list() == ["0", "1", "2"])
    // The first look was at directories that nothing was known of.
    _ = read.take()
    #expect(try list() == ["0", "1", "2"])
    #expect(read.take().isEmpty)
    articles[1].title = "edited in place"
    Scratch.write(ArticleRecord.text(of: articles[1]), to: scratch.file(articles[1].id))
    #expect(try list() == ["0", "1", "2"])
    #expect(read.take().isEmpty)
    #expect(try titles() == ["0", "2", "edited in place"])
    let file = scratch.file(articles[0].id)
    Scratch.remove(file)
    _ = read.take()
    #expect(try list().count == 2)
    #expect(Set(read.take().map { $0.splitPath.directory }).count <= 2)
    Scratch.write(ArticleRecord.text(of: articles[0]), to: file)
    #expect(try list().contains("0"))
  }

  @Test("is not needed for a record that was read before its end had come")
  func half() throws {
    var new = try article("https://example.com/1")
    new.title = "whole"
    _ = try scratch.open()
    let text = ArticleRecord.text(of: new)
    mkdir(scratch.library + "/articles/" + new.id.shard, 0o700)
    Scratch.write(String(text.prefix(text.count / 2)), to: scratch.file(new.id))
    let list = try scratch.open(files: layer).snapshot()
    #expect(list.counts.unreadable == 1 && titles(list).isEmpty)
    Scratch.write(text, to: scratch.file(new.id))
    #expect(titles(try scratch.open(files: layer).snapshot()) == ["whole"])
  }

  @Test(
    "is not needed where a directory changed as it was listed, or has a time in the future",
    arguments: [0, 1_900_000_000, -3_600_000_000_000] as [Int64]
  )
  func young(age: Int64) throws {
    let articles = try (1...2).map { try article("https://example.com/\($0)") }
    _ = try scratch.open().add([articles[0]], at: at(0))
    let place = "\(scratch.library)/articles/\(articles[0].id.shard)"
    let changed = try FileStatus(place).changed
    var young = layer
    young.now = { changed + age }
    let library = try scratch.open(files: young)
    _ = library.snapshot()
    _ = read.take()
    _ = library.snapshot()
    #expect(read.take().contains(place))
  }

  @Test("is not needed to count a file that cannot be understood")
  func unreadable() throws {
    let new = try article("https://example.com/1")
    _ = try scratch.open().add([new], at: at(0))
    Scratch.write("{", to: "\(scratch.library)/articles/\(new.id.shard)/other.json")
    for _ in 0..<3 {
      _ = read.take()
      let list = try scratch.open(files: layer).snapshot()
      #expect(list.count(of: .everything) == 1)
      #expect(list.counts.unreadable == 1)
    }
  }

  @Test(
    "finds a version that a syncer left each time, until it is merged or gone",
    arguments: [false, true]
  )
  func copies(isElsewhere: Bool) throws {
    let new = try article("https://example.com/1")
    _ = try scratch.open().add([new], at: at(0))
    let shard = isElsewhere ? (new.id.shard == "00" ? "01" : "00") : new.id.shard
    let name = isElsewhere ? "" : ".sync-conflict-20260101-000000-ABCDEFG"
    let directory = "\(scratch.library)/articles/\(shard)"
    Scratch.makeSpecial("directory", at: directory)
    Scratch.write("{", to: "\(directory)/\(new.id.text)\(name).json")
    let library = try scratch.open(files: layer)
    // What only looks at the list, as the doctor does, leaves it as it is.
    _ = library.rebuildIndex()
    for _ in 0..<2 {
      #expect(library.recheck().counts.unreadable == 1)
      #expect(try scratch.open(files: layer).recheck().counts.unreadable == 1)
    }
    Scratch.remove("\(directory)/\(new.id.text)\(name).json")
    #expect(library.recheck().counts.unreadable == 0)
    #expect(try titles().count == 1)
  }

  @Test("leaves out a record that is a link, and finds it again as a file")
  func link() throws {
    let new = try article("https://example.com/1")
    _ = try scratch.open().add([new], at: at(0))
    let (file, target) = (scratch.file(new.id), scratch.path + "/target.json")
    Scratch.rename(file, to: target)
    symlink(target, file)
    #expect(try titles().isEmpty)
    Scratch.remove(file)
    Scratch.rename(target, to: file)
    #expect(try titles().count == 1)
  }
}
