import Glibc
import Library
import ReadingList
import Synchronization
import TestSupport
import Testing

/// Changes to very many articles: several batches, each synced as a whole.
@Suite("Very many articles") struct BulkTests {
  private let scratch = Scratch()

  private func articles(_ range: Range<Int>, scheme: String = "https") throws -> [Article] {
    try range.map { try article("\(scheme)://example.com/\($0)") }
  }

  /// Creates all directories, each synced when created.
  private func makeShards() throws {
    _ = try scratch.open().add([try article("https://example.com/first")], at: at(0))
    let digits = Array("0123456789abcdef")
    for first in digits {
      for second in digits {
        mkdir(LibraryFiles.shard(of: "\(first)\(second)", in: scratch.library), 0o700)
      }
    }
  }

  @Test("are added as they are made, told of in order, and found again by another spelling")
  func adding() throws {
    let library = try scratch.open()
    let new = try articles(0..<1100)
    let all = try new + articles(0..<1100, scheme: "http")
    var told: [Addition] = []
    try library.add(arriving: all.lazy.map { IncomingArticle($0) }, at: at(0)) { told += $0 }
    #expect(told == new.map(Addition.added) + new.map(Addition.alreadySaved))
    #expect(library.snapshot().count(of: .everything) == 1100)
    Scratch.remove(scratch.cache)
    #expect(try scratch.open().snapshot().counts == library.snapshot().counts)
  }

  @Test("and what another program saves meanwhile is not saved twice") func besideAnother() throws {
    let library = try scratch.open()
    let other = try scratch.open()
    let theirs = try article("http://www.example.com/1090/")
    var batches = 0
    var told: [Addition] = []
    try library.add(arriving: articles(0..<1100).map { IncomingArticle($0) }, at: at(1)) {
      additions in
      if batches == 0 { _ = try? other.add([theirs], at: at(0)) }
      batches += 1
      told += additions
    }
    #expect(batches > 1)
    #expect(told[1090] == .alreadySaved(theirs))
    #expect(library.snapshot().count(of: .everything) == 1100)
    Scratch.remove(scratch.cache)
    #expect(try scratch.open().snapshot().count(of: .everything) == 1100)
  }

  @Test(
    "are on the disk before any of them takes its place, and their places before they are told of")
  func order() throws {
    try makeShards()
    let asked = Mutex<[FileLayer.Operation]>([])
    let synced = Mutex(0)
    let library = try scratch.open(
      files: FileLayer { operation, path in
        if LibraryFiles.isRecord(path + "/"), [.write, .sync, .rename].contains(operation) {
          asked.withLock { if $0.last != operation { $0.append(operation) } }
        }
        // The whole file system: before the first rename and after the last.
        if operation == .sync, path.hasSuffix("/library") { synced.withLock { $0 += 1 } }
        return 0
      })
    _ = try library.add(articles(0..<300), at: at(0))
    #expect(asked.withLock { $0 } == [.write, .rename])
    #expect(synced.withLock { $0 } == 2)
  }

  @Test(
    "are synced one by one where syncing all at once fails, and only the failed ones are refused")
  func fallback() throws {
    try makeShards()
    let new = try articles(0..<300)
    let bad = new[7].id.text
    let library = try scratch.open(
      files: FileLayer { operation, path in
        operation == .sync && (path.hasSuffix("/library") || path.contains(bad)) ? EIO : 0
      })
    let additions = try library.add(new, at: at(0))
    #expect(additions.count { $0.error != nil } == 1)
    #expect(additions[7].error?.kind == .io)
    let list = try scratch.open().snapshot()
    #expect(list.count(of: .everything) == 300)
    #expect(list.row(of: new[7].id) == nil)
  }

  @Test("are changed and taken back one by one, whatever was done to one since") func undo() throws
  {
    let library = try scratch.open()
    let ids = try library.add(articles(0..<1100), at: at(0)).map(\.article.id)
    func change(_ add: [String], _ some: [ArticleID], _ time: Int64) throws -> ChangeReceipt {
      try library.apply(.tag(add: add, remove: []), to: some, at: at(time))
    }
    _ = try change(["a"], Array(ids[..<5]), 1)
    let receipt = try change(["a", "b"], ids, 2)
    #expect(Set(receipt.changed) == Set(ids))
    #expect(library.snapshot().counts.tags.map(\.count) == [1100, 1100])
    _ = try change(["c"], [ids[0], ids[9]], 3)
    let back = try library.revert(receipt, at: at(4))
    #expect(back.changed.count == 1100)
    let tags = [0, 4, 9, 10].map { try? library.article(ids[$0])?.tags }
    #expect(tags == [["a", "c"], ["a"], ["c"], []])
    let list = library.snapshot()
    #expect(list.counts.tags == [.init(name: "a", count: 5), .init(name: "c", count: 2)])
    Scratch.remove(scratch.cache)
    #expect(try scratch.open().snapshot().counts == list.counts)
    _ = try library.revert(back, at: at(5))
    #expect(try library.article(ids[10])?.tags == ["a", "b"])
  }

  @Test("that wait to be tried again are found, in the table and beside it") func retries() throws {
    let library = try scratch.open()
    let new = try articles(0..<60)
    _ = try library.add(new, at: at(0))
    func wait(_ article: Article, until moment: Timestamp?) throws {
      _ = try library.saveFetched(article.id, at: at(1), body: nil) { $0.retryAt = moment }
    }
    func found(_ library: Library) -> [ArticleID: Timestamp] {
      var found: [ArticleID: Timestamp] = [:]
      library.snapshot().forEachRetry { moment, id in found[id()] = moment }
      return found
    }
    try wait(new[1], until: at(70))
    try wait(new[2], until: at(80))
    let expected = [new[1].id: at(70), new[2].id: at(80)]
    #expect(found(library) == expected)
    Scratch.remove(scratch.cache)
    #expect(found(try scratch.open()) == expected)
    try wait(new[1], until: nil)
    _ = try library.apply(.delete(true), to: [new[2].id], at: at(2))
    #expect(found(library).isEmpty)
  }
}
