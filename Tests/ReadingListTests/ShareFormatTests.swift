import ReadingList
import Testing

@Suite("Sharing") struct ShareFormatTests {
  private let title = "It's [odd] *and*\n“new” & 50%"
  private let url = "https://a.example/x(1)?a=1&b=é#y"

  @Test(
    "1.25 each form is what it is taken for: address, Markdown, text, mail, command",
    arguments: [
      (ShareFormat.link, "https://a.example/x(1)?a=1&b=é#y"),
      (.markdown, #"[It's \[odd\] \*and\* “new” & 50%](<https://a.example/x(1)?a=1&b=é#y>)"#),
      (.text, "It's [odd] *and* “new” & 50%\nhttps://a.example/x(1)?a=1&b=é#y"),
      (
        .mail,
        "mailto:?subject=It%27s%20%5Bodd%5D%20%2Aand%2A%20%E2%80%9Cnew%E2%80%9D%20%26%2050%25"
          + "&body=https%3A%2F%2Fa.example%2Fx%281%29%3Fa%3D1%26b%3D%C3%A9%23y"
      ),
      (
        .command,
        #"luego add --title 'It'\''s [odd] *and* “new” & 50%' -- 'https://a.example/x(1)?a=1&b=é#y'"#
      ),
    ])
  func forms(format: ShareFormat, wanted: String) {
    #expect(format.text(title: title, url: url) == wanted)
  }

  @Test("a quote that a mark combines with ends no word of a shell") func combinedQuote() {
    #expect(
      ShareFormat.quoted("a'\u{301}; touch x; '\u{301}")
        == #"'a'\''\#u{301}; touch x; '\''\#u{301}'"#)
    let link = ShareFormat.markdown.text(title: "a]\u{301}(b)", url: "https://a.example/>\u{301}")
    #expect(link == "[a\\]\u{301}(b)](<https://a.example/%3E\u{301}>)")
  }
}
