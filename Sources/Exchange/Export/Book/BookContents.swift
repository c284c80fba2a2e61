/// A table of contents in the forms of EPUB 3 and EPUB 2.
struct BookContents {
  /// A place in the book and the entries below it.
  struct Entry: Equatable {
    var title: String
    /// The file, and a fragment for a place in it.
    var target: String
    var isRightToLeft = false
    var entries: [Entry] = []
  }

  var entries: [Entry]

  /// An article with its nested headings.
  static func entry(
    _ title: String, file: String, isRightToLeft: Bool, headings: [BookText.Heading]
  ) -> Entry {
    var entry = Entry(title: title, target: file, isRightToLeft: isRightToLeft)
    var rest = headings.filter { !$0.text.shownInBook.isEmpty }[...]
    entry.entries = nested(&rest, below: 0, file: file, isRightToLeft: isRightToLeft)
    return entry
  }

  private static func nested(
    _ rest: inout ArraySlice<BookText.Heading>, below level: Int, file: String, isRightToLeft: Bool
  ) -> [Entry] {
    var entries: [Entry] = []
    while let heading = rest.first, heading.level > level {
      rest.removeFirst()
      var entry = Entry(
        title: heading.text.shownInBook, target: file + "#" + heading.name,
        isRightToLeft: isRightToLeft)
      entry.entries = nested(&rest, below: heading.level, file: file, isRightToLeft: isRightToLeft)
      entries.append(entry)
    }
    return entries
  }

  /// Nested lists of links, for EPUB 3's navigation document.
  var list: String { Self.list(entries) }

  private static func list(_ entries: [Entry]) -> String {
    guard !entries.isEmpty else { return "" }
    return "<ol>\n"
      + entries.map { entry in
        let direction = entry.isRightToLeft ? " dir=\"rtl\"" : ""
        return "<li\(direction)><a href=\"\(entry.target)\">\(entry.title.escapedMarkup)</a>"
          + list(entry.entries) + "</li>\n"
      }.joined() + "</ol>"
  }

  /// Numbered navigation points, for EPUB 2.
  var points: String {
    var number = 0
    return entries.map { Self.point($0, &number) }.joined()
  }

  private static func point(_ entry: Entry, _ number: inout Int) -> String {
    number += 1
    return "<navPoint id=\"p\(number)\" playOrder=\"\(number)\"><navLabel><text>"
      + "\(entry.title.escapedMarkup)</text></navLabel><content src=\"\(entry.target)\"/>\n"
      + entry.entries.map { point($0, &number) }.joined() + "</navPoint>\n"
  }

  /// The number of levels.
  var depth: Int { Self.depth(entries) }

  private static func depth(_ entries: [Entry]) -> Int {
    entries.map { 1 + depth($0.entries) }.max() ?? 0
  }
}

extension String {
  /// The text on one line, without characters that a book cannot contain.
  var shownInBook: String {
    String(unicodeScalars.filter(\.isForMarkup)).split(whereSeparator: \.isWhitespace).joined(
      separator: " ")
  }
}
