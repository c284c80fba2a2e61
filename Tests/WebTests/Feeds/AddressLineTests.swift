import ReadingList
import Testing
import Web

@Suite struct AddressLineTests {
  private func outline(_ line: String) -> FeedEntry? {
    if case .named(let outline) = AddressLine(line) { outline } else { nil }
  }

  @Test func `tags behind an address are categories, what follows a tilde is the title`() {
    let found = outline(
      "https://a.example/feed \"tag one\" tag2 \"~A \\\"Title\\\"\" tag2 # and a comment")
    #expect(found?.address.text == "https://a.example/feed")
    #expect(found?.categories == ["tag one", "tag2"])
    #expect(found?.title == "A \"Title\"")
    #expect(outline("\"https://a.example/feed\"\ttag")?.categories == ["tag"])
    #expect(outline("https://a.example/feed")?.categories == [])
  }

  @Test(arguments: [
    ("\"query:Unread:unread = \\\"yes\\\"\"", "a query of newsboat"),
    ("query:Unread:unread", "a query of newsboat"),
    ("exec:~/bin/feed tag", "the output of a program"),
    ("filter:~/bin/x:https://a.example/f", "the output of a program"),
    ("https://a.example/f tag \"!secret\"", "hidden by its tag !secret"), ("nothing", "no address"),
    ("http:", "no address"), ("query", "no address"),
  ]) func `a line that names nothing to pick says why`(line: String, reason: String) {
    #expect(AddressLine(line) == .unusable(reason))
  }

  @Test(arguments: ["", "   ", "# https://a.example/f", "\t# x"])
  func `a comment is no line`(line: String) { #expect(AddressLine(line) == .blank) }

  @Test func `tags without number are bounded`() {
    let line = "https://a.example/f " + (0..<2000).map { "t\($0)" }.joined(separator: " ")
    #expect(outline(line)?.categories.count == 50)
    #expect(
      outline("https://a.example/f " + String(repeating: "x", count: 9000))?.categories.first?.count
        ?? 0 < 300)
  }

  @Test(arguments: [
    ("https://a.example/feed\nhttps://b.example/atom.xml news\nhttps://c.example/", "list", true),
    ("https://a.example/1 \"~Title\"\nhttps://a.example/2", "list", true),
    ("# mine\nhttps://a.example/1\n\"query:All:unread = \\\"yes\\\"\"", "list", true),
    ("https://a.example/1 news\nhttps://a.example/2 \"slow web\"", "urls", true),
    ("https://a.example/1 news\nhttps://a.example/2", "list", false),
    ("https://a.example/1\nhttps://a.example/2", "urls", false),
    ("https://a.example/feed | My ~feed\nhttps://b.example/feed | B", "urls", false),
    ("Read https://a.example/feed and\nhttps://b.example/feed", "urls", false),
    ("https://a.example/1 a good one\nhttps://a.example/rss-is-dead", "list", false),
    ("", "urls", false), ("# nothing", "urls", false),
  ]) func `a list of feeds is told from a list of pages`(text: String, name: String, isOne: Bool) {
    #expect(FeedList.isOne(Array(text.utf8)[...], isNamedSo: name == "urls") == isOne)
  }
}
