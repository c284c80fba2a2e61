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

  @Test(
    "gives the addresses of its text, however it is encoded: not those of headers, signatures, styles, attachments and subscriptions",
    arguments: [
      "plain.eml", "quoted-printable.eml", "base64.eml", "multipart.eml", "html.eml",
      "subscriptions.eml", "mails.mbox",
    ])
  func links(file: String) throws {
    let mail = String(decoding: try SampleFile.bytes("Mails/" + file), as: UTF8.self)
    #expect(try Self.links(mail) == SampleFile.lines("Mails/\(file).says"))
  }

  @Test("with lines that end as those of mails do gives the same") func carriageReturns() throws {
    let mail = String(decoding: try SampleFile.bytes("Mails/plain.eml"), as: UTF8.self)
    #expect(Self.links(mail.replacing("\n", with: "\r\n")) == Self.links(mail))
  }

  @Test("says which links end a subscription, which fetching them might do")
  func subscriptions() throws {
    let mail = Array(try SampleFile.bytes("Mails/subscriptions.eml"))
    #expect(Mail.links(in: mail).subscriptions.count == 4)
    let text = Self.head + "\nhttps://header.example/unsubscribe https://a.example/1\n"
    #expect(Self.links(text) == ["https://a.example/1"])
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
