import ReadingList
import Testing

@Suite("An address")
struct WebAddressTests {
  @Test(
    "has one canonical form",
    arguments: [
      ("https://example.com", "https://example.com/"),
      ("HTTPS://Example.COM/A?b=C#d", "https://example.com/A?b=C"),
      ("http://example.com:80/", "http://example.com/"),
      ("https://example.com:443/a", "https://example.com/a"),
      ("https://example.com:8443/a", "https://example.com:8443/a"),
      ("https://user:secret@example.com/a", "https://example.com/a"),
      (
        "https://example.com/?utm_source=a&b=1&UTM_Medium=x&fbclid=2&a=2",
        "https://example.com/?b=1&a=2"
      ),
      ("https://example.com/a?utm_source=x", "https://example.com/a"),
      ("https://example.com/a?", "https://example.com/a"),
      ("https://example.com/a/../b/./c", "https://example.com/b/c"),
      ("https://example.com/../../a", "https://example.com/a"),
      ("https://example.com/a/..", "https://example.com/"),
      ("https://example.com/%7euser/%2e%2e/x", "https://example.com/x"),
      ("https://example.com/a%c3%a4ä", "https://example.com/a%C3%A4%C3%A4"),
      ("  <https://example.com/a>\n", "https://example.com/a"),
      ("example.com/page", "https://example.com/page"),
      ("//example.com/page", "https://example.com/page"),
      ("https://example.com./a", "https://example.com/a"),
      ("https://MÜNCHEN.de/", "https://münchen.de/"),
      ("http://[::1]:8080/a", "http://[::1]:8080/a"), ("https:\\\\example.com", nil),
      ("https://example.com\\a\\b", "https://example.com/a/b"),
      ("https://example.com?x=1", "https://example.com/?x=1"),
      ("https://example.com/a#\u{301}b", "https://example.com/a"),
      ("https://example.com/a?\u{301}b=1#c", "https://example.com/a?%CC%81b=1"),
      ("https://example.com/\u{301}a", "https://example.com/%CC%81a"),
      ("https://example.com/" + String(repeating: "ä", count: 4000), nil),
    ] as [(String, String?)]
  )
  func canonical(given: String, text: String?) {
    #expect((try? WebAddress(given))?.text == text)
  }

  @Test(
    "is refused with the reason when it is none that can be saved",
    arguments: [
      ("", .notAURL), ("   ", .notAURL), ("two words", .notAURL),
      ("https://exa mple.com", .notAURL),
      ("https://example.com/\u{0}", .notAURL), ("https://example.com/\u{1b}[31m", .notAURL),
      ("javascript:alert(1)", .unsupportedScheme("javascript")),
      ("file:///etc/passwd", .unsupportedScheme("file")),
      ("mailto:a@example.com", .unsupportedScheme("mailto")),
      ("ftp://example.com/", .unsupportedScheme("ftp")),
      ("https://", .badHost), ("https:///path", .badHost), ("http:example.com", .badHost),
      ("word", .badHost),
      ("https://-a.com/", .badHost), ("https://a..b.com/", .badHost),
      ("https://example.com:0/", .badHost),
      ("https://example.com:99999/", .badHost), ("https://example.com:abc/", .badHost),
      ("https://[::1/", .badHost),
      ("https://exa\"mple.com/", .badHost),
      ("https://\(String(repeating: "a", count: 64)).com/", .badHost),
      ("https://example.com/" + String(repeating: "a", count: 9000), .tooLong),
    ] as [(String, WebAddress.Problem)]
  )
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
      ("https://blog.example.com/", "https://example.com/", false),
    ]
  )
  func likeness(first: String, second: String, alike: Bool) throws {
    #expect((try WebAddress(first).likeness == WebAddress(second).likeness) == alike)
  }

  @Test(
    "stays as it is when made canonical again, whatever it was",
    arguments: 0..<4 as Range<UInt64>
  )
  func idempotent(seed: UInt64) {
    var random = Seeded(seed)
    let pieces = [
      "http://", "https://", "example.com", "www.", "a", "B", "/", "//", "..", ".", "?", "&", "=",
      "#", "%", "%2f",
      "%zz", "ä", "日", " ", ":", ":80", ":443", "@", "utm_source=x", "[", "]", "[::1]", "\\", "-",
      "\u{0}", "localhost",
      "\u{202e}", "127.0.0.1", "|", "\"", "<", ">",
    ]
    var accepted = 0
    for _ in 0..<5000 {
      let count = Int.random(in: 1...9, using: &random)
      let tail = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      let given = Bool.random(using: &random) ? "https://example.com/" + tail : tail
      guard let address = try? WebAddress(given) else { continue }
      accepted += 1
      let again = try? WebAddress(address.text)
      #expect(again == address, "\(given.debugDescription) -> \(address.text)")
      #expect(WebAddress(canonical: address.text) == address)
      #expect(address.text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f })
    }
    #expect(accepted > 1000)
  }
}
