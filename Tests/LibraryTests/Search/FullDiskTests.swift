import Glibc
import Library
import ReadingList
import TestSupport
import Testing

/// A file system of one megabyte; nil where mounting one is not allowed.
final class SmallDisk: Sendable {
  let scratch: TemporaryDirectory

  init?() {
    guard geteuid() == 0, let scratch = try? TemporaryDirectory(),
      mount("tmpfs", scratch.path, "tmpfs", 0, "size=1m") == 0
    else { return nil }
    self.scratch = scratch
  }

  deinit { umount2(scratch.path, Int32(MNT_DETACH)) }
}

@Suite("A full disk") struct FullDiskTests {
  @Test(
    "a disk that gets full while indexing leaves the index as it was, and usable",
    .enabled(if: SmallDisk() != nil))
  func fullDisk() throws {
    let disk = try #require(SmallDisk())
    let index = SearchIndex(directory: disk.scratch.path("index"), texts: TextLibrary().texts)
    do {
      let writer = try index.writer()
      try writer.put(document(1, "first", "river"))
      try writer.commit()
      var random = SeededNumbers(seed: 1)
      #expect(throws: SearchError.failed("the disk is full; free some space and try again")) {
        for number in 2..<60 {
          let words = (0..<4000).map { _ in
            String(UInt32(truncatingIfNeeded: random.next()), radix: 36)
          }
          try writer.put(document(number, "more", words.joined(separator: " ")))
          try writer.commit()
        }
      }
      #expect((1..<59).contains(try index.stamps().count))
      #expect(try index.matches(.text("river")) == [id(1)])
    }
    try index.reset()
    let writer = try index.writer()
    try writer.put(document(1, "first", "river"))
    try writer.commit()
    #expect(try index.matches(.text("river")) == [id(1)])
  }

  @Test(
    "keeps all articles that were acknowledged, and refuses the next",
    .enabled(if: SmallDisk() != nil))
  func records() throws {
    let disk = try #require(SmallDisk())
    let cache = try TemporaryDirectory()
    let library = try Library.open(disk.scratch.path("library"), cache: cache.path)
    var saved: [Article] = []
    var refusal: StoreError?
    for number in 0..<1000 where refusal == nil {
      let new = try article("https://example.com/\(number)")
      do throws(StoreError) {
        _ = try library.add([new], at: at(0))
        saved.append(new)
      } catch { refusal = error }
    }
    #expect(refusal?.kind == .noSpace && !saved.isEmpty)
    let receipt = Result { try library.apply(.note("n"), to: saved.map(\.id), at: at(1)) }
    if case .success(let receipt) = receipt { #expect(!receipt.failures.isEmpty) }
    let list = library.snapshot()
    #expect(list.counts.unreadable == 0 && list.count(of: .everything) == saved.count)
    for article in saved { #expect(try library.article(article.id) != nil) }
  }
}
