import ArticleStore
import ReadingList
import Testing

@Suite("Identity")
struct IdentityTests {
  private let scratch = Scratch()

  @Test(
    "finds a saved article by every spelling of its addresses",
    arguments: [
      "https://example.com/a", "http://example.com/a", "https://www.example.com/a/",
      "example.com/a?utm_source=x&fbclid=1", "https://EXAMPLE.com:443/a#part",
      "https://final.example.com/b", "http://final.example.com/b/", "https://own.example.com/c",
      "https://short.example/x",
    ]
  )
  func spellings(url: String) throws {
    let library = try scratch.open()
    var first = try article("https://example.com/a")
    first.url = "https://short.example/x"
    first.finalURL = "https://final.example.com/b"
    first.pageURL = "https://own.example.com/c"
    _ = try library.add([first], at: at(0))
    #expect(try library.add([try article(url)], at: at(1)) == [.alreadySaved(first)])
    #expect(try library.snapshot().id(for: try WebAddress(url)) == first.id)
    // The same by a process that has the index from the cache, and by one that has none.
    #expect(try scratch.open().add([try article(url)], at: at(1)) == [.alreadySaved(first)])
    Scratch.remove(scratch.cache)
    #expect(try scratch.open().add([try article(url)], at: at(1)) == [.alreadySaved(first)])
    #expect(try library.snapshot().counts.everything == 1)
  }

  @Test("finds twins within one batch")
  func batch() throws {
    let library = try scratch.open()
    let first = try article("https://example.com/a")
    let all = [
      first, try article("http://www.example.com/a/"), first, try article("https://example.com/b"),
    ]
    let additions = try library.add(all, at: at(0))
    #expect(
      additions == [.added(first), .alreadySaved(first), .alreadySaved(first), .added(all[3])]
    )
  }

  @Test("says when fetching shows that two articles are one, and removes neither")
  func twins() throws {
    let library = try scratch.open()
    let (first, second) = (try article("https://example.com/a"), try article("https://t.example/x"))
    _ = try library.add([first, second], at: at(0))
    let fetched = try library.saveFetched(second.id, at: at(1), body: "b") {
      $0.finalURL = "https://www.example.com/a/?utm_source=t"
    }
    #expect(fetched.twin?.id == first.id)
    #expect(try library.snapshot().counts.everything == 2)
    let other = try library.saveFetched(first.id, at: at(2), body: "a") {
      $0.finalURL = "https://example.com/elsewhere"
    }
    #expect(other.twin?.id == second.id)
  }

  @Test("survives a purge: the address can be saved anew")
  func purge() throws {
    let library = try scratch.open()
    let first = try article("https://example.com/a")
    _ = try library.add([first], at: at(0))
    try library.purge([first.id], at: at(1))
    #expect(try library.snapshot().counts.everything == 0)
    #expect(try library.snapshot().row(of: first.id) == nil)
    #expect(Scratch.text(scratch.file(first.id))?.contains("example.com") == false)
    let again = try article("http://example.com/a", at: at(2))
    #expect(try library.add([again], at: at(2)) == [.added(again)])
    let same = try article("https://example.com/a", at: at(3))
    #expect(try library.add([same], at: at(3)) == [.alreadySaved(again)])
  }

  @Test("of text without an address is its content")
  func urn() throws {
    let library = try scratch.open()
    let urn = ArticleID.urn(forContent: "some text")
    let new = Article(canonicalURL: urn, url: urn, title: "t", savedAt: at(0))
    #expect(try library.add([new], at: at(0)) == [.added(new)])
    #expect(try library.add([new], at: at(1)) == [.alreadySaved(new)])
    #expect(try library.article(new.id) == new)
  }
}
