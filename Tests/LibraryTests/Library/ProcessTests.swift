import Foundation
import Glibc
import Library
import ReadingList
import TestSupport
import Testing

@Suite("Several processes on one library", .serialized) struct ProcessTests {
  private let scratch = Scratch()

  /// A program that adds or changes articles and prints what it has saved; see `Tests/StoreWriter`.
  private struct Writer {
    let process: pid_t
    let output: Int32

    init(_ arguments: [String]) throws {
      var own = [CChar](repeating: 0, count: 4096)
      let length = readlink("/proc/self/exe", &own, own.count - 1)
      try #require(length > 0)
      let path = String(decoding: own[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let candidates = ProcessTests.programs(near: path)
      let program = try #require(
        candidates.first { Scratch.exists($0) }, "store-writer is not built")
      let ends = try makePipe()
      process = try spawn([program] + arguments) {
        posix_spawn_file_actions_adddup2(&$0, ends.writing, 1)
      }
      close(ends.writing)
      output = ends.reading
    }

    /// What it printed, whole lines only, once it is gone.
    func lines() -> [String] {
      var all: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while case let count = read(output, &buffer, buffer.count), count > 0 {
        all += buffer[..<count]
      }
      close(output)
      waitForEnd(of: process)
      let whole = all.lastIndex(of: 10).map { all[...$0] } ?? []
      return String(decoding: whole, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Reads some lines, then kills it, and gives all it had printed.
    func killed(afterLines count: Int) -> [String] {
      var all: [UInt8] = []
      var byte: [UInt8] = [0]
      var seen = 0
      while seen < count, read(output, &byte, 1) == 1 {
        all.append(byte[0])
        if byte[0] == 10 { seen += 1 }
      }
      kill(process, SIGKILL)
      return String(decoding: all, as: UTF8.self).split(separator: "\n").map(String.init) + lines()
    }
  }

  /// Where the build puts programs, seen from the running test program.
  private static func programs(near path: String) -> [String] {
    var found: [String] = []
    if let bundle = CommandLine.arguments.first(where: { $0.hasSuffix(".xctest") }) {
      found.append(
        (bundle.split(separator: "/").dropLast()).reduce("") { $0 + "/" + $1 } + "/store-writer")
    }
    found.append(
      path.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/store-writer")
    return found
  }

  private func exclusive() throws -> Library {
    // The writers keep their cache inside the library.
    try Library.open(scratch.library, cache: scratch.library + "/.cache")
  }

  @Test("8 that add 60 addresses each, 20 of them shared, end with exactly the right articles")
  func concurrentAdds() throws {
    let library = try exclusive()
    let shared = try Writer(["add", scratch.library, "0", "20"])
    let writers = try (0..<8).flatMap { number in
      [
        try Writer(["add", scratch.library, "0", "20"]),
        try Writer(["add", scratch.library, String(1000 + number * 40), "40"]),
      ]
    }
    let all = (writers + [shared]).map { $0.lines() }
    #expect(all.allSatisfy { $0.count == 20 || $0.count == 40 })
    let list = library.snapshot()
    #expect(list.count(of: .everything) == 8 * 40 + 20)
    #expect(list.counts.unreadable == 0)
    let ids = Set(all.joined().map { String($0.dropFirst(6)) })
    #expect(ids.count == 8 * 40 + 20)
    for text in ids { #expect(ArticleID(text: text).flatMap { list.row(of: $0) } != nil) }
    #expect(try library.doctor(repair: false, at: at(0)).findings == [])
  }

  @Test(
    "killed while they write lose nothing that they had acknowledged",
    arguments: 0..<(2 * testScale))
  func storm(round: Int) throws {
    var random = SeededNumbers(seed: UInt64(round))
    let library = try exclusive()
    var acknowledged: Set<String> = []
    for step in 0..<5 {
      let indexer = try Writer(["index", scratch.library])
      // One of them adds so many at once that they are written and synced together.
      let adder =
        try step == 3
        ? Writer(["bulk", scratch.library, "10000", "1000"])
        : Writer(["add", scratch.library, String(step * 100), "100"])
      let lines = adder.killed(afterLines: Int.random(in: 0...40, using: &random))
      acknowledged.formUnion(lines.map { String($0.dropFirst(6)) })
      let tagger = try Writer(["change", scratch.library, String(step)])
      let tagged = tagger.killed(afterLines: Int.random(in: 0...4, using: &random))
      _ = indexer.killed(afterLines: Int.random(in: 0...1, using: &random))
      let list = library.snapshot()
      #expect(list.counts.unreadable == 0)
      for text in acknowledged {
        let id = try #require(ArticleID(text: text))
        let article = try library.article(id)
        #expect(article != nil && list.row(of: id) != nil)
        if let tag = tagged.last {
          #expect(article?.tags.contains(String(tag.dropFirst(7))) == true)
        }
      }
    }
    _ = library.recheck()
    #expect(try library.doctor(repair: false, at: at(0)).findings == [])
  }

  @Test("that write keep what they are about to put in place, whoever compares the files meanwhile")
  func living() throws {
    let library = try exclusive()
    let writers = try (0..<2).map {
      try Writer(["add", scratch.library, String($0 * 1000), "100"])
    }
    let shown = (0..<50).map { _ in library.recheck().count(of: .everything) }
    #expect(shown == shown.sorted())
    #expect(writers.map { $0.lines().count } == [100, 100])
    #expect(library.recheck().count(of: .everything) == 200)
    #expect(try library.doctor(repair: false, at: at(0)).findings == [])
  }

  @Test("and threads of one process change one article without losing a change") func threads()
    async throws
  {
    let library = try scratch.open()
    let new = try article("https://example.com/a")
    _ = try library.add([new], at: at(0))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask {
          _ = try library.apply(.tag(add: ["t\(number)"], remove: []), to: [new.id], at: at(1))
          _ = library.snapshot()
        }
      }
      try await group.waitForAll()
    }
    #expect(try library.article(new.id)?.tags.count == 40)
    #expect(library.snapshot().counts.tags.count == 40)
  }
}
