import ArticleStore
import Glibc
import ReadingList
import Testing

/// Putting articles with the records that they had, as from a backup.
@Suite("Restoring articles with their records")
struct RestoringTests {
  private let scratch = Scratch()

  /// An article with a text, and what a backup of it would hold.
  private func begin(
    _ library: Library,
    text: String = "a text"
  ) throws -> (id: ArticleID, record: String) {
    let saved = try article("https://example.com/1")
    _ = try library.add([saved], at: at(0))
    return (saved.id, try fetch(saved.id, in: library, text: text, at: 1))
  }

  /// Gives an article a text; gives its record then.
  private func fetch(
    _ id: ArticleID,
    in library: Library,
    text: String,
    at moment: Int64
  ) throws -> String {
    _ = try library.saveFetched(id, at: at(moment), body: text) {
      $0.fetch = .ready
      $0.fetchedAt = at(moment)
    }
    return try #require(Scratch.text(scratch.file(id)))
  }

  private func put(_ record: String, body: String?, into library: Library) throws {
    var receipt = ChangeReceipt()
    let incoming = try IncomingArticle(record: record, body: body)
    let places = try library.put([incoming], at: at(9), into: &receipt)
    #expect(places.allSatisfy { $0.failure == nil })
  }

  @Test("brings back a text whose file was lost, though the record is as it was")
  func lostText() throws {
    let library = try scratch.open()
    let (id, record) = try begin(library)
    unlink("\(scratch.library)/bodies/\(id.shard)/\(id.text).html")
    #expect(try library.body(of: id) == nil)
    try put(record, body: "a text", into: library)
    #expect(try library.body(of: id) == "a text")
    #expect(Scratch.text(scratch.file(id)) == record)
  }

  @Test("brings back a text that the doctor found to be missing")
  func missedText() throws {
    var library = try scratch.open(files: HalfArrivedTests.later(48))
    let (id, record) = try begin(library)
    unlink("\(scratch.library)/bodies/\(id.shard)/\(id.text).html")
    library = try scratch.open(files: HalfArrivedTests.later(48))
    _ = try library.doctor(repair: true, at: at(5))
    #expect(try library.article(id)?.fetch.hasText == false)
    try put(record, body: "a text", into: library)
    #expect(try library.article(id)?.fetch == .ready)
    #expect(try library.body(of: id) == "a text")
  }

  @Test("promises no text that does not come with the record", arguments: [true, false])
  func withoutText(hasOwn: Bool) throws {
    let other = Scratch()
    let elsewhere = try other.open()
    let saved = try article("https://example.com/1")
    _ = try elsewhere.add([saved], at: at(0))
    _ = try elsewhere.saveFetched(saved.id, at: at(5), body: "a later text") {
      $0.fetch = .ready
      $0.fetchedAt = at(5)
    }
    let record = try #require(Scratch.text(other.file(saved.id)))
    let library = try scratch.open()
    _ = try library.add([saved], at: at(0))
    if hasOwn { _ = try fetch(saved.id, in: library, text: "a text", at: 1) }
    try put(record, body: nil, into: library)
    let article = try #require(try library.article(saved.id))
    #expect(article.fetch.hasText == hasOwn)
    #expect(try library.body(of: saved.id) == (hasOwn ? "a text" : nil))
    #expect(try library.doctor(repair: false, at: at(20)).findings.isEmpty)
  }
}
