/// A table of contents, as readers of today and of old have it.
struct BookContents {
  /// A place in the book and what stands below it.
  struct Entry: Equatable {
    var title: String
    /// File and place in it.
    var target: String
    var isRightToLeft = false
    var entries: [Entry] = []
  }

  var entries: [Entry]

  /// An article with its headings as they are nested.
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

  /// Nested lists of links, for the document of EPUB 3.
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

  /// The points of EPUB 2, numbered through.
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

  /// How many levels there are.
  var depth: Int { Self.depth(entries) }

  private static func depth(_ entries: [Entry]) -> Int {
    entries.map { 1 + depth($0.entries) }.max() ?? 0
  }
}

extension String {
  /// On one line, without what a book cannot have.
  var shownInBook: String {
    String(unicodeScalars.filter(\.isForMarkup)).split(whereSeparator: \.isWhitespace).joined(
      separator: " ")
  }
}
