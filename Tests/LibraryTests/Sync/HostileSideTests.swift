import Foundation
import Glibc
import Library
import ReadingList
import TestSupport
import Testing

/// A peer that sends arbitrary data.
private struct OtherSide {
  let descriptor: CInt

  func send(_ bytes: [UInt8]) {
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      done += count
    }
  }

  func send(_ kind: SyncChannel.Kind, _ payload: [UInt8], length: Int? = nil) {
    var out = [kind.rawValue]
    out.appendBigEndian(UInt32(length ?? payload.count))
    send(out + payload)
  }

  func hello(_ machine: Machine, id: String? = nil, version: Int = 3, createdAt: String? = nil) {
    guard let name = machine.library.name else { return }
    send(
      .hello,
      Array(
        """
        {"program":"luego","sync":\(version),"id":"\(id ?? name.id)","createdAt":"\(createdAt ?? name.createdAt.rfc3339)"}
        """.utf8))
  }

  /// Sends digests that differ in the given shards.
  func digests(_ machine: Machine, differing shards: Set<Int>) {
    let texts = machine.library.recordCatalog().digests.enumerated().map { shard, digest in
      String(digest &+ (shards.contains(shard) ? 1 : 0), radix: 16)
    }
    send(.digests, Array(texts.joined(separator: " ").utf8))
  }

  /// Starts as a peer that has these articles.
  func begin(_ machine: Machine, _ ids: [ArticleID], flags: UInt8 = 0) {
    hello(machine)
    digests(machine, differing: Set(ids.map { Int($0.shardNumber) }))
    let lists = Dictionary(grouping: ids, by: \.shardNumber).sorted { $0.key < $1.key }
    for list in lists {
      send(.list, list.value.flatMap { Self.entry($0, size: 2000, flags: flags) })
    }
    send(.ready, [])
  }

  func record(_ id: ArticleID, _ text: String) { send(.record, Self.named(id) + Array(text.utf8)) }

  /// Ends a batch, requesting nothing and sending these texts.
  func end(_ texts: String...) {
    send(.wants, [])
    for text in texts { send(.text, Array(text.utf8)) }
    send(.done, Array(#"{"changed":[],"failed":0}"#.utf8))
  }

  static func entry(_ id: ArticleID, size: UInt32 = 100, flags: UInt8 = 0) -> [UInt8] {
    Array("12 \(size) \(flags) \(name(of: id))\n".utf8)
  }

  private static func name(of id: ArticleID) -> String { "\(id.text).other-2222.json" }

  /// The name of a machine's file, with its length before it.
  static func named(_ id: ArticleID) -> [UInt8] {
    let name = name(of: id)
    return [UInt8(name.utf8.count)] + Array(name.utf8)
  }
}

@Suite("The other side is hostile") struct HostileSideTests {
  /// Connects a machine to a scripted peer that closes the connection at the end.
  private func outcome(
    _ machine: Machine, _ script: @escaping @Sendable (OtherSide) -> Void
  ) -> Result<SyncReport, StoreError> {
    let (here, there) = connection()
    let library = machine.library
    return together {
      defer { close(here) }
      let channel = SyncChannel(input: here, output: here, timeout: 30_000)
      var session = SyncSession(channel, isFirst: true, options: .init())
      do throws(StoreError) { return .success(try session.run(.library(library))) } catch {
        return Result<SyncReport, StoreError>.failure(error)
      }
    } _: {
      script(OtherSide(descriptor: there))
      // Drains the connection, so that nothing blocks.
      shutdown(there, CInt(SHUT_WR))
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while read(there, &buffer, buffer.count) > 0 {}
      close(there)
    }.0
  }

  private func expectRefused(
    _ kind: StoreError.Kind, _ words: String, location: SourceLocation = #_sourceLocation,
    _ script: @escaping @Sendable (OtherSide, Machine) -> Void
  ) throws {
    let machine = try Machine()
    for number in 0..<3 {
      try machine.save("https://example.com/\(number)", text: "<p>a</p>", at: at(0))
    }
    let before = machine.contents()
    let outcome = outcome(machine) { script($0, machine) }
    guard case .failure(let problem) = outcome else {
      Issue.record("it was believed", sourceLocation: location)
      return
    }
    #expect(problem.kind == kind, sourceLocation: location)
    #expect(problem.message.contains(words), "\(problem.message)", sourceLocation: location)
    #expect(machine.contents() == before, sourceLocation: location)
  }

  @Test("what is no greeting, or one of another version, ends it before anything is said")
  func greetings() throws {
    try expectRefused(.io, "not luego") { other, _ in
      other.send(Array("Welcome to Example OS 12\n".utf8))
    }
    try expectRefused(.io, "a message of") { other, _ in
      other.send(.hello, [], length: 0xffff_ffff)
    }
    try expectRefused(.io, "no greeting") { other, _ in other.send(.hello, Array("[]".utf8)) }
    for version in [2, 4] {
      try expectRefused(.otherLibrary, "different versions") { other, machine in
        other.hello(machine, version: version)
      }
    }
    try expectRefused(.io, "no library's name") { other, machine in
      other.hello(machine, id: "../../../etc/cron.d")
    }
    try expectRefused(.otherLibrary, "another library") { other, machine in
      other.hello(machine, id: "0123456789abcdef")
    }
    try expectRefused(.unreachable, "ended") { _, _ in }
    try expectRefused(.io, "The other side: No") { other, _ in
      other.send(.refusal, Array(#"{"kind":"failed","message":"No"}"#.utf8))
    }
  }

  @Test("silence ends it in bounded time") func silence() throws {
    let machine = try Machine()
    let (here, there) = connection()
    defer {
      close(here)
      close(there)
    }
    let channel = SyncChannel(input: here, output: here, timeout: 50)
    var session = SyncSession(channel, isFirst: true, options: .init())
    #expect(throws: SyncChannel.silent) { try session.run(.library(machine.library)) }
  }

  @Test(
    "purges that say more than that are counted as others, whatever the list says",
    arguments: [UInt8(0), 1])
  func disguisedPurges(flags: UInt8) throws {
    let machine = try Machine()
    let ids = try (0..<40).map { try machine.save("https://example.com/\($0)", at: at(0)) }
    let purged = Array(ids.sorted().prefix(30))
    let outcome = outcome(machine) { other in
      other.begin(machine, purged, flags: flags)
      for id in purged {
        other.record(
          id,
          """
          {"format":2,"id":"\(id.text)","zzz":"x","purgedAt":"\(at(5).rfc3339)",
           "saidAt":"\(at(5).rfc3339)","changed":{"zzz":"\(at(6).rfc3339)"}}
          """)
      }
      other.end()
    }
    #expect(machine.library.snapshot().counts.total == (flags == 1 ? 40 : 20))
    if flags == 0 { #expect(try outcome.get().failureCount == 10) }
  }

  @Test("lists out of order, of other shards, cut off or too long are refused") func lists() throws
  {
    let id = ArticleID(text: "3f000000000000000000")!
    let later = ArticleID(text: "3f000000000000000001")!
    for (words, bytes) in [
      ("out of order", OtherSide.entry(later) + OtherSide.entry(id)),
      ("out of order", OtherSide.entry(id) + OtherSide.entry(id)),
      ("out of order", OtherSide.entry(ArticleID(text: "40000000000000000000")!)),
      ("out of order", OtherSide.entry(id, flags: 4)),
      ("out of order", OtherSide.entry(id, size: .max)),
      ("out of order", Array(OtherSide.entry(id).dropLast(6))),
    ] {
      try expectRefused(.io, words) { other, machine in
        other.hello(machine)
        other.digests(machine, differing: [0x3f])
        other.send(.list, bytes)
      }
    }
    try expectRefused(.io, "a message of") { other, machine in
      other.hello(machine)
      other.digests(machine, differing: [0x3f])
      other.send(.list, [], length: 1_000_001 * 250)
    }
    try expectRefused(.io, "another message") { other, machine in
      other.hello(machine)
      other.send(.text, [])
    }
  }

  @Test(
    "records that are ill-formed, of other articles, too large or from the far future stay out and are named"
  )
  func records() throws {
    let machine = try Machine()
    try machine.save("https://example.com/", text: "<p>a</p>", at: at(0))
    let before = machine.contents()
    let good = try article("https://good.example/", at: at(5))
    var later = try article("https://later.example/", at: at(5))
    later.note = "n"
    let newer = ArticleID(text: "22222222222222222222")!
    let tooLate = ArticleRecord.text(of: later).replacing(
      "\"saidAt\": \"2", with: "\"saidAt\": \"9")
    let texts: [ArticleID: String] = [
      good.id: ArticleRecord.text(of: good), later.id: tooLate,
      ArticleID(text: "00000000000000000000")!: "\u{0}\u{1b}]0;title",
      ArticleID(text: "11111111111111111111")!: ArticleRecord.text(of: good),
      newer: #"{"format": 99, "id": "\#(newer.text)", "purgedAt": "2026-01-01T00:00:00Z"}"#,
    ]
    let outcome = outcome(machine) { other in
      let ids = texts.keys.sorted()
      other.begin(machine, ids)
      for id in ids { other.record(id, texts[id, default: ""]) }
      other.end()
    }
    let report = try outcome.get()
    // A record with an implausible stamp is ignored.
    #expect(report.failureCount == 4)
    #expect(report.received == 1)
    #expect(try machine.library.article(good.id)?.savedAt == at(5))
    var after = machine.contents()
    let new = LibraryFiles.record(of: good.id, by: "other-2222", in: "").dropFirst()
    after[String(new)] = nil
    #expect(after == before)
  }

  @Test("records and texts that are not due are refused") func undue() throws {
    let id = ArticleID(text: "3f000000000000000000")!
    try expectRefused(.io, "a record that is not due") { other, machine in
      other.begin(machine, [id])
      other.send(.record, OtherSide.named(ArticleID(text: "3f000000000000000001")!) + [0])
    }
    try expectRefused(.io, "a message of") { other, machine in
      other.begin(machine, [id])
      other.send(.record, [], length: 80 << 10)
    }
    try expectRefused(.io, "a request for something that is not a text") { other, machine in
      other.begin(machine, [id])
      other.record(id, "")
      other.send(.wants, Array("../../etc/passwd".utf8))
    }
    try expectRefused(.io, "an end of a batch") { other, machine in
      other.begin(machine, [id])
      other.record(id, "")
      other.send(.wants, [])
      other.send(.done, Array("{}".utf8))
    }
  }

  @Test("a text of another hash than the record names is not stored") func wrongText() throws {
    let machine = try Machine()
    var new = try article("https://a.example/", at: at(5))
    new.fetch = .ready
    new.bodyHash = SHA256.hex(of: "<p>the text</p>")
    let (id, record) = (new.id, ArticleRecord.text(of: new))
    _ = try outcome(machine) { other in
      other.begin(machine, [id])
      other.record(id, record)
      other.end("<script>another</script>")
    }.get()
    #expect(try machine.library.article(id) != nil)
    #expect(try machine.library.body(of: id) == nil)
  }

  @Test("a million records that are promised and never come take bounded time and memory")
  func million() throws {
    let machine = try Machine()
    let ids = (0..<256).flatMap { shard in
      (0..<(testScale > 1 ? 3900 : 200)).map { number in
        ArticleID(head: UInt64(shard) << 56 | UInt64(number), tail: 0)
      }
    }
    let outcome = outcome(machine) { $0.begin(machine, ids) }
    #expect(throws: SyncChannel.gone) { try outcome.get() }
    #expect(machine.library.recordCatalog().articleCount == 0)
  }
}
