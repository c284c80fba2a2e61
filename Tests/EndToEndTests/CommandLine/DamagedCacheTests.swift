import Foundation
import ReadingList
import TestSupport
import Testing

@Suite("Damage to the cache", .endsAtAll) struct DamagedCacheTests {
  /// A way to damage a file.
  private enum Damage: CaseIterable { case removed, emptied, cut, flipped, swapped, garbage }

  private func home(_ host: String) async throws -> Home {
    let home = try Home()
    for number in 1...6 {
      try await home.save("https://\(host)/\(number)", title: "Article \(number)")
    }
    try await home.luego("archive", "https://\(host)/1")
    try await home.luego("search", "herons")
    try await home.luego("--snapshot", "100x30", "--keys", "j")
    return home
  }

  /// The output of every command that reads the cache.
  private func shown(_ home: Home) async throws -> [String] {
    var all: [String] = []
    for words in [
      ["list", "--json", "in:all"], ["search", "--format", "{id}", "herons"],
      ["--snapshot", "100x30", "--keys", "j"],
    ] {
      let outcome = try await home.run(words)
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(words): \(outcome.errorLines)")
      all.append(outcome.text)
    }
    return all
  }

  @Test("changes no list, no search and no count, and nothing is said of it")
  func damaged() async throws {
    let (home, other) = (try await home("a.example"), try await home("b.example"))
    let wanted = try await shown(home)
    let cache = home.path + "/.cache"
    let foreign = try other.files(under: other.path + "/.cache").values.filter { !$0.isEmpty }
      .sorted { $0.count < $1.count }
    var numbers = SeededNumbers(seed: 47)
    for round in 0..<(Damage.allCases.count + 8) {
      let files = try home.files(under: cache).filter { !$0.value.isEmpty }
      try #require(!files.isEmpty)
      for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
        let isSweep = round < Damage.allCases.count
        guard isSweep || numbers.next() % 2 == 0 else { continue }
        let kind = isSweep ? round : Int(numbers.next() % UInt64(Damage.allCases.count))
        let path = cache + "/" + name
        var next = bytes
        switch Damage.allCases[kind] {
        case .removed:
          try FileManager.default.removeItem(atPath: path)
          continue
        case .emptied: next = []
        case .cut: next.removeLast(next.count / 2)
        case .flipped: next[Int(numbers.next() % UInt64(next.count))] ^= 0x41
        case .swapped: next = foreign[Int(numbers.next() % UInt64(foreign.count))]
        case .garbage: next = next.indices.map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
        }
        try Data(next).write(to: URL(filePath: path))
      }
      let found = try await shown(home)
      #expect(found == wanted, "round \(round)")
    }
  }
}
