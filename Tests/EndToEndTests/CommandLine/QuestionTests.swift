import Foundation
import TestSupport
import Testing

@Suite("Questions on a terminal", .endsAtAll) struct QuestionTests {
  @Test("delete by a query of more than 50 articles asks") func many() async throws {
    let home = try Home()
    try await home.run(
      ["add", "--no-fetch", "-t", "all"] + (1...51).map { "https://n\($0).example/" })
    try await TerminalWindow.open(home, columns: 140) { window in
      for (number, (answer, left)) in [("", 51), ("n", 51), ("y", 0)].enumerated() {
        try await window.launch("delete tag:all")
        try await window.wait(for: "it asks") { screen in
          screen.rows.count { $0.contains("[y/N]") } == number + 1
        }
        try await window.type(answer + "\n")
        try await window.waitForShell()
        #expect(try await home.entries().count == left, "\(answer)")
      }
    }
  }

  @Test("a change by words that match several articles asks") func vagueWords() async throws {
    let home = try Home()
    try await home.save("https://a.example/heron", title: "Wading birds")
    try await home.save("https://c.example/lakes", title: "The lakes of herons")
    try await TerminalWindow.open(home, columns: 140) { window in
      for (number, (answer, archived)) in [("", 0), ("y", 2)].enumerated() {
        try await window.launch("archive heron")
        try await window.wait(for: "it asks") { screen in
          screen.rows.count { $0.contains("[y/N]") && $0.contains("2 articles") } == number + 1
        }
        try await window.type(answer + "\n")
        try await window.waitForShell()
        #expect(try await home.entries("in:archived").count == archived, "\(answer)")
      }
    }
  }
}
