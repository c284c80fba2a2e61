import Foundation
import Library
import ReadingList
import TestSupport
import Testing

@Suite("Two libraries that meet") struct MeetingTests {
  @Test("both end with the same bytes, and every change of either side is there")
  func changes() throws {
    let here = try Machine()
    let both = try (0..<60).map { number in
      try here.save("https://example.com/\(number)", text: "<p>Text \(number)</p>", at: at(0))
    }
    let there = try Machine(like: here)
    let met = meet(here, there)
    #expect(try met.first.get().summary == "0 articles received, 60 sent, 0 merged")
    #expect(try met.second.get().summary == "60 articles received, 0 sent, 0 merged")
    #expect(here.contents() == there.contents())

    try here.change(.tag(add: ["here"], remove: []), Array(both[..<20]), at: at(100))
    try there.change(.tag(add: ["there"], remove: []), Array(both[10..<30]), at: at(101))
    try there.change(.delete(true), [both[30]], at: at(102))
    _ = try here.library.purge([both[31]], at: at(103))
    let new = try there.save("https://example.com/new", text: "<p>New</p>", at: at(104))
    let again = meet(here, there)
    let summary = try again.first.get().summary
    #expect(summary == "12 articles received, 11 sent, 10 merged")
    #expect(here.contents() == there.contents())
    #expect(try here.library.article(both[15])?.tags.sorted() == ["here", "there"])
    #expect(try here.library.article(both[30])?.isDeleted == true)
    #expect(try there.library.article(both[31]) == nil)
    #expect(try there.library.purgedAt(both[31]) == at(103))
    #expect(LibraryFiles.records(of: both[15], in: here.path).count == 2)
    #expect(!FileManager.default.fileExists(atPath: there.body(both[31])))
    #expect(try here.library.body(of: new) == "<p>New</p>")
    #expect(here.library.snapshot().counts == there.library.snapshot().counts)
  }

  @Test("where nothing changed nothing is written") func unchanged() throws {
    let here = try Machine()
    for number in 0..<20 {
      try here.save("https://example.com/\(number)", text: "<p>a</p>", at: at(0))
    }
    let there = try Machine(like: here)
    _ = meet(here, there)
    let before = here.contents()
    let report = try meet(here, there).first.get()
    #expect(report.summary == "0 articles received, 0 sent, 0 merged")
    #expect(here.contents() == before)
  }

  @Test("an empty place becomes the library, under its name") func vacant() throws {
    let here = try Machine()
    let id = try here.save("https://example.com/", text: "<p>a</p>", at: at(0))
    let there = Scratch()
    let vacant = try SyncSession.Place.at(
      there.library, cache: there.cache, state: there.state, isDry: false)
    _ = try meet(.library(here.library), vacant).first.get()
    #expect(try there.open().id == here.library.id)
    #expect(try there.open().body(of: id) == "<p>a</p>")
    for (name, bytes) in here.contents() {
      #expect(Scratch.read(there.library + "/" + name) == bytes, "\(name)")
    }
  }

  @Test("two libraries of different names stay apart until they are joined; the earlier name stays")
  func join() throws {
    let (here, there) = (try Machine(), try Machine())
    try here.save("https://example.com/1", text: "<p>a</p>", at: at(0))
    try there.save("https://example.com/2", text: "<p>b</p>", at: at(0))
    let before = (here.contents(), there.contents())
    let refused = meet(here, there)
    #expect(throws: StoreError.self) { try refused.first.get() }
    if case .failure(let problem) = refused.first { #expect(problem.kind == .otherLibrary) }
    #expect(here.contents() == before.0)
    #expect(there.contents() == before.1)

    var options = SyncSession.Options()
    options.joins = true
    let names = [here.library.name, there.library.name].compactMap(\.self)
    let joined = meet(here, there, options: options)
    #expect(try joined.first.get().summary == "1 article received, 1 sent, 0 merged")
    #expect(here.contents() == there.contents())
    try here.reopen()
    try there.reopen()
    #expect(here.library.name == (names[0].precedes(names[1]) ? names[0] : names[1]))
    #expect(try meet(here, there).first.get().summary == "0 articles received, 0 sent, 0 merged")
  }

  @Test("a trial says the same and writes nothing") func trial() throws {
    let here = try Machine()
    let ids = try (0..<5).map { try here.save("https://example.com/\($0)", at: at(0)) }
    let there = try Machine(like: here)
    _ = meet(here, there)
    try here.change(.delete(true), [ids[0]], at: at(1))
    try there.change(.tag(add: ["a"], remove: []), [ids[0], ids[1]], at: at(2))
    let before = (here.contents(), there.contents())
    var options = SyncSession.Options()
    options.isDry = true
    let tried = try meet(here, there, options: options).first.get()
    #expect(tried.summary == "1 article received, 0 sent, 1 merged")
    #expect(here.contents() == before.0)
    #expect(there.contents() == before.1)
    #expect(try meet(here, there).first.get().summary == "1 article received, 0 sent, 1 merged")
  }

  @Test("a side that would lose more than a tenth of its articles for good asks before")
  func shrinking() throws {
    let here = try Machine()
    let ids = try (0..<100).map { try here.save("https://example.com/\($0)", at: at(0)) }
    let there = try Machine(like: here)
    _ = meet(here, there)
    _ = try there.library.purge(Array(ids[..<30]), at: at(5))
    let before = here.contents()
    let refused = meet(here, there)
    guard case .failure(let problem) = refused.first else {
      Issue.record("it was not refused")
      return
    }
    #expect(problem.message.contains("30 of 100"))
    #expect(here.contents() == before)
    var options = SyncSession.Options()
    options.mayShrink = true
    #expect(try meet(here, there, options: options).first.get().received == 30)
    #expect(try here.shown() == there.shown())
    // The next sync sends the merged records to the peer.
    _ = meet(here, there)
    #expect(here.contents() == there.contents())
  }

  @Test(
    "a record whose text has no hash for a name costs that text, and not the sync",
    arguments: ["ab", "", "../../../../etc/passwd"])
  func illFormedHash(hash: String) throws {
    let (here, there) = (try Machine(), try Machine())
    let id = try there.save("https://example.com/0", text: "<p>a</p>", at: at(0))
    let other = try there.save("https://example.com/1", at: at(0))
    let path = there.file(id)
    let record = try #require(Scratch.text(path))
    Scratch.write(
      record.replacing(/"text": "[0-9a-f]{64}"/, with: "\"text\": \"\(hash)\""), to: path)
    try there.reopen()
    var options = SyncSession.Options()
    options.joins = true
    let met = meet(here, there, options: options)
    _ = (try met.first.get(), try met.second.get())
    #expect(try here.library.article(other) != nil)
  }

  @Test("what a record of the last possible moment holds cannot be changed, and that is said")
  func lastMoment() throws {
    let machine = try Machine()
    let id = try machine.save("https://example.com/0", at: at(0))
    let path = machine.file(id)
    let record = try #require(Scratch.text(path))
    Scratch.write(record.replacing(at(0).rfc3339, with: Registers.end.rfc3339), to: path)
    try machine.reopen()
    #expect(throws: StoreError.self) {
      try machine.library.apply(.note("a"), to: [id], at: at(1)).failures.first.map {
        throw $0.error
      }
    }
  }

  @Test("what one side lacks is never a reason to delete it on the other") func missing() throws {
    let here = try Machine()
    let ids = try (0..<10).map {
      try here.save("https://example.com/\($0)", text: "<p>\($0)</p>", at: at(0))
    }
    let there = try Machine(like: here)
    _ = meet(here, there)
    let before = here.contents()
    for id in ids[3..<7] { unlink(there.body(id)) }
    for id in ids[..<5] { unlink(there.file(id)) }
    try there.reopen()
    #expect(try meet(here, there).first.get().sent == 7)
    #expect(here.contents() == before)
    #expect(there.contents() == before)
  }

  @Test("keys that this version does not know and odd spellings travel as they are")
  func unknownKeys() throws {
    let here = try Machine()
    let id = try here.save("https://example.com/", at: at(0))
    let there = try Machine(like: here)
    let text = try String(contentsOfFile: here.file(id), encoding: .utf8)
    let other = text.replacingOccurrences(
      of: "\"isDeleted\": false", with: "\"isDeleted\":   false,\n  \"mood\": {\"a\": [1, 2.50]}")
    try other.write(toFile: here.file(id), atomically: true, encoding: .utf8)
    #expect(try meet(here, there).first.get().sent == 1)
    #expect(here.contents() == there.contents())
    #expect(try String(contentsOfFile: there.file(id), encoding: .utf8) == other)
  }

  @Test("a record that cannot be read stays as it is on both sides, and is named")
  func damaged() throws {
    let here = try Machine()
    let ids = try (0..<4).map { try here.save("https://example.com/\($0)", at: at(0)) }
    let there = try Machine(like: here)
    _ = meet(here, there)
    try "{ not JSON".write(toFile: there.file(ids[2]), atomically: true, encoding: .utf8)
    try there.reopen()
    try here.change(.tag(add: ["a"], remove: []), ids, at: at(5))
    let met = meet(here, there)
    #expect(try met.second.get().failures.map(\.name) == [ids[2].text])
    #expect(try met.first.get().failureCount == 1)
    #expect(try String(contentsOfFile: there.file(ids[2]), encoding: .utf8) == "{ not JSON")
    #expect(try there.library.article(ids[3])?.tags == ["a"])
  }

  @Test("a text goes over the wire only where the other lacks the one that its record names")
  func texts() throws {
    let here = try Machine()
    let text = "<p>" + String(repeating: "Long text. ", count: 10_000) + "</p>"
    let id = try here.save("https://example.com/", text: text, at: at(0))
    let there = try Machine(like: here)
    #expect(meet(here, there).bytes > text.utf8.count)
    try here.change(.tag(add: ["a"], remove: []), [id], at: at(5))
    #expect(meet(here, there).bytes < 20_000)
    _ = try there.library.saveFetched(id, at: at(9), body: "<p>Newer</p>") { $0.fetchedAt = at(9) }
    _ = meet(here, there)
    #expect(try here.library.body(of: id) == "<p>Newer</p>")
    #expect(here.contents() == there.contents())

    // An earlier text of the article does not stand in for a lost one.
    unlink(LibraryFiles.text(of: id, hash: SHA256.hex(of: "<p>Newer</p>"), in: there.path))
    _ = meet(here, there)
    #expect(here.contents() == there.contents())
  }
}
