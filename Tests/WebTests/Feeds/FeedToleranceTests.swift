import ReadingList
import Testing
import Web

@Suite struct FeedToleranceTests {
  private static let item = "<item><title>One</title>\(link)</item>"

  @Test(arguments: [
    "\u{feff}<?xml version='1.0'?>", "\n\n  <?xml version='1.0'?>",
    "\u{feff}\n<?xml version='1.0'?>", "<!-- made by a machine --><?xml version='1.0'?>",
    "<?xml version='1.0' encoding='utf-16'?>", "<?xml version='1.0' encoding='nonsense'?>",
    "<?xml version='1.0'>", "<?xml version='1.0'?><?xml-stylesheet href='x.xsl'?>",
    "<?php echo 1 > 2; ?>",
    "Warning: Undefined variable $x in /srv/feed.php on line 7\n<?xml version='1.0'?>",
    "<br />\n<b>Warning</b>: mysql_connect(): it < failed in <b>/srv/x.php</b> on line <b>3</b><br />\n"
      + "<?xml version='1.0'?>",
    "<!DOCTYPE rss [<!ENTITY nbsp '&#160;'><!-- ]> --> <!ENTITY x \"]>\">]>", "\u{0}\u{1}garbage",
    "<!DOCTYPE rss SYSTEM \"http://x.example/rss.dtd\">", "<!-- never closed ", "<!DOCTYPE rss [ ",
  ]) func `what stands before the feed does no harm`(noise: String) throws {
    let feed = try feed("\(noise)<rss><channel><title>T</title>\(Self.item)</channel></rss>")
    #expect(feed.items.map(\.title) == ["One"])
  }

  @Test(arguments: [
    "<rss><channel>\(item)\(item)</channel>", "<rss><channel>\(item)\(item)",
    "<rss>\(item)\(item)</rss>", "<channel>\(item)\(item)</channel>",
    "<rss><channel><item><title>One\(link)<item><title>One</title>\(link)</channel></rss>",
    "<rss><channel><item><title>One</title>\(link)<enclosure url='x'><item><title>One</title>\(link)",
    "<rss><channel><title>T\(item)<image><title>I</title>\(item)</rss>",
    "<rss><channel><item><b><i><title>One</title>\(link)</i></item>\(item)</channel></rss>",
    "<rss></channel></rss></x>\(item)\(item)", "<rss\n>\(item)<<>>< ></ >\(item)</rss>",
    "<rss><item ><title a=\"\">One</title >\(link)</item\n>\(item)</rss>junk",
    "<rss><item><title>One</title>\(link)<description>a <!-- b --> c</item>\(item)</rss>",
    "<rss>\(item)<item><title>One</title>\(link)<description><![CDATA[x]]</b>]]></item></rss>",
    "<rss>\(item)<item><title>One</title>\(link)<description><![CDATA[<p>x</p></description></item></rss>",
    "<rss>\(item)<item><title>One</title>\(link)<description><![CDATA[x</item></rss>",
    "<rss>\(item)<item><title>One<!-- no end</title>\(link)</item></rss>",
    "<rss>\(item)<item/>\(item)</rss>",
  ]) func `tags that are not closed cost no item`(text: String) throws {
    let feed = try feed(text)
    #expect(feed.items.map(\.address.text) == Array(repeating: "https://blog.example/a", count: 2))
    #expect(feed.items.allSatisfy { $0.title.hasPrefix("One") })
  }

  @Test(arguments: [
    "<item><title>Tw", "<item><title>Two</title><link>https://blog.example/tw",
    "<item><title>Two</title", "<item>", "<item><description><![CDATA[<p>Hal",
  ]) func `of a document that is cut off the whole items are kept`(end: String) throws {
    let feed = try feed("<rss><channel>\(Self.item)\(Self.item)\(end)")
    #expect(feed.items.map(\.title) == ["One", "One"])
    #expect(feed.skipped == 1)
  }

  @Test(arguments: [
    "<description><![CDATA[<p>Hal", "<description>Half", "<content type='xhtml'><div><p>",
    "<description><![CDATA[<p>Half</p>]]", "<description><![CDATA[",
  ]) func `an item whose text is cut off is kept without it`(end: String) throws {
    let feed = try feed("<rss><channel>\(Self.item)<item><title>Two</title>\(link)\(end)")
    #expect(feed.items.map(\.title) == ["One", "Two"])
    #expect(feed.items.last?.markup == nil)
    #expect(feed.skipped == 0)
  }

  @Test func `a document cut anywhere gives its whole items`() throws {
    let text = """
      <?xml version="1.0"?><rss><channel><title>T</title><item><title>One</title>
      <link>https://blog.example/1</link><description><![CDATA[<p>x</p>]]></description></item>
      <item><title>Two &amp; a half</title><link>https://blog.example/2</link></item></channel></rss>
      """
    let bytes = Array(text.utf8)
    let whole = try feed(text)
    let root = try #require(bytes.indices.first { bytes[$0...].starts(with: "<rss>".utf8) }) + 5
    for length in root...bytes.count {
      guard
        case .feed(let feed) = try FeedReader.read(
          Array(bytes[..<length]), at: "https://x.example/")
      else { throw FeedProblem("no feed") }
      #expect(feed.items.allSatisfy { whole.items.contains($0) || $0.markup == nil }, "\(length)")
      #expect(
        feed.items.allSatisfy {
          ["https://blog.example/1", "https://blog.example/2"].contains($0.address.text)
        })
    }
  }

  @Test(arguments: [
    "<item><title>No link</title></item>", "<item><link>mailto:a@b.example</link></item>",
    "<item><link>javascript:alert(1)</link></item>", "<item><link>https://</link></item>",
    "<item><guid>tag:x,2024:1</guid></item>", "<item/>", "<item></item>",
    "<item><link>https://\(String(repeating: "x", count: 20_000)).example/</link></item>",
    "<item><link>https://x.example/\(String(repeating: "ä", count: 2000))</link></item>",
    "<item><link>https://x.example/\(String(repeating: "|", count: 4000))</link></item>",
    "<item><enclosure url='https://x.example/a.mp3'/></item>",
  ]) func `items without an address of the web are counted`(item: String) throws {
    let feed = try feed("<rss><channel>\(Self.item)\(item)\(Self.item)</channel></rss>")
    #expect(feed.items.count == 2)
    #expect(feed.skipped == 1)
  }

  @Test func `undeclared entities of HTML are known and others stay`() throws {
    let item = try rssItem(
      "<title>a&nbsp;b &mdash; &hellip; &NoSuch; &AMP; &copy</title>\(link)"
        + "<description>&lt;p&gt;&nbsp;&amp;nbsp;&lt;/p&gt;</description>")
    #expect(item.title == "a b — … &NoSuch; & ©")
    #expect(item.markup == "<p>\u{a0}&nbsp;</p>")
  }

  @Test(
    arguments: [
      // A wrong label on Windows-1252 bytes
      ("<?xml version='1.0' encoding='utf-8'?>", [0x93, 0x43, 0x61, 0x66, 0xe9, 0x94], "“Café”"),
      // A wrong label on UTF-8 bytes
      ("<?xml version='1.0' encoding='iso-8859-1'?>", Array("“Café”".utf8), "“Café”"),
      ("<?xml version='1.0' encoding='windows-1252'?>", [0x43, 0x61, 0x66, 0xe9], "Café"),
      ("", [0x43, 0x61, 0x66, 0xe9], "Café"),
    ] as [(String, [UInt8], String)]) func `the character set is what the bytes are`(
      head: String, title: [UInt8], read: String
    ) throws
  {
    let bytes =
      Array("\(head)<rss><item>\(link)<title>".utf8) + title + Array("</title></item></rss>".utf8)
    for url in ["", "https://blog.example/"] {
      guard case .feed(let feed) = try FeedReader.read(bytes, at: url) else {
        throw FeedProblem("no feed")
      }
      #expect(feed.items.first?.title == read)
    }
  }

  @Test(arguments: [true, false]) func `UTF-16 is read with and without a mark`(marked: Bool) throws
  {
    let text = "\(marked ? "\u{feff}" : "")<rss><item>\(link)<title>One</title></item></rss>"
    let bytes = text.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
    guard case .feed(let feed) = try FeedReader.read(bytes, at: "https://blog.example/") else {
      throw FeedProblem("no feed")
    }
    #expect(feed.items.map(\.title) == ["One"])
  }

  @Test(arguments: [
    (
      "<!doctype html><html><head><title>x</title></head><body></body></html>",
      "a web page, not a feed"
    ),
    ("<HTML><BODY><rss><item></item></rss></BODY></HTML>", "a web page, not a feed"),
    (
      "<!doctype html><title>Not found</title><p>x",
      "a document that begins with <title>, not a feed"
    ),
    ("<html xmlns='http://www.w3.org/1999/xhtml'>", "a web page, not a feed"),
    ("<div>x</div>", "a document that begins with <div>, not a feed"),
    ("", "an empty document, not a feed"),
    (" \n", "an empty document, not a feed"),
    ("plain text", "a document without markup, not a feed"),
    ("<urlset><url/></urlset>", "a document that begins with <urlset>, not a feed"),
    ("<x\u{1b}[31m>", "a document that begins with <x>, not a feed"),
    ("{\"a\": 1}", "JSON, but not a feed"),
    ("[1]", "JSON, but not a feed"), ("{\"a\": ", "damaged JSON, not a feed"),
    ("{", "damaged JSON, not a feed"),
  ]) func `what is no feed is named`(text: String, message: String) {
    #expect(feedProblem(text) == message)
  }

  @Test(arguments: ["<rss></rss>", "<feed/>", "<rdf:RDF>", "{\"items\": []}"])
  func `a feed of no items is a feed`(text: String) throws { #expect(try feed(text).items.isEmpty) }
}
