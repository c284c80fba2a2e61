import Testing

/// Mouse reports as a terminal sends them.
extension InterfaceTests {
  /// A press, a release or a wheel step in a cell, counted from 0.
  private func report(_ button: Int, _ column: Int, _ row: Int, isRelease: Bool = false) -> String {
    "\u{1b}[<\(button);\(column + 1);\(row + 1)\(isRelease ? "m" : "M")"
  }

  private func click(_ column: Int, _ row: Int) -> String {
    report(0, column, row) + report(0, column, row, isRelease: true)
  }

  @Test("a click moves the cursor, a second one opens, and the wheel scrolls")
  func mouse() async throws {
    let (home, _) = try await library()
    try await TerminalWindow.open(home, columns: 80, rows: 24) { window in
      try await window.launch()
      let list = try await window.wait(forFirstFrameWith: "Third Rail")
      let row = try #require(list.rows.firstIndex { $0.contains("Third Rail") })
      try await window.type(click(4, row))
      try await window.wait(for: "the cursor is on the row") { $0.rows[row].hasPrefix("▌") }
      try await window.type(click(4, row))
      let top = try await window.wait(forFirstFrameWith: "Paragraph 1 of the story.")
      try await window.type(String(repeating: report(65, 40, 12), count: 9))
      try await window.wait(for: "the text is scrolled") { $0.hasBar && $0.rows[2] != top.rows[2] }
      try await window.type(String(repeating: report(64, 40, 12), count: 40))
      try await window.wait(for: "the text is at its top") {
        $0.hasBar && $0.rows[2] == top.rows[2]
      }
      try await window.type("q")
      try await window.wait(for: "the list is back") { $0.contains("First Light") && $0.hasBar }
      try await window.command("set mouse off")
      try await window.wait(for: "the line is closed") {
        $0.contains("set mouse off") && !$0.bar.trimmingPrefix(" ").hasPrefix(":")
      }
      #expect(try await window.pane("#{mouse_any_flag}") == "0")
    }
  }
}
