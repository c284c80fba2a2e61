import Platform
import ReadingList

/// The folded text of all rows of a table, contiguous, so that one pass searches all of them.
///
/// A row's text is its fields and tags, separated by line feeds, and ends with a separator byte.
struct SearchText {
  /// The parts of a row's text that can be searched separately, in their order.
  enum Field: Int, CaseIterable {
    case title, site, author, url, note

    /// The field's text of an article, not folded.
    func text(of article: ArticleSummary) -> String {
      switch self {
      case .title: article.title
      case .site: article.site ?? ""
      case .author: article.author ?? ""
      case .url: article.url
      // Lines are joined so that a phrase matches across a line break.
      case .note: article.note.onOneLine
      }
    }
  }

  /// Ends each row; no UTF-8 text contains it, so no match spans two rows.
  private static let separator: UInt8 = 0xff
  /// Separates fields; within a field `verticalTab` replaces it.
  private static let lineFeed: UInt8 = 10, verticalTab: UInt8 = 11

  let bytes: UnsafeRawBufferPointer
  /// The start of each row, then the end of the last.
  let offsets: UnsafeBufferPointer<UInt64>

  /// Returns the text of an article's row; a tombstone has no fields.
  static func row(of article: ArticleSummary?) -> [UInt8] {
    var row: [UInt8] = []
    if let article {
      let fields = Field.allCases.map { $0.text(of: article) } + article.tags
      for (index, field) in fields.enumerated() {
        if index > 0 { row.append(lineFeed) }
        row += bytes(ofField: Query.folded(field))
      }
    }
    return row + [separator]
  }

  /// Returns the bytes of a folded text without the separator of fields.
  static func bytes(ofField text: String) -> [UInt8] {
    text.utf8.map { $0 == lineFeed ? verticalTab : $0 }
  }

  func field(_ field: Field, row: Int) -> UnsafeRawBufferPointer {
    var rest = bytes[Int(offsets[row])..<Int(offsets[row + 1])].dropLast()
    func length() -> Int {
      let text = UnsafeRawBufferPointer(rebasing: rest)
      return text.baseAddress?.distance(to: Self.lineFeed, within: text.count) ?? text.count
    }
    for _ in 0..<field.rawValue { rest = rest.dropFirst(length() + 1) }
    return UnsafeRawBufferPointer(rebasing: rest.prefix(length()))
  }

  /// Clears the byte of each row that does not contain a word, in any of the fields if some are given.
  func narrow(_ mask: inout [UInt8], to needle: Needle, in fields: [Field] = []) {
    guard !needle.isEmpty else { return }
    for row in mask.indices where mask[row] != 0 {
      let isFound =
        fields.isEmpty
        ? needle.occurs(
          in:
            UnsafeRawBufferPointer(rebasing: bytes[Int(offsets[row])..<Int(offsets[row + 1])]))
        : fields.contains { needle.occurs(in: field($0, row: row)) }
      if !isFound { mask[row] = 0 }
    }
  }
}

/// A word to search for.
struct Needle {
  /// The ends at which a match must be at a word boundary.
  enum Ends { case none, beginning, both }

  private let bytes: [UInt8]
  private let ends: Ends

  var isEmpty: Bool { bytes.isEmpty }

  /// Matches words, the last of which may be a prefix; after a `*`, any part of a word.
  init(words: String) {
    let isPart = words.hasPrefix("*") && words.utf8.count > 1
    self.init(isPart ? String(words.dropFirst()) : words, isPart ? .none : .beginning)
  }

  init(_ word: String, _ ends: Ends) {
    bytes = SearchText.bytes(ofField: word)
    self.ends = ends
  }

  /// Returns whether a text has a match.
  func occurs(in text: UnsafeRawBufferPointer) -> Bool {
    var start = 0
    while let place = text.place(of: bytes, from: start) {
      if isWhole(text, place) { return true }
      start = place + 1
    }
    return false
  }

  private func isWhole(_ text: UnsafeRawBufferPointer, _ place: Int) -> Bool {
    ends == .none
      || WordPart.isBoundary(text, place)
        && (ends == .beginning || WordPart.isBoundary(text, place + bytes.count))
  }
}
