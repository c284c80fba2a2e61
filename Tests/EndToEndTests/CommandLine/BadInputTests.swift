import Foundation
import Platform
import TestSupport
import Testing

@Suite("Bad input", .endsAtAll) struct BadInputTests {
  @Test(
    "a page that does not come leaves the link saved and says why in one line",
    arguments: [
      ("/gone", "failed", "404"), ("/broken", "waiting", "500"), ("/loop", "failed", "redirect"),
      ("/pdf", "failed", "PDF"), ("/empty", "failed", "empty"), ("/deep", "failed", "larger"),
      ("refused", "waiting", "127.0.0.1"),
    ])
  func badPages(path: String, word: String, says: String) async throws {
    let (home, web, closed) = (try Home(), try Pages.serve(), try ClosedPort())
    let url = path == "refused" ? "http://127.0.0.1:\(closed.port)/x" : web.url(path)
    let outcome = try await home.luego("add", url)
    withExtendedLifetime(closed) {}
    #expect(outcome.status == (word == "waiting" ? 0 : 1))
    #expect(outcome.errors.isEmpty && outcome.lines.count == 1)
    #expect(outcome.text.hasPrefix(word + "  ") && outcome.text.contains(says), "\(outcome.text)")
    let entry = try #require(try await home.everything().first)
    #expect(entry.url == url && entry.reason?.isEmpty == false)
    #expect(entry.state == (word == "waiting" ? "pending" : "failed"))
    let shown = try await home.luego("show", url)
    #expect(shown.refusal(1) != nil)
    #expect(try await home.luego("--snapshot", "80x24", "--keys", "<enter>").status == 0)
  }

  @Test("20 MB of div elements end in a line, as a file and in a pipe") func deep() async throws {
    let home = try Home()
    let page = try home.directory.write("page", text: Pages.deep)
    let added = try await home.luego("add", "http://a.example/", "--html", page)
    #expect(added.status == 1 && added.errors.isEmpty && added.text.hasPrefix("failed  "))
    #expect(try await home.everything().map(\.url) == ["http://a.example/"])
    let extracted = try await home.luego("extract", page)
    #expect(extracted.status == 3 && extracted.errorLines.count == 1)
  }

  @Test("escape sequences written into a record by hand reach no terminal")
  func escapesInRecord() async throws {
    let (home, web) = (try Home(), try Pages.serve())
    try await home.luego("add", web.url("/one"))
    let path = try #require(LibraryFiles.records(in: home.library).first)
    let text = try String(contentsOfFile: path, encoding: .utf8).replacingOccurrences(
      of: "First Light", with: #"\u001b]0;x\u0007\u009b31mFirst\u202eLight"#
    ).replacingOccurrences(of: "Ada Mills", with: #"Ada\u001b[2J"#)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    for words in [
      ["list"], ["list", "--json"], ["show", "url:one"],
      ["show", "url:one", "--format", "markdown"], ["--snapshot", "120x40", "--keys", "<enter>"],
      ["archive", "url:one"],
    ] {
      let outcome = try await home.run(words)
      #expect(outcome.status == 0 && !outcome.output.isEmpty, "\(words)")
      #expect(outcome.isHarmless)
    }
  }

  @Test("a broken record is left as it is, counted, and named by doctor; the others are there")
  func brokenRecord() async throws {
    let (home, web) = (try Home(), try Pages.serve())
    try await home.luego("add", web.url("/one"))
    let healthy = try await home.luego("doctor")
    #expect(healthy.status == 0 && healthy.errors.isEmpty)
    for (name, bytes) in [
      ("ab00000000000000000b", [UInt8](repeating: 0xff, count: 300)),
      ("cd00000000000000000d", []), ("ef00000000000000000f", Array("{\"a\":".utf8)),
    ] {
      let path = LibraryFiles.record(of: name, by: "m-2222", in: home.library)
      try home.directory.write(String(path.dropFirst(home.path.count + 1)), bytes)
    }
    let before = try home.files(under: LibraryFiles.articles(in: home.library))
    let list = try await home.luego("list")
    #expect(list.status == 0 && list.lines.count == 1 && list.text.contains("First Light"))
    #expect(list.errorLines == ["luego: 3 records cannot be read; run luego doctor"])
    #expect(try await home.luego("--snapshot", "120x40").text.contains("3 unreadable"))
    let shown = try await home.luego("show", "ab00000000000000000b")
    #expect([1, 3].contains(shown.status) && shown.errorLines.count == 1)
    #expect(try await home.luego("archive", "ab00000000000000000b").status != 0)
    #expect(try await home.luego("fetch").status == 0)
    let doctor = try await home.luego("doctor")
    #expect(doctor.status == 1 && doctor.errorLines.count == 1)
    #expect(doctor.text.contains(LibraryFiles.shard(of: "ab", in: home.library)))
    #expect(try home.files(under: LibraryFiles.articles(in: home.library)) == before)
    #expect(try await home.luego("add", web.url("/two")).status == 0)
    #expect(try await home.entries().count == 2)
  }

  @Test(
    "an unwritable library is read; a change says why not and exits with 4",
    .enabled(Rights.comment, { await Rights.canBeLost }))
  func unwritable() async throws {
    let (home, web) = (try Home(), try Pages.serve())
    try await home.luego("add", web.url("/one"))
    let before = try home.files(under: home.library)
    let directories = try Rights.directories(under: home.library)
    for directory in directories { chmod(directory, 0o500) }
    defer { for directory in directories { chmod(directory, 0o700) } }
    let list = try await home.run(["list"], under: Rights.withoutPrivileges)
    #expect(list.status == 0 && list.text.contains("First Light"))
    let shown = try await home.run(["show", "first"], under: Rights.withoutPrivileges)
    #expect(shown.status == 0 && shown.text.contains("Paragraph 60"))
    for words in [["add", web.url("/two")], ["archive", "first"]] {
      let outcome = try await home.run(words, under: Rights.withoutPrivileges)
      #expect(outcome.refusal(4)?.contains(home.library) == true, "\(words)")
    }
    #expect(try home.files(under: home.library) == before)
  }

  @Test(
    "standard output closed or full is one line and exit status 1",
    arguments: [
      ["list"], ["show", "first"], ["show", "first", "--format", "json"], ["help"], ["--version"],
      ["extract", "page.html"], ["--snapshot", "80x24"], [],
    ])
  func closedOutput(words: [String]) async throws {
    let (home, web) = (try Home(), try Pages.serve())
    try await home.luego("add", web.url("/one"))
    try home.directory.write("page.html", text: Pages.article("Page"))
    let before = try home.files(under: home.library)
    let words = words.map { $0 == "page.html" ? home.directory.path($0) : $0 }
    for output in [Programs.Destination.closed, .file("/dev/full")] {
      let outcome = try await home.run(words, output: output)
      #expect(outcome.status == 1, "\(output)")
      #expect(outcome.errorLines.count == 1, "\(output) \(outcome.errorLines)")
      #expect(outcome.errorLines.first?.contains("Standard output") == true, "\(output)")
    }
    #expect(try home.files(under: home.library) == before)
  }

  @Test("with all three standard streams closed nothing is written where it does not belong")
  func allClosed() async throws {
    let (home, web) = (try Home(), try Pages.serve())
    try await home.luego("add", web.url("/one"))
    let script = """
      "$0" add \(web.url("/two")) <&- >&- 2>&-
      "$0" archive first <&- >&- 2>&-
      "$0" show nothing <&- >&- 2>&-
      "$0" list <&- >&- 2>&-; echo $?
      """
    let outcome = try await Programs.run(
      ["sh", "-c", script, try Home.program()], environment: home.environment(),
      directory: home.path)
    #expect(outcome.lines == ["1"])
    let list = try await home.luego("list", "in:all")
    #expect(list.errors.isEmpty && list.lines.count == 2)
    #expect(try await home.entries("in:archived").map(\.title) == ["First Light"])
    for (name, bytes) in try home.files(under: home.library) where name.hasSuffix(".json") {
      #expect(throws: Never.self, "\(name)") { try JSONSerialization.jsonObject(with: Data(bytes)) }
    }
  }

  @Test(
    "without /proc no command is taken for another",
    .enabled("leaving /proc out needs the right to unmount", { Self.canUnmount }))
  func noCommandLine() async throws {
    let without = ["unshare", "-m", "sh", "-c", "umount -l /proc && exec \"$@\"", "sh"]
    let outcome = try await Home().run(["version"], under: without)
    #expect(outcome.status == 1)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.errorLines == ["luego: The command line cannot be read: /proc is not mounted"])
  }

  private static let canUnmount = runShell("unshare -m umount -l /proc 2>/dev/null")

  @Test("hostile config: of ten thousand lines each mistake is told once, and the others hold")
  func manyMistakes() async throws {
    let home = try Home()
    try await home.luego("add", "--no-fetch", "https://other.example/")
    let mistakes: [[UInt8]] =
      [
        "frobnicate", "set theme", "set theme nosuch", "set measure 99999999999999999999",
        "set nosuch on", "bind all <C-nosuch> down", "bind nowhere x down", "bind list x nosuch",
        "bind list", "quit", "source", "set animation \u{1b}[31mon", "view", "view \"", "view \"\"",
        "view A is:x", "view B (((", "view Trash is:read",
      ].map { Array($0.utf8) } + [[0, 1, 2], [0xff, 0xfe, 0xc3], Array("set measure".utf8) + [0]]
    let letters = Array("abcdefghijklmnopqrstuvwxyz".utf8)
    var lines: [[UInt8]] = []
    var wrong: [Int] = []
    for number in 0..<10_000 {
      if number.isMultiple(of: 2) {
        // Keys that are prefixes of others, and some that are already bound.
        let keys = (0...(number / 2 % 3)).map { letters[(number / (7 * ($0 + 1))) % 26] }
        lines.append(Array("bind all ".utf8) + keys + Array(" down".utf8))
      } else {
        lines.append(mistakes[number / 2 % mistakes.count])
        wrong.append(number + 1)
      }
    }
    lines += ["bind all <f9> help", "view \"D\u{1b}[31m\" tag:x"].map { Array($0.utf8) }
    let config = home.directory.path("config")
    try Data(lines.joined(separator: [10])).write(to: URL(filePath: config))
    let outcome = try await home.luego("--config", config, "list")
    #expect(outcome.status == 0)
    #expect(outcome.isHarmless)
    let told = outcome.errorLines.compactMap { line in
      line.split(separator: ":").dropFirst(2).first.flatMap { Int($0) }
    }
    #expect(told == wrong)
    #expect(
      outcome.errorLines.allSatisfy { $0.hasPrefix("luego: \(config):") && $0.utf8.count < 1000 })
    let screen = try await home.luego("--config", config, "--snapshot", "100x30", "--keys", "<f9>")
    #expect(screen.status == 0)
    #expect(String(decoding: screen.output, as: UTF8.self).contains("╭─ Help"))
  }
}
