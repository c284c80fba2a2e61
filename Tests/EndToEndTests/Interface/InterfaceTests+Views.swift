import Foundation
import TestSupport
import Testing

extension InterfaceTests {
  @Test(
    "3.14 a view that is made, changed and taken away is so after a restart, as the config file says"
  )
  func views() async throws {
    let (home, _) = try await library()
    let config = home.path + "/config"
    func lines() throws -> [String] {
      try String(contentsOfFile: config + ".kept", encoding: .utf8).split(separator: "\n").map(
        String.init)
    }
    try "# mine\nset measure 60\n".write(toFile: config, atomically: true, encoding: .utf8)
    try await TerminalWindow.open(home, columns: 140, rows: 40) { window in
      try await window.launch("--config \(config)")
      try await window.wait(forText: "First Light")
      try await window.command("view \"Slow ones\" minutes:20.. sort:title")
      try await window.wait(forText: "Made the view “Slow ones”")
      try await window.type("Q")
      try await window.expectSaneShell()
      #expect(try lines() == ["view \"Slow ones\" minutes:20.. sort:title"])
      try await window.launch("--config \(config)")
      try await window.wait(forText: "Slow ones")
      try await window.command("view \"Slow ones\" is:unread")
      try await window.wait(forText: "Changed the view “Slow ones”")
      try await window.command("view Unread \"\"")
      try await window.wait(forText: "Removed the view “Unread”")
      try await window.command("view \"Slow ones\" \"\"")
      try await window.wait(forText: "Removed the view “Slow ones”")
      try await window.type("u")
      try await window.wait(forText: "Undone: removed the view “Slow ones”")
      try await window.type("Q")
      try await window.expectSaneShell()
      #expect(Set(try lines()) == ["view \"Unread\" \"\"", "view \"Slow ones\" is:unread"])
      #expect(try String(contentsOfFile: config, encoding: .utf8) == "# mine\nset measure 60\n")
    }
  }

  @Test("what :set and :bind say is so after a restart; the config file stays as it is")
  func keptLines() async throws {
    let (home, _) = try await library()
    let own = "set measure 60\nbind list gx undo\n"
    let config = try home.configure(own)
    try await TerminalWindow.open(home, columns: 140, rows: 40) { window in
      try await window.launch()
      try await window.wait(forText: "First Light")
      for (line, said) in [
        ("set measure 64", "set measure 64"), ("bind list gx archive", "bind list gx archive"),
        ("set inbox \"My Inbox\"", "set inbox My Inbox"),
      ] {
        try await window.command(line)
        try await window.wait(forText: said)
      }
      try await window.type("Q")
      try await window.expectSaneShell()
    }
    #expect(try String(contentsOfFile: config, encoding: .utf8) == own)
    let shown = try await home.luego("help", "config").text
    #expect(shown.contains("set measure 64") && shown.contains("set inbox My Inbox"))
    #expect(shown.contains("sync NAME TARGET"))
    let keys = try await home.luego("help", "keys")
    #expect(keys.lines.contains { $0.contains("gx") && $0.contains("archive") })
  }
}
