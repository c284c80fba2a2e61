import Foundation
import TestSupport
import Testing

@Suite("Files that are given by mistake, and pages in files", .endsAtAll) struct MistakenFileTests {
  private static let program: [UInt8] =
    [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0] + Array(" https://a.example/ \u{1b}[31m".utf8)
    + (0...255).map { $0 }

  @Test("a binary file is refused by import, extract and add --html, each in one line")
  func binary() async throws {
    let home = try Home()
    let file = try home.directory.write("ls", Self.program)
    for words in [
      ["import", file], ["import", "--format", "text", file], ["extract", file],
      ["add", "--html", file, "https://a.example/"], ["add", "--html", file],
    ] {
      let outcome = try await home.run(words)
      #expect(outcome.status == 1 && outcome.errorLines.count == 1, "\(words)")
      #expect(outcome.errorLines[0].contains("\(file): it is a binary file, not "), "\(words)")
      #expect(!outcome.text.contains("article found") || words[0] == "import")
    }
    #expect(try await home.everything().isEmpty)
    let mixed = try await home.luego("extract", file, "-", input: Array(Pages.article("A").utf8))
    #expect(mixed.status == 1 && mixed.text.contains("Paragraph 60"))
  }

  @Test(
    "a word that names a file is that file, whose text is kept; a scheme says that it is a site")
  func fileName() async throws {
    let home = try Home()
    try home.directory.write("page.html", text: Pages.article("By Hand"))
    try home.directory.write(
      "notes.md", text: "# Notes\n\nOf *water* and [a link](https://c.example/).")
    try home.directory.write("plain.txt", text: "A plain text\n\nIt has two paragraphs.")
    try home.directory.write("links.txt", text: "https://d.example/1\nhttps://d.example/2\n")
    func add(_ words: String...) async throws -> Outcome {
      let inHome = ["/bin/bash", "-c", "cd; exec \"$0\" \"$@\""]
      return try await home.run(["add", "--no-fetch"] + words, under: inHome)
    }
    let files = try await add("page.html", "./notes.md", "plain.txt", "-t", "file", "--favorite")
    #expect(files.status == 0 && files.lines.count == 3 && files.errors.isEmpty)
    let saved = try await home.everything()
    #expect(Set(saved.map(\.title)) == ["By Hand", "Notes", "A plain text"])
    #expect(saved.allSatisfy { $0.tags == ["file"] && $0.url.hasPrefix("urn:luego:") })
    #expect(try await home.luego("show", "title:notes").text.contains("water"))
    let again = try await add("notes.md")
    #expect(again.status == 0 && again.text.contains("already saved"))
    #expect(try await add("links.txt", "https://page.html").status == 0)
    let sites = try await home.everything().map(\.url).filter { $0.hasPrefix("http") }
    #expect(Set(sites) == ["https://d.example/1", "https://d.example/2", "https://page.html"])
    #expect(try await add("--title", "Mine", "notes.md").status == 0)
    #expect(try await home.everything().contains { $0.title == "Mine" })
    #expect(try await add("--title", "Mine", "notes.md", "plain.txt").status == 2)
    let file = try home.directory.write("program", Self.program)
    let refused = try await add(file)
    #expect(refused.status == 1)
    #expect(
      refused.errorLines == [
        "luego: \(file): not saved: it is a binary file, not a page, a link or a text"
      ])
  }

  @Test("add --html takes the address from the page, and asks for it where there is none")
  func address() async throws {
    let home = try Home()
    let page = Pages.article("By Hand")
    let bare = try home.directory.write("bare.html", text: page)
    for (file, name) in [(bare, bare), ("-", "The page")] {
      let outcome = try await home.luego("add", "--html", file, input: Array(page.utf8))
      #expect(outcome.status == 2 && outcome.output.isEmpty)
      #expect(
        outcome.errorLines == [
          "luego: \(name) does not say its address; give it: luego add --html \(file) URL"
        ])
    }
    #expect(try await home.everything().isEmpty)
    let saved = "<!-- saved from url=(0019)https://a.example/x -->" + page
    let outcome = try await home.luego("add", "-t", "t", "--html", "-", input: Array(saved.utf8))
    #expect(outcome.status == 0 && outcome.errors.isEmpty && outcome.lines.count == 1)
    let entry = try #require(try await home.everything().first)
    #expect(entry.url == "https://a.example/x" && entry.title == "By Hand" && entry.tags == ["t"])
    let given = try await home.luego("add", "--html", "-", "b.example", input: Array(saved.utf8))
    #expect(given.status == 0)
    #expect(try await home.everything().map(\.url).contains("https://b.example"))
  }

  @Test("on a terminal whose locale has only ASCII a list is ASCII, in a pipe it is UTF-8")
  func locale() async throws {
    let home = try Home()
    let title = "Ärger über “Naïve” 漢字 — 😀"
    try await home.luego("add", "--no-fetch", "--favorite", "--title", title, "https://a.example/")
    try await TerminalWindow.open(home, shell: ["LC_ALL": "C"]) { window in
      try await window.type("clear; luego list is:favorite; luego nosuch; echo end-$?\n")
      let screen = try await window.wait(forText: "end-2\n")
      #expect(screen.isASCII, "\(screen.text)")
      #expect(screen.contains("+o") && screen.contains("Arger uber \"Naive\" ???? - ??"))
      try await window.type("clear; luego list is:favorite | cat >~/piped; echo done-$?\n")
      try await window.wait(forText: "done-0\n")
    }
    let piped = String(decoding: try #require(try home.directory.read("piped")), as: UTF8.self)
    #expect(piped.contains("♥◌") && piped.contains(title))
  }
}
