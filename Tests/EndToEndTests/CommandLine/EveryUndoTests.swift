import Foundation
import TestSupport
import Testing

@Suite("Every command undone", .endsAtAll) struct EveryUndoTests {
  private static let commands: [[String]] = [
    ["add", "--no-fetch", "https://new.example/"],
    ["add", "--no-fetch", "-t", "x", "--favorite", "https://b.example/2"],
    ["add", "--no-fetch", "--archive", "https://a.example/1"],
    ["add", "--html", "page.html", "https://new.example/"],
    ["archive", "url:example"], ["unarchive", "title:egrets"], ["favorite", "title:herons"],
    ["unfavorite", "title:storks"], ["delete", "--all", "tag:birds"],
    ["restore", "https://d.example/4"], ["tag", "in:all", "+new", "-birds"],
    ["tags", "rename", "birds", "fowl"], ["tags", "rename", "birds", "big"],
    ["tags", "remove", "birds"], ["edit", "title:herons", "--title", "Other"],
    ["edit", "title:herons", "--note", ""], ["edit", "title:storks", "--note", "A note"],
    ["edit", "title:herons", "--url", "https://new.example/"],
    ["edit", "title:herons", "--add-tag", "x", "--remove-tag", "birds"],
    ["add", "--no-fetch", "--highlight", "stand in the water", "https://a.example/1"],
    ["add", "--favorite", "-t", "x", "herons.html"],
    ["import", "file.csv"], ["inbox"], ["welcome"], ["discover", "--source", "samples", "--save"],
  ]

  private func home() async throws -> Home {
    let home = try Home()
    for (host, title) in [("a", "Herons"), ("b", "Egrets"), ("c", "Storks"), ("d", "Ibises")] {
      let number = ["a": 1, "b": 2, "c": 3][host] ?? 4
      try await home.save("https://\(host).example/\(number)", title: title)
    }
    for words in [
      ["tag", "title:herons", "+birds"], ["tag", "title:egrets", "+birds/white"],
      ["tag", "title:storks", "+big"],
      ["edit", "title:herons", "--note", "Seen today"], ["archive", "title:egrets"],
      ["favorite", "title:storks"], ["delete", "title:ibises"],
      ["add", "--highlight", "wait for fish", "https://c.example/3"],
    ] { #expect(try await home.run(words).status == 0, "\(words)") }
    let page = String(repeating: "<p>They stand in the water and wait.</p>", count: 20)
    try home.directory.write("page.html", text: "<title>New</title><article>\(page)</article>")
    try home.directory.write(
      "herons.html",
      text: """
        <title>Herons</title><link rel="canonical" href="https://a.example/1">
        <article><p>\(String(repeating: "stand ", count: 200))</p></article>
        """)
    try home.directory.write(
      "file.csv",
      text: """
        title,url,time_added,tags,status
        Herons,https://a.example/1,1600000000,imported,archive
        More,https://e.example/5,1600000000,imported,unread

        """)
    return home
  }

  /// The output of the commands that show all articles.
  private func said(_ home: Home) async throws -> [String] {
    var lines = try await home.shown().values.sorted()
    for words in [["highlights"], ["list", "has:note"]] {
      lines += try await home.run(words).lines
    }
    return lines
  }

  @Test("a command that changes articles is undone by the next process, and nothing else is")
  func everyCommand() async throws {
    let home = try await home()
    let before = try await said(home)
    for words in Self.commands {
      if words == ["inbox"] { try home.putInInbox("link.txt", text: "https://f.example/6\n") }
      let paths = words.map {
        ["page.html", "herons.html", "file.csv"].contains($0) ? home.directory.path($0) : $0
      }
      let outcome = try await home.run(paths)
      #expect(outcome.status == 0, "\(words): \(outcome.errorLines)")
      let after = try await said(home)
      #expect(after != before, "\(words)")
      let undone = try await home.luego("undo")
      #expect(undone.status == 0 && undone.text.hasPrefix("undone: "), "\(words): \(undone.text)")
      let back = try await said(home)
      #expect(back == before, "\(words)")
    }
  }
}
