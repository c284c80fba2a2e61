import Foundation
import TestSupport
import Testing

@Suite("Saving files, mails and copies", .endsAtAll) struct CaptureCommandTests {
  private static func page(_ count: Int) -> String {
    "<html><head><title>Herons</title></head><body><article><p>"
      + String(repeating: "Herons stand in the shallow water, and wait for fish. ", count: count)
  }

  @Test(
    "a file of the inbox that the disk cannot read stays, is said, and is taken when it can be read",
    .enabled(if: hasStrace, "needs strace"))
  func unreadableFile() async throws {
    let home = try Home()
    let csv = "title,url,time_added,tags,status\nOne,https://a.example/csv,1600000000,a,unread\n"
    for (name, text) in [("a.txt", "https://a.example/a"), ("b.csv", csv)] {
      let path = try home.putInInbox(name, text: text)
      let outcome = try await home.run(["inbox"], under: traced(failingToRead: path))
      #expect(outcome.status == 1, "\(outcome.lines)")
      #expect(outcome.errorLines.contains { $0.contains(name) }, "\(outcome.errorLines)")
      #expect(FileManager.default.fileExists(atPath: path))
      #expect(!FileManager.default.fileExists(atPath: home.library + "/inbox/failed"))
      #expect(try await home.luego("inbox").status == 0)
    }
    #expect(try await home.everything().count == 2)
  }

  @Test("fetch --from-archive takes the newest copy and says its date; the site is not asked")
  func archive() async throws {
    let home = try Home()
    let page = Self.page(20) + "<a href=/other>other</a>"
    let server = try LoopbackServer()
    let copy = "/web/20240305101112id_/https://gone.example/x"
    server.handle("/web/2id_/https://gone.example/x") { $1.redirect(to: copy) }
    server.handle(copy) { $1.respond(200, page) }
    try home.configure("set archive http://127.0.0.1:\(server.port)/web/2id_/{url}\n")
    try await home.luego("add", "--no-fetch", "https://gone.example/x", "https://gone.example/y")
    let outcome = try await home.luego("fetch", "--from-archive", "https://gone.example/x")
    #expect(outcome.status == 0, "\(outcome.text) \(outcome.errorLines)")
    let info = try await home.luego("show", "--info", "https://gone.example/x").text
    #expect(
      info.contains("From        archive, 2024-03-05") && !info.contains("127.0.0.1"), "\(info)")
    #expect(try await home.luego("fetch", "https://gone.example/x").text.contains("kept"))
    #expect(try await home.luego("fetch", "--from-archive", "https://gone.example/y").status == 1)
    #expect(try await home.luego("fetch", "--from-archive").status == 2)
  }
}
