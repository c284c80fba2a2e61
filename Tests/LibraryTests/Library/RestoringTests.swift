import Glibc
import Library
import ReadingList
import TestSupport
import Testing

@Suite("Restoring") struct RestoringTests {
  private let scratch = Scratch()

  @Test("A record and text copied back after deleting permanently stay") func copiedBack() throws {
    let library = try scratch.open()
    let new = try article("https://example.com/a")
    _ = try library.add([new], at: at(0))
    _ = try library.saveFetched(new.id, at: at(1), body: "<p>text</p>") { $0.fetch = .ready }
    let (record, text) = (scratch.file(new.id), scratch.body(new.id))
    let (recordBytes, textBytes) = (
      try #require(Scratch.read(record)), try #require(Scratch.read(text))
    )
    _ = try library.purge([new.id], at: at(2))
    Scratch.write(recordBytes, to: record + ".new")
    Scratch.rename(record + ".new", to: record)
    Scratch.write(textBytes, to: text)
    for _ in 0..<2 {
      let list = try scratch.open().snapshot()
      #expect(list.row(of: new.id) != nil)
    }
    #expect(try scratch.open().body(of: new.id) == "<p>text</p>")
  }

  @Test("Importing a backup's record says it anew, also over a newer note and a purge")
  func saidAnew() throws {
    let library = try scratch.open()
    var new = try article("https://example.com/a")
    new.note = "old"
    _ = try library.add([new], at: at(0))
    let backup = try #require(try library.articleWithRecord(new.id)).record
    _ = try library.apply(.note("newer"), to: [new.id], at: at(5))
    var receipt = ChangeReceipt()
    let incoming = try IncomingArticle(record: backup, body: nil)
    #expect(try library.put([incoming], at: at(6), into: &receipt).first?.isMerged == true)
    #expect(try library.article(new.id)?.note == "old")
    #expect(try library.put([incoming], at: at(7), into: &receipt).first?.isMerged == false)
    _ = try library.purge([new.id], at: at(8))
    #expect(try library.put([incoming], at: at(9), into: &receipt).first?.isAdded == true)
    #expect(library.snapshot().row(of: new.id) != nil)
    #expect(try library.article(new.id)?.note == "old")
  }

  @Test("A text whose bytes are not those of its name is not there, and the doctor moves it aside")
  func damagedText() throws {
    let library = try scratch.open()
    let new = try article("https://example.com/a")
    _ = try library.add([new], at: at(0))
    _ = try library.saveFetched(new.id, at: at(1), body: "<p>text</p>") { $0.fetch = .ready }
    Scratch.write("<p>other</p>", to: scratch.body(new.id))
    #expect(try library.body(of: new.id) == nil)
    #expect(try library.doctor(repair: true, at: at(2)).findings.map(\.kind) == [.damagedText])
    _ = try library.saveFetched(new.id, at: at(3), body: "<p>text</p>") { _ in }
    #expect(try library.body(of: new.id) == "<p>text</p>")
  }
}

@Suite("A library of the first format") struct FormatOneTests {
  private let scratch = Scratch()

  @Test("is not opened, says which command takes it over, and stays as it is") func refused() throws
  {
    mkdir(scratch.library, 0o700)
    mkdir(LibraryFiles.articles(in: scratch.library), 0o700)
    Scratch.write(
      "{\"format\": 1, \"id\": \"5f7d63fbb38c7b28\"}\n",
      to: LibraryFiles.identity(in: scratch.library))
    let before = Scratch.contents(scratch.library)
    let error = #expect(throws: StoreError.self) { try scratch.open() }
    #expect(error?.kind == .newerFormat)
    #expect(error?.message.contains("luego import '\(scratch.library)-1'") == true)
    #expect(Scratch.contents(scratch.library) == before)
  }
}

@Suite("A receipt as JSON") struct ReceiptCodingTests {
  private let scratch = Scratch()

  @Test(
    "takes back every kind of change, in a later process as well",
    arguments: 1...8 as ClosedRange<UInt64>)
  func everyChange(seed: UInt64) throws {
    let library = try scratch.open()
    let ids = try library.add(sampleArticles(6, seed: seed), at: at(0)).map(\.article.id)
    let mark = Highlight(id: "h", quote: "q", createdAt: at(1), changedAt: at(1))
    let changes: [ArticleChange] = [
      .archive(true), .favorite(true), .delete(true), .tag(add: ["new"], remove: ["tea"]),
      .title("Another"), .note("a note"), .highlights([mark]), .highlight(mark),
      .highlight(mark.removed(at: at(2))), .read(true),
      .position(ReadingPosition(block: 2, offset: 1), Progress(percent: 40)), .title(""),
    ]
    for change in changes {
      let before = try ids.map { try #require(try library.article($0)) }
      let receipt = try library.apply(change, to: ids, at: at(10))
      let text = receipt.json.compact
      let read = try #require(ChangeReceipt(json: try JSON(parsing: Array(text.utf8))))
      #expect(Set(read.changed) == Set(receipt.changed))
      _ = try library.revert(read, at: at(20))
      #expect(try ids.map { try #require(try library.article($0)) } == before)
    }
  }

  @Test("of adding takes what was added out of the library, and brings it back with all it had")
  func adding() throws {
    let library = try scratch.open()
    let new = try article("https://example.com/1")
    _ = try library.add([new], at: at(0))
    let receipt = try #require(ChangeReceipt(json: ChangeReceipt(added: [new]).json))
    let undone = try library.revert(receipt, at: at(1))
    #expect(undone.changed == [new.id])
    #expect(try library.article(new.id) == nil)
    #expect(library.snapshot().count(of: .everything) == 0)
    #expect(try library.revert(receipt, at: at(2)).changed.isEmpty)
    _ = try library.revert(undone, at: at(3))
    #expect(try library.article(new.id) == new)
  }

  @Test(
    "that is damaged is none",
    arguments: [
      "{}", "7", #"{"changes":[{"ids":["x"]}]}"#, #"{"changes":[{"registers":{},"ids":["x"]}]}"#,
      #"{"changes":[{"registers":{"note":[1]},"ids":["0123456789abcdef0123"]}]}"#,
    ])
  func damaged(text: String) throws {
    #expect(ChangeReceipt(json: try JSON(parsing: Array(text.utf8))) == nil)
  }
}
