import Foundation
import TestSupport
import Testing

/// Searching texts while things happen to the index.
extension InterfaceTests {
  @Test(
    "an index that is damaged or gone while the program is open comes back with the next search",
    arguments: [SearchFaultTests.Damage.isGone, .isGarbage, .isCut])
  func damagedIndex(damage: SearchFaultTests.Damage) async throws {
    let home = try await SearchFaultTests.library()
    try await TerminalWindow.open(home) { window in
      try await window.launch()
      try await window.wait(forText: "thr")
      try await window.type("/marigold\n")
      try await window.wait(forText: "1/2")
      try damage.happen(to: try SearchFaultTests.index(of: home) + "/iamglass")
      try await window.type("F")
      try await window.wait(forText: "1/3")
      try await window.type("/thistle\n")
      try await window.wait(forText: "1/1")
      try await window.type("e")
      try await window.wait(forText: "Archived “two”")
      try await window.type("Q")
      try await window.expectSaneShell()
    }
    #expect(try await home.entries("is:archived text:thistle").map(\.title) == ["two"])
  }

  @Test("a query that is too long is refused when it is pasted, and the search goes on")
  func pastedQuery() async throws {
    let home = try await SearchFaultTests.library()
    try await TerminalWindow.open(home) { window in
      try await window.launch()
      try await window.wait(forText: "thr")
      try await window.type("/")
      try await window.wait(forText: "Filter:")
      try await window.paste(
        String(repeating: "(", count: 10_000) + "\u{1b}[31m\u{7} marigold \u{202e}")
      try await window.press("Enter")
      try await window.wait(forText: "too long")
      try await window.type("F")
      try await window.wait(forText: "1/3")
      try await window.type("/marigold\n")
      try await window.wait(forText: "1/2")
      try await window.type("Q")
      try await window.expectSaneShell()
    }
  }
}
