import ReadingList
import Testing

@Suite("Sameness") struct SameArticleTests {
  private func text(_ words: Int, from first: Int = 0) -> String {
    "<p>" + (first..<first + words).map { "word\($0)" }.joined(separator: " ") + "</p>"
  }

  @Test("of texts bears another date, another count and other markup, and no more") func texts() {
    let long = text(500)
    #expect(SameText.areSame(long, long))
    #expect(
      SameText.areSame(long, long.replacing("word100 word101", with: "<b>WORD100</b> , word101")))
    #expect(SameText.areSame("<p>1 May</p>" + long, "<p>23 June</p>" + long))
    #expect(!SameText.areSame(long, text(480)))
    #expect(!SameText.areSame(long, text(500, from: 25)))
    #expect(!SameText.areSame("<p>Part one of it</p>", "<p>Part two of it</p>"))
    // As many kinds of runs, but fewer words.
    let short = String(repeating: "<p>Again and again.</p>", count: 10)
    #expect(!SameText.areSame(short, short + short))
    #expect(SameText.areSame("<p>今日は晴れ。</p>", "<p>今日は、晴れ</p>"))
    #expect(!SameText.areSame("<p>今日は晴れ。</p>", "<p>今日は雨。</p>"))
  }

  @Test("of texts without words is that of the bytes, and there is none without a text")
  func wordless() {
    #expect(!SameText.areSame("", ""))
    #expect(
      SameText.areSame("<figure><img src=\"a\"></figure>", "<figure><img src=\"a\"></figure>"))
    #expect(
      !SameText.areSame("<figure><img src=\"a\"></figure>", "<figure><img src=\"b\"></figure>"))
  }

  @Test(
    "of sites is that of the host, or of one below it",
    arguments: [
      ("https://example.com/a", "http://www.example.com/b", true),
      ("https://example.com/", "https://blog.example.com/", true),
      ("https://www.example.com/", "https://amp.news.example.com/", true),
      ("https://en.m.wikipedia.org/", "https://en.wikipedia.org/", true),
      ("https://m.com/", "https://www.m.com/", true),
      ("https://one.example.com/", "https://other.example.com/", false),
      ("https://evil.github.io/", "https://victim.github.io/", false),
      ("https://evil.co.uk/", "https://victim.co.uk/", false),
      ("https://notexample.com/", "https://example.com/", false),
      ("https://example.com.evil.net/", "https://example.com/", false),
      ("https://example.com:8443/", "https://example.com/", false),
      ("https://bücher.example:8443/", "https://bücher.example/", false),
      ("https://bücher.example/", "https://www.bücher.example/", true),
      ("http://10.0.0.1/", "http://0.1/", false), ("http://localhost/", "http://localhost/x", true),
    ] as [(String, String, Bool)])
  func sites(a: String, b: String, same: Bool) throws {
    #expect(try WebAddress(a).isOfSameSite(as: WebAddress(b)) == same)
    #expect(try WebAddress(b).isOfSameSite(as: WebAddress(a)) == same)
  }
}
