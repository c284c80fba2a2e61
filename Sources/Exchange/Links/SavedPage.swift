package import PageExtraction
package import ReadingList
import Web

/// A saved web page: HTML, MHTML, Safari's web archive, or any of these compressed.
package struct SavedPage {
  /// In UTF-8.
  package let html: [UInt8]
  /// As stated by the program that saved the page.
  package let origin: WebAddress?
  package let savedAt: Timestamp?

  /// Decompressed, in bytes.
  private static let maxSize = 64 << 20

  /// - Throws: `ExchangeProblem` if the bytes are not text, such as a program or a picture.
  package init(_ bytes: [UInt8]) throws(ExchangeProblem) {
    guard let bytes = Gunzip.unpacked(bytes, limit: Self.maxSize) else {
      throw ExchangeProblem("it is compressed and damaged, not a web page")
    }
    if PropertyList.isOne(bytes), let page = try? PropertyList.json(of: bytes)["WebMainResource"],
      let text = page["WebResourceData"]?.string
    {
      html = Array(text.utf8)
      (origin, savedAt) = (Self.address(page["WebResourceURL"]?.string ?? ""), nil)
      return
    }
    if let what = ContentSniffer.notText(bytes) {
      throw ExchangeProblem("it is \(what), not a web page")
    }
    if Mail.isMail(bytes) || Self.isSavedMail(bytes) {
      let mail = MailPart(bytes[...])
      if let part = Mail.page(in: mail) {
        html = CharacterEncoding.utf8(part.decodedBody, contentType: part.headers["content-type"])
        let places = [
          mail.headers["snapshot-content-location"], part.headers["content-location"],
          mail.headers["content-location"],
        ]
        origin = places.lazy.compactMap { $0 }.compactMap(Self.address).first
        savedAt = mail.headers["date"].flatMap(PageText.date)
        return
      }
    }
    html = CharacterEncoding.utf8(bytes, contentType: nil)
    let saved = Self.saved(html)
    (origin, savedAt) = (saved?.address, saved?.date)
  }

  static func isSavedMail(_ bytes: [UInt8]) -> Bool {
    guard bytes.prefix(256).contains(UInt8(ascii: ":")) else { return false }
    let mail = MailPart(bytes[...])
    if mail.headers["snapshot-content-location"] != nil { return true }
    guard mail.type == "multipart/related" || mail.headers["content-location"] != nil,
      let part = Mail.page(in: mail)
    else { return false }
    return part.headers["content-location"]?.lowercased().hasPrefix("http") ?? false
  }

  /// The address at the time of saving, or else the canonical one.
  package func address(by extractor: PageExtractor) -> WebAddress? {
    if let origin { return origin }
    let stated = extractor.extract(PageSource(html: html, url: nil)).metadata.canonicalURL
    return stated.flatMap(Self.address)
  }

  /// Of the comment by the program that saved the page, in bytes.
  private static let farthestComment = 16 << 10
  /// These introduce the address in such comments.
  private static let savedWords = [
    "saved from", "saved with", "saved by", "mirrored from", "archived from", "downloaded from",
    "captured from", "copied from", "clipped from",
  ]

  /// From a comment near the top, by any program.
  private static func saved(_ html: [UInt8]) -> (address: WebAddress, date: Timestamp?)? {
    html.prefix(farthestComment).split(separator: UInt8(ascii: "<")).lazy
      .filter { $0.starts(with: "!--".utf8) }
      .compactMap { saved(String(decoding: $0.prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self)) }
      .first
  }

  private static func saved(_ comment: String) -> (address: WebAddress, date: Timestamp?)? {
    let lowered = comment.lowercased()
    guard let word = savedWords.first(where: lowered.contains) else { return nil }
    let words = comment.split(whereSeparator: \.isWhitespace)
    var found: WebAddress?
    if let mark = comment.firstRange(of: "url=("),
      let close = comment[mark.upperBound...].firstIndex(of: ")")
    {
      // Internet Explorer and Chrome write the address's length before it.
      found = address(comment[comment.index(after: close)...])
    } else if let link = SavedLinks.places(in: comment).first {
      found = link.link.address
    } else if word == "mirrored from",
      let place = words.firstIndex(where: { $0.lowercased() == "from" }), place + 1 < words.count
    {
      // HTTrack omits the scheme.
      found = try? WebAddress(String(words[place + 1]))
    }
    guard let found else { return nil }
    let date = ["saved date:", " date:", " at ", "], ", " on "].lazy.compactMap { label in
      lowered.ranges(of: label).last.flatMap { moment(String(lowered[$0.upperBound...])) }
    }.first
    return (found, date)
  }

  private static func moment(_ text: String) -> Timestamp? {
    let line = text.prefix { !$0.isNewline && $0 != "(" && $0 != "<" }
    let words = line.split(whereSeparator: \.isWhitespace)
    return (1...7).reversed().lazy.filter { $0 <= words.count }.compactMap {
      PageText.date(words.prefix($0).joined(separator: " "))
    }.first
  }

  private static func address(_ text: some StringProtocol) -> WebAddress? {
    let word = text.drop { $0.isWhitespace }.prefix { !$0.isWhitespace }
    return word.lowercased().hasPrefix("http") ? try? WebAddress(String(word)) : nil
  }
}
