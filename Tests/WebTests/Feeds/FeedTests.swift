import Foundation
import ReadingList
import Testing
import Web

@Suite struct FeedTests {
  /// The same feed in every format, also with a prefix and with names in any case.
  @Test(arguments: [
    "rss-2.0.xml", "rss-0.91.xml", "rss-1.0.xml", "atom-1.0.xml", "atom-0.3.xml", "prefixed.xml",
    "any-case.xml", "json-feed.json",
  ]) func `every format says the same of one item`(file: String) throws {
    let directory = URL(filePath: #filePath).deletingLastPathComponent()
    let bytes = try Data(contentsOf: directory.appending(path: "Formats/" + file))
    let feed = try feed(String(decoding: bytes, as: UTF8.self))
    #expect(feed.skipped == 0)
    let item = try #require(feed.items.first)
    #expect(feed.items.count == 1)
    #expect(item.address.text == "https://blog.example/1")
    #expect(item.title == "One")
    #expect(item.publishedAt == Timestamp(rfc3339: "2024-03-05T10:00:00Z"))
    #expect(item.markup == "Text")
  }

  @Test(arguments: [
    (link, "https://blog.example/a"),
    ("<link><![CDATA[ https://blog.example/a ]]></link>", "https://blog.example/a"),
    ("<link>\n  https://blog.example/a?b=1&amp;c=2\n</link>", "https://blog.example/a?b=1&c=2"),
    ("<link>https://blog.example/a?b=1&c=2</link>", "https://blog.example/a?b=1&c=2"),
    ("<link>https://blog.example/a?b=1&amp;amp;c=2</link>", "https://blog.example/a?b=1&c=2"),
    ("<link>/a</link>", "https://blog.example/a"),
    ("<link>a b.html</link>", "https://blog.example/feeds/a%20b.html"),
    ("<link>//other.example/a</link>", "https://other.example/a"),
    ("<link>/a#\u{e37}x</link>", "https://blog.example/a"),
    ("<link>https://blog.example/ä?\u{301}</link>", "https://blog.example/%C3%A4?%CC%81"),
    ("<link>www.other.example/a</link>", "https://www.other.example/a"),
    ("<link>HTTPS://Blog.Example/A</link>", "https://blog.example/A"),
    ("<link href='/a'/>", "https://blog.example/a"),
    ("<atom:link rel='self' href='/feed'/><link>/a</link>", "https://blog.example/a"),
    ("<guid>https://blog.example/a</guid>", "https://blog.example/a"),
    ("<guid isPermaLink='true'>https://blog.example/a</guid>", "https://blog.example/a"),
    ("<guid>https://blog.example/g</guid>" + link, "https://blog.example/a"),
    ("<guid>/posts/1</guid>", "https://blog.example/posts/1"),
    ("<guid isPermaLink='false'>../posts/1</guid>", "https://blog.example/posts/1"),
    ("<guid>posts/1.html</guid>", "https://blog.example/feeds/posts/1.html"),
    ("<guid>tag:a/b</guid><guid>1 / 2</guid><guid>/b</guid>", "https://blog.example/b"),
    ("<link></link><guid>https://blog.example/a</guid>", "https://blog.example/a"),
    ("<link>ftp://x.example/</link><guid>https://blog.example/a</guid>", "https://blog.example/a"),
    ("<guid isPermaLink='false'>https://blog.example/b</guid>" + link, "https://blog.example/a"),
    (
      "<guid isPermaLink='false'>http://x.example/b</guid><guid>https://blog.example/a</guid>",
      "https://blog.example/a"
    ),
    (
      "<link>https://counter.example/1</link><feedburner:origLink>https://blog.example/a"
        + "</feedburner:origLink>", "https://blog.example/a"
    ),
    ("<link>https://blog.example/a<title>No end</title>", "https://blog.example/a"),
    ("<media:content url='x'><link>/m</link></media:content>" + link, "https://blog.example/m"),
  ]) func `the address of an RSS item is found`(elements: String, address: String) throws {
    #expect(try rssItem(elements).address.text == address)
  }

  @Test(arguments: [
    "<link href='/a'/>", "<link rel='alternate' href='/a'/>",
    "<link rel='self' href='/s'/><link rel='alternate' href='/a'/><link rel='edit' href='/e'/>",
    "<link rel='alternate' type='application/json' href='/j'/><link type='text/html' href='/a'/>",
    "<link rel='alternate' type='text/html' href='/a'/><link rel='enclosure' href='/x.mp3'/>",
    "<link rel='http://www.iana.org/assignments/relation/alternate' href='/a'/>",
    "<link rel='replies' type='text/html' href='/r'/><id>https://blog.example/a</id>",
    "<link rel=alternate href=/a />", "<link rel='alternate' href='/a'></link>",
    "<link xml:base='https://blog.example/x/' href='../a'/>",
    "<source><id>https://x.example/</id><link href='https://x.example/'/></source><link href='/a'/>",
  ]) func `the address of an Atom entry is found`(elements: String) throws {
    #expect(try atomEntry(elements).address.text == "https://blog.example/a")
  }

  @Test func `bases nest, and end with their elements`() throws {
    let feed = try feed(
      """
      <feed xml:base="https://base.example/one/"><entry xml:base="two/"><link href="a"/></entry>
      <entry><link href="b"/></entry><entry xml:base="/three/"><link xml:base="x/" href="c"/></entry>
      <entry xml:base="javascript:void"><link href="d"/></entry></feed>
      """)
    #expect(
      feed.items.map(\.address.text) == [
        "https://base.example/one/two/a", "https://base.example/one/b",
        "https://base.example/three/x/c", "https://base.example/one/d",
      ])
  }

  @Test func `in a local file links are relative to the site`() throws {
    let text = """
      <rss><channel><link>https://blog.example/</link><item><link>/a</link></item></channel></rss>
      """
    #expect(try feed(text, at: "").items.map(\.address.text) == ["https://blog.example/a"])
  }

  @Test(arguments: [
    ("<author>Ada</author>", "Ada"), ("<author>ada@x.example (Ada Byron)</author>", "Ada Byron"),
    ("<author>Ada Byron &lt;ada@x.example&gt;</author>", "Ada Byron"),
    ("<author>ada@x.example</author>", nil), ("<dc:creator><![CDATA[Ada]]></dc:creator>", "Ada"),
    ("<dc:creator>Ada</dc:creator><dc:creator>Bob</dc:creator>", "Ada, Bob"),
    ("<author><name>Ada</name><email>a@x.example</email></author>", "Ada"),
    (
      "<author><email>a@x.example</email><uri>https://x.example</uri><name>Ada</name></author>",
      "Ada"
    ),
    ("<author><x>1</x><name>Ada</name></author>", "Ada"),
    ("<itunes:author>Ada</itunes:author>", "Ada"),
    ("<itunes:author>The Show</itunes:author><author>x@y.example (Ada)</author>", "Ada"),
    ("<managingEditor>a@x.example (Ada)</managingEditor>", "Ada"),
    ("<author>x@y.example (The Site)</author><dc:creator>Ada</dc:creator>", "Ada"),
    ("<contributor><name>Bob</name></contributor>", nil),
    ("<author>&lt;b&gt;Ada&lt;/b&gt; &amp;amp; Bob</author>", "Ada & Bob"), ("", nil),
  ]) func `the author is named without a mail address`(elements: String, name: String?) throws {
    #expect(try rssItem(link + elements).author == name)
  }

  @Test(arguments: [
    "<managingEditor>a@x.example (Ada)</managingEditor>", "<itunes:author>Ada</itunes:author>",
    "<author><name>Ada</name></author>",
  ]) func `the feed's author wrote what names none`(channel: String) throws {
    #expect(try rssItem(link, channel: channel).author == "Ada")
    #expect(try rssItem(link + "<author>Bob</author>", channel: channel).author == "Bob")
  }

  @Test(arguments: [
    ("Plain", "Plain"), ("  Two\n\t lines ", "Two lines"), ("<![CDATA[A & B]]>", "A & B"),
    ("A &amp; B", "A & B"), ("A & B", "A & B"), ("A &amp;amp; B", "A & B"),
    ("&#8220;A&#8221; &#x2014; &mdash;&nbsp;&eacute;", "“A” — — é"),
    ("&#146;s &#150; &#133;", "’s – …"), ("&lt;b&gt;Bold&lt;/b&gt; &lt;br/&gt;move", "Bold move"),
    ("<b>Bold</b> move", "Bold move"),
    ("&amp;lt;i&amp;gt;Twice&amp;lt;/i&amp;gt; escaped", "Twice escaped"),
    ("The &lt;details&gt; element", "The <details> element"), ("a <T> b", "a <T> b"),
    ("a <T/> b", "a <T/> b"), ("One<br/>two", "One two"),
    ("<![CDATA[Array<Element> and Map<K, V>]]>", "Array<Element> and Map<K, V>"),
    ("<![CDATA[Vec<S> and <i>more</i>]]>", "Vec<S> and more"),
    ("Use &amp;lt;b&amp;gt; rarely", "Use <b> rarely"),
    ("5 &lt; 6 and 7 > 6", "5 < 6 and 7 > 6"), ("<![CDATA[5 < 6]]>", "5 < 6"),
    ("Bell\u{7} and\u{1b}[31m escape&#27;", "Bell and[31m escape"),
    ("Turned \u{202e}around", "Turned around"), ("AT&T &unknown; &", "AT&T &unknown; &"),
    ("&#0;&#1114112;x", "��x"), ("&#99999999999999999999;", "�"),
    ("No end<link>https://blog.example/z</link>", "No end"), ("<!-- note -->Title", "Title"),
    ("", ""),
  ]) func `titles are plain text on one line`(markup: String, title: String) throws {
    #expect(try rssItem("\(link)<title>\(markup)</title>").title == title)
  }

  @Test(arguments: [
    ("<title type='html'>A &amp;lt;br&amp;gt; &lt;em&gt;B&lt;/em&gt;</title>", "A <br> B"),
    ("<title type='text'>The &lt;b&gt; tag</title>", "The <b> tag"),
    ("<title type='xhtml'><div><em>A</em> &amp; B</div></title>", "A & B"),
    ("<title>One</title><title>Two</title>", "One"),
    ("<media:title>Two</media:title><title>One</title>", "One"),
    ("<title>One</title><media:group><media:title>Two</media:title></media:group>", "One"),
    ("<source><title>Elsewhere</title></source><title>One</title>", "One"),
  ]) func `titles of Atom go by their type`(elements: String, title: String) throws {
    #expect(try atomEntry("<link href='/a'/>" + elements).title == title)
  }

  @Test(arguments: [
    ("<description>&lt;p&gt;A &amp;amp; B&lt;/p&gt;</description>", "<p>A &amp; B</p>"),
    ("<description><![CDATA[<p>A</p>]]></description>", "<p>A</p>"),
    ("<description><![CDATA[<p>A]]>&lt;/p&gt;</description>", "<p>A</p>"),
    (
      "<description>Short</description><content:encoded><![CDATA[<p>Long</p>]]></content:encoded>",
      "<p>Long</p>"
    ),
    ("<content:encoded>Long</content:encoded><description>Short</description>", "Long"),
    ("<content:encoded> </content:encoded><description>Short</description>", "Short"),
    ("<content type='html'>Long</content><summary>Short</summary>", "Long"),
    ("<summary>Short</summary>", "Short"), ("<itunes:summary>Heard</itunes:summary>", "Heard"),
    ("<content type='text'>1 &lt; 2 &amp; 3</content>", "1 &lt; 2 &amp; 3"),
    (
      "<content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'><p a=\"1\">A <br/>&amp; B</p>"
        + "</div></content>",
      "<div xmlns='http://www.w3.org/1999/xhtml'><p a=\"1\">A <br/>&amp; B</p></div>"
    ),
    (
      "<content type='xhtml'><x:div><x:title>T</x:title><x:summary>S</x:summary></x:div></content>",
      "<div><title>T</title><summary>S</summary></div>"
    ),
    ("<description><p>Raw <b>HTML</b></p></description>", "<p>Raw <b>HTML</b></p>"),
    (
      "<description><details><summary>S</summary></details></description>",
      "<details><summary>S</summary></details>"
    ),
    ("<description>No end<pubDate>Tue, 05 Mar 2024 10:00:00 GMT</pubDate>", "No end"),
    ("<content type='image/png'>iVBORw0KGgo=</content><summary>S</summary>", "S"),
    ("<content mode='base64'>PGI+</content><summary>S</summary>", "S"),
    ("<media:description>M</media:description>", nil), ("", nil),
  ]) func `the longest text is kept as markup`(elements: String, markup: String?) throws {
    #expect(try rssItem(link + elements).markup == markup)
  }
}
