import ReadingList

/// Finds the addresses in any text, in order: plain text, Markdown, OneTab's lists, mails.
enum TextLinks {
  /// The longest line that is looked at whole, in bytes; longer ones are parted between words.
  private static let maxLineLength = 1 << 20

  /// Gives each address with the number of its line; false when nothing more is wanted.
  static func read(
    _ text: ByteStream,
    named name: String,
    _ deliver: ImportReader.Receiver
  ) throws(ExchangeProblem) -> Bool {
    let head = text.peek(1 << 16)
    if Mail.isMail(Array(head)) {
      guard let bytes = text.rest(limit: ImportReader.maxDocumentSize) else {
        throw ExchangeProblem("it is larger than \(ImportReader.maxDocumentSize >> 20) MiB")
      }
      for link in Mail.links(in: bytes).pages {
        let article = ImportedArticle(url: link.given)
        guard deliver(.article(article), ImportedPlace(file: name)) else { return false }
      }
      return true
    }
    var number = 1
    while let line = nextLine(text) {
      let place = ImportedPlace(file: name, line: number)
      if line.endsWord {
        for article in articles(in: String(decoding: line.bytes, as: UTF8.self)) {
          guard deliver(.article(article), place) else { return false }
        }
      } else {
        guard deliver(.damaged("it has a word longer than 1 MiB"), place) else { return false }
      }
      if line.isWhole { number += 1 }
    }
    return true
  }

  private static func articles(in line: String) -> [ImportedArticle] {
    let links = SavedLinks.found(in: line)
    return links.map { link in
      var article = ImportedArticle(url: link.given)
      // OneTab writes an address, a bar and the title.
      if links.count == 1, let bar = line.firstRange(of: " | "),
        line[..<bar.lowerBound].allSatisfy({ !$0.isWhitespace }), line.hasPrefix("http")
      {
        article.title = String(line[bar.upperBound...]).trimmingSpace
      }
      return article
    }
  }

  /// The next line, or as much of it as is looked at together; nil at the end.
  private static func nextLine(
    _ text: ByteStream
  ) -> (bytes: [UInt8], isWhole: Bool, endsWord: Bool)? {
    var bytes: [UInt8] = []
    while let byte = text.next() {
      if byte == 10 { return (bytes, true, true) }
      bytes.append(byte)
      guard bytes.count >= maxLineLength else { continue }
      guard let space = bytes.lastIndex(where: { $0 <= 32 }) else {
        while let byte = text.peek(), byte > 32 { _ = text.next() }
        return (bytes, false, false)
      }
      text.unread(bytes[(space + 1)...])
      return (Array(bytes[...space]), false, true)
    }
    return bytes.isEmpty ? nil : (bytes, true, true)
  }
}
