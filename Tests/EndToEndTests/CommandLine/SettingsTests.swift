import Foundation
import TestSupport
import Testing

@Suite("Settings in the config file", .endsAtAll) struct SettingsTests {
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
