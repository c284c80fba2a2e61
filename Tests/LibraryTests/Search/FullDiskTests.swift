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
      #expect(throws: SearchError.self) {
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
}
