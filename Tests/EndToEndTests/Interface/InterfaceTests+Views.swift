import Foundation
import TestSupport
import Testing

extension InterfaceTests {
  @Test(
    "3.14 views, settings and keys that are changed are so after a restart; the config file stays as it is"
  )
  func kept() async throws {
    let (home, _) = try await library()
    let own = "set measure 60\nbind list gx undo\n"
    let config = try home.configure(own)
    func lines() throws -> Set<String> {
      let text = try String(contentsOfFile: config + ".kept", encoding: .utf8)
      return Set(text.split(separator: "\n").map(String.init))
    }
    try await TerminalWindow.open(home, columns: 140, rows: 40) { window in
      try await window.launch()
      try await window.wait(forText: "First Light")
      for (line, said) in [
        ("set measure 64", "set measure 64"), ("bind list gx archive", "bind list gx archive"),
        ("set inbox \"My Inbox\"", "set inbox My Inbox"),
        ("view \"Slow ones\" minutes:20.. sort:title", "Made the view “Slow ones”"),
      ] {
        try await window.command(line)
        try await window.wait(forText: said)
      }
      try await window.type("Q")
      try await window.expectSaneShell()
      #expect(try lines().contains("view \"Slow ones\" minutes:20.. sort:title"))
      try await window.launch()
      try await window.wait(forText: "Slow ones")
      for (line, said) in [
        ("view \"Slow ones\" is:unread", "Changed the view “Slow ones”"),
        ("view Unread \"\"", "Removed the view “Unread”"),
        ("view \"Slow ones\" \"\"", "Removed the view “Slow ones”"),
      ] {
        try await window.command(line)
        try await window.wait(forText: said)
      }
      try await window.type("u")
      try await window.wait(forText: "Undone: removed the view “Slow ones”")
      try await window.type("Q")
      try await window.expectSaneShell()
    }
    let views = try lines().filter { $0.hasPrefix("view ") }
    #expect(views == ["view \"Unread\" \"\"", "view \"Slow ones\" is:unread"])
    #expect(try String(contentsOfFile: config, encoding: .utf8) == own)
    let shown = try await home.luego("help", "config").text
    #expect(shown.contains("set measure 64") && shown.contains("set inbox My Inbox"))
    #expect(shown.contains("sync NAME TARGET"))
    let keys = try await home.luego("help", "keys")
    #expect(keys.lines.contains { $0.contains("gx") && $0.contains("archive") })
  }
}
