import Glibc
import ReadingList
import Synchronization
import TestSupport
import Testing

@testable import ArticleStore

@Suite("Comparing every record with the list")
struct ComparisonTests {
  private let scratch = Scratch()
  private let read = Names()

  /// The directories whose names were read.
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
      if operation == .list, path.hasPrefix(shards) { read.add(path) }
      return 0
    }
    layer.now = { FileLayer.realTime() + 3_600_000_000_000 }
    return layer
  }

  private func titles() throws -> [String] {
    let list = try scratch.open(files: layer).recheck()
    return list.rows(in: .everything, order: .title).map { list[$0].title }
  }

  @Test("reads names only of directories in which something came or went")
  func names() throws {
    var articles = try (1...3).map { try article("https://example.com/\($0)") }
    for index in articles.indices { articles[index].title = "\(index)" }
    _ = try scratch.open().add(articles, at: at(0))
    #expect(try titles() == ["0", "1", "2"])
    // The first look was at directories that had only just changed.
    _ = read.take()
    #expect(try titles() == ["0", "1", "2"])
    #expect(read.take().isEmpty)
    articles[1].title = "edited in place"
    Scratch.write(ArticleRecord.text(of: articles[1]), to: scratch.file(articles[1].id))
    #expect(try titles() == ["0", "2", "edited in place"])
    #expect(read.take().isEmpty)
    let file = scratch.file(articles[0].id)
    Scratch.remove(file)
    #expect(try titles() == ["2", "edited in place"])
    #expect(read.take().count == 1)
    Scratch.write(ArticleRecord.text(of: articles[0]), to: file)
    #expect(try titles() == ["0", "2", "edited in place"])
    #expect(read.take().count == 1)
  }

  @Test("goes on reading names in a directory with a file that cannot be understood")
  func unreadable() throws {
    let new = try article("https://example.com/1")
    _ = try scratch.open().add([new], at: at(0))
    Scratch.write("{", to: "\(scratch.library)/articles/\(new.id.shard)/other.json")
    for _ in 0..<3 {
      let list = try scratch.open(files: layer).recheck()
      #expect(list.count(of: .everything) == 1)
      #expect(list.counts.unreadable == 1)
      #expect(read.take().count == 1)
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

  @Test("finds a record that is a link again when what it leads to is back")
  func link() throws {
    let new = try article("https://example.com/1")
    _ = try scratch.open().add([new], at: at(0))
    let (file, target) = (scratch.file(new.id), scratch.path + "/target.json")
    Scratch.rename(file, to: target)
    symlink(target, file)
    #expect(try titles().count == 1)
    Scratch.rename(target, to: target + ".away")
    for _ in 0..<2 { #expect(try titles().isEmpty) }
    Scratch.rename(target + ".away", to: target)
    #expect(try titles().count == 1)
  }
}
