import ArticleStore
import Foundation
import ReadingList
import TestSupport
import Testing

/// A library as the first version of the format has it, which every later version must open.
@Suite("A library of format 1")
struct FormatOneTests {
  private let scratch = Scratch()

  private static let fixture = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures/library-1").path

  /// The files of a library but for the lock, by their names in it.
  private func files() -> [String: [UInt8]] {
    Dictionary(
      uniqueKeysWithValues: Scratch.contents(scratch.library)
        .filter { !$0.key.hasSuffix("/.lock") }
        .map { ($0.key.replacingOccurrences(of: scratch.library, with: ""), $0.value) }
    )
  }

  @Test("is opened, shows all that it has, and stays as it is to the byte")
  func opens() throws {
    try FileManager.default.copyItem(atPath: Self.fixture, toPath: scratch.library)
    let before = files()
    #expect(before.count > 8)
    let library = try scratch.open()
    let list = library.snapshot()
    #expect(list.counts.unreadable == 0)
    let counts = [SavedView.everything, .list(.favorites), .list(.archived), .trash].map {
      list.count(of: $0)
    }
    #expect(counts == [4, 1, 2, 1])
    #expect(try library.doctor(repair: false, at: at(0)).findings.isEmpty)

    let id = try #require(list.id(for: try WebAddress("https://walls.example/stone")))
    let article = try #require(try library.article(id))
    #expect(article.title == "Dry stone" && article.pageTitle == "Walls of stone")
    #expect(article.tags == ["craft", "stone walls"])
    #expect(article.note == "Ask Tom about the tie stones.")
    #expect(article.highlights.map(\.quote.count) == [95])
    #expect(try library.body(of: id)?.contains("two hundred years") == true)
    #expect(list.id(for: try WebAddress("https://xn--mnchen-3ya.example/weg?a=1")) != nil)
    #expect(list.id(for: try WebAddress("https://gone.example/")) == nil)
    #expect(files() == before)

    // What this version does not know is kept by what it writes.
    let rated = try #require(list.id(for: try WebAddress("https://walls.example/hedge")))
    _ = try library.apply(.archive(true), to: [rated], at: at(1))
    #expect(Scratch.text(scratch.file(rated))?.contains("\"rating\": 5") == true)
  }
}
