import ArticleStore
import Glibc
import ReadingList
import Synchronization
import Testing

@Suite("The doctor in a library that is still arriving")
struct HalfArrivedTests {
  private let origin = Scratch()
  private let copy = Scratch()

  /// The file system with a clock that is some hours ahead, as far as files are judged by their age.
  static func later(_ hours: Int64) -> FileLayer {
    var files = FileLayer.real
    files.now = { FileLayer.realTime() + hours * 3_600_000_000_000 }
    return files
  }

  /// Whether what is still to come may come.
  private final class Arrivals: Sendable { let value = Atomic(false) }

  /// Ten articles with their texts.
  private func begin() throws -> [ArticleID] {
    let library = try origin.open()
    let articles = try (0..<10).map { try article("https://example.com/\($0)") }
    _ = try library.add(articles, at: at(0))
    for article in articles {
      _ = try library.saveFetched(article.id, at: at(1), body: "text of \(article.id.text)") {
        $0.fetch = .ready
        $0.fetchedAt = at(1)
      }
    }
    return articles.map(\.id)
  }

  private func carry(_ path: String) {
    let place = copy.library + path.dropFirst(origin.library.count)
    for end in place.indices.dropFirst() where place[end] == "/" {
      mkdir(String(place[..<end]), 0o700)
    }
    Scratch.write(Scratch.read(path) ?? [], to: place)
  }

  private func carryIdentity() { carry(origin.library + "/library.json") }

  @Test("makes an identity that gives way to the one that is still to come")
  func identityGivesWay() throws {
    let ids = try begin()
    for id in ids[..<6] { carry(origin.file(id)) }
    _ = try copy.open().doctor(repair: true, at: at(5))
    let (made, own) = (copy.library + "/library.json", origin.library + "/library.json")
    #expect(Scratch.read(made) != Scratch.read(own))
    func modified(_ path: String) throws -> Int {
      var status = stat()
      try #require(stat(path, &status) == 0)
      return status.st_mtim.tv_sec
    }
    #expect(try modified(made) < modified(own))
  }

  @Test("leaves the identity in place that arrives while it makes one")
  func identityArrives() throws {
    let ids = try begin()
    for id in ids[..<6] { carry(origin.file(id)) }
    let (place, own) = (copy.library + "/library.json", origin.library + "/library.json")
    let bytes = try #require(Scratch.read(own))
    var files = FileLayer.real
    files.fault = { operation, path in
      if operation == .rename, path == place { Scratch.write(bytes, to: place) }
      return 0
    }
    _ = try copy.open(files: files).doctor(repair: true, at: at(5))
    #expect(Scratch.read(place) == bytes)
    let library = try copy.open()
    #expect(library.id == (try origin.open().id))
    #expect(library.readOnlyReason == nil)
  }

  @Test(
    "leaves alone what came in good order while it waited for the lock",
    arguments: [DoctorReport.Finding.Kind.unreadable, .missingText, .orphaned]
  )
  func arrivesMeanwhile(kind: DoctorReport.Finding.Kind) throws {
    let id = try begin()[0]
    let before = Scratch.contents(origin.library, without: ".lock")
    let path = kind == .missingText ? origin.body(id) : origin.file(id)
    let bytes = try #require(Scratch.read(path))
    if kind == .unreadable { Scratch.write("garbage", to: path) } else { unlink(path) }
    let hasBegun = Arrivals()
    var files = Self.later(48)
    files.fault = { operation, place in
      if operation == .list, place.contains("/bodies/") {
        hasBegun.value.store(true, ordering: .relaxed)
      }
      if operation == .lock, hasBegun.value.load(ordering: .relaxed) {
        Scratch.write(bytes, to: path)
      }
      return 0
    }
    let report = try origin.open(files: files).doctor(repair: true, at: at(5))
    #expect(report.findings.map(\.kind).contains(kind))
    #expect(Scratch.contents(origin.library, without: ".lock") == before)
  }

  @Test("repairs no identity while a syncer writes, nor one whose end has come since")
  func identityCompletes() throws {
    let ids = try begin()
    let identity = origin.library + "/library.json"
    let bytes = try #require(Scratch.read(identity))
    Scratch.write(Array(bytes.prefix(20)), to: identity)
    let temporary = "\(origin.library)/articles/\(ids[0].shard)/.syncthing.x.json.tmp"
    Scratch.write("{", to: temporary)
    _ = try origin.open().doctor(repair: true, at: at(5))
    #expect(Scratch.read(identity) == Array(bytes.prefix(20)))
    unlink(temporary)
    let library = try origin.open()
    Scratch.write(bytes, to: identity)
    _ = try library.doctor(repair: true, at: at(6))
    #expect(Scratch.read(identity) == bytes)
    #expect(!Scratch.exists(origin.library + "/damaged"))

    Scratch.write(Array(bytes.prefix(20)), to: identity)
    let last = FileLayer { operation, path in
      if operation == .makeDirectory, path.hasSuffix("/damaged") {
        Scratch.write(bytes, to: identity)
      }
      return 0
    }
    _ = try origin.open(files: last).doctor(repair: true, at: at(7))
    #expect(Scratch.read(identity) == bytes)
    #expect(Scratch.contents(origin.library + "/damaged").isEmpty)
  }

  @Test("makes an identity again that is a link to a damaged file")
  func linkedIdentity() throws {
    _ = try begin()
    let identity = origin.library + "/library.json"
    unlink(identity)
    Scratch.write("{", to: origin.library + "/mine.json")
    symlink("mine.json", identity)
    let report = try origin.open().doctor(repair: true, at: at(5))
    #expect(report.findings.contains { $0.kind == .identity && $0.remedy != nil })
    #expect(
      try origin.open().doctor(repair: false, at: at(6)).findings.allSatisfy {
        $0.kind != .identity
      }
    )
    #expect(Scratch.text(origin.library + "/mine.json") == "{")
  }

  @Test(
    "changes nothing: neither of articles without their texts nor of texts without their articles"
  )
  func harmless() throws {
    let ids = try begin()
    carryIdentity()
    for id in ids[..<6] { carry(origin.file(id)) }
    for id in ids[4...] { carry(origin.body(id)) }
    // One came by half.
    let whole = Scratch.text(origin.file(ids[9])) ?? ""
    mkdir("\(copy.library)/articles/\(ids[9].shard)", 0o700)
    Scratch.write(String(whole.prefix(100)), to: copy.file(ids[9]))
    let before = Scratch.contents(copy.library, without: ".lock")
    let library = try copy.open()
    let report = try library.doctor(repair: true, at: at(5))
    #expect(Set(report.findings.map(\.kind)) == [.onItsWay])
    #expect(report.findings.count == 4 + 3 + 1 && report.findings.allSatisfy { $0.remedy == nil })
    #expect(Scratch.contents(copy.library, without: ".lock") == before)

    // All the rest came: nothing is left to say, and all is as it was sent.
    for id in ids { carry(origin.file(id)); carry(origin.body(id)) }
    #expect(try library.doctor(repair: true, at: at(6)).findings.filter { $0.kind != .index } == [])
    for kind in ["articles", "bodies"] {
      let (here, there) = (Scratch.contents("\(copy.library)/\(kind)"), "\(origin.library)/\(kind)")
      #expect(
        here.values.sorted { $0.lexicographicallyPrecedes($1) }
          == Scratch.contents(there).values.sorted { $0.lexicographicallyPrecedes($1) }
      )
    }
  }

  @Test(
    "fetches a text that has not come a day later again, and takes one of nobody out of the library"
  )
  func aDayLater() throws {
    let ids = try begin()
    carryIdentity()
    carry(origin.file(ids[0]))
    carry(origin.body(ids[1]))
    let library = try copy.open(files: Self.later(25))
    #expect(
      try Set(library.doctor(repair: true, at: at(5)).findings.map(\.kind))
        == [.missingText, .orphaned]
    )
    #expect(try library.article(ids[0])?.fetch.isPending == true)
    #expect(!Scratch.exists(copy.body(ids[1])))
    #expect(!Scratch.exists(copy.library + "/damaged"))
    // Its article comes all the same: the text is there again.
    carry(origin.file(ids[1]))
    _ = library.snapshot()
    #expect(Scratch.text(copy.body(ids[1])) == "text of \(ids[1].text)")
  }

  @Test(
    "repairs nothing while a syncer writes, and says so",
    arguments: [
      ".syncthing.ID.json.tmp", "~syncthing~ID.json.tmp", ".ID.json.Ab3xYz",
      "ID.json.1a2b3c4d.partial",
      ".unison.ID.json.0123.unison.tmp",
    ]
  )
  func syncing(name: String) throws {
    let ids = try begin()
    let library = try origin.open(files: Self.later(0))
    Scratch.write("garbage", to: origin.file(ids[0]))
    let temporary =
      "\(origin.library)/articles/\(ids[1].shard)/" + name.replacingFirst("ID", with: ids[1].text)
    Scratch.write("{", to: temporary)
    let before = Scratch.contents(origin.library, without: ".lock")
    let report = try library.doctor(repair: true, at: at(5))
    #expect(report.findings.first?.kind == .syncing && report.findings.first?.path == temporary)
    #expect(report.findings.allSatisfy { $0.remedy == nil || $0.kind == .index })
    #expect(Scratch.contents(origin.library, without: ".lock") == before)
    // One that nobody has written to for a day keeps nobody.
    let later = try origin.open(files: Self.later(25))
    #expect(try later.doctor(repair: true, at: at(6)).findings.map(\.kind).contains(.unreadable))
    #expect(try later.doctor(repair: true, at: at(7)).findings.map(\.kind) == [])
    #expect(Scratch.exists(temporary))
  }

  @Test("puts the text that the record names in place on sight, whichever name it came by")
  func copies() throws {
    let id = try begin()[0]
    let library = try origin.open()
    func beside(_ mark: String) -> String {
      origin.body(id).replacingFirst(".html", with: mark + ".html")
    }
    let own = Scratch.text(origin.body(id)) ?? ""
    // Another version as the text, the right one as a copy.
    Scratch.write("another", to: origin.body(id))
    Scratch.write(own, to: beside(".sync-conflict-20260101-120000-ABCDEFG"))
    _ = library.recheck()
    #expect(Scratch.text(origin.body(id)) == own)
    // A copy of another text goes, and of the same.
    Scratch.write("a third", to: beside(" (host's conflicted copy)"))
    Scratch.write(own, to: beside("-2"))
    _ = library.recheck()
    #expect(Scratch.text(origin.body(id)) == own)
    let shard = Scratch.contents("\(origin.library)/bodies/\(id.shard)")
    #expect(Array(shard.keys) == [origin.body(id)])
    #expect(!Scratch.exists(origin.library + "/damaged"))
    #expect(
      Set(Scratch.contents(library.givenUpTexts).values)
        == [Array("another".utf8), Array("a third".utf8)]
    )
    // The record comes to name one of those: it is put in place.
    let hash = SHA256.hex(of: "a third")
    let record = (Scratch.text(origin.file(id)) ?? "")
      .replacingFirst(SHA256.hex(of: own), with: hash)
    Scratch.write(record, to: origin.file(id))
    _ = library.recheck()
    #expect(Scratch.text(origin.body(id)) == "a third")
    #expect(try library.doctor(repair: true, at: at(9)).findings.filter { $0.kind != .index } == [])
  }

  @Test("keeps what no record names for thirty days")
  func thirtyDays() throws {
    let ids = try begin()
    func giveUp(_ text: String, _ id: ArticleID, _ files: FileLayer) throws {
      let library = try origin.open(files: files)
      Scratch.write(text, to: origin.body(id).replacingFirst(".html", with: "~.html"))
      _ = library.recheck()
    }
    try giveUp("one", ids[0], .real)
    try giveUp("two", ids[1], Self.later(24 * 29))
    let kept = try origin.open().givenUpTexts
    #expect(Set(Scratch.contents(kept).values) == [Array("one".utf8), Array("two".utf8)])
    try giveUp("three", ids[1], Self.later(24 * 31))
    #expect(Array(Scratch.contents(kept).values) == [Array("three".utf8)])
  }

  @Test("the text of a purged article goes, also one that comes later, and its copies")
  func purged() throws {
    let id = try begin()[0]
    let library = try origin.open()
    _ = try library.purge([id], at: at(9))
    _ = library.snapshot()
    Scratch.write("late", to: origin.body(id))
    Scratch.write(
      "later",
      to: origin.body(id).replacingFirst(".html", with: ".sync-conflict-1.html")
    )
    _ = library.recheck()
    #expect(Scratch.contents("\(origin.library)/bodies/\(id.shard)").isEmpty)
    #expect(
      Scratch.contents(library.givenUpTexts).values.filter { $0 == Array("late".utf8) }.isEmpty
    )
  }
}
