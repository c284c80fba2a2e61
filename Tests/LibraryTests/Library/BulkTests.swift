import Glibc
import Library
import ReadingList
import Synchronization
import TestSupport
import Testing

/// What is done to very many articles at once: several batches, each synced as a whole.
@Suite("Very many articles") struct BulkTests {
  private let scratch = Scratch()

  private func articles(_ range: Range<Int>, scheme: String = "https") throws -> [Article] {
    try range.map { try article("\(scheme)://example.com/\($0)") }
  }

  /// Makes all directories, each of which is synced when it is made.
  private func makeShards() throws {
    _ = try scratch.open().add([try article("https://example.com/first")], at: at(0))
    let digits = Array("0123456789abcdef")
    for first in digits {
      for second in digits {
        mkdir(LibraryFiles.shard(of: "\(first)\(second)", in: scratch.library), 0o700)
      }
    }
  }

  @Test("are added as they are made, told of in order, and listed at once") func adding() throws {
    let library = try scratch.open()
    let new = try articles(0..<1100)
    var told: [ArticleID] = []
    try library.add(new.lazy.map { $0 }, at: at(0)) { told += $0.map(\.article.id) }
    #expect(told == new.map(\.id))
    #expect(library.snapshot().count(of: .everything) == 1100)
    #expect(try scratch.open().snapshot().count(of: .everything) == 1100)
    Scratch.remove(scratch.cache)
    #expect(try scratch.open().snapshot().counts == library.snapshot().counts)
  }

  @Test("are found again by another spelling of an address, also within one addition")
  func spellings() throws {
    let library = try scratch.open()
    let first = try articles(0..<1100)
    let additions = try library.add(first + articles(0..<1100, scheme: "http"), at: at(0))
    for (addition, article) in zip(additions[1100...], first) {
      #expect(addition == .alreadySaved(article))
    }
    #expect(library.snapshot().count(of: .everything) == 1100)
  }

  @Test("and what another program saves meanwhile is not saved twice") func besideAnother() throws {
    let library = try scratch.open()
    let other = try scratch.open()
    let theirs = try article("http://www.example.com/1090/")
    var batches = 0
    var told: [Addition] = []
    try library.add(articles(0..<1100), at: at(1)) { additions in
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
        // The file system as a whole: before any takes its place, and after.
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

  @Test("leave what others see of the files before: other names, and what is open") func oldFiles()
    throws
  {
    let library = try scratch.open()
    let new = try articles(0..<2200)
    _ = try library.add(new, at: at(0))
    // Those of the first batches, whose files later ones could be written into.
    let linked = new[0..<1500].map {
      (file: scratch.file($0.id), other: "\(scratch.path)/\($0.id.text)")
    }
    for (file, other) in linked { link(file, other) }
    let opened = new[1500..<1700].map { open(scratch.file($0.id), O_RDONLY) }
    defer { for descriptor in opened { close(descriptor) } }
    let before = linked.map { Scratch.read($0.other) }
    let receipt = try library.apply(.favorite(true), to: new.map(\.id), at: at(1))
    #expect(receipt.changed.count == 2200)
    #expect(linked.map { Scratch.read($0.other) } == before)
    for (descriptor, article) in zip(opened, new[1500...]) {
      var bytes = [UInt8](repeating: 0, count: 100_000)
      bytes.removeLast(bytes.count - max(0, read(descriptor, &bytes, bytes.count)))
      #expect(try ArticleRecord.article(parsing: String(decoding: bytes, as: UTF8.self)) == article)
    }
    let files = Scratch.contents(scratch.library).keys
    #expect(files.count { $0.hasSuffix(".json") } == 2202)
    #expect(!files.contains { $0.hasSuffix(".tmp") })
    Scratch.remove(scratch.cache)
    #expect(try scratch.open().snapshot().count(of: .list(.favorites)) == 2200)
  }

  @Test("are changed and taken back one by one, whatever was done to one since") func undo() throws
  {
    let library = try scratch.open()
    let new = try articles(0..<1100)
    _ = try library.add(new, at: at(0))
    _ = try library.apply(.tag(add: ["a"], remove: []), to: Array(new.map(\.id)[..<5]), at: at(1))
    let receipt = try library.apply(
      .tag(add: ["a", "b"], remove: []), to: new.map(\.id), at: at(2))
    #expect(Set(receipt.changed) == Set(new.map(\.id)))
    #expect(library.snapshot().counts.tags.map(\.count) == [1100, 1100])
    _ = try library.apply(.tag(add: ["c"], remove: []), to: [new[0].id, new[9].id], at: at(3))
    let back = try library.revert(receipt, at: at(4))
    #expect(back.changed.count == 1100)
    #expect(try library.article(new[0].id)?.tags == ["a", "c"])
    #expect(try library.article(new[4].id)?.tags == ["a"])
    #expect(try library.article(new[9].id)?.tags == ["c"])
    #expect(try library.article(new[10].id)?.tags == [])
    let list = library.snapshot()
    #expect(list.counts.tags == [.init(name: "a", count: 5), .init(name: "c", count: 2)])
    Scratch.remove(scratch.cache)
    #expect(try scratch.open().snapshot().counts == list.counts)
    _ = try library.revert(back, at: at(5))
    #expect(try library.article(new[10].id)?.tags == ["a", "b"])
  }

  @Test("edited in place by somebody else right after are read again") func editedInPlace() throws {
    let library = try scratch.open()
    let new = try articles(0..<1100)
    _ = try library.add(new, at: at(0))
    let file = scratch.file(new[3].id)
    let text = try #require(Scratch.text(file))
    Scratch.write(
      text.replacing("\"savedAt\"", with: "\"title\": \"Edited\",\n  \"savedAt\""), to: file)
    let list = library.recheck()
    let row = try #require(list.row(of: new[3].id))
    #expect(list[row].title == "Edited")
  }

  @Test("that wait to be tried again are found without decoding them, in the index and beside it")
  func retries() throws {
    let library = try scratch.open()
    let new = try articles(0..<60)
    _ = try library.add(new, at: at(0))
    func wait(_ article: Article, until moment: Timestamp?) throws {
      _ = try library.saveFetched(article.id, at: at(1), body: nil) { $0.retryAt = moment }
    }
    func found() throws -> [ArticleID: Timestamp] {
      var found: [ArticleID: Timestamp] = [:]
      library.snapshot().forEachRetry { moment, id in found[id()] = moment }
      return found
    }
    try wait(new[1], until: at(70))
    try wait(new[2], until: at(80))
    #expect(try found() == [new[1].id: at(70), new[2].id: at(80)])
    Scratch.remove(scratch.cache)
    let fresh = try scratch.open().snapshot()
    var inFile: [ArticleID: Timestamp] = [:]
    fresh.forEachRetry { moment, id in inFile[id()] = moment }
    #expect(inFile == [new[1].id: at(70), new[2].id: at(80)])
    try wait(new[1], until: nil)
    _ = try library.apply(.delete(true), to: [new[2].id], at: at(2))
    #expect(try found().isEmpty)
  }
}
