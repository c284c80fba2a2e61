import ReadingList

/// Plausible feeds, the same for the same seed.
package struct FeedGenerator {
  private var random: SeededNumbers

  /// Starts with a seed.
  package init(seed: UInt64) { random = SeededNumbers(seed: seed) }

  /// RSS 2.0 as blogs write it: a summary, and the whole text of some KB in a section or escaped.
  package mutating func rss(items: Int, isEscaped: Bool) -> [UInt8] {
    var out = """
      <?xml version="1.0" encoding="UTF-8"?>
      <rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" \
      xmlns:dc="http://purl.org/dc/elements/1.1/">
      <channel><title>A blog &amp; its notes</title><link>https://blog.example/</link>

      """
    for number in 0..<items {
      let (title, slug) = title(number)
      let text = page()
      out += """
        <item>
        <title>\(title)</title>
        <link>https://blog.example/2026/\(slug)/</link>
        <dc:creator><![CDATA[\(pick(Vocabulary.givenNames))]]></dc:creator>
        <pubDate>Thu, \(1 + number % 28) Oct 2026 10:\(10 + number % 50):00 +0000</pubDate>
        <category><![CDATA[\(pick(Vocabulary.tags))]]></category>
        <category><![CDATA[\(pick(Vocabulary.tags))]]></category>
        <guid isPermaLink="false">https://blog.example/?p=\(number)</guid>
        <description><![CDATA[<p>\(sentence())</p>]]></description>
        <content:encoded>\(isEscaped ? escaped(text) : "<![CDATA[\(text)]]>")</content:encoded>
        </item>

        """
    }
    return Array((out + "</channel></rss>\n").utf8)
  }

  /// Atom with escaped HTML, or with XHTML in its own tags.
  package mutating func atom(entries: Int, isXHTML: Bool) -> [UInt8] {
    var out = """
      <?xml version="1.0" encoding="utf-8"?>
      <feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://blog.example/">
      <title>A blog</title><link rel="alternate" type="text/html" href="/"/>

      """
    for number in 0..<entries {
      let (title, slug) = title(number)
      let text = page()
      let content =
        isXHTML
        ? "<content type=\"xhtml\"><div xmlns=\"http://www.w3.org/1999/xhtml\">\(text)</div></content>"
        : "<content type=\"html\">\(escaped(text))</content>"
      out += """
        <entry>
        <title type="html">\(title)</title>
        <link rel="replies" type="text/html" href="/2026/\(slug)/#comments"/>
        <link rel="alternate" type="text/html" href="/2026/\(slug)/"/>
        <id>tag:blog.example,2026:\(number)</id>
        <author><name>\(pick(Vocabulary.givenNames))</name></author>
        <published>2026-10-\(10 + number % 18)T10:\(10 + number % 50):00Z</published>
        <updated>2026-10-\(10 + number % 18)T11:\(10 + number % 50):00Z</updated>
        <category term="\(pick(Vocabulary.tags))"/>
        <summary>\(sentence())</summary>
        \(content)
        </entry>

        """
    }
    return Array((out + "</feed>\n").utf8)
  }

  /// JSON Feed with the whole text.
  package mutating func json(items: Int) -> [UInt8] {
    var entries: [String] = []
    for number in 0..<items {
      let (title, slug) = title(number)
      let text = page().replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
      entries.append(
        """
        {"id": "\(number)", "url": "https://blog.example/2026/\(slug)/", "title": "\(title)",
        "authors": [{"name": "\(pick(Vocabulary.givenNames))"}], "tags": ["\(pick(Vocabulary.tags))"],
        "date_published": "2026-10-\(10 + number % 18)T10:00:00Z", "content_html": "\(text)"}
        """)
    }
    let head = "{\"version\": \"https://jsonfeed.org/version/1.1\", \"title\": \"A blog\", "
    return Array((head + "\"items\": [" + entries.joined(separator: ",\n") + "]}").utf8)
  }

  /// A list of feeds of that many blogs, as large directories offer it.
  package mutating func opml(outlines: Int) -> [UInt8] {
    var out = """
      <?xml version="1.0" encoding="UTF-8"?>
      <opml version="2.0"><head><title>Small sites</title></head><body>
      <outline text="All">

      """
    for number in 0..<outlines {
      let name = "\(pick(Vocabulary.nouns))-\(pick(Vocabulary.nouns))\(number)"
      let site = "https://\(name).\(["com", "org", "net", "example"][number % 4])"
      let path = ["/feed/", "/index.xml", "/feed.xml", "/rss.xml", "/atom.xml", "/?feed=rss2"]
      let title = "\(pick(Vocabulary.givenNames))&apos;s \(pick(Vocabulary.nouns)) &amp; more"
      let text = number % 3 == 0 ? title : "The \(pick(Vocabulary.adjectives)) \(name)"
      out += "<outline type=\"rss\" text=\"\(text)\" title=\"\(text)\" "
      out += "xmlUrl=\"\(site)\(path[number % path.count])\" htmlUrl=\"\(site)/\"/>\n"
    }
    return Array((out + "</outline></body></opml>\n").utf8)
  }

  private mutating func title(_ number: Int) -> (title: String, slug: String) {
    let words = [pick(Vocabulary.adjectives), pick(Vocabulary.nouns), pick(Vocabulary.nouns)]
    let title =
      number % 4 == 0
      ? "\(words[0]) &#8220;\(words[1])&#8221; &amp; \(words[2])" : words.joined(separator: " ")
    return (title, "\(words.joined(separator: "-"))-\(number)")
  }

  /// An article of a few KB.
  private mutating func page() -> String {
    var out = ""
    for _ in 0..<Int.random(in: 6...16, using: &random) {
      let link =
        "<a href=\"https://\(pick(Vocabulary.nouns)).example/?a=1&amp;b=2\">\(sentence())</a>"
      out += "<p>\(sentence()) <em>\(sentence())</em> \(sentence()) \(link)</p>\n"
    }
    return out
  }

  private mutating func sentence() -> String {
    (0..<Int.random(in: 6...14, using: &random)).map { index in
      index % 3 == 1 ? pick(Vocabulary.links) : pick(Vocabulary.nouns)
    }.joined(separator: " ") + "."
  }

  private mutating func pick(_ words: [String]) -> String {
    words[Int.random(in: words.indices, using: &random)]
  }

  private func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
