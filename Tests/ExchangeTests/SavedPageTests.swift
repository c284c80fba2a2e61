import Exchange
import ReadingList
import PageExtraction
import Testing

@Suite("A page in a file") struct SavedPageTests {
  private static func address(_ page: String) throws -> String? {
    try SavedPage(Array(page.utf8)).address(by: PageExtractor())?.text
  }

  @Test(
    "names its address, where it was saved from before what it says of itself",
    arguments: [
      ("<link rel=canonical href='https://a.example/x'>", "https://a.example/x"),
      ("<meta property=og:url content='https://a.example/x'>", "https://a.example/x"),
      ("<base href='https://a.example/d/'><link rel=canonical href=x>", "https://a.example/d/x"),
      (
        """
        <!DOCTYPE html> <html lang="en"><!--
         Page saved with SingleFile
         url: https://a.example/x?y=1
         saved date: Tue Nov 24 2026
        --><link rel=canonical href='https://b.example/'>
        """, "https://a.example/x?y=1"
      ),
      ("<!-- saved from url=(0019)https://a.example/x -->\n<html>", "https://a.example/x"),
      (
        "<!-- saved from url=(0014)about:internet --><link rel=canonical href=http://a.example/>",
        "http://a.example/"
      ),
      ("<!-- Page saved with SingleFile url: --><p>x", nil), ("<!-- saved from url=(", nil),
      ("<link rel=canonical href=/x>", nil), ("<link rel=canonical href='file:///x'>", nil),
      ("<p>Nothing. saved from url=(0019)https://a.example/x", nil), ("", nil),
    ] as [(String, String?)])
  func addresses(page: String, address: String?) throws {
    #expect(try Self.address(page) == address)
  }

  /// A page as Chrome saves it, with a picture and a frame.
  private static func archive(
    _ encoding: String, _ body: [UInt8],
    head: String = "Snapshot-Content-Location: https://a.example/x\r\n", type: String = "text/html"
  ) -> [UInt8] {
    let begin = """
      From: <Saved by Blink>
      \(head)Subject: =?utf-8?Q?Herons?=
      Date: Tue, 24 Nov 2026 10:00:00 -0000
      MIME-Version: 1.0
      Content-Type: multipart/related;
      \ttype="text/html";
      \tboundary="----MultipartBoundary--x----"


      ------MultipartBoundary--x----
      Content-Type: \(type)
      Content-Transfer-Encoding: \(encoding)
      Content-Location: https://part.example/y


      """
    let end = """

      ------MultipartBoundary--x----
      Content-Type: image/png
      Content-Transfer-Encoding: base64
      Content-Location: https://a.example/p.png

      iVBORw0KGgo=
      ------MultipartBoundary--x----
      Content-Type: text/html

      <p>a frame
      ------MultipartBoundary--x------

      """
    func lines(_ text: String) -> [UInt8] {
      Array(text.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n").utf8)
    }
    return lines(begin) + body + lines(end)
  }

  @Test("in the form of a mail is read: its encodings, its charset, its address") func mail() throws
  {
    let quoted = Array("<p class=3D\"a\">Gr=C3=BC=C3=9Fe, so l=\r\nong".utf8)
    let page = try SavedPage(Self.archive("quoted-printable", quoted))
    #expect(String(decoding: page.html, as: UTF8.self) == "<p class=\"a\">Grüße, so long\r\n")
    #expect(page.address(by: PageExtractor())?.text == "https://a.example/x")
    let base64 = Array("PHA+8NLJ\r\n18XU".utf8)
    let russian = try SavedPage(
      Self.archive("base64", base64, head: "", type: "text/html; charset=\"koi8-r\""))
    #expect(String(decoding: russian.html, as: UTF8.self) == "<p>Привет")
    #expect(russian.address(by: PageExtractor())?.text == "https://part.example/y")
    let single = """
      From: <Saved by Microsoft Internet Explorer 5>
      Subject: Herons
      Content-Type: text/html; charset="utf-8"
      Content-Transfer-Encoding: 8bit
      Content-Location: http://a.example/old

      <p>Alone
      """
    let alone = try SavedPage(Array(single.utf8))
    #expect(alone.html == Array("<p>Alone".utf8))
    #expect(alone.address(by: PageExtractor())?.text == "http://a.example/old")
  }

  @Test("is nothing when it is none, however it is cut") func cut() throws {
    let whole = Self.archive("quoted-printable", Array("<p>text".utf8))
    for end in stride(from: 0, to: whole.count, by: 7) {
      _ = try SavedPage(Array(whole[..<end])).address(by: PageExtractor())
    }
  }

  @Test(
    "is no program, picture or PDF",
    arguments: [
      [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0], Array("%PDF-1.7\n".utf8), [0xff, 0xd8, 0xff, 0xe0],
      Array("text\u{1}\u{2}\u{0}and more".utf8), [0x1f, 0x8b, 8, 0, 0, 0],
    ] as [[UInt8]])
  func binary(bytes: [UInt8]) {
    let error = #expect(throws: ExchangeProblem.self) { try SavedPage(bytes) }
    #expect(error?.message.hasSuffix("not a web page") == true)
  }
}
