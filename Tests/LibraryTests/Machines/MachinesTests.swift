import Foundation
import Glibc
import Library
import Platform
import ReadingList
import TestSupport
import Testing

extension Machine {
  /// Copies newer files, as `rsync -au` does.
  fileprivate func pull(_ other: Machine) {
    copyNewer(other.path, to: path)
    _ = library.snapshot()
  }
}

private func copyNewer(_ from: String, to target: String) {
  for name in FileManager.default.subpaths(atPath: from) ?? []
  where !name.contains(".luego") && !name.hasSuffix("ignore") {
    let (source, place) = (from + "/" + name, target + "/" + name)
    var (there, here) = (stat(), stat())
    stat(source, &there)
    let isKnown = stat(place, &here) == 0
    if isKnown,
      (here.st_mtim.tv_sec, here.st_mtim.tv_nsec) >= (there.st_mtim.tv_sec, there.st_mtim.tv_nsec)
    {
      continue
    }
    guard let bytes = Scratch.read(source) else { continue }
    try? SmallFile.makeDirectories(above: place)
    Scratch.write(bytes, to: place + ".arriving")
    setTimes([there.st_atim, there.st_mtim], of: place + ".arriving")
    Scratch.rename(place + ".arriving", to: place)
  }
}

private func setTimes(_ times: [timespec], of path: String) {
  _ = times.withUnsafeBufferPointer { utimensat(AT_FDCWD, path, $0.baseAddress, 0) }
}

/// How a machine receives another's files.
enum Delivery: CaseIterable {
  case files, session

  fileprivate func run(from other: Machine, to machine: Machine) throws {
    switch self {
    case .files: machine.pull(other)
    case .session:
      var options = SyncSession.Options()
      options.mayShrink = true
      _ = try meet(machine, other, options: options).first.get()
      #expect(try machine.shown() == other.shown())
    }
  }
}

@Suite("Two machines with one library") struct MachinesTests {
  private let url = "https://example.com/a"
  private var id: ArticleID { ArticleID(canonicalURL: url) }

  private func pair() throws -> (Machine, Machine) {
    let a = try Machine()
    try a.save(url, at: at(0))
    return (a, try copied(a))
  }

  private func copied(_ machine: Machine) throws -> Machine {
    let other = try Machine(like: machine)
    other.pull(machine)
    return other
  }

  private func meet(_ a: Machine, _ b: Machine) {
    for _ in 0..<2 {
      a.pull(b)
      b.pull(a)
    }
  }

  private func text(of machine: Machine) -> String {
    Scratch.contents(machine.path).values.map { String(decoding: $0, as: UTF8.self) }.joined()
  }

  @Test("write files of their own, and both see what either said") func ownFiles() throws {
    let (a, b) = try pair()
    let before = Scratch.read(b.file(id))
    try b.change(.tag(add: ["b"], remove: []), [id], at: at(1))
    try a.change(.note("a"), [id], at: at(1))
    let records = LibraryFiles.records(of: id, in: b.path)
    #expect(records.count == 2 && records.contains { Scratch.read($0) == before })
    meet(a, b)
    for machine in [a, b] {
      let article = try #require(try machine.library.article(id))
      #expect(article.tags == ["b"] && article.note == "a")
    }
  }

  @Test(
    "lose nothing that was acknowledged and end alike, whoever meets whom when, with clocks hours apart",
    arguments: Delivery.allCases, 1...4 as ClosedRange<UInt64>)
  func histories(delivery: Delivery, seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    let first = try Machine()
    let lasting = try (0..<4).map { try first.save("https://example.com/\($0)", at: at(0)) }
    let machines = [first, try copied(first), try copied(first)]
    let hours: [Int64] = [0, 5, -5]
    var tags: [ArticleID: Set<String>] = [:]
    var passing: [ArticleID] = []
    for step in 0..<(120 * testScale) {
      let index = Int.random(in: 0..<3, using: &random)
      let machine = machines[index]
      let id = lasting[Int.random(in: 0..<4, using: &random)]
      let moment = at(Int64(step) * 60 + hours[index] * 3600)
      switch Int.random(in: 0..<9, using: &random) {
      case 0, 1:
        let other = (index + Int.random(in: 1...2, using: &random)) % 3
        try delivery.run(from: machines[other], to: machine)
      case 2: try machine.change(.delete(step % 2 == 0), [id], at: moment)
      case 3: try machine.change(.note("note \(step)"), [id], at: moment)
      case 4: try machine.change(.archive(step % 2 == 0), [id], at: moment)
      case 5:
        let url = "https://example.com/passing/\(step)"
        passing.append(try machine.save(url, text: "<p>\(step)</p>", at: moment))
      case 6:
        guard let gone = passing.randomElement(using: &random),
          try machine.library.article(gone) != nil
        else { continue }
        _ = try machine.library.purge([gone], at: moment)
      default:
        let tag = "t\(step)"
        try machine.change(.tag(add: [tag], remove: []), [id], at: moment)
        tags[id, default: []].insert(tag)
      }
    }
    for _ in 0..<3 {
      for machine in machines {
        for other in machines where other !== machine {
          try delivery.run(from: other, to: machine)
        }
      }
    }
    let shown = try first.shown()
    for machine in machines {
      #expect(try machine.shown() == shown)
      for id in lasting {
        #expect(Set(try #require(try machine.library.article(id)).tags) == tags[id, default: []])
      }
    }
  }

  @Test("keep what the owner wrote after its clock was set back") func clockSetBack() throws {
    let (a, b) = try pair()
    let ahead = timespec(tv_sec: time(nil) + 18_000, tv_nsec: 0)
    setTimes([ahead, ahead], of: a.file(id))
    b.pull(a)
    try a.change(.note("new"), [id], at: at(1))
    meet(a, b)
    for machine in [a, b] { #expect(try machine.library.article(id)?.note == "new") }
  }

  @Test("see files though a third machine sets a directory's times back")
  func directoryTimes() throws {
    let (a, b) = try pair()
    let shard = LibraryFiles.shard(of: id, in: a.path)
    _ = a.library.snapshot()
    var before = stat()
    stat(shard, &before)
    try b.change(.note("n"), [id], at: at(1))
    copyNewer(b.path, to: a.path)
    setTimes([before.st_atim, before.st_mtim], of: shard)
    try a.reopen()
    let list = a.library.snapshot()
    #expect(list.row(of: id).map { list[$0].note } == "n")
  }

  @Test("purge for both, leave nothing of the article, and save it again") func purge() throws {
    let (a, b) = try pair()
    try b.change(.note("private"), [id], at: at(1))
    _ = try a.library.saveFetched(id, at: at(1), body: "<p>rareword</p>") { $0.fetch = .ready }
    meet(a, b)
    _ = try a.library.purge([id], at: at(-9000))
    #expect(a.library.snapshot().row(of: id) == nil)
    meet(a, b)
    for machine in [a, b] {
      #expect(machine.library.snapshot().row(of: id) == nil)
      for word in ["private", "rareword", "example.com"] {
        #expect(!text(of: machine).contains(word), "\(word)")
      }
    }
    try b.save(url, at: at(-8000))
    meet(a, b)
    #expect(a.library.snapshot().row(of: id) != nil)
    #expect(try a.library.article(id)?.note == "")
  }

  @Test("a purge takes along what another machine had said before it, also into a later save")
  func purgedUnseen() throws {
    let (a, b) = try pair()
    _ = try b.library.apply([.note("private"), .tag(add: ["t"], remove: [])], to: [id], at: at(1))
    _ = try a.library.purge([id], at: at(5))
    meet(a, b)
    try a.save(url, at: at(9))
    meet(a, b)
    for machine in [a, b] {
      let article = try #require(try machine.library.article(id))
      #expect(article.note == "" && article.tags.isEmpty)
      #expect(!text(of: machine).contains("private"))
    }
  }

  @Test("a note by a machine that did not know of a purge goes for all, and nothing goes on moving")
  func notedUnseen() throws {
    let (a, stick) = try pair()
    let b = try copied(a)
    _ = try a.library.purge([id], at: at(1))
    try b.change(.note("private"), [id], at: at(5))
    for machine in [a, b, a, b, a] { try Delivery.session.run(from: stick, to: machine) }
    #expect(!text(of: a).contains("private") && !text(of: stick).contains("private"))
    let last = try LibraryTests.meet(b, stick).first.get()
    #expect((last.received, last.sent, last.merged) == (0, 0, 0))
  }

  @Test("a conflict copy that does not know of a purge goes with it, and nothing is written again")
  func purgedConflictCopy() throws {
    let (a, b) = try pair()
    _ = try b.library.purge([id], at: at(1))
    try a.change(.note("private"), [id], at: at(5))
    let file = a.file(id)
    Scratch.rename(file, to: file.replacing(".json", with: ".sync-conflict-1.json"))
    a.pull(b)
    #expect(!text(of: a).contains("private"))
    let watcher = try LibraryWatcher(a.library)
    _ = a.library.recheck()
    #expect(!watcher.drain())
  }

  @Test("a text of what was saved again stays while the record that says so cannot be read")
  func savedAgainUnread() throws {
    let (a, b) = try pair()
    let file = a.file(id)
    _ = try b.library.purge([id], at: at(1))
    a.pull(b)
    try a.save(url, text: "<p>again</p>", at: at(2))
    copyNewer(a.path, to: b.path)
    let whole = try #require(Scratch.read(file))
    let place = "\(b.path)\(file.dropFirst(a.path.count))"
    Scratch.write(Array(whole.prefix(whole.count / 2)), to: place)
    _ = b.library.snapshot()
    Scratch.write(whole, to: place)
    #expect(try b.library.body(of: id) == "<p>again</p>")
  }

  @Test("an adding after a purge that is undone can be redone, and is undone for both")
  func purgedAndTakenBack() throws {
    let (a, b) = try pair()
    _ = try a.library.purge([id], at: at(1))
    try a.save(url, text: "<p>again</p>", at: at(2))
    try a.change(.note("again"), [id], at: at(3))
    meet(a, b)
    let saved = try #require(try a.library.article(id))
    let added = ChangeReceipt(added: [saved])
    for step in [at(4), at(6)] {
      let undone = try a.library.revert(added, at: step)
      meet(a, b)
      for machine in [a, b] { #expect(machine.library.snapshot().row(of: id) == nil) }
      _ = try a.library.doctor(repair: true, at: step)
      _ = try a.library.revert(undone, at: step)
      meet(a, b)
      for machine in [a, b] {
        #expect(try machine.library.article(id)?.note == "again")
        #expect(try machine.library.body(of: id) == "<p>again</p>")
      }
    }
  }

  @Test("fetched here and failed there, the text stays") func fetchedAndFailed() throws {
    let (a, b) = try pair()
    _ = try a.library.saveFetched(id, at: at(1), body: "<p>text</p>") { $0.fetch = .ready }
    _ = try b.library.saveFetched(id, at: at(5), body: nil) { $0.fetch = .failed(reason: "404") }
    meet(a, b)
    #expect(try b.library.article(id)?.fetch == .ready)
    #expect(try b.library.body(of: id) == "<p>text</p>")
  }

  @Test("a cloned disk gets a name of its own, and nothing of either is lost") func clone() throws {
    let a = try Machine()
    try a.save(url, at: at(0))
    // Both have the same state, as if the disk had been cloned to the same path on another machine.
    let clone = try Machine(copying: a)
    Scratch.remove(clone.library.state)
    copyNewer(a.library.state, to: clone.library.state)
    try clone.reopen()
    try a.change(.tag(add: ["a"], remove: []), [id], at: at(1))
    try a.reopen()
    try a.change(.tag(add: ["a2"], remove: []), [id], at: at(2))
    try clone.change(.tag(add: ["c"], remove: []), [id], at: at(3))
    for machine in [a, clone] { try machine.reopen() }
    clone.pull(a)
    try clone.change(.note("n"), [id], at: at(4))
    meet(a, clone)
    for machine in [a, clone] {
      let article = try machine.library.article(id)
      #expect(article?.note == "n")
      let tags = Set(article?.tags ?? [])
      #expect(tags.isSuperset(of: ["a", "a2"]))
    }
  }

  @Test("duplicates merged in opposite order are one article, with what is said of either later")
  func duplicates() throws {
    let a = try Machine()
    let ids = try ["https://example.com/a", "https://example.org/b"].map {
      try a.save($0, at: at(0))
    }
    let (b, c) = (try copied(a), try copied(a))
    _ = try a.library.mergeDuplicates(into: ids[0], from: [ids[1]], at: at(1))
    _ = try b.library.mergeDuplicates(into: ids[1], from: [ids[0]], at: at(2))
    try c.change(.tag(add: ["later"], remove: []), ids, at: at(3))
    for (one, other) in [(a, b), (b, c), (a, c)] { meet(one, other) }
    let smallest = try #require(ids.min())
    for machine in [a, b, c] {
      let list = machine.library.snapshot()
      #expect(list.count(of: .everything) == 1 && list.row(of: smallest) != nil)
      #expect(try machine.library.article(smallest)?.tags == ["later"])
    }
  }

  @Test("what is said of an article whose duplicate is younger, or was purged once, is kept")
  func youngerDuplicate() throws {
    let (a, b) = try pair()
    try a.change(.note("mine"), [id], at: at(1))
    let other = try a.save("https://example.org/b", at: at(2))
    _ = try a.library.purge([other], at: at(3))
    try a.save("https://example.org/b", at: at(4))
    _ = try a.library.mergeDuplicates(into: id, from: [other], at: at(5))
    meet(a, b)
    for (machine, tag) in [(a, "a"), (b, "b")] {
      try machine.change(.tag(add: [tag], remove: []), [id], at: at(6))
    }
    meet(a, b)
    for machine in [a, b] {
      let article = try #require(try machine.library.article(id))
      #expect(article.canonicalURL == url && article.note == "mine")
      #expect(Set(article.tags) == ["a", "b"])
    }
  }

  @Test("of many duplicates none is left out, and more than can be found are refused")
  func manyDuplicates() throws {
    let machine = try Machine()
    let library = machine.library
    let all = try (0..<1200).map { number in
      var new = try article("https://example.com/\(number)")
      new.tags = ["t\(number)"]
      return new
    }
    _ = try library.add(all, at: at(0))
    let ids = all.map(\.id)
    _ = try library.mergeDuplicates(into: ids[0], from: Array(ids[1..<100]), at: at(1))
    #expect(try library.article(ids[0])?.tags.count == 100)
    #expect(throws: StoreError.self) {
      try library.mergeDuplicates(into: ids[0], from: Array(ids[100...]), at: at(2))
    }
    #expect(library.snapshot().count(of: .everything) == 1101)
  }

  @Test("a merge is undone and done again") func undoneMerge() throws {
    let machine = try Machine()
    let library = machine.library
    var both = try ["https://example.com/a", "https://example.org/b"].map { try article($0) }
    (both[0].note, both[1].note, both[1].tags) = ("one", "two", ["t"])
    _ = try library.add(both, at: at(0))
    let ids = both.map(\.id)
    func expect(_ count: Int, _ note: String, _ tags: [String]) throws {
      #expect(library.snapshot().count(of: .everything) == count)
      #expect(try library.article(ids[0])?.note == note)
      #expect(try library.article(ids[0])?.tags == tags)
    }
    let receipt = try library.mergeDuplicates(into: ids[0], from: [ids[1]], at: at(1))
    try expect(1, "one\n\ntwo", ["t"])
    let undone = try library.revert(receipt, at: at(2))
    try expect(2, "one", [])
    #expect(try library.article(ids[1])?.tags == ["t"])
    _ = try library.revert(undone, at: at(3))
    try expect(1, "one\n\ntwo", ["t"])
  }

  @Test("a merge keeps a tag that was removed from one of the articles later", arguments: [0, 1])
  func mergedTags(survivor: Int) throws {
    let machine = try Machine()
    let ids = try ["https://example.com/a", "https://example.org/b"].map {
      try machine.save($0, at: at(0))
    }
    try machine.change(.tag(add: ["keep"], remove: []), ids, at: at(1))
    try machine.change(.tag(add: [], remove: ["keep"]), [ids[1]], at: at(2))
    let receipt = try machine.library.mergeDuplicates(
      into: ids[survivor], from: [ids[1 - survivor]], at: at(3))
    #expect(try machine.library.article(ids[survivor])?.tags == ["keep"])
    _ = try machine.library.revert(receipt, at: at(4))
    #expect(try machine.library.article(ids[0])?.tags == ["keep"])
    #expect(try machine.library.article(ids[1])?.tags == [])
  }

  @Test(
    "a conflict copy is one more version, which its owner sends, folds and removes",
    arguments: [".sync-conflict-20260101-120000-ABCDEFG", " (conflicted copy 2026-01-01 120000)"])
  func conflictCopy(name: String) throws {
    let (a, b) = try pair()
    let file = a.file(id)
    let old = try #require(Scratch.text(file))
    try a.change(.note("mine"), [id], at: at(1))
    let copy = file.replacing(".json", with: name + ".json")
    Scratch.write(old.replacing("\"savedAt\"", with: "\"title\": \"T\",\n  \"savedAt\""), to: copy)
    _ = a.library.snapshot()
    #expect(try a.library.article(id)?.title == "T")
    #expect(try a.library.article(id)?.note == "mine")
    try Delivery.session.run(from: a, to: b)
    #expect(try b.library.article(id)?.title == "T")
    try a.change(.archive(true), [id], at: at(2))
    #expect(!Scratch.exists(copy))
    #expect(try a.library.article(id)?.title == "T")
  }

  @Test("a machine that is gone is folded into this one") func retired() throws {
    let (a, b) = try pair()
    try b.change(.note("from b"), [id], at: at(1))
    meet(a, b)
    let before = try a.library.article(id)
    let records = LibraryFiles.records(of: id, in: a.path)
    let names = try FileManager.default.contentsOfDirectory(atPath: a.path + "/machines").map {
      String($0.dropLast(5))
    }
    #expect(records.count == 2 && names.count == 2)
    let gone = try #require(
      names.first { name in
        records.contains {
          $0.contains(".\(name).") && Scratch.text($0)?.contains("from b") == true
        }
      })
    for own in names where own != gone {
      #expect(throws: StoreError.self) { try a.library.retire(own, at: at(2)) }
    }
    #expect(try a.library.retire(gone, at: at(2)) == (1, 0))
    #expect(LibraryFiles.records(of: id, in: a.path).count == 1)
    #expect(try a.library.article(id) == before)
  }

  @Test("a library at two places of one machine has two writers, and both are heard")
  func twoPlaces() throws {
    let a = try Machine()
    try a.save(url, at: at(0))
    let stick = a.scratch.path + "/stick"
    copyNewer(a.path, to: stick)
    let other = try Library.open(stick, cache: a.scratch.cache, state: a.scratch.state)
    _ = try other.apply(.note("on the stick"), to: [id], at: at(1))
    try a.change(.tag(add: ["here"], remove: []), [id], at: at(1))
    // They share a cache, but each has its own list.
    for (library, note) in [(other, "on the stick"), (a.library, "")] {
      let list = library.snapshot()
      #expect(list.row(of: id).map { list[$0].note } == note)
    }
    copyNewer(stick, to: a.path)
    #expect(LibraryFiles.records(of: id, in: a.path).count == 2)
    #expect(try a.library.article(id)?.note == "on the stick")
    #expect(try a.library.article(id)?.tags == ["here"])
  }

  @Test("a library restored from a backup loses nothing that another machine has")
  func restoredFolder() throws {
    let (a, b) = try pair()
    let backup = a.scratch.path + "/backup"
    copyNewer(a.path, to: backup)
    for change in [ArticleChange.favorite(true), .note("later")] {
      try a.reopen()
      try a.change(change, [id], at: at(1))
    }
    meet(a, b)
    Scratch.remove(a.path)
    copyNewer(backup, to: a.path)
    try a.reopen()
    try a.change(.tag(add: ["x"], remove: []), [id], at: at(2))
    meet(a, b)
    for machine in [a, b] {
      #expect(try machine.library.article(id)?.tags == ["x"])
      #expect(try machine.library.article(id)?.note == "later")
    }
  }

  @Test("of a copied home and of a restored one no note is lost", arguments: [0, 1])
  func copiedHome(first: Int) throws {
    let (a, stick) = try pair()
    try a.change(.note("first"), [id], at: at(1))
    try Delivery.session.run(from: stick, to: a)
    let copy = try Machine(copying: a)
    copyNewer(a.scratch.state, to: copy.scratch.state)
    try copy.reopen()
    try a.change(.note("there"), [id], at: at(2))
    try copy.change(.note("here"), [id], at: at(3))
    for machine in first == 0 ? [a, copy, copy, a] : [copy, a, a, copy] {
      try Delivery.session.run(from: stick, to: machine)
    }
    for machine in [a, copy, stick] {
      let found = try #require(try machine.library.article(id))
      #expect(found.note == "here")
      #expect(found.overruled.contains { $0.text == "there" })
    }
    // A change of something else leaves the copy in place.
    try a.change(.tag(add: ["x"], remove: []), [id], at: at(4))
    #expect(try a.library.article(id)?.overruled.contains { $0.text == "there" } == true)
    #expect(a.library.snapshot().row(of: id).map { a.library.snapshot()[$0].note } == "here")
    // Writing the note again overrules both, and removes the copy.
    try a.change(.note("here and there"), [id], at: at(4))
    #expect(try a.library.article(id)?.overruled.isEmpty == true)
    try a.change(.favorite(true), [id], at: at(5))
    #expect(!LibraryFiles.records(of: id, in: a.path).contains { $0.contains(".other-") })
  }

  @Test("an article whose adding one of two copied homes takes back stays for what the other said")
  func copiedHomeTakingBack() throws {
    let a = try Machine()
    var receipt = ChangeReceipt()
    _ = try a.library.put([IncomingArticle(try article(url))], at: at(0), into: &receipt)
    let stick = try copied(a)
    let copy = try Machine(copying: a)
    Scratch.remove(copy.library.state)
    copyNewer(a.library.state, to: copy.library.state)
    try copy.reopen()
    _ = try a.library.revert(receipt, at: at(1))
    try copy.change(.tag(add: ["x"], remove: []), [id], at: at(2))
    for machine in [a, copy, a] { try Delivery.session.run(from: stick, to: machine) }
    // Writing it merges the copy.
    try a.change(.note("n"), [id], at: at(3))
    try Delivery.session.run(from: stick, to: a)
    for machine in [a, stick] {
      let found = try #require(try machine.library.article(id))
      #expect(found.isDeleted && found.tags == ["x"] && found.note == "n")
    }
    #expect(try copy.library.article(id)?.tags == ["x"])
  }

  /// The machine whose record of the article contains some words.
  private func nameOfMachine(saying words: String, in machine: Machine) throws -> String {
    let file = try #require(
      LibraryFiles.records(of: id, in: machine.path).first {
        Scratch.text($0)?.contains(words) == true
      })
    return String(file.split(separator: ".").dropLast().last ?? "")
  }

  @Test("a machine is not folded where a note would be lost that nobody saw")
  func retiredWithText() throws {
    let (a, b) = try pair()
    try a.change(.note("from a"), [id], at: at(1))
    try b.change(.note("from b"), [id], at: at(2))
    meet(a, b)
    let gone = try nameOfMachine(saying: "from b", in: a)
    #expect(try a.library.retire(gone, at: at(3)) == (0, 1))
    #expect(try a.library.article(id)?.overruled.map(\.text) == ["from a"])
    try a.change(.note("from both"), [id], at: at(4))
    #expect(try a.library.retire(gone, at: at(5)) == (1, 0))
    #expect(try a.library.article(id)?.note == "from both")
  }

  @Test(
    "an article of which another machine said something goes to Trash when it is taken back, whether that has arrived or not",
    arguments: [true, false])
  func takenBack(hasArrived: Bool) throws {
    let a = try Machine()
    var receipt = ChangeReceipt()
    _ = try a.library.put([IncomingArticle(try article(url))], at: at(0), into: &receipt)
    let b = try copied(a)
    try b.change(.note("from b"), [id], at: at(1))
    if hasArrived { meet(a, b) }
    var undone = try a.library.revert(receipt, at: at(2))
    if hasArrived {
      let redone = try a.library.revert(undone, at: at(2))
      #expect(try a.library.article(id)?.isDeleted == false)
      undone = try a.library.revert(redone, at: at(2))
    }
    #expect(undone.changed == [id])
    meet(a, b)
    for machine in [a, b] {
      let found = try #require(try machine.library.article(id))
      #expect(found.isDeleted && found.note == "from b")
    }
    try a.change(.delete(false), [id], at: at(3))
    meet(a, b)
    try b.change(.note(""), [id], at: at(4))
    meet(a, b)
    for machine in [a, b] { #expect(try machine.library.article(id)?.isDeleted == false) }
  }

  @Test("an article stays in Trash when the machine whose note keeps it there is folded")
  func takenBackAndRetired() throws {
    let a = try Machine()
    var receipt = ChangeReceipt()
    _ = try a.library.put([IncomingArticle(try article(url))], at: at(0), into: &receipt)
    let b = try copied(a)
    try b.change(.note("from b"), [id], at: at(1))
    meet(a, b)
    let gone = try nameOfMachine(saying: "from b", in: a)
    _ = try a.library.revert(receipt, at: at(2))
    #expect(try a.library.retire(gone, at: at(3)) == (1, 0))
    let found = try #require(try a.library.article(id))
    #expect(found.isDeleted && found.note == "from b")
  }

  @Test("a note that is taken back does not take along one that another machine wrote meanwhile")
  func noteTakenBack() throws {
    let (a, b) = try pair()
    try a.change(.note("from a"), [id], at: at(1))
    let receipt = try b.library.apply(.note("from b"), to: [id], at: at(2))
    meet(a, b)
    _ = try b.library.revert(receipt, at: at(3))
    meet(a, b)
    for machine in [a, b] {
      let article = try #require(try machine.library.article(id))
      #expect(article.note.isEmpty && article.overruled.map(\.text) == ["from a"])
    }
  }

  @Test("a text that no record names stays for 30 days and goes by the doctor alone")
  func unnamedText() throws {
    let scratch = Scratch()
    let library = try scratch.open()
    _ = try library.add([try article(url)], at: at(0))
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
    files.now = { SystemClock.nanoseconds() + 31 * 86_400 * 1_000_000_000 }
    let later = try scratch.open(files: files)
    _ = try later.doctor(repair: false, at: at(3))
    #expect(texts() == 2)
    // A record that cannot be read may name it.
    let shard = LibraryFiles.shard(of: id, in: scratch.library)
    var failing = FileLayer { operation, path in operation == .list && path == shard ? EACCES : 0 }
    failing.now = files.now
    _ = try scratch.open(files: failing).doctor(repair: true, at: at(3))
    #expect(texts() == 2)
    // So may one that was moved aside.
    let aside = "\(scratch.library)/damaged/2-\(id.text).m.json"
    try SmallFile.makeDirectories(above: aside)
    Scratch.write("{}", to: aside)
    _ = try later.doctor(repair: true, at: at(3))
    #expect(texts() == 2)
    Scratch.remove(aside)
    _ = try later.doctor(repair: true, at: at(3))
    #expect(texts() == 1)
    #expect(try later.body(of: id) == "<p>new</p>")
  }
}
