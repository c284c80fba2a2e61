import Foundation
import TestSupport
import Testing

@Suite("Deleting for good", .endsAtAll) struct PurgeTests {
  /// Words that occur only in the article, each named after its place there.
  private static let words = ["Quixotry", "zanzibarine", "marmalady", "rarehost", "raretag"]

  /// Creates a home with an article saved by the inbox, edited, read, searched, undone and synced.
  private func home(syncingWith other: String) async throws -> (home: Home, id: String) {
    let home = try Home()
    try await home.save("https://b.example/other", title: "Other")
    let text = String(repeating: "<p>The zanzibarine herons stand in the water.</p>", count: 20)
    let page =
      "<title>Quixotry</title><link rel=canonical href='https://rarehost.example/1'>"
      + "<article>\(text)</article>"
    try home.putInInbox("page.html", text: page)
    #expect(try await home.luego("inbox").status == 0)
    let id = try #require(try await home.entries("site:rarehost").first).id
    try await home.luego("edit", id, "--note", "A marmalady note")
    try await home.luego("tag", id, "+raretag")
    try await home.luego("search", "zanzibarine")
    try await home.luego("show", id)
    try await home.luego("archive", id)
    try await home.luego("undo")
    try await home.luego("--snapshot", "100x30", "--write", "--keys", "gg<enter>")
    #expect(try await home.luego("sync", other).status == 0)
    for word in Self.words {
      #expect(try !home.files(holding: word).isEmpty, "\(word) is there before")
    }
    return (home, id)
  }

  /// The files that still contain part of the article.
  private func leftovers(_ home: Home) throws -> [String] {
    try Self.words.flatMap { word in try home.files(holding: word).map { "\(word): \($0)" } }
  }

  @Test(
    "D and :empty-trash leave nothing of an article in any file, here and where it is synced",
    arguments: ["Dy", "d:empty-trash<enter>y"])
  func nothingIsLeft(keys: String) async throws {
    let place = try Home()
    let other = try place.makeDirectory("other") + "/luego"
    let (home, id) = try await home(syncingWith: other)
    let second = try Home()
    #expect(try await second.luego("sync", other).status == 0)
    try await second.luego("search", "zanzibarine")
    let filter = "/site:rarehost<enter>"
    let pressed = try await home.luego("--snapshot", "100x30", "--write", "--keys", filter + keys)
    #expect(pressed.status == 0, "\(pressed.errorLines)")
    #expect(try await home.luego("list", "in:all", id).status == 3, "\(pressed.text)")
    #expect(try await home.entries().map(\.title) == ["Other"])
    // Derived files are updated on their next use.
    try await home.luego("search", "herons")
    let leftHome = try leftovers(home)
    #expect(leftHome == [])
    #expect(try await home.luego("sync", other).status == 0)
    #expect(try await second.luego("sync", other).status == 0)
    #expect(try await second.entries().map(\.title) == ["Other"])
    try await second.luego("search", "herons")
    let leftSecond = try leftovers(second)
    #expect(leftSecond == [])
    // Saving it again later brings it back.
    try await home.save("https://rarehost.example/1", title: "Quixotry", text: "It is here again.")
    #expect(try await home.luego("sync", other).status == 0)
    #expect(try await second.luego("sync", other).status == 0)
    #expect(try await second.entries("site:rarehost").map(\.title) == ["Quixotry"])
    #expect(try await second.luego("show", "https://rarehost.example/1").text.contains("again"))
  }
}
