import ReadingList
import TestSupport
import Testing

/// Machines with one article, whose files are copied by a sync program that keeps the newest.
private struct World {
  struct File {
    var bytes: [UInt8]
    /// The registers read back from the bytes.
    var registers: Registers
    var modified: Int64
  }

  let id = ArticleID(canonicalURL: "https://a.example/")
  let count = 3
  /// By holder, then by owner.
  var held: [[File?]]
  /// The last file that each owner wrote.
  var acknowledged: [File?]
  /// Copies in transit.
  var underWay: [(to: Int, owner: Int, file: File)] = []
  var skews: [Int64]
  var clock: Int64 = 1_790_000_000_000
  var numbers: SeededNumbers
  var faults: Set<String> = []

  init(seed: UInt64) {
    held = Array(repeating: Array(repeating: nil, count: count), count: count)
    acknowledged = Array(repeating: nil, count: count)
    numbers = SeededNumbers(seed: seed)
    skews = []
    skews = (0..<count).map { _ in hours() }
  }

  mutating func pick(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &numbers) }
  mutating func hours() -> Int64 { Int64(pick(11) - 5) * 3_600_000 }

  func view(_ machine: Int) -> Registers {
    Registers.joined((0..<count).compactMap { held[machine][$0]?.registers }).current
  }

  mutating func write(_ machine: Int, _ next: Registers) {
    let old = held[machine][machine]
    let now = clock + skews[machine]
    let bytes = next.bytes(of: id)
    let read = try? Registers(file: bytes, id: id)
    if read != next || read?.bytes(of: id) != bytes { faults.insert("a file read back differs") }
    let file = File(
      bytes: bytes, registers: read ?? next, modified: max(now, (old?.modified ?? now) + 2000))
    held[machine][machine] = file
    acknowledged[machine] = file
  }

  /// Replaces a file if the new one is newer, as `rsync -u` does.
  mutating func deliver(_ file: File, of owner: Int, to machine: Int) {
    if let there = held[machine][owner], there.modified >= file.modified { return }
    if machine == owner, file.bytes != acknowledged[owner]?.bytes {
      faults.insert("an acknowledged change was overwritten")
    }
    held[machine][owner] = file
  }

  mutating func step() {
    clock += Int64(1 + pick(600)) * 1000
    let machine = pick(count)
    if pick(10) == 0 { skews[machine] = hours() }
    switch pick(20) {
    case 0..<5:
      let other = pick(count)
      for owner in 0..<count {
        guard other != machine, let file = held[machine][owner] else { continue }
        if pick(3) == 0 {
          underWay.append((other, owner, file))
        } else {
          deliver(file, of: owner, to: other)
        }
      }
    case 5..<8:
      guard !underWay.isEmpty else { return }
      // Late, out of order, and occasionally twice.
      let place = pick(underWay.count)
      let copy = underWay[place]
      if pick(3) > 0 { underWay.remove(at: place) }
      deliver(copy.file, of: copy.owner, to: copy.to)
    default: say(machine)
    }
  }

  mutating func say(_ machine: Int) {
    let now = Timestamp(milliseconds: clock + skews[machine])
    let before = view(machine)
    let own = held[machine][machine]?.registers ?? Registers()
    let others = (0..<count).filter { $0 != machine }.compactMap { held[machine][$0]?.registers }
    let known = Registers.joined(others).joined(own)
    if before.exists, pick(8) == 0 {
      write(machine, .tombstone(at: known.nextStamp(at: now)))
      if view(machine).exists { faults.insert("purged and still there") }
      return
    }
    var values: [String: JSON] = [:]
    if !before.exists {
      values = [
        "savedAt": .string("2019-01-01T00:00:00Z"), "url": .string("https://a.example/"),
        "canonicalURL": .string("https://a.example/"), "isDeleted": .bool(false),
      ]
    } else {
      switch pick(7) {
      case 0: values["note"] = pick(4) == 0 ? .null : .string("n\(pick(3))")
      case 1: values["tags/x"] = pick(2) == 0 ? .null : .string("x")
      case 2: values["tags/y"] = pick(2) == 0 ? .null : .string("y")
      case 3: values["isDeleted"] = .bool(pick(2) == 0)
      case 4: values["list"] = .object([.init("favorite", .bool(pick(2) == 0))])
      case 5: values["unknown"] = .int(pick(3))
      default: values["title"] = .string("t\(pick(3))")
      }
    }
    write(machine, own.saying(values, at: now, knowing: others))
    let after = view(machine)
    if !before.exists, !after.exists { faults.insert("saved and not there") }
    for (name, value) in values where after[name] != value { faults.insert("said and not shown") }
    if own.exists, !held[machine].allSatisfy({ $0 == nil }), !after.exists {
      faults.insert("a change removed the article")
    }
  }

  mutating func meet() {
    underWay = []
    for _ in 0...count {
      for a in 0..<count {
        for b in 0..<count where a != b {
          for owner in 0..<count {
            if let file = held[a][owner] { deliver(file, of: owner, to: b) }
          }
        }
      }
    }
    for owner in 0..<count where held[owner][owner]?.bytes != acknowledged[owner]?.bytes {
      faults.insert("an acknowledged change was lost")
    }
    let views = (0..<count).map { view($0) }
    if views.contains(where: { $0 != views[0] || $0.exists != views[0].exists }) {
      faults.insert("machines differ")
    }
    let shown = views.map { Article($0, id: id) }
    if shown.contains(where: { $0 != shown[0] }) {
      faults.insert("machines show different articles")
    }
  }
}

@Suite("Histories of several machines") struct HistoryTests {
  /// Blocks of seeds, which run in parallel.
  static let blocks = Array(0..<10)

  @Test(
    "No history loses what was acknowledged, and all machines come to show the same",
    arguments: blocks)
  func histories(_ block: Int) {
    // At a scale of 10 there are 10,000 seeds.
    let size = 100 * testScale
    for seed in (block * size)..<((block + 1) * size) {
      var world = World(seed: UInt64(seed))
      for _ in 0..<30 { world.step() }
      world.meet()
      #expect(world.faults.isEmpty, "seed \(seed)")
      if !world.faults.isEmpty { return }
    }
  }
}
