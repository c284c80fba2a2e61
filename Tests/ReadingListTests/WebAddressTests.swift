import ReadingList
import Testing

@Suite("An address") struct WebAddressTests {
  @Test(
    "has one canonical form",
    arguments: [
      ("https://example.com", "https://example.com/"),
      ("HTTPS://Example.COM/A?b=C#d", "https://example.com/A?b=C"),
      ("http://example.com:80/", "http://example.com/"),
      ("https://example.com:443/a", "https://example.com/a"),
      ("https://user:secret@example.com/a", "https://example.com/a"),
      ("https://b.de/?utm_source=a&b=1&UTM_Medium=x&fbclid=2&a=2", "https://b.de/?b=1&a=2"),
      ("https://example.com/a?", "https://example.com/a"),
      ("https://example.com/a/../b/./c", "https://example.com/b/c"),
      ("https://example.com/../../a", "https://example.com/a"),
      ("https://example.com/%7euser/%2e%2e/x", "https://example.com/x"),
      ("https://example.com/a%c3%a4ä", "https://example.com/a%C3%A4%C3%A4"),
      ("  <https://example.com/a>\n", "https://example.com/a"),
      ("example.com/page", "https://example.com/page"),
      ("//example.com/page", "https://example.com/page"),
      ("https://example.com./a", "https://example.com/a"),
      ("https://MÜNCHEN.de/", "https://münchen.de/"),
      ("http://[::1]:8080/a", "http://[::1]:8080/a"),
      ("https://example.com\\a\\b", "https://example.com/a/b"),
      ("https://example.com?x=1", "https://example.com/?x=1"),
      ("https://example.com/a#\u{301}b", "https://example.com/a"),
      ("https://example.com/a?\u{301}b=1#c", "https://example.com/a?%CC%81b=1"),
      ("https://example.com/\u{301}a", "https://example.com/%CC%81a"),
      ("https://example.com/" + String(repeating: "ä", count: 4000), nil),
      ("https://example.com/a#!/post/1", "https://example.com/a#!/post/1"),
      ("https://matrix.to/#/#room:example.org", "https://matrix.to/#/#room:example.org"),
      ("https://example.com/#/", "https://example.com/"),
      ("https://example.com/#!", "https://example.com/"),
      ("https://example.com/#:~:text=x", "https://example.com/"),
      ("https://example.com/%7Euser/%61?%61=%7e", "https://example.com/~user/a?a=~"),
      ("https://example.com/?%75tm_source=x", "https://example.com/"),
      ("https://XN--MNCHEN-3YA.de/", "https://münchen.de/"),
      ("https://mu\u{308}nchen.de/", "https://münchen.de/"),
      ("https://ｅｘａｍｐｌｅ．ｃｏｍ/", "https://example.com/"), ("https://例え。テスト/", "https://例え.テスト/"),
      ("https://xn--/", nil), ("https://xn--n3h.example/", "https://xn--n3h.example/"),
      ("https://b.de/?srsltid=a&gad_source=1&_gl=b&_ga=c&smid=d&x=1", "https://b.de/?x=1"),
      (
        "https://example.com/?ncid=a&ito=1&s_cid=b&cmpid=c&sc_content=d",
        "https://example.com/?ncid=a&ito=1&s_cid=b&sc_content=d"
      ),
      ("https://youtu.be/abcdefg?si=abc&t=5", "https://www.youtube.com/watch?v=abcdefg&t=5"),
      (
        "https://www.youtube.com/watch?feature=x&t=5&v=abcdefg",
        "https://www.youtube.com/watch?v=abcdefg&t=5"
      ),
      ("https://youtu.be/", "https://youtu.be/"),
      (
        "https://www.google.com/url?sa=t&q=https%3A%2F%2Fexample.com%2Fa%3Fb%3D1&usg=x",
        "https://example.com/a?b=1"
      ),
      ("https://google.com/url?url=http://bob:secret@example.com/a", "http://example.com/a"),
      ("https://www.google.co.uk/url?q=http://example.com/a", "http://example.com/a"),
      ("https://www.google.com/url?q=javascript:1", "https://www.google.com/url?q=javascript:1"),
      (
        "https://www.google.com/search?q=http://a.b/", "https://www.google.com/search?q=http://a.b/"
      ),
      ("https://google.name.de/url?q=http://a.b/", "https://google.name.de/url?q=http://a.b/"),
      ("https://l.facebook.com/l.php?u=https%3A%2F%2Fexample.com%2F&h=AT", "https://example.com/"),
      ("http:example.com/a", "http://example.com/a"),
      ("https:/example.com", "https://example.com/"),
      ("https:////example.com/a", "https://example.com/a"),
      ("https:\\\\example.com\\a", "https://example.com/a"),
      ("https://https.example.com/", "https://https.example.com/"),
      (
        "https://example.com/a;jsessionid=0A1B?itm_campaign=x&p=1&cmpid=2&CMP=share&amp;utm_id=7",
        "https://example.com/a?p=1"
      ),
      ("https://x.com/bird/status/1?s=20&t=abc", "https://x.com/bird/status/1"),
      ("https://example.com/?s=20&t=abc", "https://example.com/?s=20&t=abc"),
      ("https://vk.com/away.php?to=https%3A%2F%2Fexample.com%2Fa&cc_key=", "https://example.com/a"),
      (
        "https://eur.safelinks.protection.outlook.com/?url=https%3A%2F%2Fb.example&data=5",
        "https://b.example/"
      ),
      ("https://www.getpocket.com/redirect?url=http%3A%2F%2Fexample.com", "http://example.com/"),
      ("https://getpocket.com/redirect?url=word", "https://getpocket.com/redirect?url=word"),
      (
        "https://vk.com/wall?to=https%3A%2F%2Fb.example",
        "https://vk.com/wall?to=https%3A%2F%2Fb.example"
      ),
      ("https://duckduckgo.com/l/?uddg=https%3A%2F%2Fexample.com%2F&rut=x", "https://example.com/"),
      ("http://nas/a", "http://nas/a"), ("http://nas:8080/", "http://nas:8080/"), ("nas/a", nil),
      ("//nas/a", nil), ("http://na s/", nil), ("example.com:8443/a", "https://example.com:8443/a"),
      ("localhost:8080/a", "http://localhost:8080/a"),
      ("127.0.0.1:8080/a", "http://127.0.0.1:8080/a"),
      ("https://localhost/a", "https://localhost/a"),
      ("https://bob:p@ss@example.com/a", "https://example.com/a"),
      // Broken escapes.
      ("https://a.example/%4%43", "https://a.example/%4%43"),
      ("https://a.example/%%4%31%", "https://a.example/%%4%31%"),
      // Examples from RFC 3492, 7.1, and names in use.
      ("https://xn--ihqwcrb4cv8a8dqg056pqjye.example/", "https://他们为什么不说中文.example/"),
      ("https://xn--80ak6aa92e.example/", "https://аррӏе.example/"),
      ("https://xn--99zzzzzzzzzz.example/", "https://xn--99zzzzzzzzzz.example/"),
      ("https://xn--a.example/", "https://xn--a.example/"),
    ] as [(String, String?)])
  func canonical(given: String, text: String?) { #expect((try? WebAddress(given))?.text == text) }

  @Test(
    "is refused with the reason when it is none that can be saved",
    arguments: [
      ("", .notAURL), ("   ", .notAURL), ("two words", .notAURL),
      ("https://exa mple.com", .notAURL), ("https://example.com/\u{0}", .notAURL),
      ("https://example.com/\u{1b}[31m", .notAURL),
      ("javascript:alert(1)", .unsupportedScheme("javascript")),
      ("file:///etc/passwd", .unsupportedScheme("file")),
      ("mailto:a@example.com", .unsupportedScheme("mailto")),
      ("ftp://example.com/", .unsupportedScheme("ftp")), ("https://", .badHost),
      ("https:///path", .badHost), ("https://https://", .badHost),
      ("https://a@https://b.example/", .badHost), ("http://http/word", .badHost),
      ("http:8080", .badHost), ("word", .badHost), ("https://-a.com/", .badHost),
      ("https://a..b.com/", .badHost), ("https://example.com:0/", .badHost),
      ("https://example.com:99999/", .badHost), ("https://example.com:abc/", .badHost),
      ("https://[::1/", .badHost), ("https://exa\"mple.com/", .badHost),
      ("https://\(String(repeating: "a", count: 64)).com/", .badHost),
      ("https://example.com/" + String(repeating: "a", count: 9000), .tooLong),
    ] as [(String, WebAddress.Problem)])
  func refused(given: String, problem: WebAddress.Problem) {
    #expect(throws: problem) { try WebAddress(given) }
  }

  @Test(
    "is like another spelling of itself and like nothing else",
    arguments: [
      ("https://example.com/a", "http://www.example.com/a/", true),
      ("https://example.com", "https://www.example.com/", true),
      ("https://example.com/a/?x=1", "https://example.com/a?x=1", true),
      ("https://www.com/", "https://com.com/", false),
      ("https://example.com/a", "https://example.com/A", false),
      ("https://example.com/a?x=1", "https://example.com/a?x=2", false),
      ("https://example.com:8080/", "https://example.com/", false),
      ("https://example.com/#!/a", "https://example.com/#!/b", false),
      ("https://example.com/a/#!/b", "http://www.example.com/a#!/b", true),
      ("https://m.example.com/a", "https://example.com/a", false),
      ("https://xn--mnchen-3ya.de/a", "http://www.MÜNCHEN.de/a/", true),
      ("https://example.com/?ito=1", "https://example.com/?ito=2", false),
      ("https://blog.example.com/", "https://example.com/", false),
    ])
  func deduplicationKey(first: String, second: String, alike: Bool) throws {
    #expect(
      (try WebAddress(first).deduplicationKey == WebAddress(second).deduplicationKey) == alike)
  }

  @Test(
    "is kept as given, but with a scheme, without credentials and not as a redirector, which may be gone tomorrow",
    arguments: [
      ("example.com/a#b", "https://example.com/a#b"), (" <//example.com> ", "https://example.com"),
      ("localhost:8080/a", "http://localhost:8080/a"),
      ("HTTP://bob:secret@Example.com:80/a?utm_source=b", "http://Example.com:80/a?utm_source=b"),
      ("https://bob@example.com/@c", "https://example.com/@c"),
      ("https://bob:p@ss@example.com", "https://example.com"),
      ("https://example.com/a?utm_id=1#b", "https://example.com/a?utm_id=1#b"),
      ("https:/example.com/a", "https://example.com/a"),
      ("https://youtu.be/dQw4w9WgXcQ", "https://www.youtube.com/watch?v=dQw4w9WgXcQ"),
      ("https://getpocket.com/redirect?url=https%3A%2F%2Fexample.com%2Fa", "https://example.com/a"),
    ])
  func given(text: String, kept: String) throws {
    #expect(try WebAddress.asGiven(text, of: WebAddress(text)) == kept)
    #expect(try WebAddress(text) == WebAddress(kept))
    #expect(!WebAddress.hasCredentials(kept))
    let article = Article(
      address: try WebAddress(text), given: text, savedAt: Timestamp(milliseconds: 0))
    #expect(article.url == kept)
  }

  @Test("loses its credentials wherever it stands in a text") func withoutCredentials() {
    #expect(
      WebAddress.withoutCredentials(
        "a@b see https://bob:secret@a.b/@c and http://x@y, or (ftp://u:p@h)")
        == "a@b see https://a.b/@c and http://y, or (ftp://h)")
    #expect(WebAddress.withoutCredentials("://@://@") == "://://")
  }

  @Test("that an older version wrote is found by the addresses beside it") func oldForm() throws {
    var article = Article(
      canonicalURL: "https://xn--mnchen-3ya.de/%7Ea", url: "https://xn--mnchen-3ya.de/%7ea#!/b",
      title: "A", savedAt: Timestamp(milliseconds: 0))
    article.finalURL = "https://MÜNCHEN.de/c?ito=1"
    let deduplicationKeys = article.addresses.map(\.deduplicationKey)
    for text in ["https://xn--mnchen-3ya.de/%7ea#!/b", "https://münchen.de/c?ito=1"] {
      #expect(deduplicationKeys.contains(try WebAddress(text).deduplicationKey))
    }
  }
}
