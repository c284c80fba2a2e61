import Foundation
import TestSupport
import Testing

@Suite("Pictures on the command line", .endsAtAll) struct PictureCommandTests {
  private static let svg = Array(
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"320\" height=\"160\"/>".utf8)

  /// Serves an article with two pictures, one of which is missing.
  private static func serve() throws -> LoopbackServer {
    let web = try Pages.serve()
    let text = String(
      repeating: "<p>A sentence of several words stands here and goes on.</p>", count: 30)
    let page =
      "<html lang=en><title>Lamps</title><article><h1>Lamps</h1>\(text)<figure><img src=\"/lamp.svg\" alt=\"a lamp\">"
      + "</figure>\(text)<figure><img src=\"/gone.svg\" alt=\"no lamp\"></figure>\(text)</article></html>"
    web.handle("/lamps") { _, connection in connection.respond(200, page) }
    web.handle("/lamp.svg") { _, connection in
      connection.respond(200, bytes: svg, headers: [("Content-Type", "image/svg+xml")])
    }
    return web
  }

  @Test(
    "are asked for again with the article, as far as they are missing, and never where they are off"
  )
  func again() async throws {
    let (home, web) = (try Home(), try Self.serve())
    try await home.run(["add", "--no-fetch", web.url("/lamps")])
    try home.directory.write("off", text: "set pictures off\n")
    try await home.run(["--config", home.directory.path("off"), "fetch"])
    #expect(web.requests.map(\.path) == ["/lamps"])
    try await home.run(["fetch", "lamps"])
    #expect(Set(web.requests.dropFirst().map(\.path)) == ["/lamps", "/lamp.svg", "/gone.svg"])
    try await home.run(["fetch", "lamps"])
    #expect(web.requests.dropFirst(4).map(\.path) == ["/lamps", "/gone.svg"])
  }

  @Test("stay where a record is damaged, and where none is there yet") func damaged() async throws {
    let (home, web) = (try Home(), try Self.serve())
    try await home.run(["add", web.url("/lamps")])
    func pictures() throws -> Int {
      try home.files(under: home.library + "/pictures").values.count { !$0.isEmpty }
    }
    let record = try #require(LibraryFiles.records(in: home.library).first)
    try Data("{".utf8).write(to: URL(filePath: record))
    try await home.run(["doctor", "--repair"])
    #expect(try pictures() == 1)
    try await home.run(["doctor", "--repair"])
    #expect(try pictures() == 1)
  }

  @Test("have no colors in a snapshot without them, whatever its format")
  func snapshot() async throws {
    let (home, web) = (try Home(), try Self.serve())
    try await home.run(["add", web.url("/lamps")])
    try home.directory.write(
      "chafa",
      text:
        "#!/bin/sh\ncase \"$*\" in *none*) echo '⣿⣿⣿⣿';; *) printf '\\033[38;2;9;8;7m####\\033[0m\\n';; esac\n",
      mode: 0o700)
    let path = "\(home.directory.path):/usr/bin:/bin"
    func snapshot(_ more: [String]) async throws -> String {
      let words = ["--snapshot", "100x100", "--keys", "<enter>", "--format", "ansi"] + more
      return try await home.run(words, environment: ["PATH": path, "TMPDIR": nil]).text
    }
    let colored = try await snapshot([])
    #expect(colored.contains("####") && colored.contains("38;2;9;8;7"))
    let plain = try await snapshot(["--no-color"])
    #expect(plain.contains("⣿⣿⣿⣿") && !plain.contains("38;"))
  }
}
