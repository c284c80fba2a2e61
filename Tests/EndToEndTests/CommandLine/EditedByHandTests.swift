import Foundation
import TestSupport
import Testing

@Suite("Records edited by hand and restored from a backup", .endsAtAll) struct EditedByHandTests {
  private func home() async throws -> (home: Home, id: String, record: String) {
    let home = try Home()
    try await home.save("https://a.example/1", title: "Herons")
    try await home.save("https://a.example/2", title: "Other")
    let id = try #require(try await home.entries("title:herons").first).id
    return (home, id, LibraryFiles.record(of: id, in: home.library))
  }

  private func edit(_ record: String, _ old: String, _ new: String) throws {
    let text = try String(contentsOfFile: record, encoding: .utf8)
    try #require(text.contains(old))
    try text.replacing(old, with: new).write(toFile: record, atomically: true, encoding: .utf8)
  }

  @Test("an open reading list shows what the files say") func interface() async throws {
    let (home, _, record) = try await home()
    let backup = try Data(contentsOf: URL(filePath: record))
    try await TerminalWindow.open(home, columns: 120, rows: 30) { window in
      try await window.launch()
      try await window.wait(forFirstFrameWith: "Herons")
      try edit(record, "Herons", "Egrets")
      try await window.wait(for: "the new title is shown") {
        $0.contains("Egrets") && !$0.contains("Herons")
      }
      try backup.write(to: URL(filePath: record), options: .atomic)
      try await window.wait(for: "the old title is shown") {
        $0.contains("Herons") && !$0.contains("Egrets")
      }
      try FileManager.default.removeItem(atPath: record)
      try await window.wait(for: "it is gone") { !$0.contains("Herons") && $0.contains("Other") }
      try await window.type("Q")
      try await window.expectSaneShell()
    }
  }
}
