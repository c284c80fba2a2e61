import Platform
import ReadingList

/// The folded text of all rows, one after the other, to be searched in one go.
struct SearchText: Sendable {
  /// The parts of a row's text that can be asked for by themselves, in their order.
  enum Field: Int, CaseIterable {
    case title, site, author, url, note

    static let count = allCases.count

    /// What an article has in the field, not yet folded.
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
  static let separator: UInt8 = 0xff

  let bytes: [UInt8]
  /// Where each row begins, and where the last one ends.
  let offsets: [UInt64]
  /// One for each field of each row.
  let fieldLengths: [UInt32]

  /// Clears the mark of each row that does not contain a word.
  ///
  /// Few rows are tried one by one. For many it is one pass over everything: the rows are found from the
  /// matches.
  func narrow(_ mask: inout [UInt8], to needle: Needle) {
    guard !needle.isEmpty else { return }
    let count = mask.count
    let marked = mask.reduce(0) { $0 &+ Int($1) }
    if marked < count / 8 {
      bytes.withUnsafeBytes { text in
        for row in mask.indices where mask[row] != 0 {
          let range = Int(offsets[row])..<Int(offsets[row + 1])
          let part = UnsafeRawBufferPointer(rebasing: text[range])
          if needle.first(in: part, from: 0) == nil { mask[row] = 0 }
        }
      }
      return
    }
    bytes.withUnsafeBytes { text in
      var row = 0
      var position = 0
      while row < count {
        let match = needle.first(in: text, from: position) ?? text.count
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
  }

  /// Clears the mark of each row that has a word in none of some fields.
  ///
  /// Row by row: fields are a small part of the text, and a pass over all of it would stop wherever a
  /// frequent letter stands.
  func narrow(_ mask: inout [UInt8], to needle: Needle, in fields: [Field]) {
    guard !needle.isEmpty else { return }
    var isWanted = [Bool](repeating: false, count: 1 + (fields.map(\.rawValue).max() ?? 0))
    for field in fields { isWanted[field.rawValue] = true }
    bytes.withUnsafeBytes { text in
      offsets.withUnsafeBufferPointer { offsets in
        fieldLengths.withUnsafeBufferPointer { lengths in
          for row in mask.indices where mask[row] != 0 {
            var start = Int(offsets[row])
            let end = Int(offsets[row + 1])
            var isFound = false
            for field in isWanted.indices {
              let length = Int(lengths[row * Field.count + field])
              if isWanted[field], !isFound, start < end {
                let part = text[start..<min(start + length, end)]
                isFound = needle.first(in: UnsafeRawBufferPointer(rebasing: part), from: 0) != nil
              }
              start += length + 1
            }
            if !isFound { mask[row] = 0 }
          }
        }
      }
    }
  }

  /// Where a field of a row lies.
  func range(of field: Field, row: Int) -> Range<Int> {
    var start = Int(offsets[row])
    let end = Int(offsets[row + 1])
    for earlier in 0..<field.rawValue {
      start += Int(fieldLengths[row * Field.count + earlier]) + 1
    }
    let length = Int(fieldLengths[row * Field.count + field.rawValue])
    start = min(start, end)
    return start..<min(start + length, end)
  }

  /// The numbers of places sorted by the bytes of a field, those where it is empty last if it is the site; ties as they
  /// stand.
  static func sorted(
    _ places: [IndexSegment.Place],
    of texts: [SearchText],
    by field: Field
  ) -> [UInt32] {
    let ranges = places.enumerated().map { number, place in
      let text = Int(place.segment)
      let range = texts[text].range(of: field, row: Int(place.row))
      return (number: UInt32(number), text: text, range: range)
    }
    let bytes = texts.map(\.bytes)
    return ranges.sorted { a, b in
      bytes[a.text].withUnsafeBytes { first in
        bytes[b.text].withUnsafeBytes { second in
          compare(
            UnsafeRawBufferPointer(rebasing: first[a.range]),
            UnsafeRawBufferPointer(rebasing: second[b.range]),
            emptyLast: field == .site
          )
        }
      } ?? (a.number < b.number)
    }
    .map(\.number)
  }

  /// Whether `a` stands before `b`; nil when they are the same.
  static func compare(
    _ a: UnsafeRawBufferPointer,
    _ b: UnsafeRawBufferPointer,
    emptyLast: Bool
  ) -> Bool? {
    if emptyLast, a.isEmpty != b.isEmpty { return b.isEmpty }
    if let x = a.baseAddress, let y = b.baseAddress {
      let difference = x.compare(to: y, count: min(a.count, b.count))
      if difference != 0 { return difference < 0 }
    }
    return a.count == b.count ? nil : a.count < b.count
  }
}

extension IndexSegment {
  /// The search text, or nil when it is damaged.
  var searchText: SearchText? {
    guard let text = bytes(.searchText),
      let offsets = offsets(.searchOffsets, end: UInt64(text.count)),
      let lengths = narrow(.fieldLengths, count: rowCount * SearchText.Field.count)
    else { return nil }
    return SearchText(bytes: text, offsets: offsets, fieldLengths: lengths)
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
