import ReadingList

/// Takes out the legal notes that a publisher sets below every page: no advice, no offer, no liability.
enum SmallPrint {
  private static let phrases = [
    "for informational purposes", "for information purposes", "for educational purposes",
    "informational purposes only",
    "not constitute", "investment advice", "financial advice", "legal advice", "tax advice",
    "medical advice",
    "no guarantee", "not guaranteed", "past performance", "registered investment advis",
    "investment risk",
    "subject to risk", "prospectus", "not a substitute", "securities offered", "member finra",
    "finra/sipc",
    "not an offer", "no liability", "not liable", "not responsible", "possible loss", "consult a ",
    "consult your",
    "consult with", "all rights reserved", "trademark", "does not provide", "do not provide",
    "without notice",
    "opinions expressed", "views expressed", "advisory services", "not affiliated",
    "certification mark", "affiliate link", "disclosure:", "disclaimer:", "commission",
    "at no extra cost", "at no additional cost", "donat", "patreon",
  ]
  private static let minPhrases = 2
  /// A shorter line is no legal note.
  private static let minLength = 80

  private static let rights = [
    "copyright", "©", "terms of use", "terms of service", "terms and conditions",
    "privacy policy", "cookie policy", "may not be reproduced", "use of this site",
  ]

  /// Whether a text is all legal notes: who holds the rights, and what the site may be used for.
  static func isAll(of text: String) -> Bool {
    var found: Set<String> = []
    for line in text.lowercased().split(separator: "\n") where line.contains(where: \.isLetter) {
      let hits = (phrases + rights).filter { ByteText.contains(String(line), $0) }
      if hits.isEmpty, line.utf8.count >= 30 { return false }
      found.formUnion(hits)
    }
    return found.count >= 3
  }

  /// The blocks without such notes at their end, at most a half of the text.
  ///
  /// Notes that a mark in the text refers to, by an asterisk or a number, are the text's.
  static func removed(from blocks: [ArticleBody.Block]) -> [ArticleBody.Block] {
    var end = blocks.count
    var found: Set<String> = []
    var removed = 0
    while end > 1 {
      switch blocks[end - 1] {
      case .rule, .figure:
        end -= 1
        continue
      default: break
      }
      guard case .paragraph(let text) = blocks[end - 1] else { break }
      let line = text.plainText.lowercased()
      let hits = phrases.filter { ByteText.contains(line, $0) }
      guard line.utf8.count >= minLength, !hits.isEmpty, let first = line.first,
        !"*†‡[(".contains(first), !first.isNumber
      else { break }
      found.formUnion(hits)
      removed += line.utf8.count
      end -= 1
    }
    guard found.count >= minPhrases else { return blocks }
    let total = ArticleBody(blocks: blocks).plainText.utf8.count
    return removed * 2 < total ? Array(blocks[..<end]) : blocks
  }
}
