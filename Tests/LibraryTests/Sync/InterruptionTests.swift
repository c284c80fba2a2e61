import Foundation
import Glibc
import Library
import ReadingList
import TestSupport
import Testing

/// Two machines that have synced once and changed since.
struct ApartMachines {
  let here: Machine, there: Machine
  let articles: [ArticleID]

  init() throws {
    let origin = try Machine()
    let ids = try (0..<12).map {
      try origin.save("https://example.com/\($0)", text: "<p>Text \($0)</p>", at: at(0))
    }
    here = origin
    there = try Machine(like: origin)
    _ = try meet(here, there).first.get()
    for (index, id) in ids.enumerated() {
      try here.change(.tag(add: ["here \(index)"], remove: []), [id], at: at(10))
      try there.change(.tag(add: ["there \(index)"], remove: []), [id], at: at(20))
    }
    let new = try here.save("https://example.com/new", text: "<p>New</p>", at: at(30))
    let other = try there.save("https://example.com/other", text: "<p>Other</p>", at: at(31))
    _ = try there.library.purge([ids[0]], at: at(40))
    articles = ids + [new, other]
  }

  /// Expects that a side kept its own changes and has only complete files.
  static func expectWhole(_ machine: Machine, tag: String, without purged: ArticleID) throws {
    try machine.reopen()
    let list = machine.library.snapshot()
    #expect(list.counts.unreadable == 0)
    for row in list.rows(in: .everything, order: .newest) {
      let id = list.id(of: row)
      let article = try #require(try machine.library.article(id))
      #expect(try machine.library.hasText(of: article), "\(id) has the text that it promises")
      if id != purged, article.canonicalURL.last?.isNumber == true {
        #expect(article.tags.contains { $0.hasPrefix(tag) })
      }
    }
  }
}

@Suite("A meeting that is cut off") struct InterruptionTests {
  @Test("after any byte it is as if it had stopped between two articles; the next one completes it")
  func cut() throws {
    let origin = try ApartMachines()
    let whole = try (Machine(copying: origin.here), Machine(copying: origin.there))
    let bytes = meet(whole.0, whole.1).bytes
    // Nothing is written before the digests have been compared.
    let start = 16_000
    let points = 24 * testScale
    for point in 0..<points {
      let (here, there) = try (Machine(copying: origin.here), Machine(copying: origin.there))
      _ = meet(here, there, cut: start + (bytes - start) * point / points)
      try ApartMachines.expectWhole(here, tag: "here", without: origin.articles[0])
      try ApartMachines.expectWhole(there, tag: "there", without: origin.articles[0])
      _ = try meet(here, there).first.get()
      #expect(try here.shown() == whole.0.shown())
      #expect(try there.shown() == whole.0.shown())
    }
  }

  @Test("a full disk on either side leaves whole files, is said, and the next meeting completes it")
  func fullDisk() async throws {
    let origin = try ApartMachines()
    let whole = try (Machine(copying: origin.here), Machine(copying: origin.there))
    _ = try meet(whole.0, whole.1).first.get()
    for isHere in [true, false] {
      let count = try await forEachCall(every: testScale > 1 ? 1 : 5) { call in
        let counter = FaultCounter()
        let files = FileLayer { operation, _ in
          [.write, .sync, .rename, .makeDirectory].contains(operation) ? counter.next() : 0
        }
        let here = try Machine(copying: origin.here, files: isHere ? files : .real)
        let there = try Machine(copying: origin.there, files: isHere ? .real : files)
        counter.arm(call, ENOSPC, lasts: true)
        let met = meet(here, there)
        guard counter.disarm() else { return false }
        let failed = [met.first, met.second].map { (try? $0.get())?.failureCount ?? 1 }
        let isWhole = try here.shown() == whole.0.shown() && there.shown() == whole.0.shown()
        #expect(isWhole || failed != [0, 0], "call \(call)")
        try ApartMachines.expectWhole(here, tag: "here", without: origin.articles[0])
        try ApartMachines.expectWhole(there, tag: "there", without: origin.articles[0])
        _ = try meet(here, there).first.get()
        #expect(try here.shown() == whole.0.shown())
        #expect(try there.shown() == whole.0.shown())
        return true
      }
      #expect(count > 0)
    }
  }
}
