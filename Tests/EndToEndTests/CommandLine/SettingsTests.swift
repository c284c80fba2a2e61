import Foundation
import TestSupport
import Testing

@Suite("Settings in the config file", .endsAtAll) struct SettingsTests {
  /// The settings of the manual, each with its title and the values that are named.
  private static func documented() throws -> [(name: String, title: String, values: [String])] {
    let page = try String(
      contentsOfFile: Home.checkout + "/Data/man/luego-config.5", encoding: .utf8)
    let section = page.components(separatedBy: ".Sh SETTINGS\n")[1].components(
      separatedBy: "\n.El\n")[0]
    return section.components(separatedBy: "\n.It Cm ").dropFirst().map { entry in
      let lines = entry.components(separatedBy: "\n")
      let parts = lines[1].dropLast().split(separator: ": ", maxSplits: 1).map(String.init)
      let listed = parts[1].replacing(" or another", with: "")
      let bounds = listed.firstMatch(of: /^(\d+) to (\d+)\b/).map { [$0.output.1, $0.output.2] }
      return (
        lines[0], parts[0], bounds?.map(String.init) ?? listed.components(separatedBy: ", ")
      )
    }
  }

  @Test("each value that the manual names is taken, and help config and the settings box show it")
  func eachValue() async throws {
    let home = try Home()
    try await home.save("https://a.example/1", title: "Herons")
    let settings = try Self.documented()
    #expect(settings.count == 22)
    var rows = 0
    for round in 0..<(settings.map(\.values.count).max() ?? 0) {
      let chosen = settings.map { ($0.name, $0.title, $0.values[round % $0.values.count]) }
      try home.configure(chosen.map { "set \($0.0) \($0.2)\n" }.joined())
      let told = try await home.luego("help", "config")
      #expect(told.status == 0 && told.errors.isEmpty, "\(told.errorLines)")
      for (name, _, value) in chosen { #expect(told.text.contains("\n  set \(name) \(value)")) }
      guard round < 6 else { continue }
      let box = try await home.luego("--snapshot", "140x60", "--keys", ":settings<enter>")
      #expect(box.status == 0 && box.errors.isEmpty, "\(box.errorLines)")
      for (_, title, value) in chosen {
        guard let row = box.lines.first(where: { $0.contains(" \(title)  ") }) else { continue }
        rows += 1
        #expect(row.contains(value.prefix(20)), "\(row)")
      }
    }
    #expect(rows > 60)
  }

  @Test("sync-on meets all targets when the reading list starts or quits, or neither")
  func syncing() async throws {
    let home = try Home()
    try await home.save("https://a.example/1", title: "Herons")
    for value in ["off", "start", "quit", "start,quit"] {
      let other = home.directory.path("other-\(value)") + "/"
      try home.configure("sync there \(other)\nset sync-on \(value)\n")
      let disk = try DirectoryWatch(home.path)
      try await TerminalWindow.open(home, columns: 100, rows: 30) { window in
        try await window.launch()
        try await window.wait(forFirstFrameWith: "Herons")
        if value.hasPrefix("start") {
          try await disk.wait(until: "it is synced") {
            FileManager.default.fileExists(atPath: LibraryFiles.identity(in: other))
          }
        }
        #expect(FileManager.default.fileExists(atPath: other) == value.hasPrefix("start"))
        try await window.type("Q")
        try await window.expectSaneShell()
      }
      #expect(FileManager.default.fileExists(atPath: other) == (value != "off"))
    }
  }
}
