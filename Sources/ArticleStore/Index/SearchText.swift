import Platform
import ReadingList

/// The folded text of all rows of a table, one after the other, to be searched in one go.
///
/// A row's text is its fields, then its tags, with line feeds between, and a byte that is in no text.
struct SearchText {
  /// The parts of a row's text that can be asked for by themselves, in their order.
  enum Field: Int, CaseIterable {
    case title, site, author, url, note

    /// The field's text of an article, not folded.
    func text(of article: ArticleSummary) -> String {
      switch self {
      case .title: article.title
      case .site: article.site ?? ""
      case .author: article.author ?? ""
      case .url: article.url
      // So that a phrase is found where the line was broken.
      case .note: article.note.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      }
    }
  }

  /// Stands after each row; no UTF-8 text contains it, so nothing is found across two rows.
  private static let separator: UInt8 = 0xff
  /// Stands between fields; `verticalTab` takes its place within them.
  private static let lineFeed: UInt8 = 10, verticalTab: UInt8 = 11

  let bytes: UnsafeRawBufferPointer
  /// Where each row begins, and where the last one ends.
  let offsets: UnsafeBufferPointer<UInt64>

  /// The text of an article's row; a tombstone's has no field.
  static func row(of article: ArticleSummary?) -> [UInt8] {
    var row: [UInt8] = []
    if let article {
      let fields = Field.allCases.map { $0.text(of: article) } + article.tags
      for (index, field) in fields.enumerated() {
        if index > 0 { row.append(lineFeed) }
        row += Query.folded(field).utf8.lazy.map { $0 == lineFeed ? verticalTab : $0 }
      }
    }
    return row + [separator]
  }

  /// A field of a row.
  func field(_ field: Field, row: Int) -> UnsafeRawBufferPointer {
    var rest = bytes[Int(offsets[row])..<Int(offsets[row + 1])].dropLast()
    func length() -> Int {
      let text = UnsafeRawBufferPointer(rebasing: rest)
      return text.baseAddress?.distance(to: Self.lineFeed, within: text.count) ?? text.count
    }
    for _ in 0..<field.rawValue { rest = rest.dropFirst(length() + 1) }
    return UnsafeRawBufferPointer(rebasing: rest.prefix(length()))
  }

  /// Clears the mark of each row that does not contain a word.
  ///
  /// Few rows are tried one by one. For many it is one pass over everything: the rows are found from the
  /// matches.
  func narrow(_ mask: inout [UInt8], to needle: Needle) {
    guard !needle.isEmpty else { return }
    let count = mask.count
    let marked = mask.reduce(0) { $0 &+ Int($1) }
    if marked < count / 8 {
      for row in mask.indices where mask[row] != 0 {
        let range = Int(offsets[row])..<Int(offsets[row + 1])
        let part = UnsafeRawBufferPointer(rebasing: bytes[range])
        if needle.first(in: part, from: 0) == nil { mask[row] = 0 }
      }
      return
    }
    var row = 0
    var position = 0
    while row < count {
      let match = needle.first(in: bytes, from: position) ?? bytes.count
      // Rows that end before the match do not have it.
      while row < count, Int(offsets[row + 1]) <= match {
        mask[row] = 0
        row += 1
      }
      guard row < count else { break }
      position = Int(offsets[row + 1])
      row += 1
    }
  }

  /// Clears the mark of each row that has a word in none of some fields.
  func narrow(_ mask: inout [UInt8], to needle: Needle, in fields: [Field]) {
    guard !needle.isEmpty else { return }
    for row in mask.indices where mask[row] != 0 {
      let isFound = fields.contains { needle.first(in: field($0, row: row), from: 0) != nil }
      if !isFound { mask[row] = 0 }
    }
  }
}

/// A word to look for, by the byte of it that is rarest in text.
struct Needle {
  /// Where words have to begin and end that it is found in.
  enum Ends { case none, beginning, both }

  private let bytes: [UInt8]
  private let rarest: Int
  private let ends: Ends

  var isEmpty: Bool { bytes.isEmpty }

  /// Words of which the last may go on; behind a star, a part of words.
  init(words: String) {
    let isPart = words.hasPrefix("*") && words.utf8.count > 1
    self.init(isPart ? String(words.dropFirst()) : words, isPart ? .none : .beginning)
  }

  init(_ word: String, _ ends: Ends) {
    let bytes = Array(word.utf8)
    self.bytes = bytes
    self.ends = ends
    rarest = bytes.indices.min { Self.rank(bytes[$0]) < Self.rank(bytes[$1]) } ?? 0
  }

  /// How common a byte is in titles and addresses, roughly; 0 is rare.
  private static func rank(_ byte: UInt8) -> Int {
    common.firstIndex(of: byte).map { common.count - $0 } ?? 0
  }

  private static let common = Array("etaoinsr/lhcdpmu-wgyfb.v:k0123456789 \n".utf8)

  /// Where the word first stands at or after a place.
  func first(in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard let base = text.baseAddress, start >= 0, bytes.count <= text.count else { return nil }
    let last = text.count - bytes.count
    return bytes.withUnsafeBytes { word in
      guard let wanted = word.baseAddress else { return nil }
      let mark = word[rarest]
      var place = start
      while place <= last {
        let rest = base + place
        guard let found = (rest + rarest).distance(to: mark, within: last - place + 1) else {
          return nil
        }
        place += found
        if (rest + found).compare(to: wanted, count: word.count) == 0, isWhole(text, place) {
          return place
        }
        place += 1
      }
      return nil
    }
  }

  private func isWhole(_ text: UnsafeRawBufferPointer, _ place: Int) -> Bool {
    ends == .none
      || WordPart.isBoundary(text, place)
        && (ends == .beginning || WordPart.isBoundary(text, place + bytes.count))
  }
}
