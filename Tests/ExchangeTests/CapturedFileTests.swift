import Exchange
import Foundation
import PageExtraction
import ReadingList
import TestSupport
import Testing

@Suite("A file that was saved, shared or dropped") struct CapturedFileTests {
  static let prose =
    "<p>"
    + String(
      repeating: "Herons stand in the shallow water and wait until a fish comes near enough. ",
      count: 12) + "</p>"

  private func problem(_ text: String, _ name: String) -> String? {
    do {
      _ = try CapturedFile(Array(text.utf8), at: name)
      return nil
    } catch { return error.message }
  }

  @Test(
    "gives the address of a shortcut of any system, and the title from its name",
    arguments: [
      ("A page.url", "[InternetShortcut]\r\nURL=https://a.example/x\r\n", "A page"),
      ("b.URL", "\u{feff}url = https://a.example/x", "b"),
      ("c.desktop", "[Desktop Entry]\nType=Link\nName=Named\nURL=https://a.example/x\n", "Named"),
      (
        "c.desktop",
        "[Desktop Entry]\nName[de]=Reiher\nName=Named\nType=Link\nURL[$e]=https://a.example/x\n",
        "Named"
      ),
      ("d.webloc", "<plist><dict><key>URL</key><string>https://a.example/x</string></dict>", "d"),
      ("share", "A title\nhttps://a.example/x\n", "A title"), ("e.txt", "https://a.example/x", ""),
      ("f.md", "[Words](https://a.example/x)", "Words"),
    ])
  func shortcuts(name: String, text: String, title: String) throws {
    let page = try #require(try pages(text.utf8, name).first)
    #expect(page.link?.address.text == "https://a.example/x" && page.title == title)
  }

  @Test("gives the address of a binary property list, however long it is") func binaryList() throws
  {
    for length in [1, 200, 3000] {
      let url = "https://a.example/" + String(repeating: "x", count: length)
      let list = try PropertyListSerialization.data(
        fromPropertyList: ["URL": url], format: .binary, options: 0)
      #expect(try pages([UInt8](list), "x.webloc").first?.link?.address.text == url)
      for end in stride(from: 0, to: list.count, by: 7) {
        _ = try? pages([UInt8](list[..<end]), "x.webloc")
      }
    }
  }

  @Test("that starts a program, or has no address, is refused in words") func refused() {
    let program = "[Desktop Entry]\nType=Application\nExec=rm x\nURL=https://a.example/x"
    #expect(problem(program, "x.desktop") == "it starts a program; only links are taken")
    #expect(problem("URL=javascript:alert(1)", "x.url") == "it has no web address")
    #expect(problem("nothing here", "notes") == "it has no web address")
    #expect(
      problem("\u{1}\u{0}\u{2}\u{3}", "x.bin")
        == "it is a binary file, not a page, a link or a text")
    #expect(
      problem("{\\rtf1 Herons}", "x.txt") == "it is rich text (RTF), not a page, a link or a text")
    #expect(problem("PK\u{3}\u{4}broken", "x.epub") != nil)
  }

  @Test("is an export, a page or its links by what it holds, whatever its name") func kinds() throws
  {
    func isExport(_ text: String, _ name: String) throws -> Bool {
      if case .export = try CapturedFile(Array(text.utf8), at: name) { true } else { false }
    }
    let bookmarks =
      "<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><A HREF='https://a.example/'>A</A></DL>"
    #expect(try isExport(bookmarks, "b.html") && isExport("title,url\n", "x.csv"))
    let page = "<html><link rel=canonical href='https://a.example/p'><body>" + Self.prose
    #expect(try pages(page.utf8, "noname").first?.link?.address.text == "https://a.example/p")
    let alone = try #require(try pages(("<html><body>" + Self.prose).utf8, "Herons.html").first)
    #expect(alone.link == nil && alone.title == "Herons")
    #expect(
      try pages("# Links\n[A](https://a.example/1) https://a.example/2".utf8, "l.md").count == 2)
  }

  private static func mail(_ head: String, _ type: String, _ body: String) -> [UInt8] {
    Array("From: =?utf-8?Q?J=C3=BCrgen_B?= <j@a.example>\nTo: me@b.example\n\(head)".utf8)
      + Array("Message-ID: <1@a>\nContent-Type: \(type); charset=utf-8\n\n\(body)".utf8)
  }

  @Test("a newsletter is an article with subject, sender, list and date, without what surrounds it")
  func newsletter() throws {
    let head = """
      Subject: =?utf-8?B?w5xiZXI=?= =?utf-8?Q?_Reiher?=
      Date: Tue, 24 Nov 2026 10:00:00 +0100
      List-Id: Heron Weekly <h.a.example>

      """
    let html = """
      <table><tr><td><a href="https://a.example/issue/7">View in browser</a></td></tr>
      <tr><td>\(Self.prose)<img src="https://t.example/p.gif" width="1" height="1"></td></tr>
      <tr><td><p>You asked for it. <a href="https://a.example/unsubscribe?u=1">Unsubscribe</a></p></td></tr></table>
      """
    let page = try #require(try Mail.articles(in: Self.mail(head, "text/html", html)).first)
    let text = try page.text()
    #expect(page.link?.address.text == "https://a.example/issue/7" && page.title == "Über Reiher")
    #expect(text.metadata.author == "Jürgen B" && text.metadata.site == "Heron Weekly")
    #expect(text.metadata.publishedAt == Timestamp(rfc3339: "2026-11-24T09:00:00Z"))
    #expect(text.text.contains("Herons stand"))
    for word in ["Unsubscribe", "View in", "p.gif"] {
      #expect(!text.html.contains(word), "\(word)")
    }
    // With one address for all issues they would be a single article.
    let same = html.replacing("issue/7", with: "latest")
    #expect(try Mail.articles(in: Self.mail(head, "text/html", same)).first?.link == nil)
  }

  @Test("a short mail gives its links, and one without any its text") func shortMail() throws {
    let links = try pages(
      Self.mail("Subject: x\n", "text/plain", "Look: https://a.example/1"), "m.eml")
    #expect(links.map { $0.link?.address.text } == ["https://a.example/1"])
    let note = try #require(
      try pages(Self.mail("Subject: Note\n", "text/plain", "Only words.\n-- \nsigned"), "m.eml")
        .first)
    #expect(try note.link == nil && note.title == "Note" && note.text().text == "Only words.")
    #expect(throws: ExchangeProblem.self) { try Mail.articles(in: Array("no mail".utf8)) }
  }

  @Test(
    "words in a header are decoded, and what is none stays",
    arguments: [
      ("=?iso-8859-1?Q?Gr=F6=DFe?=", "Größe"), ("a =?utf-8?b?w6k=?= b", "a é b"), ("=?x", "=?x"),
      ("=?utf-8?Q?a?= =?utf-8?Q?b?=", "ab"), ("=?utf-8?Z?a?=", "=?utf-8?Z?a?="), ("", ""),
    ])
  func encodedWords(text: String, decoded: String) { #expect(Mail.decodedWords(text) == decoded) }
}
