import Glibc
import Library
import Platform
import ReadingList
import ReadingServices
import TestSupport
import Testing

/// A library with some articles, and its undo journal.
private struct Place {
  let directory: TemporaryDirectory
  let faults = FaultCounter()
  let library: Library
  let ids: [ArticleID]
  let steps: String
  let journal: UndoJournal

  init(_ count: Int = 3, maxBytes: Int = 64 << 20) throws {
    directory = try TemporaryDirectory()
    library = try Library.open(
      directory.path("library"), cache: directory.path("cache"),
      files: FileLayer { [faults] operation, path in
        operation == .write && LibraryFiles.isRecord(path) ? faults.next() : 0
      })
    let articles = try (0..<count).map { number in
      Article(address: try WebAddress("https://a.example/\(number)"), savedAt: Self.now)
    }
    ids = try library.add(articles, at: Self.now).map(\.article.id)
    steps = library.state + "/undo"
    journal = UndoJournal(of: library, maxBytes: maxBytes)
  }

  static let now = Timestamp(seconds: 1_790_000_000)

  @discardableResult
  func change(_ change: ArticleChange, _ ids: [ArticleID]) throws -> UndoJournal.Recorded? {
    var step: UndoJournal.Recorded?
    _ = try library.apply(change, to: ids, at: Self.now) { part, _ in
      step = journal.record(change.done ?? "", title: "One", [part], to: step)
    }
    return step
  }

  func takeBack(_ way: UndoJournal.Way = .undo) throws -> UndoJournal.TakenBack? {
    try journal.takeBack(way, in: library, at: Self.now)
  }

  func archived() throws -> [ArticleID] {
    try ids.filter { try library.article($0)?.isArchived == true }
  }

  var names: Set<String> { Set((fileNames(in: steps) ?? []).filter { $0 != "lock" }) }
}

@Suite("The journal of undo") struct UndoJournalTests {
  @Test("keeps a thousand steps, the newest, in order") func many() throws {
    let place = try Place()
    func record(_ done: String) throws {
      place.journal.record(
        done, title: "",
        [ChangeReceipt(added: try place.ids.compactMap { try place.library.article($0) })])
    }
    try record("1")
    for number in 2...1003 {
      try #require(link(place.steps + "/1.undo", "\(place.steps)/\(number).undo") == 0)
    }
    for number in 1004...1005 { try record("\(number)") }
    #expect(place.names == Set((6...1005).map { "\($0).undo" }))
    for done in ["1005", "1004", "1", "1"] { #expect(try place.takeBack()?.done == done) }
  }

  @Test("puts a welcome article that was restored into Trash again") func welcome() throws {
    let place = try Place(0)
    let root = (#filePath as String).splitPath.directory.splitPath.directory.splitPath.directory
    func add() throws -> (additions: [Addition], receipts: [ChangeReceipt]) {
      try WelcomeLibrary.add(to: place.library, from: root + "/Data", at: Place.now)
    }
    let first = try add()
    let id = try #require(first.additions.first?.article.id)
    _ = try place.library.apply(.delete(true), to: [id], at: Place.now)
    let receipts = try add().receipts
    #expect(first.receipts.allSatisfy(\.hasAdded) && !receipts.contains(where: \.hasAdded))
    place.journal.record("restored", title: "", receipts)
    _ = try place.takeBack()
    #expect(try place.library.article(id)?.isDeleted == true)
  }

  @Test("drops the oldest steps when all together are too large") func weight() throws {
    let place = try Place(maxBytes: 2000)
    for number in 1...40 {
      try place.change(.archive(number % 2 == 1), [place.ids[0]])
      let size = place.names.reduce(0) { $0 + (SmallFile.size(of: place.steps + "/" + $1) ?? 0) }
      #expect(size <= 2000)
    }
    let kept = place.names.count
    #expect(kept > 5 && kept < 40 && place.names.contains("40.undo"))
  }

  @Test("killed when a step was taken back and not yet removed, takes it back again, to no harm")
  func killedBetween() throws {
    let place = try Place()
    try place.change(.archive(true), place.ids)
    for (way, old, count) in [(UndoJournal.Way.undo, "1.undo", 0), (.redo, "1.redo", 3)] {
      let bytes = try #require(SmallFile.read(place.steps + "/" + old))
      _ = try place.takeBack(way)
      #expect(try place.archived().count == count && !place.names.contains(old))
      try SmallFile.replace(place.steps + "/" + old, with: bytes, isDurable: false)
      #expect(try place.takeBack(way)?.receipt.changed == [])
      #expect(place.names.count == 1 && !place.names.contains(old))
    }
    _ = try place.takeBack()
    #expect(try place.archived().isEmpty)
  }

  @Test("puts the articles of a step between “marked” and “as read”") func marked() throws {
    let place = try Place()
    try place.change(.read(true), place.ids)
    #expect(try place.takeBack()?.label == "marked 3 articles as read")
    #expect(try place.takeBack(.redo)?.label == "marked 3 articles as read")
    try place.change(.read(false), [place.ids[0]])
    let label = try place.takeBack()?.label ?? ""
    #expect(label.hasPrefix("marked “") && label.hasSuffix("” as unread"), "\(label)")
  }

  @Test("killed in the middle of adding to a step, takes back what was recorded")
  func torn() throws {
    let place = try Place(3000)
    try place.change(.archive(true), place.ids)
    let file = place.steps + "/1.undo"
    let whole = try #require(SmallFile.read(file))
    try SmallFile.replace(file, with: whole.dropLast(200), isDurable: false)
    let taken = try #require(try place.takeBack())
    #expect(taken.label == "archived 2048 articles" && taken.receipt.changed.count == 2048)
    #expect(try place.archived().count == 952)
    #expect(try place.takeBack(.redo)?.count == 2048)
    #expect(try place.archived().count == 3000)
  }

  @Test("what could not be taken back is taken back by trying again, and all is done again at once")
  func parts() throws {
    let place = try Place(50)
    try place.change(.archive(true), place.ids)
    place.faults.arm(20, ENOSPC)
    let first = try #require(try place.takeBack())
    #expect(first.receipt.failures.count == 1 && first.receipt.changed.count == 49)
    #expect(place.names == ["1.undo", "1.redo"])
    let second = try #require(try place.takeBack())
    #expect(second.receipt.changed == first.receipt.failures.map(\.id))
    #expect(place.names == ["1.redo"])
    #expect(try place.takeBack(.redo)?.receipt.changed.count == 50)
    #expect(try place.archived().count == 50)
  }

  @Test("says once of each file that is no step, and goes on with the one before it")
  func damaged() throws {
    let place = try Place()
    try place.change(.archive(true), place.ids)
    let ignored = [
      "x.undo", "+5.undo", "-1.undo", "007.undo", "9.undo.tmp", "9223372036854775807.undo",
      "99999999999999999999.undo", "2.UNDO", "3",
    ]
    for name in ignored {
      try SmallFile.replace(place.steps + "/" + name, with: Array("{}".utf8), isDurable: false)
    }
    let damaged = [
      "", "{}", "[1]", "\u{0}", #"{"done":"archived","title":"x"}"#,
      #"{"done":1,"title":"x","final":true}"#,
      #"{"done":"archived","title":"x"}"# + "\n" + #"[{"ids":["x"]}]"#,
      String(repeating: "[", count: 100_000),
    ]
    for (number, text) in damaged.enumerated() {
      let path = "\(place.steps)/\(number + 10).undo"
      try SmallFile.replace(path, with: Array(text.utf8), isDurable: false)
    }
    try #require(mkfifo(place.steps + "/30.undo", 0o600) == 0)
    try #require(symlink("/dev/zero", place.steps + "/31.undo") == 0)
    try #require(mkdir(place.steps + "/32.undo", 0o700) == 0)
    for _ in 0..<(damaged.count + 3) {
      #expect(try place.takeBack()?.problem?.hasSuffix("is damaged") == true)
    }
    #expect(try place.archived().count == 3)
    #expect(try place.takeBack()?.label == "archived 3 articles")
    #expect(try place.takeBack() == nil)
    #expect(place.names == Set(ignored + ["1.redo", "32.undo.damaged"]))
  }

  @Test("an unreadable record of another machine keeps no step from being undone")
  func unreadableRecord() throws {
    let place = try Place()
    try place.change(.archive(true), place.ids)
    let shard = LibraryFiles.shard(of: place.ids[0], in: place.library.directory)
    let other = "\(shard)/\(place.ids[0].text).other-abcd.json"
    try SmallFile.replace(other, with: Array("x".utf8), isDurable: false)
    #expect(try place.takeBack()?.receipt.changed.count == 3)
  }

  @Test("a step that cannot be read now stays")
  func unreadable() throws {
    let place = try Place()
    try place.change(.archive(true), place.ids)
    try #require(symlink("2.undo", place.steps + "/2.undo") == 0)
    #expect(throws: StoreError.self) { try place.takeBack() }
    #expect(place.names == ["1.undo", "2.undo"])
    unlink(place.steps + "/2.undo")
    #expect(try place.takeBack()?.label == "archived 3 articles")
  }

  @Test("a setting that cannot be saved stays to be undone") func unsavedSetting() throws {
    let place = try Place()
    place.journal.record("set theme paper", undo: ["set theme auto"], redo: ["set theme paper"])
    #expect(throws: StoreError.self) {
      try place.journal.takeBack(
        .undo, in: place.library, at: Place.now,
        keep: { _ throws(StoreError) in throw StoreError(.io, "The disk is full") })
    }
    #expect(place.names == ["1.undo"])
    #expect(try place.takeBack()?.lines == ["set theme auto"])
  }

  @Test("on a disk that is full keeps steps in memory") func unwritable() throws {
    let place = try Place()
    try place.change(.archive(true), [place.ids[0]])
    // Nothing more can be written there.
    try SmallFile.replace(place.directory.path("file"), with: [], isDurable: false)
    try #require(rename(place.steps, place.steps + ".old") == 0)
    try #require(symlink(place.directory.path("file"), place.steps) == 0)
    #expect(try place.change(.archive(true), [place.ids[1]])?.place == .memory)
    #expect(try place.takeBack()?.receipt.changed == [place.ids[1]])
    #expect(try place.takeBack(.redo)?.receipt.changed == [place.ids[1]])
    #expect(try place.takeBack()?.receipt.changed == [place.ids[1]])
    #expect(throws: StoreError.self) { try place.takeBack() }
    try #require(unlink(place.steps) == 0 && rename(place.steps + ".old", place.steps) == 0)
    #expect(try place.takeBack()?.receipt.changed == [place.ids[0]])
  }
}
