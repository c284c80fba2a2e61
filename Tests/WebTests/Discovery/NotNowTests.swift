import ReadingList
import TestSupport
import Testing
import Web

@Suite("What is not to be picked") struct NotNowTests {
  private let moment = Timestamp(seconds: 1_795_000_000)

  private func seen(_ items: [[UInt64]]) -> NotNow {
    var all = NotNow()
    for item in items { all.insert(item, .seen, at: moment) }
    return all
  }

  @Test("an item is forgotten with all keys that it was seen under, and not those of others")
  func items() {
    var all = seen([[1, 100], [2, 200], [3], [4, 400, 401]])
    #expect(!all.areUsedUp([1, 2, 3, 4, 5, 6], at: moment))
    all.insert([5], .useless, at: moment)
    #expect(all.areUsedUp([1, 2, 3, 4, 5, 6], at: moment))
    #expect(all.areOfOneItem(400, 401) && !all.areOfOneItem(3, 4))
    all.forgetOlderHalf(of: [400, 1, 2, 3])
    #expect([1, 100, 2, 200].allSatisfy { !all.isSeen($0) })
    #expect([3, 4, 400, 401].allSatisfy { all.isSeen($0) })
  }

  @Test("a dead link is left alone for a week, and not by a clock that was wrong") func week() {
    var all = NotNow()
    all.insert([1], .dead, at: moment)
    let days = [-1: false, 0: true, 6: true, 8: false] as [Int64: Bool]
    for (day, isOut) in days {
      #expect(all.isOut(1, at: moment.advanced(bySeconds: day * 86_400)) == isOut, "\(day)")
    }
  }

  @Test("what is remembered is bounded, and the newest stays") func bounds() {
    let count = UInt64(2 * NotNow.limit)
    let all = seen((0..<count).map { [$0] })
    #expect(all.isSeen(count - 1) && !all.isSeen(0))
    #expect((0..<count).count { all.isSeen($0) } <= NotNow.limit)
  }

  @Test("the file keeps items, passes over damage and is written again when it has become long")
  func file() throws {
    let directory = try TemporaryDirectory()
    let memory = DiscoveryMemory(cache: directory.path("cache"), state: directory.path("state"))
    var all = NotNow()
    memory.add(all.insert([7, 8], .seen, at: moment), at: moment)
    memory.add(all.insert([1], .dead, at: moment), at: moment)
    memory.add(Array("seen x 1\nseen 9223372036854775807 2\nnothing\n".utf8), at: moment)
    memory.add(all.insert([9], .seen, at: moment), at: moment)
    let other = DiscoveryMemory(cache: directory.path("cache"), state: directory.path("state"))
    let read = other.notNow(at: moment)
    #expect(read.areOfOneItem(7, 8) && read.isSeen(9) && read.isOut(1, at: moment))
    other.forgetOlderHalf(of: [7, 9], at: moment)
    #expect(!memory.notNow(at: moment).isSeen(8) && memory.notNow(at: moment).isSeen(9))
    let keys = (0..<UInt64(200_000)).map { $0 | 1 << 63 }
    let lines = keys.flatMap { all.insert([$0], .seen, at: moment) }
    memory.add(lines, at: moment)
    let file = try #require(try directory.read("state/discovery/not-now"))
    #expect(file.count < DiscoveryMemory.maxSize)
    #expect(other.notNow(at: moment).isSeen(199_999 | 1 << 63))
  }

  @Test("the file is neither made nor changed where nothing may be changed") func readOnly() throws
  {
    let directory = try TemporaryDirectory()
    let reader = DiscoveryMemory(
      cache: directory.path("cache"), state: directory.path("state"), isReadOnly: true)
    var all = NotNow()
    reader.add(all.insert([1], .seen, at: moment), at: moment)
    reader.keep(["a": SourceHealth()])
    reader.forgetOlderHalf(of: [1], at: moment)
    #expect(try directory.read("state/discovery/sources.json") == nil)
    #expect(try directory.read("state/discovery/not-now") == nil)
  }
}
