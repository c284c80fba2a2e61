import Foundation
import ReadingList
import TestSupport
import Testing

/// What commands print: lists, articles, pages as a filter, help, frames.
extension CommandLineTests {
  @Test("highlights prints all, those of a color, or none") func highlights() async throws {
    let home = try Home()
    #expect(try await home.luego("welcome").status == 0)
    #expect(
      try await home.luego("highlights").refusal(3) == "luego: No saved article has highlights")
    for number in [3, 5] {
      let page = try home.directory.write("page.html", text: Pages.article("Page \(number)"))
      let words = ["--html", page, "--highlight", "Paragraph \(number)", "a.example/\(number)"]
      #expect(try await home.run(["add"] + words).status == 0)
    }
    for query in [[], ["color:yellow"]] {
      let lines = try await home.run(["highlights"] + query).lines
      #expect(Set(lines.filter { $0.hasPrefix("> ") }) == ["> Paragraph 3", "> Paragraph 5"])
    }
    #expect(try await home.luego("highlights", "color:pink").status == 3)
    let json = try await home.luego("highlights", "--json")
    #expect(json.lines.count == 2 && json.lines.allSatisfy { $0.hasPrefix("{") })
  }

  @Test("list finds, sorts and limits") func listing() async throws {
    let (home, web) = (try Home(), try Pages.serve())
    try await home.luego("add", web.url("/two"), "-t", "wind")
    try await home.luego("add", web.url("/three"), "--archive")
    try await home.luego("add", web.url("/one"), "--no-fetch")
    for (words, titles) in [
      (["tag:wind"], ["Second Wind"]), (["rail"], ["Third Rail"]),
      (["is:archived", "minutes:1.."], ["Third Rail"]),
      (["in:all", "--sort", "oldest", "--limit", "2"], ["Second Wind", "Third Rail"]),
      (["in:all", "is:ready", "--sort", "title"], ["Second Wind", "Third Rail"]),
      (["--limit", "0"], []),
    ] {
      let outcome = try await home.run(["list", "--format", "{title}"] + words)
      #expect(outcome.status == 0 && outcome.lines == titles, "\(words)")
    }
  }

  @Test("help explains queries, and keys and the config file as they are in effect")
  func topics() async throws {
    let home = try Home()
    let queries = try await home.luego("help", "queries", environment: ["HOME": nil])
    #expect(queries.status == 0)
    for word in Query.keys.map({ $0.name + ":" + $0.takes }) + Query.forms.map(\.example) {
      #expect(queries.text.contains("\n  \(word)"), "\(word)")
    }
    let config = """
      set theme paper
      bind list zz archive
      bind list e favorite
      bind list <lt>x favorite
      nonsense
      """
    try home.directory.write("config", text: config)
    let keys = try await home.luego("--config", home.directory.path("config"), "help", "keys")
    #expect(keys.errorLines.count == 1 && keys.status == 0)
    let lines = keys.lines.map { $0.split(separator: " ").joined(separator: " ") }
    for line in [
      "zz archive: archive or unarchive (list)", "e archive: archive or unarchive (reader)",
      "e favorite: favorite or unfavorite (list)", "<x favorite: favorite or unfavorite (list)",
      ":import [FILE] import what another program",
    ] { #expect(lines.contains { $0.hasPrefix(line) }, "\(line)") }
    let settings = try await home.luego("--config", home.directory.path("config"), "help", "config")
    #expect(settings.text.contains("\n  set theme paper ") && settings.text.contains("\n  bind "))
    // What it says that a line may begin with, a line may begin with.
    let words = settings.lines.dropFirst().prefix { $0.hasPrefix("  ") }.compactMap {
      $0.split(separator: " ").first
    }
    try home.directory.write("config", text: words.joined(separator: "\n"))
    let problems = try await home.luego("--config", home.directory.path("config"), "help", "keys")
    #expect(!words.isEmpty && !problems.errorLines.joined().contains("not allowed"))
    #expect(try await home.luego("help").text.contains("Topics: queries, keys, config."))
    // Scripts of shells are made where there is no home, as for a package.
    #expect(try await home.luego("completions", "bash", environment: ["HOME": nil]).status == 0)
  }

  @Test("2.26 without a terminal, luego alone prints the plain list")
  func plainList() async throws {
    let (home, web) = (try Home(), try Pages.serve())
    try await home.luego("add", web.url("/one"))
    for term in ["screen-256color", "dumb", nil] {
      let outcome = try await home.luego(environment: ["TERM": term])
      #expect(outcome.status == 0 && outcome.errors.isEmpty)
      #expect(outcome.lines.count == 1 && outcome.text.contains("First Light"))
      #expect(!outcome.output.contains(0x1b))
    }
  }

  @Test(
    "4.8 --snapshot prints the frame that keys lead to, as large as asked, in the colors in force")
  func snapshot() async throws {
    let (home, web) = (try Home(), try Pages.serve())
    try await home.luego("add", web.url("/one"))
    let size = ["--snapshot", "120x40", "--keys", "<enter>"]
    let plain = try await home.run(size + ["--format", "text"])
    #expect(plain.status == 0 && plain.errors.isEmpty && !plain.output.contains(0x1b))
    let rows = plain.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(rows.count == 40 && rows.allSatisfy { $0.count <= 120 })
    #expect(plain.text.contains("All Articles") && plain.text.contains("Paragraph 1 of"))
    #expect(try await home.run(size).text == plain.text)
    let night = try await home.run(size + ["--format=ansi", "--theme", "night"])
    #expect(night.status == 0 && night.text.contains("48;2;20;21;25"))
    #expect(night.text.split(separator: "\n").allSatisfy { $0.hasSuffix("\u{1b}[m") })
    for (words, environment) in [(["--no-color"], [:]), ([], ["NO_COLOR": "1"])] {
      let bare = try await home.run(size + ["--format", "ansi"] + words, environment: environment)
      #expect(bare.text.contains("\u{1b}[0;1m") && !bare.text.contains("8;2;"))
    }
    let config = try home.directory.write("config", text: "set theme paper\n")
    let paper = try await home.run(size + ["--format", "ansi", "--config", config])
    #expect(paper.text.contains("48;2;252;252;253") && paper.text.contains("First Light"))
    for words in [
      ["--format", "ansi"], size + ["--format", "html"], size + ["--theme", "pink"],
      size + ["--format", "ansi", "list"],
    ] { #expect(try await home.run(words).status == 2, "\(words)") }
  }
}
