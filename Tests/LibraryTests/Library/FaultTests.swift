import Glibc
import Library
import ReadingList
import Synchronization
import TestSupport
import Testing

@Suite("When the disk fails") struct FaultTests {
  private let scratch = Scratch()

  /// A file layer that fails some operations below `articles` and `texts`.
  private static func failing(_ operation: FileLayer.Operation, _ code: Int32) -> FileLayer {
    FileLayer { asked, path in
      asked == operation && (LibraryFiles.isRecord(path) || LibraryFiles.isText(path)) ? code : 0
    }
  }

  @Test(
    "the old record stays whole and the error says what to do",
    arguments: [FileLayer.Operation.write, .sync, .rename, .lock, .makeDirectory],
    [ENOSPC, EDQUOT, EIO, EROFS, EACCES])
  func faults(operation: FileLayer.Operation, code: Int32) throws {
    let good = try scratch.open()
    let saved = try article("https://example.com/a")
    _ = try good.add([saved], at: at(0))
    let before = Scratch.contents(LibraryFiles.articles(in: scratch.library))
    let layer =
      operation == .lock
      ? FileLayer { asked, _ in asked == .lock ? code : 0 } : Self.failing(operation, code)
    let library = try scratch.open(files: layer)
    let expected: StoreError.Kind =
      switch code {
      case ENOSPC, EDQUOT: .noSpace
      case EROFS: .readOnly
      case EACCES: .noPermission
      default: .io
      }
    func check(_ error: StoreError?) {
      #expect(error?.kind == expected)
      #expect(error?.message.hasPrefix("Cannot ") == true)
      #expect(error?.message.hasSuffix(".") == false)
      #expect(error?.message.contains("\n") == false)
    }
    // A new shard, so that a directory must be created.
    let fresh = try #require(
      try (0..<100).map { try article("https://example.com/new/\($0)") }.first {
        $0.id.shard != saved.id.shard
      })
    check(#expect(throws: StoreError.self) { try library.add([fresh], at: at(1)) })
    if operation != .makeDirectory {
      let receipt = Result { try library.apply(.archive(true), to: [saved.id], at: at(1)) }
      switch receipt {
      case .success(let receipt):
        #expect(receipt.changed.isEmpty)
        check(receipt.failures.first?.error)
      case .failure(let error): check(error as? StoreError)
      }
    }
    #expect(Scratch.contents(LibraryFiles.articles(in: scratch.library)) == before)
    // The library works again when the disk does.
    #expect(try good.add([fresh], at: at(2)) == [.added(fresh)])
  }

  @Test("in the middle of a bulk change, what was done is told from what was not")
  func partial() throws {
    let good = try scratch.open()
    let articles = try (0..<300).map { try article("https://example.com/\($0)") }
    _ = try good.add(articles, at: at(0))
    let writes = Atomic<Int>(0)
    let library = try scratch.open(
      files: FileLayer { operation, path in
        guard operation == .write, LibraryFiles.isRecord(path) else { return 0 }
        return writes.wrappingAdd(1, ordering: .relaxed).newValue > 200 ? ENOSPC : 0
      })
    let receipt = try library.apply(.archive(true), to: articles.map(\.id), at: at(1))
    #expect(receipt.changed.count == 200)
    #expect(receipt.failures.count == 100)
    #expect(receipt.failures.allSatisfy { $0.error.kind == .noSpace })
    let list = good.snapshot()
    #expect(list.count(of: .list(.archived)) == 200)
    #expect(Set(receipt.changed).isDisjoint(with: receipt.failures.map(\.id)))
  }

  @Test("for the cache, nothing is the worse for it") func cache() throws {
    let library = try scratch.open()
    // Nothing can be created below a file.
    Scratch.write("x", to: scratch.cache)
    let articles = try sampleArticles(50, seed: 4)
    _ = try library.add(articles, at: at(0))
    let list = library.snapshot()
    let rows = list.rows(in: .everything, order: .title)
    let expected = Questions.expected(
      articles.map { ArticleSummary($0) }, .everything, nil, .title, ListRules())
    #expect(rows.map(list.id) == expected)
  }
}

@Suite("A library that may not be changed") struct ReadOnlyTests {
  private let scratch = Scratch()

  private func checkRefusals(_ library: Library, _ id: ArticleID) throws {
    #expect(library.isReadOnly)
    let refusals: [() throws -> Void] = [
      { _ = try library.add([try article("https://example.com/new")], at: at(1)) },
      { _ = try library.apply(.archive(true), to: [id], at: at(1)) },
      { _ = try library.apply(.archive(true), to: [], at: at(1)) },
      { _ = try library.saveFetched(id, at: at(1), body: "x") { _ in } },
      { _ = try library.purge([id], at: at(1)) },
    ]
    for refusal in refusals {
      let error = #expect(throws: StoreError.self) { try refusal() }
      #expect(error?.kind == .readOnly)
      #expect(error?.message == library.readOnly?.message)
    }
  }

  @Test("1.5 1.6 1.28 refuses every change and not a byte of it differs afterwards")
  func readOnly() throws {
    let new = try article("https://example.com/a")
    _ = try scratch.open().add([new], at: at(0))
    let copy = scratch.file(new.id).replacing(".json", with: ".sync-conflict-1.json")
    Scratch.write(ArticleRecord.text(of: new), to: copy)
    let before = Scratch.contents(scratch.library)
    let library = try scratch.open(.readOnly)
    try checkRefusals(library, new.id)
    #expect(library.snapshot().count(of: .everything) == 1)
    #expect(try library.article(new.id) == new)
    _ = try library.doctor(repair: false, at: at(1))
    #expect(Scratch.contents(scratch.library) == before)
  }

  @Test("is not made where there is none") func missing() throws {
    let error = #expect(throws: StoreError.self) { try scratch.open(.readOnly) }
    #expect(error?.kind == .notFound)
    #expect(!Scratch.exists(scratch.library))
  }

  @Test("is one that a newer version made") func newer() throws {
    let new = try article("https://example.com/a")
    _ = try scratch.open().add([new], at: at(0))
    let path = LibraryFiles.identity(in: scratch.library)
    let text = (Scratch.text(path) ?? "").replacing("\"format\": 2", with: "\"format\": 7")
    Scratch.write(text, to: path)
    let library = try scratch.open()
    try checkRefusals(library, new.id)
    #expect(library.readOnly?.message.contains("newer") == true)
    #expect(library.snapshot().count(of: .everything) == 1)
    #expect(Scratch.text(path) == text)
  }

  @Test(
    "is one whose library.json cannot be understood or is no file, until doctor mends it",
    arguments: ["nothing", "directory", "loop"])
  func damagedIdentity(kind: String) throws {
    let new = try article("https://example.com/a")
    _ = try scratch.open().add([new], at: at(0))
    let path = LibraryFiles.identity(in: scratch.library)
    Scratch.remove(path)
    switch kind {
    case "directory": mkdir(path, 0o700)
    case "loop": symlink(path, path)
    default: Scratch.write("", to: path)
    }
    let library = try scratch.open()
    try checkRefusals(library, new.id)
    #expect(library.snapshot().count(of: .everything) == 1)
    let report = try library.doctor(repair: true, at: at(1))
    #expect(report.findings.map(\.kind).contains(.identity))
    let mended = try scratch.open()
    #expect(!mended.isReadOnly && !mended.wasCreated)
    #expect(try mended.article(new.id) == new)
  }

  @Test("whose library.json came while doctor began is left as it is") func lateIdentity() throws {
    _ = try scratch.open().add([try article("https://example.com/a")], at: at(0))
    let path = LibraryFiles.identity(in: scratch.library)
    let text = try #require(Scratch.text(path))
    Scratch.remove(path)
    let library = try scratch.open()
    Scratch.write(text, to: path)
    #expect(try library.doctor(repair: true, at: at(1)).findings.isEmpty)
    #expect(Scratch.text(path) == text)
  }

  @Test("whose directories alone have come gets a library.json that yields to the one to come")
  func earlyIdentity() throws {
    for directory in [scratch.library, scratch.library + "/articles"] { mkdir(directory, 0o700) }
    _ = try scratch.open()
    var status = stat()
    #expect(stat(LibraryFiles.identity(in: scratch.library), &status) == 0)
    #expect(status.st_mtim.tv_sec < at(0).milliseconds / 1000 - 10_000_000)
  }

  @Test(
    "is one on a file system that is mounted for reading",
    .enabled(if: SmallDisk() != nil))
  func readOnlyMount() throws {
    let new = try article("https://example.com/a")
    _ = try scratch.open().add([new], at: at(0))
    try #require(mount(scratch.library, scratch.library, nil, UInt(MS_BIND), nil) == 0)
    defer { umount2(scratch.library, Int32(MNT_DETACH)) }
    let flags = UInt(MS_BIND) | UInt(MS_REMOUNT) | UInt(MS_RDONLY)
    try #require(mount(nil, scratch.library, nil, flags, nil) == 0)
    let library = try scratch.open()
    try checkRefusals(library, new.id)
    #expect(library.snapshot().count(of: .everything) == 1)
  }
}
