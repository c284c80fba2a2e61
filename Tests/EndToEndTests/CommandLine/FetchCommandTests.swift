import Foundation
import TestSupport
import Testing

@Suite("The fetch command", .endsAtAll) struct FetchCommandTests {
  @Test("prints a line for each article in a pipe and sums up on standard error, or is quiet")
  func pipe() async throws {
    let (home, web) = (try Home(), try Pages.serve())
    let paths = ["/one", "/two", "/three", "/gone", "/broken"]
    try await home.run(["add", "--no-fetch"] + paths.map { web.url($0) })
    let outcome = try await home.luego("fetch")
    #expect(outcome.status == 1)
    #expect(outcome.lines.count == 5 && outcome.lines.count { $0.hasPrefix("saved ") } == 3)
    #expect(outcome.errorLines == ["3 fetched, 1 will be tried again, 1 failed"])
    #expect(!outcome.errors.contains(13) && !outcome.output.contains(13))
    let quiet = try await home.luego("fetch", "--quiet", "in:all")
    #expect(quiet.status == 1 && quiet.output.isEmpty && quiet.errors.isEmpty)
  }

  @Test("that is part of adding a passage prints one line, too") func passage() async throws {
    let (home, web) = (try Home(), try Pages.serve())
    let added = try await home.luego("add", "--highlight", "Paragraph 3", web.url("/one"))
    #expect(added.status == 0 && added.lines.count == 1, "\(added.lines)")
    #expect(added.lines.first?.hasSuffix("First Light") == true)
    #expect(try await home.luego("highlights").text.contains("> Paragraph 3"))
  }

  @Test("takes what is due, and says how many wait") func due() async throws {
    let (home, web) = (try Home(), try Pages.serve())
    func at(_ time: String) -> [String: String?] { ["LUEGO_NOW": "2026-03-01T\(time)Z"] }
    try await home.run(["add", web.url("/broken")], environment: at("10:00:00"))
    #expect(web.requests.count == 1)
    let early = try await home.run(["fetch"], environment: at("10:00:12"))
    #expect(early.status == 0 && early.output.isEmpty)
    #expect(
      early.errorLines == [
        "Nothing to fetch now; 1 waiting; at once: luego fetch is:pending"
      ])
    #expect(web.requests.count == 1)
    let named = try await home.run(["fetch", "is:pending"], environment: at("10:00:13"))
    #expect(named.status == 1 && web.requests.count == 2)
    let due = try await home.run(["fetch"], environment: at("10:02:13"))
    #expect(due.status == 1 && web.requests.count == 3)
  }

  @Test("takes ids, their beginnings and addresses, as other commands do, and queries")
  func targets() async throws {
    let (home, web) = (try Home(), try Pages.serve())
    try await home.luego("add", "--no-fetch", web.url("/one"), web.url("/two"), web.url("/three"))
    let id = try #require(try await home.entries("url:one").first).id
    let some = try await home.luego(
      "fetch", String(id.prefix(6)), web.url("/none"), web.url("/two"))
    #expect(some.status == 3 && some.lines.count == 2 && some.errorLines.count == 2)
    #expect(some.errorLines.first?.contains("is not saved; save it with luego add") == true)
    #expect(Set(web.requests.map(\.path)) == ["/one", "/two"])
    let query = try await home.luego("fetch", "url:one", "is:ready")
    #expect(query.status == 0 && query.errorLines == ["1 fetched"])
  }

  @Test("asks for what it has only if it has changed") func conditional() async throws {
    let (home, web) = (try Home(), try Pages.serve())
    let known: LoopbackServer.Handler = { request, connection in
      if request.header("If-None-Match") == "\"v1\"" {
        connection.sendHead(304)
      } else {
        connection.respond(200, Pages.article("Tagged"), headers: [("ETag", "\"v1\"")])
      }
    }
    web.handle("/tagged", known)
    try await home.luego("add", web.url("/tagged"))
    func waits() throws -> Bool {
      try home.files(under: LibraryFiles.articles(in: home.library)).values.contains {
        String(decoding: $0, as: UTF8.self).contains("retryAt")
      }
    }
    web.handle("/tagged") { $1.respond(503, "") }
    #expect(try await home.luego("fetch", "tagged").status == 1)
    #expect(try await home.entries().map(\.state) == ["ready"])
    #expect(try waits())
    web.handle("/tagged", known)
    let again = try await home.luego("fetch", "tagged")
    #expect(try !waits(), "a page that is there puts an end to waiting")
    #expect(again.status == 0 && again.errorLines == ["1 unchanged"])
    #expect(again.lines.count == 1 && again.text.hasPrefix("unchanged "))
    web.serve("/tagged", Pages.article("Tagged Anew"))
    let changed = try await home.luego("fetch", "tagged")
    #expect(changed.status == 0 && changed.text.contains("Tagged Anew"))
  }

  @Test("keeps fetching when nobody reads what it prints, as add keeps saving")
  func closedOutput() async throws {
    let (home, web) = (try Home(), try Pages.serve())
    #expect(try await home.run(["add", web.url("/one")], output: .closed).status == 1)
    #expect(try await home.run(["add", web.url("/two")], output: .file("/dev/full")).status == 1)
    #expect(try await home.entries().map(\.state) == ["ready", "ready"])
    try await home.luego("add", "--no-fetch", web.url("/three"))
    #expect(try await home.run(["fetch"], output: .file("/dev/full")).status == 1)
    #expect(try await home.entries().map(\.state) == ["ready", "ready", "ready"])
  }

  @Test(
    "shows one line that counts on a terminal; the interrupt key stops it in order",
    arguments: [80, 24])
  func interrupted(columns: Int) async throws {
    let (home, web) = (try Home(), try Pages.serve())
    web.handle("/hanging") { $1.waitForClose() }
    try await home.luego("add", "--no-fetch", web.url("/one"))
    try await home.luego("add", "--no-fetch", web.url("/hanging"))
    try await TerminalWindow.open(home, columns: columns, rows: 12) { window in
      try await window.launch("fetch")
      let line = "Fetching 2 of 2 · 127.0.0.1"
      let screen = try await window.wait(
        forText: columns > 30 ? line : line.prefix(columns - 4) + "…")
      #expect(screen.rows.count { $0.contains("Fetching") } == 1)
      try await window.press("C-c")
      let stopped = "1 fetched, stopped, 1 left"
      let after = try await window.wait(for: "it says what came") { screen in
        screen.rows.joined().replacingOccurrences(of: " ", with: "").contains(
          stopped.replacingOccurrences(of: " ", with: ""))
      }
      #expect(!after.contains("Fetching"))
      try await window.waitForShell()
      try await window.type("echo status=$?\n")
      try await window.wait(forText: "status=130")
    }
    #expect(try await home.entries("first").map(\.state) == ["ready"])
    #expect(try await home.entries("url:hanging").map(\.state) == ["pending"])
    let file = try #require(
      try home.files(under: LibraryFiles.articles(in: home.library)).first {
        String(decoding: $0.value, as: UTF8.self).contains("hanging")
      })
    #expect(!String(decoding: file.value, as: UTF8.self).contains("retryAt"))
  }
}
