import ReadingList
import TestSupport
import Testing
import Web

@Suite("What was shown, on disk") struct SeenFileTests {
  private let directory: TemporaryDirectory
  private let memory: DiscoveryMemory

  init() throws {
    directory = try TemporaryDirectory()
    memory = DiscoveryMemory(cache: directory.path("cache"), state: directory.path("state"))
  }

  private func write(_ keys: Range<UInt64>, after old: [UInt8] = []) throws {
    // Keys of sixteen digits, as most are.
    let lines = keys.flatMap { SeenItems.line([$0 | 1 << 63]) }
    memory.add(seen: [])
    try directory.write("state/discovery/seen", old + lines)
  }

  private var size: Int { (try? directory.read("state/discovery/seen")?.count) ?? -1 }

  @Test("is read from its end, however long the file has become") func longFile() throws {
    let old = SeenItems.line([1]) + [UInt8](repeating: 0x78, count: 16 << 20) + [0x0a]
    try write(0..<20, after: old)
    let seen = memory.seen()
    #expect(seen.order == (0..<20).map { [$0 | 1 << 63] })
  }

  @Test("is written again when it has become long: the newest stay, also those of another process")
  func compacted() throws {
    try write(0..<123_000)
    let other = DiscoveryMemory(cache: directory.path("cache"), state: directory.path("state"))
    other.add(seen: [[7, 8]])
    memory.add(seen: (0..<400).map { [$0 | 1 << 62] })
    #expect(size < DiscoveryMemory.maxSeenSize / 2)
    other.add(seen: [[9]])
    let seen = memory.seen()
    #expect(seen.order.count <= SeenItems.limit)
    #expect(seen.order.suffix(1) == [[9]] && seen.areOfOneItem(7, 8))
    #expect(seen.contains(399 | 1 << 62) && seen.contains(122_999 | 1 << 63))
    #expect(!seen.contains(1 | 1 << 63))
    // Whatever is shown from then on, it does not grow beyond its bound.
    for round in 0..<6 {
      memory.add(seen: (0..<30_000).map { [UInt64(round * 30_000 + $0) | 3 << 61] })
      #expect(size <= DiscoveryMemory.maxSeenSize)
    }
    #expect(memory.seen().contains(UInt64(179_999) | 3 << 61))
  }

  @Test("is neither made nor changed where nothing may be changed") func readOnly() throws {
    try write(0..<5)
    let before = size
    let reader = DiscoveryMemory(
      cache: directory.path("cache"), state: directory.path("state"), isReadOnly: true)
    reader.add(seen: [[1]])
    reader.add(dead: [1], at: .init(milliseconds: 0))
    reader.keep(["a": SourceHealth()])
    let left = reader.forgetOlderHalf(of: [1 << 63], in: SeenItems())
    #expect(!left.contains(1 << 63))
    #expect(size == before)
    #expect(try directory.read("state/discovery/sources.json") == nil)
    #expect(try directory.read("state/discovery/dead") == nil)
  }
}
