import Foundation
import ReadingList
import TestSupport
import Testing

@Suite("Numbers from outside", .endsAtAll) struct ExtremeNumberTests {
  static let numbers = [
    "-1", "0", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
    "18446744073709551616", "99999999999999999999999", "1e308", "-1e999", "1e999", "4294967296",
    "2147483648", "0.5", "NaN", "253402300800", "-62135596801",
  ]

  private func home() async throws -> (home: Home, id: String) {
    let home = try Home()
    try await home.save("https://a.example/1", title: "Herons")
    return (home, try #require(try await home.entries().first).id)
  }

  /// Runs a command that may fail, but must not crash or hang.
  private func survives(_ home: Home, _ words: [String], input: [UInt8] = []) async throws {
    let outcome = try await home.run(words, input: input)
    #expect((0...6).contains(outcome.status), "\(words): \(outcome.status)")
  }

  /// Options and arguments that take a number, with the words before it.
  static let commands: [[String]] = [
    ["list", "--limit"], ["show", "herons", "--width"], ["random", "--minutes"],
    ["stats", "--days"], ["--seed"], ["list", "--sort"],
    ["extract", "--url", "http://a.example/", "page.html", "--width"],
  ]

  @Test("end no command, in options and in queries", arguments: commands)
  func options(words: [String]) async throws {
    let (home, _) = try await home()
    try home.directory.write("page.html", text: "<title>T</title><p>Some text of a page.")
    for number in Self.numbers { try await survives(home, words + [number]) }
  }

  @Test("end no query") func queries() async throws {
    let (home, _) = try await home()
    let keys = [
      "minutes", "words", "progress", "older", "newer", "saved", "published", "text", "tag",
    ]
    for number in Self.numbers {
      for form in ["\(number)", "\(number)..", "..\(number)", "\(number)..\(number)", "\(number)d"]
      {
        let query = keys.map { "\($0):\(form)" }
        let parts = query.filter { (try? Query(parsing: $0)) != nil }
        guard !parts.isEmpty else { continue }
        try await survives(home, ["list", parts.joined(separator: " or ")])
      }
      for unit in ["y", "m", "w", "d"] {
        for key in ["older", "newer", "saved", "published"] {
          guard let query = try? Query(parsing: "\(key):\(number)\(unit)") else { continue }
          #expect(!query.isEmpty)
          try await survives(home, ["list", "\(key):\(number)\(unit)"])
        }
      }
    }
  }

  @Test("end no command that reads a record", arguments: numbers)
  func records(number: String) async throws {
    let (home, id) = try await home()
    try await home.luego("edit", id, "--note", "mine")
    let path = try #require(LibraryFiles.records(of: id, in: home.library).first)
    let original = try String(contentsOfFile: path, encoding: .utf8)
    let highlight = """
      {"id": "00000000", "quote": "Herons", "start": {"block": \(number), "offset": \(number)}, \
      "end": {"block": \(number), "offset": \(number)}, "createdAt": "2026-01-01T00:00:00Z", \
      "changedAt": "9999-12-31T23:59:59Z"}
      """
    var members = try #require(try JSON(parsing: original).members)
    let keys = ["wordCount", "progress", "position", "readingPosition", "highlights", "retryAt"]
    members.removeAll { keys.contains($0.key) }
    for key in keys { members.append(.init(key, .string("PLACE-\(key)"))) }
    var text = JSON.object(members).pretty
    for key in keys {
      let value =
        switch key {
        case "highlights": "[\(highlight)]"
        case "position", "readingPosition": "{\"block\": \(number), \"offset\": \(number)}"
        default: number
        }
      text = text.replacing("\"PLACE-\(key)\"", with: value)
    }
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    for words in [
      ["list", "--json"], ["show", id], ["show", "--info", id], ["stats"], ["highlights"],
      ["export"], ["doctor"], ["--snapshot", "80x24", "--keys", "<enter>jG"], ["tag", id, "+x"],
      ["sync", home.path + "/other/"], ["export", "-o", home.path + "/book.epub"],
    ] { try await survives(home, words) }
  }

  @Test("end no import") func imports() async throws {
    let (home, _) = try await home()
    for (index, number) in Self.numbers.enumerated() {
      let url = "https://i.example/\(index)"
      let files: [String: String] = [
        "a.csv": "title,url,time_added,tags,status\nT,\(url),\(number),a,unread\n",
        "b.json": "[{\"url\": \"\(url)\", \"title\": \"T\", \"created_at\": \(number), "
          + "\"is_archived\": \(number)}]",
        "c.html": "<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><A HREF=\"\(url)\" "
          + "ADD_DATE=\"\(number)\" LAST_MODIFIED=\"\(number)\">T</A></DL>",
        "d.opml": "<opml><body><outline text=\"T\" xmlUrl=\"\(url)\" "
          + "created=\"\(number)\"/></body></opml>",
      ]
      for (name, text) in files.sorted(by: { $0.key < $1.key }) {
        try home.directory.write(name, text: text)
      }
      try await survives(home, ["import"] + files.keys.sorted())
    }
    try await survives(home, ["list", "--json", "in:all"])
  }

  @Test("end no key and no command line of the reading list") func keys() async throws {
    let (home, _) = try await home()
    let commands = [
      "go", "panel-height", "random", "pane-widths", "set measure",
      "highlight", "sort", "filter minutes:", "theme", "stats", "tag",
    ]
    for number in Self.numbers {
      var keys = commands.map { ":\($0) \(number)<enter><esc>" }.joined().replacing(
        " ", with: "<space>")
      keys += ":panel-height<space>+\(number)<enter><esc>:panel-height<space>-\(number)<enter><esc>"
      let digits = number.filter(\.isNumber)
      keys += ["j", "k", "gg", "G", "<C-d>", "<pgdn>"].map { digits + $0 }.joined()
      keys += "<enter>" + ["j", "k", "gg", "G", "]"].map { digits + $0 }.joined()
      try await survives(home, ["--snapshot", "80x24", "--write", "--keys", keys])
    }
  }

  @Test("end no config file") func settings() async throws {
    let (home, _) = try await home()
    let names = ["measure", "density", "theme", "inbox"]
    let lines = Self.numbers.flatMap { number in
      names.map { "set \($0) \(number)" } + [
        "bind list x go \(number)", "bind all y panel-height \(number)", "view v minutes:\(number)",
      ]
    }
    try home.directory.write("config", text: lines.joined(separator: "\n") + "\n")
    for words in [["help", "keys"], ["help", "config"], ["list"], ["--snapshot", "80x24"]] {
      try await survives(home, ["--config", "config"] + words)
    }
  }
}
