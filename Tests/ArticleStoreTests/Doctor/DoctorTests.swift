import ArticleStore
import Glibc
import ReadingList
import Testing

@Suite("The doctor")
struct DoctorTests {
  private let scratch = Scratch()

  @Test("has nothing to say of a library that is well")
  func well() throws {
    let library = try scratch.open()
    let articles = try sampleArticles(30, seed: 10).map { article in
      var plain = article
      plain.fetch = .pending(reason: nil)
      return plain
    }
    _ = try library.add(articles, at: at(0))
    _ = try library.purge([articles[0].id], at: at(1))
    let report = try library.doctor(repair: true, at: at(2))
    #expect(report.findings == [])
    #expect(report.articles == 29)
    #expect(report.tombstones == 1)
  }

  @Test("finds what is wrong without touching it, and mends it without losing anything")
  func illness() throws {
    // A day later nothing of all this is on its way any more.
    let library = try scratch.open(files: HalfArrivedTests.later(25))
    let articles = try (0..<6).map { try article("https://example.com/\($0)") }
    _ = try library.add(articles, at: at(0))
    func shard(_ kind: String, _ index: Int) -> String {
      "\(scratch.library)/\(kind)/\(articles[index].id.shard)/"
    }
    // 0: damaged, with a text. 1: a conflict copy. 2: says it has a text and has none. 3: purged, its
    // text left. 4: cut-off writes. And files that are no records, and a text of nobody.
    _ = try library.saveFetched(articles[0].id, at: at(0), body: "text 0") { $0.fetch = .ready }
    Scratch.write("garbage", to: scratch.file(articles[0].id))
    var other = articles[1]
    other.note = "from elsewhere"
    other.changed["note"] = at(9)
    let copy = scratch.file(articles[1].id).replacingFirst(".json", with: ".sync-conflict-1.json")
    Scratch.write(ArticleRecord.text(of: other), to: copy)
    _ = try library.saveFetched(articles[2].id, at: at(0), body: "x") { $0.fetch = .ready }
    unlink(scratch.body(articles[2].id))
    _ = try library.saveFetched(articles[3].id, at: at(0), body: "x") { _ in }
    _ = try library.purge([articles[3].id], at: at(1))
    Scratch.write("x", to: scratch.body(articles[3].id))
    let leftover = shard("articles", 4) + ".\(articles[4].id.text).json.123.4.tmp"
    Scratch.write("{", to: leftover)
    let syncing = shard("articles", 4) + ".syncthing.\(articles[4].id.text).json.tmp"
    Scratch.write("{", to: syncing)
    Scratch.write("{}", to: shard("articles", 5) + "notes.json")
    let nobody = ArticleID(canonicalURL: "nobody")
    mkdir("\(scratch.library)/bodies/\(nobody.shard)", 0o700)
    Scratch.write("lost text", to: scratch.body(nobody))

    let before = Scratch.contents(scratch.library)
    let found = try library.doctor(repair: false, at: at(2))
    let kinds: [DoctorReport.Finding.Kind] = [
      .conflict, .leftover, .leftover, .missingText, .orphaned, .unreadable, .unreadable,
    ]
    #expect(found.findings.map(\.kind.rawValue).sorted() == kinds.map(\.rawValue).sorted())
    #expect(found.findings.allSatisfy { $0.remedy == nil })
    #expect(Scratch.contents(scratch.library) == before)

    let mended = try library.doctor(repair: true, at: at(3))
    #expect(mended.findings.map(\.kind.rawValue).sorted() == kinds.map(\.rawValue).sorted())
    #expect(mended.findings.allSatisfy { $0.remedy != nil })
    #expect(try library.doctor(repair: true, at: at(4)).findings == [])
    #expect(try library.article(articles[1].id)?.note == "from elsewhere")
    #expect(try library.article(articles[2].id)?.fetch.isPending == true)
    #expect(!Scratch.exists(leftover))
    #expect(Scratch.exists(syncing))
    // What could not be read is still there to be looked at.
    let aside = Set(Scratch.contents(scratch.library + "/damaged").values)
    #expect(aside == Set(["garbage", "{}"].map { Array($0.utf8) }))
    let texts = Set(Scratch.contents(library.givenUpTexts).values)
    #expect(texts == Set(["text 0", "lost text"].map { Array($0.utf8) }))
    let list = library.snapshot()
    #expect(list.counts.unreadable == 0)
    #expect(list.count(of: .everything) == 4)
  }

  @Test(
    "makes a thousand records of garbage beside a thousand good ones no trouble for the good ones"
  )
  func garbage() throws {
    _ = try scratch.open()
    for shard in 0..<256 {
      let digits = (shard < 16 ? "0" : "") + String(shard, radix: 16)
      mkdir(scratch.library + "/articles/" + digits, 0o700)
    }
    var random = Seeded(11)
    for number in 0..<2_000 {
      let url = "https://example.com/\(number)"
      let new = Article(canonicalURL: url, url: url, title: "t", savedAt: at(0))
      if number % 2 == 0 {
        Scratch.write(ArticleRecord.text(of: new), to: scratch.file(new.id))
      } else {
        let bytes = (0..<Int.random(in: 0...64, using: &random)).map { _ in
          UInt8.random(in: 0...255, using: &random)
        }
        Scratch.write(bytes, to: scratch.file(new.id))
      }
    }
    let library = try scratch.open(files: HalfArrivedTests.later(25))
    #expect(library.snapshot().count(of: .everything) == 1_000)
    #expect(library.snapshot().counts.unreadable == 1_000)
    let report = try library.doctor(repair: true, at: at(1))
    #expect(report.articles == 1_000)
    #expect(report.findings.count == 1_000)
    #expect(library.snapshot().counts.unreadable == 0)
    #expect(library.snapshot().count(of: .everything) == 1_000)
  }
}
