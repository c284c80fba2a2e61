package import ReadingList
import PageExtraction
import PageFetch

/// A web page in a file, as browsers and their extensions save it: HTML, or HTML with its pictures in the
/// form of a mail (MHTML).
package struct SavedPage {
  /// The page in UTF-8.
  package let html: [UInt8]
  /// Where it was when it was saved, as the program that saved it says.
  package let origin: WebAddress?

  /// Reads a file's bytes.
  ///
  /// - Throws: `ExchangeProblem` for what is no text, such as a program or a picture.
  package init(_ bytes: [UInt8]) throws(ExchangeProblem) {
    switch ContentSniffer.kind(of: bytes, contentType: "", path: "") {
    case .pdf: throw ExchangeProblem("it is a PDF, not a web page")
    case .image: throw ExchangeProblem("it is a picture, not a web page")
    case .other: throw ExchangeProblem("it is a binary file, not a web page")
    case .html, .text, .markdown, .feed, .json: break
    }
    if Mail.isMail(bytes) {
      let mail = MailPart(bytes[...])
      if let part = Mail.page(in: mail) {
        html = CharacterEncoding.utf8(part.decodedBody, contentType: part.headers["content-type"])
        let places = [
          mail.headers["snapshot-content-location"], part.headers["content-location"],
          mail.headers["content-location"],
        ]
        origin = places.lazy.compactMap { $0 }.compactMap(Self.address).first
        return
      }
    }
    html = CharacterEncoding.utf8(bytes, contentType: nil)
    origin = Self.origin(in: html)
  }

  /// The page's address: where it was when it was saved, else what it says of itself.
  package var address: WebAddress? {
    if let origin { return origin }
    let stated = PageExtractor().extract(PageSource(html: html, url: nil)).metadata.canonicalURL
    return stated.flatMap(Self.address)
  }

  /// How far into a page the comment of the program that saved it is looked for, in bytes.
  private static let farthestComment = 16 << 10
  private static let maxCommentLength = 4 << 10

  /// The address in a comment of SingleFile or, as Internet Explorer and Chrome write it, with the address's
  /// length.
  private static func origin(in html: [UInt8]) -> WebAddress? {
    var rest = html.prefix(farthestComment)
    while let open = position(of: "<!--", in: rest) {
      rest = rest[(open + 4)...]
      let end = position(of: "-->", in: rest) ?? rest.endIndex
      let comment = String(decoding: rest[..<end].prefix(maxCommentLength), as: UTF8.self)
      let words = comment.split(whereSeparator: \.isWhitespace)
      let head = words.prefix(6).joined(separator: " ").lowercased()
      if head.hasPrefix("page saved with singlefile"),
        let label = words.firstIndex(where: { $0 == "url:" }), label + 1 < words.count
      {
        return address(words[label + 1])
      }
      if head.hasPrefix("saved from url=("), let mark = comment.firstIndex(of: ")") {
        return address(comment[comment.index(after: mark)...])
      }
    }
    return nil
  }

  /// The first place of a word; many times as fast as the standard library's search of collections.
  private static func position(of word: StaticString, in bytes: ArraySlice<UInt8>) -> Int? {
    let word = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    var rest = bytes
    while let hit = rest.firstIndex(of: word[0]) {
      rest = rest[hit...]
      if rest.starts(with: word) { return hit }
      rest = rest.dropFirst()
    }
    return nil
  }

  /// A text as an address with its scheme.
  private static func address(_ text: some StringProtocol) -> WebAddress? {
    let word = text.drop { $0.isWhitespace }.prefix { !$0.isWhitespace }
    return word.lowercased().hasPrefix("http") ? try? WebAddress(String(word)) : nil
  }
}
