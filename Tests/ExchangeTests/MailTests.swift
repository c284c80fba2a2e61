import Exchange
import ReadingList
import Testing

@Suite("A mail") struct MailTests {
  private static func links(_ text: String) -> [String] {
    Mail.links(in: Array(text.utf8)).pages.map(\.address.text)
  }

  private static let head = """
    From: Ada <ada@a.example>
    To: Bob <bob@b.example>
    Subject: see https://header.example/
    List-Unsubscribe: <https://header.example/unsubscribe>

    """

  @Test("is told from lines of text by its headers") func isMail() {
    for mail in [
      Self.head + "\nHello", "From ada Sat Nov 21 12:00:00 2026\nFrom: a\nTo: b\n\nx",
      "Received: from x\n\tby y\r\nDate: today\r\n\r\nHello",
    ] { #expect(Mail.isMail(Array(mail.utf8)), "\(mail)") }
    for text in [
      "https://a.example/1\nhttps://a.example/2\n", "", "Subject: a list\nhttps://a.example/",
      "From here on:\nhttps://a.example/", "notes: x\nTo: y\nplain text From: z\n",
    ] { #expect(!Mail.isMail(Array(text.utf8)), "\(text)") }
  }

  @Test("gives the addresses of its text, not those of headers and signature") func plain() {
    let text =
      Self.head + """

        Read <https://a.example/one>, then (https://a.example/two).
        > quoted https://a.example/three
        and https://a.example/one again
        --
        no signature: https://a.example/four
        --\u{20}
        https://signature.example/
        """
    let wanted = ["one", "two", "three", "four"].map { "https://a.example/\($0)" }
    #expect(Self.links(text) == wanted)
    #expect(Self.links(text.replacing("\n", with: "\r\n")) == wanted)
  }

  @Test("does not give links that end a subscription, which fetching them might do")
  func subscriptions() {
    let html =
      Self.head + """
        Content-Type: text/html

        <a href="https://a.example/how-to-unsubscribe-from-everything">How to unsubscribe from it all today
        and for ever</a> <a href="https://news.example/u/1"><b>Unsubscribe</b> here</a>
        <a href="https://news.example/Unsubscribe?id=3">here</a> https://header.example/unsubscribe
        <a href="https://news.example/p">Update your&nbsp;preferences</a>
        <a href="mailto:x@y.example">Unsubscribe</a> <a href="https://b.example/last">Last</a>
        """
    let links = Mail.links(in: Array(html.utf8))
    #expect(
      links.pages.map(\.address.text) == [
        "https://a.example/how-to-unsubscribe-from-everything", "https://b.example/last",
      ])
    #expect(links.subscriptions.count == 4)
    let text = Self.head + "\nhttps://header.example/unsubscribe https://a.example/1\n"
    #expect(Self.links(text) == ["https://a.example/1"])
  }

  @Test("in quoted-printable has its lines joined and its bytes decoded") func quotedPrintable() {
    let text =
      Self.head + """
        Content-Type: text/plain; charset=utf-8
        Content-Transfer-Encoding: Quoted-Printable

        https://a.example/a-very-long-address-that-=
        goes-on?x=3D1&y=3d2   and https://a.example/=C3=A9 =\t
        end =zz =
        """
    #expect(
      Self.links(text) == [
        "https://a.example/a-very-long-address-that-goes-on?x=1&y=2", "https://a.example/%C3%A9",
      ])
  }

  @Test("in base64 is decoded, whatever stands between the letters") func base64() {
    // see https://a.example/one?x=1
    let text =
      Self.head + """
        Content-Transfer-Encoding: base64

        c2VlIGh0dHBz
        Oi8vYS5leGFt cGxlL29u\rZT94PTE=
        """
    #expect(Self.links(text) == ["https://a.example/one?x=1"])
  }

  @Test("in several parts gives those of text and HTML once, and of no attachment") func multipart()
  {
    let text =
      Self.head + """
        MIME-Version: 1.0
        Content-Type: multipart/mixed;
         boundary="out er"

        This is https://preamble.example/
        --out er
        Content-Type: multipart/alternative; boundary=inner

        --inner
        Content-Type: text/plain

        https://a.example/one
        --inner
        Content-Type: text/html; charset=utf-8
        Content-Transfer-Encoding: quoted-printable

        <a href=3D"https://a.example/one">One</a> <a href=3D'https://a.example/two?a=3D1&amp;b=3D2'>
        https://a.example/tw=E2=80=A6</a>
        --inner--
        https://epilogue.example/
        --out er
        Content-Type: text/plain
        Content-Disposition: attachment; filename=x.txt

        https://attached.example/
        --out er
        Content-Type: image/png
        Content-Transfer-Encoding: base64

        aHR0cHM6Ly9pbWFnZS5leGFtcGxlLw==
        --out er
        Content-Type: message/rfc822

        From: c@c.example
        Subject: forwarded

        https://a.example/three
        --out er--
        """
    #expect(
      Self.links(text) == [
        "https://a.example/one", "https://a.example/two?a=1&b=2", "https://a.example/three",
      ])
  }

  @Test("in HTML gives what links lead to and what is written outside of them") func html() {
    let text =
      Self.head + """
        Content-Type: text/html

        <html><head><title>https://hidden.example/1</title><style>a{background:url(https://hidden.example/2)}</style>
        </head><!-- https://hidden.example/3 --><body>
        <img src="https://hidden.example/4"><A HREF = https://a.example/one target=x>one</A>
        <a title="a > b" href=" https://a.example/two?q=&quot;x&quot;&amp;r=1 "><b>two</b> https://hidden.example/5</a>
        <p>bare: https://a.<b>example</b>/three, end</p><a name="https://hidden.example/6">https://a.example/four</a>
        <a href="mailto:x@a.example">m</a><a href="#top">t</a><a href="javascript:alert(1)">j</a>
        <a href="https://a.example/fi&#118;e
        ">five</a><script>https://hidden.example/7</script>
        """
    let found = Self.links(text)
    #expect(!found.contains { $0.contains("hidden") }, "\(found)")
    #expect(
      found.map { $0.replacing("https://a.example/", with: "") } == [
        "one", "two?q=%22x%22&r=1", "five", "three", "four",
      ])
  }

  @Test("of an mbox gives those of each, and lines that look like a beginning stay text")
  func mbox() {
    let text = """
      From ada Sat Nov 21 12:00:00 2026
      Subject: one
      Date: x

      https://a.example/one
      From here: https://a.example/two

      From bob Sat Nov 21 12:00:00 2026
      Subject: two
      Content-Transfer-Encoding: base64

      aHR0cHM6Ly9hLmV4YW1wbGUvdGhyZWU=
      """
    #expect(Self.links(text) == ["one", "two", "three"].map { "https://a.example/\($0)" })
  }

  @Test(
    "that is broken gives what can be found",
    arguments: [
      "Content-Type: multipart/mixed\n\nhttps://a.example/one",
      "Content-Type: multipart/mixed; boundary=x\n\nhttps://a.example/one",
      "Content-Type: multipart/mixed; boundary=\n\nhttps://a.example/one",
      "Content-Type: multipart/mixed; boundary=x\n\n--x\n\nhttps://a.example/one",
      "Content-Type: multipart/mixed; boundary=x\n\n--x\nhttps://no.example\n\nhttps://a.example/one",
      "Content-Type: text/html\n\n<a href='https://a.example/one'><!-- open",
      "Content-Type\n\nhttps://a.example/one", "Content-Type: \n\nhttps://a.example/one",
    ])
  func broken(text: String) { #expect(Self.links(Self.head + text) == ["https://a.example/one"]) }

  @Test("with parts nested without end is read to a depth") func nested() {
    var text = Self.head
    for depth in 0..<2000 {
      text += "Content-Type: multipart/mixed; boundary=b\(depth)\n\n--b\(depth)\n"
    }
    #expect(Self.links(text + "\nhttps://deep.example/").isEmpty)
  }

  @Test("of very many lines, tags and parts is read at once") func large() {
    let tags =
      Self.head + "Content-Type: text/html\n\n" + String(repeating: "<a href=\"", count: 100_000)
    #expect(Self.links(tags).isEmpty)
    let parts =
      Self.head + "Content-Type: multipart/mixed; boundary=x\n\n"
      + String(repeating: "--x\n\nhttps://a.example/\n", count: 20_000)
    #expect(Self.links(parts) == ["https://a.example/"])
  }
}
