import ReadingList

/// A field of a document: the first letter of its terms.
enum Field: String, CaseIterable {
  case title = "T"
  /// Author, site, address, tags, note and highlights.
  case other = "M"
  case body = "B"

  /// How much a word in it counts; one in the title more than any number in the others.
  var weight: Double {
    switch self {
    case .title: 10
    case .other: 1.5
    case .body: 1
    }
  }

  /// The term of a word.
  func term(_ word: [UInt8]) -> [UInt8] { rawValue.utf8 + word }
}

/// Terms that stand for no word.
enum Mark {
  static let hasImage = "I"
  static let hasCode = "C"
  static let isTextMissing = "U"

  /// The mark of an article, which its document alone has.
  static func article(_ id: ArticleID) -> String { "Q\(id.text)" }

  /// The mark of a language.
  static func language(_ code: String) -> String { "L\(code)" }
}

extension SearchDocument {
  /// The texts of each field; no phrase runs from one into the next.
  var fields: [(field: Field, text: String)] {
    [(.title, title)] + ([author, site, url, note] + tags + highlights).map { (.other, $0) } + [
      (.body, body)
    ]
  }
}
