import Glibc
import Library
import ReadingList
import TestSupport
import Testing

/// A library's directory on a machine of its own.
private final class Computer {
  let scratch = Scratch()
  private(set) var library: Library

  /// A machine with a library of its own, or with a copy of another's.
  init(like other: Computer? = nil) throws {
    if let other {
      mkdir(scratch.library, 0o700)
      Self.copy(other.scratch.library, to: scratch.library)
    }
    library = try scratch.open()
  }

  func reopen() throws { library = try scratch.open() }

  /// Copies what is newer there, as `rsync -au` does.
  func pull(_ other: Computer) {
    Self.copy(other.scratch.library, to: scratch.library)
    _ = library.snapshot()
  }

  static func copy(_ from: String, to target: String) {
    guard let directory = opendir(from) else { return }
    defer { closedir(directory) }
    mkdir(target, 0o700)
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      if name == "." || name == ".." || name == ".luego" || name.hasSuffix("ignore") { continue }
      let (source, place) = (from + "/" + name, target + "/" + name)
      var (there, here) = (stat(), stat())
      stat(source, &there)
      if there.st_mode & S_IFMT == S_IFDIR {
        copy(source, to: place)
        continue
      }
      if stat(place, &here) == 0,
        (here.st_mtim.tv_sec, here.st_mtim.tv_nsec) >= (there.st_mtim.tv_sec, there.st_mtim.tv_nsec)
      {
        continue
      }
      guard let bytes = Scratch.read(source) else { continue }
      Scratch.write(bytes, to: place + ".arriving")
      _ = [there.st_atim, there.st_mtim].withUnsafeBufferPointer {
        utimensat(AT_FDCWD, place + ".arriving", $0.baseAddress, 0)
      }
      Scratch.rename(place + ".arriving", to: place)
    }
  }

  func article(_ id: ArticleID) throws -> Article? { try library.article(id) }
}

@Suite("Two machines with one library") struct MachinesTests {
  private let url = "https://example.com/a"
  private var id: ArticleID { ArticleID(canonicalURL: url) }

  private func pair() throws -> (Computer, Computer) {
    let a = try Computer()
    _ = try a.library.add([try newArticle(url)], at: at(0))
    return (a, try Computer(like: a))
  }

  private func meet(_ a: Computer, _ b: Computer) {
    for _ in 0..<2 {
      a.pull(b)
      b.pull(a)
    }
  }

  @Test("write files of their own, and both see what either said") func ownFiles() throws {
    let (a, b) = try pair()
    let before = Scratch.read(LibraryFiles.record(of: id, in: b.scratch.library))
    _ = try b.library.apply(.tag(add: ["b"], remove: []), to: [id], at: at(1))
    _ = try a.library.apply(.note("a"), to: [id], at: at(1))
    #expect(LibraryFiles.records(of: id, in: b.scratch.library).count == 2)
    #expect(
      LibraryFiles.records(of: id, in: b.scratch.library).contains { Scratch.read($0) == before })
    meet(a, b)
    for computer in [a, b] {
      #expect(try computer.article(id)?.tags == ["b"])
      #expect(try computer.article(id)?.note == "a")
    }
  }

  @Test("lose none of 500 changes each that they make at once") func manyChanges() throws {
    let a = try Computer()
    let articles = try (0..<20).map { try newArticle("https://example.com/\($0)") }
    _ = try a.library.add(articles, at: at(0))
    let b = try Computer(like: a)
    for round in 0..<25 {
      for (name, computer) in [("a", a), ("b", b)] {
        let tag = "\(name)\(round)"
        let ids = articles.map(\.id)
        _ = try computer.library.apply(.tag(add: [tag], remove: []), to: ids, at: at(Int64(round)))
      }
      if round.isMultiple(of: 5) { a.pull(b) }
      if round.isMultiple(of: 7) { b.pull(a) }
    }
    meet(a, b)
    for article in articles {
      #expect(try a.article(article.id)?.tags.count == 50)
      #expect(try a.article(article.id) == b.article(article.id))
    }
  }

  @Test(
    "lose nothing that was acknowledged, whatever a syncer by times copies when, with clocks hours apart",
    arguments: 1...6 as ClosedRange<UInt64>)
  func syncer(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    let first = try Computer()
    let articles = try (0..<4).map { try newArticle("https://example.com/\($0)") }
    _ = try first.library.add(articles, at: at(0))
    let all = [first, try Computer(like: first), try Computer(like: first)]
    let hours: [Int64] = [0, 5, -5]
    var tags: [ArticleID: Set<String>] = [:]
    for step in 0..<150 {
      let index = Int.random(in: 0..<3, using: &random)
      let other = (index + Int.random(in: 1...2, using: &random)) % 3
      let id = articles[Int.random(in: 0..<4, using: &random)].id
      let moment = at(Int64(step) + hours[index] * 3600)
      let tag = "t\(step)"
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1: all[index].pull(all[other])
      case 2: _ = try all[index].library.apply(.delete(step % 2 == 0), to: [id], at: moment)
      case 3: _ = try all[index].library.apply(.note("note \(step)"), to: [id], at: moment)
      default:
        _ = try all[index].library.apply(.tag(add: [tag], remove: []), to: [id], at: moment)
        tags[id, default: []].insert(tag)
      }
    }
    for _ in 0..<3 {
      for (index, computer) in all.enumerated() {
        computer.pull(all[(index + 1) % 3])
        computer.pull(all[(index + 2) % 3])
      }
    }
    for article in articles {
      for computer in all {
        let found = try #require(try computer.article(article.id))
        #expect(Set(found.tags) == tags[article.id])
        #expect(found == (try first.article(article.id)))
      }
    }
  }

  @Test("keep what the owner wrote after its clock was set back") func clockSetBack() throws {
    let (a, b) = try pair()
    let file = LibraryFiles.record(of: id, in: a.scratch.library)
    let ahead = timespec(tv_sec: time(nil) + 18_000, tv_nsec: 0)
    _ = [ahead, ahead].withUnsafeBufferPointer { utimensat(AT_FDCWD, file, $0.baseAddress, 0) }
    b.pull(a)
    _ = try a.library.apply(.note("new"), to: [id], at: at(1))
    meet(a, b)
    #expect(try a.article(id)?.note == "new")
    #expect(try b.article(id)?.note == "new")
  }

  @Test("see files though a third machine sets a directory's times back") func directoryTimes()
    throws
  {
    let (a, b) = try pair()
    let shard = LibraryFiles.shard(of: id, in: a.scratch.library)
    _ = a.library.snapshot()
    var before = stat()
    stat(shard, &before)
    _ = try b.library.apply(.note("n"), to: [id], at: at(1))
    Computer.copy(b.scratch.library, to: a.scratch.library)
    _ = [before.st_atim, before.st_mtim].withUnsafeBufferPointer {
      utimensat(AT_FDCWD, shard, $0.baseAddress, 0)
    }
    try a.reopen()
    let list = a.library.snapshot()
    #expect(list.row(of: id).map { list[$0].note } == "n")
  }

  @Test("purge for both, leave nothing of the article, and save it again") func purge() throws {
    let (a, b) = try pair()
    _ = try b.library.apply(.note("private"), to: [id], at: at(1))
    _ = try a.library.saveFetched(id, at: at(1), body: "<p>rareword</p>") { $0.fetch = .ready }
    meet(a, b)
    _ = try a.library.purge([id], at: at(-9000))
    #expect(a.library.snapshot().row(of: id) == nil)
    meet(a, b)
    #expect(b.library.snapshot().row(of: id) == nil)
    for computer in [a, b] {
      let files = Scratch.contents(computer.scratch.library)
      #expect(!files.values.contains { String(decoding: $0, as: UTF8.self).contains("private") })
      #expect(!files.values.contains { String(decoding: $0, as: UTF8.self).contains("rareword") })
      #expect(
        !files.values.contains { String(decoding: $0, as: UTF8.self).contains("example.com") })
    }
    _ = try b.library.add([try newArticle(url, at: at(-8000))], at: at(-8000))
    meet(a, b)
    #expect(a.library.snapshot().row(of: id) != nil)
    #expect(try a.article(id)?.note == "")
  }

  @Test("a purge takes along what another machine had said before it, also into a later save")
  func purgedUnseen() throws {
    let (a, b) = try pair()
    _ = try b.library.apply([.note("private"), .tag(add: ["t"], remove: [])], to: [id], at: at(1))
    _ = try a.library.purge([id], at: at(5))
    meet(a, b)
    _ = try a.library.add([try newArticle(url, at: at(9))], at: at(9))
    meet(a, b)
    for computer in [a, b] {
      let article = try #require(try computer.article(id))
      #expect(article.note == "" && article.tags.isEmpty)
      let files = Scratch.contents(computer.scratch.library).values
      #expect(!files.contains { String(decoding: $0, as: UTF8.self).contains("private") })
    }
  }

  @Test("fetched here and failed there, the text stays") func fetchedAndFailed() throws {
    let (a, b) = try pair()
    _ = try a.library.saveFetched(id, at: at(1), body: "<p>text</p>") { $0.fetch = .ready }
    _ = try b.library.saveFetched(id, at: at(5), body: nil) { $0.fetch = .failed(reason: "404") }
    meet(a, b)
    #expect(try b.article(id)?.fetch == .ready)
    #expect(try b.library.body(of: id) == "<p>text</p>")
  }

  @Test("a cloned disk gets a name of its own, and nothing of either is lost") func clone() throws {
    let a = try Computer()
    _ = try a.library.add([try newArticle(url)], at: at(0))
    let clone = try Computer()
    Scratch.remove(clone.scratch.path)
    Computer.copy(a.scratch.path, to: clone.scratch.path)
    // One state for both, as if the disk had been copied to the same place of another machine.
    let state = clone.scratch.state
    let name = try #require(Self.names(in: a.scratch.state).first)
    try clone.reopen()
    Scratch.remove(clone.library.state)
    Computer.copy(state + "/" + name, to: clone.library.state)
    _ = try a.library.apply(.tag(add: ["a"], remove: []), to: [id], at: at(1))
    try a.reopen()
    try clone.reopen()
    _ = try a.library.apply(.tag(add: ["a2"], remove: []), to: [id], at: at(2))
    _ = try clone.library.apply(.tag(add: ["c"], remove: []), to: [id], at: at(3))
    try a.reopen()
    try clone.reopen()
    clone.pull(a)
    _ = try clone.library.apply(.note("n"), to: [id], at: at(4))
    let machines = LibraryFiles.records(of: id, in: clone.scratch.library).count
    #expect(machines >= 1)
    #expect(try clone.article(id)?.note == "n")
  }

  private static func names(in directory: String) -> [String] {
    Set(
      Scratch.contents(directory).keys.compactMap {
        $0.dropFirst(directory.count + 1).split(separator: "/").first.map(String.init)
      }
    ).sorted()
  }

  @Test("duplicates merged in opposite order are one article, with what is said of either later")
  func duplicates() throws {
    let a = try Computer()
    let both = try ["https://example.com/a", "https://example.org/b"].map {
      try newArticle($0)
    }
    _ = try a.library.add(both, at: at(0))
    let b = try Computer(like: a)
    let c = try Computer(like: a)
    let ids = both.map(\.id)
    _ = try a.library.mergeDuplicates(into: ids[0], from: [ids[1]], at: at(1))
    _ = try b.library.mergeDuplicates(into: ids[1], from: [ids[0]], at: at(2))
    _ = try c.library.apply(.tag(add: ["later"], remove: []), to: ids, at: at(3))
    for _ in 0..<2 { for x in [a, b, c] { for y in [a, b, c] where x !== y { x.pull(y) } } }
    for computer in [a, b, c] {
      let list = computer.library.snapshot()
      #expect(list.count(of: .everything) == 1)
      let smallest = try #require(ids.min())
      #expect(list.row(of: smallest) != nil)
      #expect(try computer.article(smallest)?.tags == ["later"])
    }
  }

  @Test("a merge is undone and done again") func undoneMerge() throws {
    let a = try Computer()
    var both = try ["https://example.com/a", "https://example.org/b"].map {
      try newArticle($0)
    }
    (both[0].note, both[1].note, both[1].tags) = ("one", "two", ["t"])
    _ = try a.library.add(both, at: at(0))
    let ids = both.map(\.id)
    let receipt = try a.library.mergeDuplicates(into: ids[0], from: [ids[1]], at: at(1))
    #expect(try a.article(ids[0])?.note == "one\n\ntwo")
    #expect(try a.article(ids[0])?.tags == ["t"])
    #expect(a.library.snapshot().count(of: .everything) == 1)
    let undone = try a.library.revert(receipt, at: at(2))
    #expect(a.library.snapshot().count(of: .everything) == 2)
    #expect(try a.article(ids[0])?.note == "one")
    #expect(try a.article(ids[0])?.tags == [])
    #expect(try a.article(ids[1])?.tags == ["t"])
    _ = try a.library.revert(undone, at: at(3))
    #expect(a.library.snapshot().count(of: .everything) == 1)
    #expect(try a.article(ids[0])?.note == "one\n\ntwo")
  }

  @Test("a conflict copy is one more version, which its owner folds and removes")
  func conflictCopy() throws {
    let (a, _) = try pair()
    let file = LibraryFiles.record(of: id, in: a.scratch.library)
    let old = try #require(Scratch.text(file))
    _ = try a.library.apply(.note("mine"), to: [id], at: at(1))
    let copy = file.replacing(".json", with: ".sync-conflict-20260101-120000-ABCDEFG.json")
    Scratch.write(old.replacing("\"savedAt\"", with: "\"title\": \"T\",\n  \"savedAt\""), to: copy)
    _ = a.library.snapshot()
    #expect(try a.article(id)?.title == "T")
    #expect(try a.article(id)?.note == "mine")
    _ = try a.library.apply(.archive(true), to: [id], at: at(2))
    #expect(!Scratch.exists(copy))
    #expect(try a.article(id)?.title == "T")
  }

  @Test("a machine that is gone is folded into this one") func retired() throws {
    let (a, b) = try pair()
    _ = try b.library.apply(.note("from b"), to: [id], at: at(1))
    meet(a, b)
    let own = LibraryFiles.records(of: id, in: a.scratch.library)
    let mine = try #require(Self.names(in: b.scratch.library + "/machines").count == 2 ? own : nil)
    #expect(mine.count == 2)
    let names = Self.names(in: a.scratch.library + "/machines").map { String($0.dropLast(5)) }
    let before = try a.article(id)
    let others = names.filter { name in
      own.contains { $0.contains("." + name + ".") && Scratch.text($0)?.contains("from b") == true }
    }
    #expect(others.count == 1 && names.count == 2)
    for name in names where name != others[0] {
      #expect(throws: StoreError.self) { try a.library.retire(name, at: at(2)) }
    }
    #expect(try a.library.retire(others[0], at: at(2)) == 1)
    #expect(LibraryFiles.records(of: id, in: a.scratch.library).count == 1)
    #expect(try a.article(id) == before)
  }

  @Test("a library at two places of one machine has two writers, and both are heard")
  func twoPlaces() throws {
    let a = try Computer()
    _ = try a.library.add([try newArticle(url)], at: at(0))
    let stick = a.scratch.path + "/stick"
    Computer.copy(a.scratch.library, to: stick)
    let other = try Library.open(stick, cache: a.scratch.cache, state: a.scratch.state)
    _ = try other.apply(.note("on the stick"), to: [id], at: at(1))
    _ = try a.library.apply(.tag(add: ["here"], remove: []), to: [id], at: at(1))
    Computer.copy(stick, to: a.scratch.library)
    #expect(LibraryFiles.records(of: id, in: a.scratch.library).count == 2)
    #expect(try a.article(id)?.note == "on the stick")
    #expect(try a.article(id)?.tags == ["here"])
  }

  @Test("a library restored from a backup loses nothing that another machine has")
  func restoredFolder() throws {
    let (a, b) = try pair()
    let backup = a.scratch.path + "/backup"
    Computer.copy(a.scratch.library, to: backup)
    for change in [ArticleChange.favorite(true), .note("later")] {
      try a.reopen()
      _ = try a.library.apply(change, to: [id], at: at(1))
    }
    meet(a, b)
    Scratch.remove(a.scratch.library)
    Computer.copy(backup, to: a.scratch.library)
    try a.reopen()
    _ = try a.library.apply(.tag(add: ["x"], remove: []), to: [id], at: at(2))
    meet(a, b)
    for computer in [a, b] {
      #expect(try computer.article(id)?.tags == ["x"])
      #expect(try computer.article(id)?.note == "later")
    }
  }

  @Test("a text that no record names stays for 30 days and goes by the doctor alone")
  func unnamedText() throws {
    let scratch = Scratch()
    let library = try scratch.open()
    _ = try library.add([try newArticle(url)], at: at(0))
    for text in ["<p>old</p>", "<p>new</p>"] {
      _ = try library.saveFetched(id, at: at(1), body: text) { $0.fetch = .ready }
    }
    func texts() -> Int {
      Scratch.contents(LibraryFiles.texts(in: scratch.library)).keys.filter {
        $0.hasSuffix(".html")
      }.count
    }
    #expect(texts() == 2)
    _ = try library.doctor(repair: true, at: at(2))
    #expect(texts() == 2)
    var files = FileLayer.real
    files.now = { FileLayer.realTime() + 31 * 86_400 * 1_000_000_000 }
    let later = try scratch.open(files: files)
    _ = try later.doctor(repair: false, at: at(3))
    #expect(texts() == 2)
    _ = try later.doctor(repair: true, at: at(3))
    #expect(texts() == 1)
    #expect(try later.body(of: id) == "<p>new</p>")
  }
}

/// The suite has a function of the name that others use.
private func newArticle(_ url: String, at moment: Timestamp = at(0)) throws -> Article {
  try article(url, at: moment)
}
