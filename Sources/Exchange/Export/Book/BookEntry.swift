import PageExtraction
import ReadingList

/// An entry of a book's table of contents, with nested entries.
struct BookEntry: Equatable {
  var title: String
  /// A file, perhaps with a fragment.
  var target: String
  var isRightToLeft = false
  var entries: [BookEntry] = []

  mutating func add(_ headings: [BookText.Heading]) {
    var rest = headings.filter { !$0.text.shownInBook.isEmpty }[...]
    entries = nested(&rest, below: 0)
  }

  private func nested(_ rest: inout ArraySlice<BookText.Heading>, below level: Int) -> [BookEntry] {
    var entries: [BookEntry] = []
    while let heading = rest.first, heading.level > level {
      rest.removeFirst()
      var entry = BookEntry(
        title: heading.text.shownInBook, target: target + "#" + heading.name,
        isRightToLeft: isRightToLeft)
      entry.entries = nested(&rest, below: heading.level)
      entries.append(entry)
    }
    return entries
  }

  static func list(_ entries: [BookEntry]) -> String {
    guard !entries.isEmpty else { return "" }
    let items = entries.map { entry in
      let direction = entry.isRightToLeft ? " dir=\"rtl\"" : ""
      return "<li\(direction)><a href=\"\(entry.target)\">\(entry.title.escapedMarkup)</a>"
        + list(entry.entries) + "</li>\n"
    }
    return "<ol>\n\(items.joined())</ol>"
  }
}

extension String {
  /// On one line, without characters that a book cannot contain.
  var shownInBook: String { forMarkup.onOneLine }
}
