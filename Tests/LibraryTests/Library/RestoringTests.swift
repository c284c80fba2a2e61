import Glibc
import Library
import Platform
import ReadingList
import TestSupport
import Testing

@Suite("Restoring") struct RestoringTests {
  private let scratch = Scratch()

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
    #expect(try IncomingArticle(record: backup, body: "").article == incoming.article)
    #expect(try library.put([incoming], at: at(6), into: &receipt).first?.isMerged == true)
    #expect(try library.article(new.id)?.note == "old")
    #expect(try library.put([incoming], at: at(7), into: &receipt).first?.isMerged == false)
    _ = try library.purge([new.id], at: at(8))
    #expect(try library.put([incoming], at: at(9), into: &receipt).first?.added != nil)
    #expect(library.snapshot().row(of: new.id) != nil)
    #expect(try library.article(new.id)?.note == "old")
  }

  @Test("Importing one machine's record overrules nothing of which it says nothing")
  func oneMachine() throws {
    let library = try scratch.open()
    let new = try article("https://example.com/a")
    _ = try library.add([new], at: at(0))
    _ = try library.apply(.favorite(true), to: [new.id], at: at(1))
    let (id, moment) = (new.id.text, at(0).rfc3339)
    let record = """
      {"format": 2, "id": "\(id)", "url": "\(new.url)", "canonicalURL": "\(new.canonicalURL)",
       "savedAt": "\(moment)", "saidAt": "\(moment)", "note": "n"}
      """
    var receipt = ChangeReceipt()
    _ = try library.put([IncomingArticle(record: record, body: nil)], at: at(2), into: &receipt)
    let now = try #require(try library.article(new.id))
    #expect(now.isFavorite && now.note == "n")
  }

  @Test("Importing writes over no record of a newer format") func newer() throws {
    let library = try scratch.open()
    var saved = try article("https://example.com/1")
    _ = try library.add([saved], at: at(0))
    let path = scratch.file(saved.id)
    let text = try #require(Scratch.text(path))
    let newer = text.replacing("\"format\": 2,", with: "\"format\": 1000,")
    #expect(newer != text)
    Scratch.write(newer, to: path)
    saved.tags = ["new"]
    var receipt = ChangeReceipt()
    let put = try library.put([IncomingArticle(saved)], at: at(9), into: &receipt)
    #expect(put.first?.error != nil)
    #expect(Scratch.text(path) == newer)
  }

  @Test("A text whose bytes are not those of its name is not there, and the doctor moves it aside")
  func damagedText() throws {
    let library = try scratch.open()
    let new = try article("https://example.com/a")
    _ = try library.add([new], at: at(0))
    _ = try library.saveFetched(new.id, at: at(1), body: "<p>text</p>") { $0.fetch = .ready }
    Scratch.write("<p>other</p>", to: scratch.body(new.id))
    #expect(try library.body(of: new.id) == nil)
    let findings = try library.doctor(repair: true, at: at(2)).findings
    #expect(findings.map(\.kind) == [.damagedText])
    let advice = "; luego fetch \(new.id.text.prefix(8)) gets it again"
    #expect(findings.first?.remedy?.hasSuffix(advice) == true)
    _ = try library.saveFetched(new.id, at: at(3), body: "<p>text</p>") { _ in }
    #expect(try library.body(of: new.id) == "<p>text</p>")
    let damaged = scratch.library + "/damaged"
    #expect(fileNames(in: damaged)?.count == 1)
    _ = try library.purge([new.id], at: at(4))
    #expect(fileNames(in: damaged) == [])
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
