import Reader
import ReadingList
import Terminal
import Testing

@Suite("What is drawn") struct HostileTextTests {
  private static let articles = (1...4).map { number in
    Sample(
      url: "https://\(number).example/x", title: number == 4 ? "" : unprintable + "\(number)",
      html: hostileHTML, site: unprintable, author: unprintable,
      tags: [normalizedTag("a\u{9b}b\u{202e}c")].compactMap(\.self), isFavorite: number == 2,
      state: number == 3 ? .failed(reason: unprintable) : .ready)
  }

  /// Every command that neither quits nor suspends the program.
  private static let commands = Command.allCases.filter { ![.quit, .suspend].contains($0) }

  private func check(_ driver: Driver, _ doing: @autoclosure () -> String) {
    let problem = driver.interface.frame().controlCharacter
    #expect(problem == nil, "\(doing()): \(problem ?? "")")
  }

  @Test(
    "holds no control character and nothing that turns text around, whatever shows or takes one",
    arguments: [(120, 30), (45, 20)])
  func commands(columns: Int, rows: Int) async throws {
    let driver = try Driver(size: Size(columns: columns, rows: rows), articles: Self.articles)
    driver.model.tellConfigProblems(["config:1: \(unprintable)"])
    check(driver, "config problems")
    for keys in ["", "<enter>", "G", "gg", "<esc>", "j", "<enter>"] {
      try await driver.press(keys)
      check(driver, "article \(keys)")
    }
    for command in Self.commands {
      for rest in command.row.argument == .none ? [""] : ["", " "] {
        try await driver.press(":")
        await driver.type(command.name + rest)
        if rest.isEmpty { try await driver.press("<enter>") }
        check(driver, command.name)
        driver.interface.handle(.paste("\(unprintable)\n\u{9b}31m"))
        await driver.settle()
        check(driver, "pasted into \(command.name)\(rest)")
        await driver.type("\u{9b}\u{0}\u{1b}\u{85}\u{202e}\u{2066}\u{200f}\u{61c}x")
        check(driver, "typed into \(command.name)\(rest)")
        try await driver.press("<enter>")
        check(driver, "entered into \(command.name)\(rest)")
        try await driver.press("<esc> <esc> <esc>")
        _ = driver.model.takeEffects()
      }
    }
  }
}
