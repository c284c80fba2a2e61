import Reader
import ReadingList
import Terminal
import Testing

@Suite("Windows of any size") struct SizeTests {
  private static let bounds = [
    (1, 1), (1, 150), (400, 1), (19, 5), (20, 4), (20, 5), (21, 6), (79, 19), (80, 20), (109, 15),
    (110, 14), (149, 30), (150, 31), (400, 150),
  ]

  /// The boundaries of every layout, and some sizes in between.
  private static func sizes(seed: UInt64) -> [Size] {
    var random = SeededNumbers(seed: seed)
    let others = (0..<14).map { _ in
      (Int.random(in: 20...200, using: &random), Int.random(in: 5...60, using: &random))
    }
    return (bounds + others).map { Size(columns: $0.0, rows: $0.1) }
  }

  private func check(_ driver: Driver, at size: Size, with what: String) {
    let screen = driver.resize(size.columns, size.rows)
    let place = "\(what) at \(size.columns)x\(size.rows)"
    #expect(screen.size == size, "\(place)")
    #expect(screen.tornCharacter == nil, "\(place)")
    #expect(screen.brokenBox == nil, "\(place)")
    if let cursor = screen.cursor { #expect(screen.bounds.contains(cursor), "\(place)") }
  }

  @Test("2.3 no character and no box is cut, with whatever a command opens")
  func overlays() async throws {
    let articles =
      threeSamples + [
        Sample(
          url: "https://wide.example/", title: String(repeating: "漢字", count: 60),
          html: "<p>漢字かな交じり文 <a href='https://one.example/'>リンク</a></p>",
          savedAt: "2026-11-21T11:30:00Z", tags: ["漢字", "slow"])
      ]
    var opened = 0
    for (number, command) in Command.allCases.enumerated() where command != .suspend {
      let driver = try Driver(articles: articles, seed: 1)
      if command.row.needs.contains(.text) || command == .findNext {
        try await driver.press("<enter>")
      }
      driver.interface.perform(Invocation(command))
      await driver.settle()
      guard !driver.interface.overlays.isEmpty else { continue }
      opened += 1
      for size in Self.sizes(seed: UInt64(number)) {
        check(driver, at: size, with: command.name)
        // The topmost box keeps receiving keys at every window size.
        if driver.box?.isQuestion == true { continue }
        driver.interface.handle(.key(Key(.down)))
      }
    }
    #expect(opened > 12)
  }
}
