import Foundation
import TestSupport
import Testing

@Suite("Every verb is undone", .endsAtAll)
struct UndoEachTests {
  /// A library with an article in each list, and files to add and import.
  private func home() async throws -> Home {
    let home = try Home()
    for number in 1...5 {
      try await home.save("https://a.example/\(number)", title: "Article \(number)")
    }
    try await home.luego("tag", "in:all", "+first", "+first/below")
    try await home.luego("archive", "https://a.example/2")
    try await home.luego("favorite", "https://a.example/3")
    try await home.luego("delete", "https://a.example/4")
    try await home.luego("edit", "https://a.example/1", "--note", "A note")
    let csv =
      "title,url,time_added,tags,status\nOne,https://b.example/1,1600000000,a,unread\n"
      + "Two,https://a.example/1,1500000000,b,archive\n"
    try home.directory.write("import.csv", text: csv)
    let words = String(repeating: "<p>Some new words.</p>", count: 40)
    let page = "<title>New</title><article>" + words
    try home.directory.write("page.html", text: page)
    try home.directory.write(
      "mail.eml",
      text: "From: Ada <a@a.example>\nTo: b@b.example\nSubject: Herons\n\nThey stand.\n"
    )
    return home
  }

  /// Everything that is shown of the library but when it was changed; a tag of another machine left out.
  private func state(_ home: Home) async throws -> [String: [String]] {
    var state: [String: [String]] = [:]
    for (id, line) in try await home.shown() {
      let information = try await home.information(of: id)
      state[id] = ([line] + information).map { text in
        text.replacing(/"[a-zA-Z]*At":"[^"]*"/, with: "")
          .replacing(/,?"elsewhere",?/, with: "").replacing(/,? ?elsewhere/, with: "")
      }.filter { !$0.hasPrefix("Changed") && $0 != "Tags" && $0 != "Tags        " }
    }
    return state
  }

  /// The verbs of the command line that change the library.
  static let verbs: [[String]] = [
    ["archive", "https://a.example/1"], ["unarchive", "https://a.example/2"],
    ["favorite", "https://a.example/1"], ["unfavorite", "https://a.example/3"],
    ["delete", "https://a.example/1"], ["restore", "https://a.example/4"],
    ["delete", "--yes", "in:all"], ["tag", "https://a.example/1", "+new", "-first"],
    ["tags", "rename", "first", "second"], ["tags", "remove", "first"],
    ["edit", "https://a.example/1", "--title", "Other"],
    ["edit", "https://a.example/1", "--note", ""],
    ["edit", "https://a.example/1", "--url", "https://a.example/moved"],
    ["edit", "https://a.example/1", "--add-tag", "new", "--remove-tag", "first"],
    ["add", "--no-fetch", "https://c.example/1", "https://c.example/2", "-t", "x"],
    ["add", "--html", "page.html", "https://c.example/3"], ["add", "--mail", "mail.eml"],
    ["add", "page.html"], ["import", "import.csv"],
  ]

  @Test(
    "undo in a later process shows the library as before, whatever another machine changed meanwhile",
    arguments: verbs
  )
  func commands(words: [String]) async throws {
    let home = try await home()
    let before = try await state(home)
    let done = try await home.run(words)
    #expect(done.status == 0, "\(done.errorLines)")
    let after = try await state(home)
    #expect(after != before, "it changes something")
    // Another machine has its own state and cache.
    let elsewhere = try Home()
    let tagged = try await elsewhere.run([
      "--library", home.library, "tag", "https://a.example/5", "+elsewhere",
    ])
    #expect(tagged.status == 0, "\(tagged.errorLines)")
    let undone = try await home.luego("undo")
    #expect(undone.status == 0, "\(undone.errorLines)")
    let found = try await state(home)
    for id in Set(found.keys).union(before.keys) {
      #expect(found[id] == before[id], "\(words)")
    }
    if words[0] != "delete" {
      #expect(try await home.entries("tag:elsewhere").count == 1, "the other's change stays")
    }
  }

  /// Keys that change the library, typed on the list with Article 1 under the cursor.
  static let keys = [
    ":archive<enter>", ":favorite<enter>", ":delete<enter>", ":archive-and-next<enter>",
    ":toggle-read<enter>", ":tag<space>new<enter>", ":untag<space>first<enter>",
    ":title<space>Other<enter>", ":url<space>https://a.example/moved<enter>",
  ]

  @Test("what a key does is undone and redone by keys in a later process", arguments: keys)
  func pressed(keys: String) async throws {
    let home = try await home()
    let before = try await state(home)
    func press(_ keys: String) async throws -> String {
      let outcome = try await home.luego("--snapshot", "100x30", "--write", "--keys", keys)
      #expect(outcome.status == 0, "\(outcome.errorLines)")
      return outcome.text
    }
    let screen = try await press("/url:a.example/1<enter>" + keys)
    let after = try await state(home)
    try #require(after != before, "\(screen)")
    let undone = try await press("u")
    #expect(try await state(home) == before, "\(undone)")
    let redone = try await press("<C-r>")
    #expect(try await state(home) == after, "\(redone)")
  }
}
