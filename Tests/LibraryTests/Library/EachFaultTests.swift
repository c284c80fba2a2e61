import Glibc
import Library
import ReadingList
import TestSupport
import Testing

/// A command that changes a library, and its reported result.
struct ChangingCommand: CustomTestStringConvertible, Sendable {
  /// The reported result: the changed articles and the failed ones.
  struct Said {
    var done: Set<ArticleID> = []
    var refused: Set<ArticleID> = []

    init(_ receipt: ChangeReceipt) {
      done = Set(receipt.changed)
      refused = Set(receipt.failures.filter { !$0.error.isInPlace }.map(\.id))
      for failure in receipt.failures where failure.error.isInPlace { done.insert(failure.id) }
    }

    init(done: Set<ArticleID> = [], refused: Set<ArticleID> = []) {
      self.done = done
      self.refused = refused
    }
  }

  var testDescription: String
  var run: @Sendable (Library, [Article]) throws(StoreError) -> Said

  static let fresh = Article(
    canonicalURL: "https://new.example/", url: "https://new.example/", title: "New", savedAt: at(5))

  static let all = [
    ChangingCommand(testDescription: "apply") { library, old throws(StoreError) in
      Said(
        try library.apply(
          [.archive(true), .tag(add: ["x"], remove: [])], to: old.map(\.id), at: at(9)))
    },
    ChangingCommand(testDescription: "merge") { library, old throws(StoreError) in
      Said(try library.mergeDuplicates(into: old[0].id, from: [old[1].id, old[2].id], at: at(9)))
    },
    ChangingCommand(testDescription: "purge") { library, old throws(StoreError) in
      let ids = Set(old.map(\.id))
      let receipt = try library.purge(old.map(\.id), at: at(9))
      let said = Said(receipt)
      return Said(done: ids.subtracting(said.refused), refused: said.refused)
    },
    ChangingCommand(testDescription: "add") { library, _ throws(StoreError) in
      let tagged = fresh.applying([.tag(add: ["x"], remove: []), .favorite(true)], at: at(9))
      let addition = try library.add([tagged ?? fresh], at: at(9)).first
      if let error = addition?.error, !error.isInPlace { return Said(refused: [fresh.id]) }
      return Said(done: [fresh.id])
    },
    ChangingCommand(testDescription: "keep") { library, _ throws(StoreError) in
      Said(done: [try library.keep(fresh, html: "<p>kept</p>", at: at(9)).id])
    },
    ChangingCommand(testDescription: "saveFetched") { library, old throws(StoreError) in
      let stored = try library.saveFetched(old[0].id, at: at(9), body: "<p>newer</p>") {
        $0.title = "newer"
        $0.fetch = .ready
      }
      return Said(done: [stored.article.id])
    },
  ]
}

@Suite("When one call of the system fails, whichever it is") struct EachFaultTests {
  private struct State: Equatable {
    var record: String?
    var body: String?
  }

  private func state(_ ids: [ArticleID], in scratch: Scratch) -> [ArticleID: State] {
    Dictionary(
      uniqueKeysWithValues: ids.map { id in
        let record = Scratch.text(scratch.file(id))
        // A text that no record refers to belongs to no article.
        let hash = record?.firstMatch(of: /"text": "([0-9a-f]{16})/)?.1
        let text = hash.map { LibraryFiles.text(of: id, hash: String($0), in: scratch.library) }
        return (id, State(record: record, body: text.flatMap { Scratch.text($0) }))
      })
  }

  /// Creates a library of three articles with texts, one of them a favorite.
  private func begin() throws -> (Scratch, [Article]) {
    let scratch = Scratch()
    let library = try scratch.open()
    let old = try (0..<3).map { try article("https://example.com/\($0)") }
    _ = try library.add(old, at: at(0))
    for article in old {
      _ = try library.saveFetched(article.id, at: at(1), body: "<p>old</p>") { $0.fetch = .ready }
    }
    _ = try library.apply(.note("mine"), to: [old[1].id], at: at(2))
    return (scratch, old)
  }

  @Test(
    "what is said is what is on the disk, and nothing is half written",
    arguments: ChangingCommand.all)
  func eachCall(command: ChangingCommand) async throws {
    let count = try await forEachCall { call in
      let (scratch, old) = try begin()
      let ids = old.map(\.id) + [ChangingCommand.fresh.id]
      let before = state(ids, in: scratch)
      let counter = FaultCounter()
      // Checking the shards is part of listing, which continues without one that fails.
      let library = try scratch.open(
        files: FileLayer { operation, path in
          [.status, .list].contains(operation) || path.contains("/cache/")
            || path.contains("/machines/") ? 0 : counter.next()
        })
      // A full disk and a failing disk in turn.
      counter.arm(call, call.isMultiple(of: 2) ? ENOSPC : EIO)
      var said: ChangingCommand.Said?
      var refusal: StoreError?
      do throws(StoreError) { said = try command.run(library, old) } catch { refusal = error }
      guard counter.disarm() else {
        #expect(refusal == nil && said?.refused == [])
        return false
      }
      let after = state(ids, in: scratch)
      for id in ids {
        if said?.done.contains(id) == true || refusal?.isInPlace == true { continue }
        #expect(after[id] == before[id], "\(command.testDescription), call \(call), \(id)")
      }
      for id in said?.done ?? [] {
        #expect(after[id]?.record != before[id]?.record, "\(command.testDescription), call \(call)")
      }
      // The next process that opens it finds an intact library and can finish.
      let next = try scratch.open()
      #expect(next.snapshot().counts.unreadable == 0)
      let report = try next.doctor(repair: false, at: at(20))
      #expect(
        report.findings.allSatisfy { refusal?.isInPlace ?? true || $0.kind != .missingText },
        "\(command.testDescription), call \(call)")
      // Articles purged by another command cannot be purged again.
      _ = try? command.run(next, old)
      return true
    }
    #expect(count > 4)
  }

  @Test(
    "while the shards are looked at, the rest is there and what could not be seen is counted",
    arguments: [FileLayer.Operation.status, .list, .open])
  func looking(operation: FileLayer.Operation) throws {
    let (scratch, old) = try begin()
    let library = try scratch.open(
      files: FileLayer { asked, path in
        asked == operation && path.contains(LibraryFiles.shard(of: old[0].id, in: "")) ? EIO : 0
      })
    // Without cached knowledge; earlier knowledge was kept.
    Scratch.remove(scratch.cache + "/" + library.id)
    let list = library.snapshot()
    #expect(list.count(of: .everything) == 2)
    #expect(list.counts.unreadable == 1)
  }

  @Test("in the middle of undoing, what is left can be undone afterwards") func undoing() throws {
    let (scratch, old) = try begin()
    let counter = FaultCounter()
    let library = try scratch.open(
      files: FileLayer { operation, path in
        operation == .write && LibraryFiles.isRecord(path) ? counter.next() : 0
      })
    let before = try old.map { try library.article($0.id)?.isArchived }
    let done = try library.apply(.archive(true), to: old.map(\.id), at: at(9))
    counter.arm(2, ENOSPC)
    let undone = try library.revert(done, at: at(10))
    #expect(undone.changed.count == 2 && undone.failures.count == 1)
    let rest = try library.revert(done, at: at(11))
    #expect(rest.changed == undone.failures.map(\.id))
    #expect(try old.map { try library.article($0.id)?.isArchived } == before)
  }
}

@Suite("One bad entry") struct BadEntryTests {
  private let scratch = Scratch()

  enum Place: CaseIterable { case shardOfRecords, shardOfTexts, record, text }

  @Test(
    "in the place of a directory or file keeps nobody from the rest, and doctor names and moves it",
    arguments: Place.allCases, ["other", "pipe", "loop"])
  func entry(place: Place, kind: String) throws {
    let library = try scratch.open()
    let articles = try ["good", "bad"].map { try article("https://example.com/\($0)") }
    let (good, bad) = (articles[0].id, articles[1].id)
    _ = try library.add(articles, at: at(0))
    for id in [good, bad] {
      _ = try library.saveFetched(id, at: at(0), body: "text") { $0.fetch = .ready }
    }
    let free = try #require(["00", "01", "02"].first { ![good.shard, bad.shard].contains($0) })
    let path =
      switch place {
      case .shardOfRecords: LibraryFiles.shard(of: free, in: scratch.library)
      case .shardOfTexts: LibraryFiles.textShard(of: free, in: scratch.library)
      case .record: scratch.file(bad)
      case .text: scratch.body(bad)
      }
    Scratch.remove(path)
    switch kind {
    case "pipe": mkfifo(path, 0o600)
    case "loop": symlink(path, path)
    default:
      if [.record, .text].contains(place) {
        mkdir(path, 0o700)
      } else {
        Scratch.write("x", to: path)
      }
    }
    for opened in [library, try scratch.open()] {
      let list = opened.snapshot()
      #expect(list.count(of: .everything) == (place == .record ? 1 : 2))
      let isCounted = place == .record || place == .shardOfRecords
      #expect(list.counts.unreadable == (isCounted ? 1 : 0))
      #expect(try opened.body(of: good) == "text")
      if place == .text { #expect(throws: StoreError.self) { try opened.body(of: bad) } }
      _ = try LibraryWatcher(opened)
    }
    let report = try library.doctor(repair: false, at: at(1))
    #expect(report.findings.map(\.path) == [path])
    #expect(report.findings.first?.kind == .unreadable)
    let mended = try library.doctor(repair: true, at: at(1))
    #expect(mended.findings.allSatisfy { $0.remedy != nil })
    // A text that was moved aside may return for a day.
    let left = try library.doctor(repair: false, at: at(2)).findings.map(\.kind)
    #expect(left == (place == .text ? [.onItsWay] : []))
    #expect(library.snapshot().counts.unreadable == 0)
    #expect(try library.article(good) != nil)
  }

  @Test("of records with a strange name or a link in place of their directory, doctor only says so")
  func strangeDirectory() throws {
    let library = try scratch.open()
    let new = try article("https://example.com/a")
    _ = try library.add([new], at: at(0))
    let shard = LibraryFiles.shard(of: new.id, in: scratch.library)
    Scratch.rename(shard, to: shard + "-old")
    let report = try library.doctor(repair: true, at: at(1))
    #expect(report.findings.map(\.path) == [shard + "-old"])
    Scratch.rename(shard + "-old", to: shard)
    let (articles, disk) = (scratch.library + "/articles", scratch.path + "/disk")
    Scratch.rename(articles, to: disk)
    symlink(disk, articles)
    let findings = try library.doctor(repair: true, at: at(2)).findings
    #expect(findings.map(\.path) == [articles] && findings.allSatisfy { $0.remedy == nil })
    Scratch.remove(articles)
    Scratch.rename(disk, to: articles)
    #expect(try library.article(new.id) != nil)
  }
}
