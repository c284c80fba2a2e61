import Foundation
import TestSupport
import Testing

extension CommandLineTests {
  @Test("add - takes every link of a mail, and complains of nothing when all were saved")
  func addMail() async throws {
    let home = try Home()
    let head = "From: ada@a.example\nTo: b@b.example\n\n"
    let mail = head + "Read https://a.example/one and https://a.example/two.\n"
    let outcome = try await home.luego("add", "--no-fetch", "-", input: Array(mail.utf8))
    #expect(outcome.status == 0 && outcome.errors.isEmpty && outcome.lines.count == 2)
    #expect(
      try await home.entries().map(\.url) == ["https://a.example/two", "https://a.example/one"])
    let empty = head + "Nothing here.\n"
    let none = try await home.luego("add", "-", input: Array(empty.utf8))
    #expect(none.refusal(1) == "luego: No web address found in this mail")
  }

  @Test("list prints fields in a format, and nothing of it can be taken for a control sequence")
  func format() async throws {
    let home = try Home()
    try await home.luego("add", "--no-fetch", "-t", "x,y", "https://a.example/é?q=1")
    let id = try #require(try await home.everything().first).id
    for (format, wanted) in [
      ("{id}", id), ("{title}\\t{url}", "a.example/%C3%A9?q=1\thttps://a.example/é?q=1"),
      ("{tags}|{minutes}|{isFavorite}|{wordCount}", "x,y||false|0"),
      ("{{x}} \\\\ \\q", "{x} \\ \\q"), ("a\u{1b}[31m{state}", "a[31mpending"), ("", ""),
      ("{site}", ""), ("x}", "x}"),
    ] {
      let outcome = try await home.luego("list", "--format", format)
      #expect(outcome.status == 0 && outcome.errors.isEmpty)
      #expect(outcome.text == wanted + "\n", "\(format)")
    }
    for format in ["{", "{nothing}", "{title", "{}"] {
      let outcome = try await home.luego("list", "--format", format)
      #expect(outcome.refusal(2) != nil)
    }
    #expect(try await home.luego("list", "--format=a\\nb").lines == ["a", "b"])
  }
}

extension CommandLineTests {
  @Test("1.25 share prints the form that is asked for") func share() async throws {
    let home = try Home()
    try await home.luego("add", "--no-fetch", "https://a.example/x", "--title", "A [title]")
    let markdown = try await home.luego("share", "url:a.example", "--as", "markdown")
    #expect(markdown.status == 0 && markdown.lines == [#"[A \[title\]](<https://a.example/x>)"#])
    #expect(try await home.luego("share", "title").lines == ["https://a.example/x"])
    #expect(try await home.luego("share", "title", "--as", "fax").status == 2)
    #expect(try await home.luego("share", "nothing").status == 3)
  }

  @Test("4.16 list --json is an object a line, and so is what each command prints with --json")
  func json() async throws {
    let home = try Home()
    for words in [
      ["add", "--no-fetch", "a.example", "b.example"], ["list"], ["search", "example"], ["random"],
      ["show", "url:a.example"], ["share", "url:a.example"], ["archive", "url:a.example"],
      ["tag", "url:a.example", "+x"], ["edit", "url:a.example", "--note", "n"], ["undo"],
      ["sources"], ["stats"], ["doctor"],
    ] {
      let outcome = try await home.run(words + ["--json"])
      #expect(outcome.status == 0, "\(words) \(outcome.errorLines)")
      #expect(words == ["doctor"] || !outcome.lines.isEmpty, "\(words)")
      for line in outcome.lines {
        let value = try? JSONSerialization.jsonObject(with: Data(line.utf8))
        #expect(value is [String: Any], "\(words): \(line)")
      }
    }
  }

  @Test("tags are parted by commas and keep spaces in every command; what is none is wrong usage")
  func tagsOfCommands() async throws {
    let home = try Home()
    let url = "https://a.example/"
    func tags() async throws -> [String] { try #require(try await home.everything().first).tags }
    try await home.luego("add", "--no-fetch", "-t", "to read, b", url)
    #expect(try await tags() == ["to read", "b"])
    try await home.luego("tag", url, "+c,d e", "-b,to read")
    #expect(try await tags() == ["c", "d e"])
    try await home.luego("edit", url, "--add-tag", "f,g h", "--remove-tag", "c, d e")
    #expect(try await tags() == ["f", "g h"])
    for words in [
      ["add", "--no-fetch", "-t", "", "https://b.example/"], ["tag", url, "+,"],
      ["edit", url, "--add-tag", "a,#"],
    ] {
      let outcome = try await home.run(words)
      #expect(outcome.status == 2 && outcome.errorLines.count == 1, "\(words)")
      #expect(outcome.errorLines.first?.contains("is not a tag") == true)
    }
    #expect(try await home.everything().count == 1)
    #expect(try await tags() == ["f", "g h"])
  }
}
