import Glibc
import ReadingList
import Synchronization
import Testing

@testable import ArticleStore

/// Does something once, when the store is about to do something to a file.
private final class Interruption: Sendable {
  private let action = Mutex<(@Sendable () -> Void)?>(nil)
  private let operation: FileLayer.Operation
  private let path: String

  init(_ operation: FileLayer.Operation, at path: String) {
    self.operation = operation
    self.path = path
  }

  var layer: FileLayer {
    FileLayer { asked, path in
      guard asked == self.operation, path == self.path else { return 0 }
      let action = self.action.withLock { action in
        defer { action = nil }
        return action
      }
      action?()
      return 0
    }
  }

  func arm(_ body: @escaping @Sendable () -> Void) { action.withLock { $0 = body } }
  var isDone: Bool { action.withLock { $0 == nil } }
}

@Suite("What a file syncer writes while a change is being made")
struct ForeignWriteTests {
  private let scratch = Scratch()

  /// Puts a version of an article in place as syncers do: whole, by renaming.
  private static func put(_ article: Article, at path: String) {
    Scratch.write(ArticleRecord.text(of: article), to: path + ".arriving")
    Scratch.rename(path + ".arriving", to: path)
  }

  /// A library with some articles, and one of them as another machine has changed it.
  private func begin(
    _ count: Int,
    _ operation: FileLayer.Operation
  ) throws -> (Library, [Article], Interruption, theirs: Article) {
    let articles = try (0..<count).map { try article("https://example.com/\($0)") }
    _ = try scratch.open().add(articles, at: at(0))
    let chosen = articles[count / 2]
    let theirs = try #require(
      chosen.applying([.tag(add: ["theirs"], remove: []), .note("theirs")], at: at(5))
    )
    let interruption = Interruption(operation, at: scratch.file(chosen.id))
    let library = try scratch.open(files: interruption.layer)
    return (library, articles, interruption, theirs)
  }

  @Test(
    "stays, and so does the change",
    arguments: [FileLayer.Operation.write, .status, .rename],
    [1, 3, 40, 1100]
  )
  func apply(operation: FileLayer.Operation, count: Int) throws {
    let (library, articles, interruption, theirs) = try begin(count, operation)
    let path = scratch.file(theirs.id)
    _ = library.snapshot()
    interruption.arm { Self.put(theirs, at: path) }
    let receipt = try library.apply(
      .tag(add: ["mine"], remove: []),
      to: articles.map(\.id),
      at: at(6)
    )
    #expect(interruption.isDone)
    #expect(receipt.failures.isEmpty && receipt.changed.count == count)
    let merged = try #require(try library.article(theirs.id))
    #expect(merged.tags == ["theirs", "mine"])
    #expect(merged.note == "theirs")
    let list = library.snapshot()
    let row = try #require(list.row(of: theirs.id))
    #expect(list[row].tags == ["theirs", "mine"])
    #expect(Scratch.contents(scratch.library).keys.filter { $0.hasSuffix(".tmp") } == [])
  }

  @Test("stays when a page is fetched", arguments: [FileLayer.Operation.write, .rename])
  func fetched(operation: FileLayer.Operation) throws {
    let (library, _, interruption, theirs) = try begin(1, operation)
    let path = scratch.file(theirs.id)
    interruption.arm { Self.put(theirs, at: path) }
    _ = try library.saveFetched(theirs.id, at: at(6), body: "text") {
      $0.fetch = .ready
      $0.fetchedAt = at(6)
    }
    #expect(interruption.isDone)
    let merged = try library.article(theirs.id)
    #expect(merged?.note == "theirs" && merged?.fetch == .ready)
    #expect(try library.body(of: theirs.id) == "text")
  }

  @Test("brings back no article that is purged", arguments: [FileLayer.Operation.write, .rename])
  func purged(operation: FileLayer.Operation) throws {
    let (library, _, interruption, theirs) = try begin(1, operation)
    let path = scratch.file(theirs.id)
    interruption.arm { Self.put(theirs, at: path) }
    _ = try library.purge([theirs.id], at: at(6))
    #expect(interruption.isDone)
    #expect(try library.article(theirs.id) == nil)
    #expect(try library.purgedAt(theirs.id) != nil)
  }

  @Test(
    "is one with an article that is saved here at the same moment",
    arguments: [FileLayer.Operation.write, .rename]
  )
  func added(operation: FileLayer.Operation) throws {
    let (_, _, _, theirs) = try begin(1, operation)
    let path = scratch.file(theirs.id)
    Scratch.remove(path)
    let interruption = Interruption(operation, at: path)
    let library = try scratch.open(files: interruption.layer)
    var mine = try article("https://example.com/0", at: at(6))
    mine = try #require(mine.applying(.tag(add: ["mine"], remove: []), at: at(6)))
    interruption.arm { Self.put(theirs, at: path) }
    _ = try library.add([mine], at: at(6))
    #expect(interruption.isDone)
    #expect(try library.article(theirs.id)?.tags == ["theirs", "mine"])
  }

  @Test("keeps what two others write one after the other")
  func twice() throws {
    let (_, _, _, theirs) = try begin(1, .rename)
    let path = scratch.file(theirs.id)
    let thirds = try #require(theirs.applying(.title("thirds"), at: at(7)))
    let times = Atomic<Int>(0)
    let library = try scratch.open(
      files: FileLayer { operation, asked in
        guard operation == .rename, asked == path else { return 0 }
        switch times.wrappingAdd(1, ordering: .relaxed).oldValue {
        case 0: Self.put(theirs, at: path)
        case 1: Self.put(thirds, at: path)
        default: break
        }
        return 0
      }
    )
    _ = try library.apply(.archive(true), to: [theirs.id], at: at(6))
    let merged = try #require(try library.article(theirs.id))
    #expect(merged.note == "theirs" && merged.title == "thirds" && merged.isArchived)
  }

  @Test(
    "is not written over where it cannot be understood, and the change is refused",
    arguments: [FileLayer.Operation.write, .rename],
    ["{", "{\"format\": 99, \"id\": \"\"}"]
  )
  func unreadable(operation: FileLayer.Operation, text: String) throws {
    let (library, _, interruption, theirs) = try begin(1, operation)
    let path = scratch.file(theirs.id)
    interruption.arm { Scratch.write(text, to: path) }
    let receipt = try library.apply(.archive(true), to: [theirs.id], at: at(6))
    #expect(interruption.isDone)
    #expect(receipt.changed.isEmpty && receipt.failures.first?.error.kind == .damaged)
    #expect(receipt.failures.first?.error.message.contains("luego doctor") == true)
    #expect(Scratch.text(path) == text)
    #expect(Scratch.contents(scratch.library).keys.filter { $0.hasSuffix(".tmp") } == [])
  }

  @Test("is put back where the disk is too full for both")
  func full() throws {
    let (_, _, _, theirs) = try begin(1, .rename)
    let path = scratch.file(theirs.id)
    let renames = Atomic<Int>(0)
    let library = try scratch.open(
      files: FileLayer { operation, asked in
        guard asked == path else { return 0 }
        if operation == .write, renames.load(ordering: .relaxed) > 0 { return ENOSPC }
        guard operation == .rename else { return 0 }
        if renames.wrappingAdd(1, ordering: .relaxed).oldValue == 0 { Self.put(theirs, at: path) }
        return 0
      }
    )
    let receipt = try library.apply(.archive(true), to: [theirs.id], at: at(6))
    #expect(receipt.changed.isEmpty && receipt.failures.first?.error.kind == .noSpace)
    #expect(Scratch.text(path) == ArticleRecord.text(of: theirs))
    #expect(Scratch.contents(scratch.library).keys.filter { $0.hasSuffix(".tmp") } == [])
  }

  @Test("when the record is missing for a moment, is waited for", arguments: [1, 40])
  func missing(count: Int) throws {
    let (_, articles, _, theirs) = try begin(count, .rename)
    let path = scratch.file(theirs.id)
    let looks = Atomic<Int>(-1)
    let library = try scratch.open(
      files: FileLayer { operation, asked in
        guard operation == .open, asked == path,
          looks.load(ordering: .relaxed) >= 0
        else { return 0 }
        switch looks.wrappingAdd(1, ordering: .relaxed).oldValue {
        case 0: Scratch.rename(path, to: path + ".away")
        case 2: Self.put(theirs, at: path)
        default: break
        }
        return 0
      }
    )
    _ = library.snapshot()
    looks.store(0, ordering: .relaxed)
    let receipt = try library.apply(.archive(true), to: articles.map(\.id), at: at(6))
    #expect(receipt.missing.isEmpty && receipt.changed.count == count)
    let merged = try #require(try library.article(theirs.id))
    #expect(merged.note == "theirs" && merged.isArchived)
  }

  @Test("when it is missing before anything is known of it, is waited for where its text is there")
  func missingAtFirst() throws {
    let (_, _, _, theirs) = try begin(1, .rename)
    let path = scratch.file(theirs.id)
    let looks = Atomic<Int>(0)
    let library = try scratch.open(
      files: FileLayer { operation, asked in
        if operation == .open, asked == path,
          looks.wrappingAdd(1, ordering: .relaxed).newValue == 3
        {
          Self.put(theirs, at: path)
        }
        return 0
      }
    )
    Scratch.remove(path)
    #expect(!library.awaitRecord(of: theirs.id) && looks.load(ordering: .relaxed) == 0)
    mkdir(scratch.library + "/bodies", 0o700)
    mkdir(scratch.library + "/bodies/" + theirs.id.shard, 0o700)
    Scratch.write("<p>A text.</p>", to: scratch.body(theirs.id))
    #expect(library.awaitRecord(of: theirs.id) && looks.load(ordering: .relaxed) == 3)
    #expect(library.snapshot().row(of: theirs.id) != nil)
  }
}
