import Glibc
import Library
import ReadingList
import Testing

@Suite("Identity") struct IdentityTests {
  private let scratch = Scratch()

  @Test("of a library is made with it and found again") func library() throws {
    let (first, second) = (try scratch.open(), try scratch.open())
    #expect(first.wasCreated && !first.isReadOnly)
    #expect(!second.wasCreated && second.id == first.id)
  }

  @Test(
    "finds a saved article by every spelling of its addresses",
    arguments: [
      "https://example.com/a", "http://example.com/a", "https://www.example.com/a/",
      "example.com/a?utm_source=x&fbclid=1", "https://EXAMPLE.com:443/a#part",
      "https://final.example.com/b", "http://final.example.com/b/", "https://short.example/x",
    ])
  func spellings(url: String) throws {
    let library = try scratch.open()
    var first = try article("https://example.com/a")
    first.url = "https://short.example/x"
    first.finalURL = "https://final.example.com/b"
    first.pageURL = "https://own.example.com/c"
    _ = try library.add([first], at: at(0))
    #expect(try library.add([try article(url)], at: at(1)) == [.alreadySaved(first)])
    #expect(library.snapshot().id(for: try WebAddress(url)) == first.id)
    // The same in a process with the cached index and in one without.
    #expect(try scratch.open().add([try article(url)], at: at(1)) == [.alreadySaved(first)])
    Scratch.remove(scratch.cache)
    #expect(try scratch.open().add([try article(url)], at: at(1)) == [.alreadySaved(first)])
    #expect(library.snapshot().count(of: .everything) == 1)
  }

  @Test("does not find an article by an address that its page merely names, even on its own site")
  func named() throws {
    let library = try scratch.open()
    var first = try article("https://example.com/a")
    first.pageURL = "https://example.com/b"
    let second = try article("https://example.com/b")
    _ = try library.add([first], at: at(0))
    #expect(library.snapshot().id(for: try WebAddress(second.url)) == nil)
    #expect(try library.add([second], at: at(1)) == [.added(second)])
  }

  @Test("finds by an address that answered for several articles none of them") func wall() throws {
    let library = try scratch.open()
    var both = [try article("https://example.com/a"), try article("https://example.com/b")]
    for index in both.indices { both[index].finalURL = "https://example.com/login" }
    for article in both { _ = try library.add([article], at: at(0)) }
    let login = try article("https://example.com/login")
    #expect(library.snapshot().ids(like: try WebAddress(login.url)) == [])
    #expect(try library.add([login], at: at(1)) == [.added(login)])
  }

  @Test("says when fetching shows that two articles are one, and removes neither")
  func duplicates() throws {
    let library = try scratch.open()
    let (first, second) = (try article("https://example.com/a"), try article("https://t.example/x"))
    _ = try library.add([first, second], at: at(0))
    func duplicate(of id: ArticleID, _ text: String, _ end: String) throws -> ArticleID? {
      let saved = try library.saveFetched(id, at: at(1), body: text) {
        $0.title = "Title"
        $0.finalURL = end
        $0.fetch = .ready
      }
      return try library.duplicate(of: saved.article, text: text)?.id
    }
    #expect(try duplicate(of: first.id, "<p>One text.</p>", first.url) == nil)
    let tracked = "https://www.example.com/a/?utm_source=t"
    #expect(try duplicate(of: second.id, "<p>Another text.</p>", tracked) == nil)
    let same = try duplicate(
      of: second.id, "<p>One <b>text</b>.</p>", "https://www.example.com/a/")
    #expect(same == first.id)
    #expect(try duplicate(of: first.id, "<p>One text.</p>", first.url) == second.id)
    #expect(library.snapshot().count(of: .everything) == 2)
  }

  @Test("that moves keeps the text and is found by the old address, until this is undone")
  func moved() throws {
    let library = try scratch.open()
    let old = try article("https://old.example/a")
    _ = try library.add([old], at: at(0))
    let text = "<p>The old text.</p>"
    _ = try library.saveFetched(old.id, at: at(1), body: text) {
      $0.title = "Title"
      $0.wordCount = 3
      $0.fetch = .ready
    }
    let address = try WebAddress("https://new.example/b")
    let id = ArticleID(address: address)
    let receipts = try library.changeAddress(
      of: old.id, to: address, given: address.text, at: at(2))
    let moved = try #require(try library.article(id))
    #expect(moved.title == "Title" && moved.wordCount == 3)
    #expect(moved.fetch == .suspect(reason: "the text is still that of old.example/a"))
    #expect(try library.body(of: id) == text)
    #expect(library.snapshot().ids(like: try WebAddress(old.url)) == [id])
    var due: [ArticleID] = []
    library.snapshot().forEachRetry { _, id in due.append(id()) }
    #expect(due == [id])
    for receipt in receipts.reversed() { _ = try library.revert(receipt, at: at(3)) }
    #expect(try library.article(id) == nil)
    #expect(try library.body(of: old.id) == text)
    _ = try library.add([try article(address.text)], at: at(4))
    #expect(try library.body(of: id) == nil)
  }

  @Test("keeps all other addresses of a record, of which the first thousand find it")
  func manyAddresses() throws {
    let library = try scratch.open()
    var new = try article("https://example.com/a")
    new.otherURLs = (0..<50_000).map { "https://example.com/other/\($0)" }
    _ = try library.add([new], at: at(0))
    #expect(new.addresses.count <= Article.maxAddresses + 1)
    let last = try WebAddress("https://example.com/other/998")
    #expect(library.snapshot().id(for: last) == new.id)
    let beyond = try WebAddress("https://example.com/other/49999")
    #expect(library.snapshot().id(for: beyond) == nil)
    _ = try library.apply(.note("n"), to: [new.id], at: at(1))
    #expect(try library.article(new.id)?.otherURLs.count == new.otherURLs.count)
  }

  @Test("of text without an address is its content") func urn() throws {
    let library = try scratch.open()
    let urn = ArticleID.urn(forContent: "some text")
    let new = Article(canonicalURL: urn, url: urn, title: "t", savedAt: at(0))
    #expect(try library.add([new], at: at(0)) == [.added(new)])
    #expect(try library.add([new], at: at(1)) == [.alreadySaved(new)])
    #expect(try library.article(new.id) == new)
  }
}
