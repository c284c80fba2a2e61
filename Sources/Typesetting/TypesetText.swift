package import ReadingList
package import TerminalKit

/// A line of typeset text: pieces with their styles, and where in the article it begins.
package struct TypesetLine: Equatable, Sendable {
  /// A piece in one style.
  package struct Run: Equatable, Sendable {
    package var text: String
    package var style: Style
    /// Index into `TypesetText.links`.
    package var link: Int?

    /// Makes a run.
    package init(_ text: String, _ style: Style, link: Int? = nil) {
      self.text = text
      self.style = style
      self.link = link
    }
  }

  package var runs: [Run]
  /// The first character of the line; a line between blocks stands at the end of the one before.
  package var start: ReadingPosition

  /// The text without styles.
  package var plainText: String { runs.reduce(into: "") { $0 += $1.text } }
}

/// What stands over an article's text.
package struct ArticleHeader: Equatable, Sendable {
  package var title: String
  /// Site, author, length, date; on one line as far as they fit.
  package var metadata: [String]
  /// One line each: tags, a warning.
  package var notes: [String]

  /// Makes a header.
  package init(title: String, metadata: [String] = [], notes: [String] = []) {
    self.title = title
    self.metadata = metadata
    self.notes = notes
  }
}

/// How text is typeset, beside its width.
package struct TypesetOptions: Equatable, Sendable {
  /// Only ASCII for bullets, bars and rules.
  package var ascii: Bool
  /// Columns that code may take where it is wider than text; at least the width of text.
  package var codeWidth: Int
  /// Whether text from right to left is put in the order in which it is seen.
  package var ordersText: Bool
  /// Whether struck and inserted text has marks around it, for where there are no styles.
  package var marksEdits: Bool
  /// Whether links have their number, counted from 1, before them.
  package var numbersLinks: Bool

  /// Makes options.
  package init(
    ascii: Bool = false,
    codeWidth: Int = 0,
    ordersText: Bool = false,
    marksEdits: Bool = false,
    numbersLinks: Bool = false
  ) {
    self.ascii = ascii
    self.codeWidth = codeWidth
    self.ordersText = ordersText
    self.marksEdits = marksEdits
    self.numbersLinks = numbersLinks
  }
}

/// An article as lines of a certain width.
package struct TypesetText: Equatable, Sendable {
  /// A link of the text.
  package struct Link: Equatable, Sendable {
    package var text: String
    package var url: String
  }

  /// A heading and the line it stands on.
  package struct Heading: Equatable, Sendable {
    package var line: Int
    package var level: Int
    package var title: String
  }

  package var lines: [TypesetLine] = []
  /// In the order they occur.
  package var links: [Link] = []
  package var headings: [Heading] = []

  /// Where a line begins; the end of the text past the last one.
  package func position(ofLine line: Int) -> ReadingPosition {
    guard !lines.isEmpty else { return .start }
    return lines[min(max(0, line), lines.count - 1)].start
  }

  /// The line that shows a position: the last one that begins at or before it, and of several that
  /// begin there the first.
  package func line(at position: ReadingPosition) -> Int {
    var low = 0
    var high = lines.count
    while low < high {
      let middle = (low + high) / 2
      if lines[middle].start <= position { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return 0 }
    var line = low - 1
    while line > 0, lines[line - 1].start == lines[line].start { line -= 1 }
    return line
  }

  /// How much of the text lies above a line: all of it at the last one, at an empty text none.
  ///
  /// Rounded; 95 of 100 lines count as all.
  package func progress(ofViewportEndingAt line: Int) -> Progress {
    guard !lines.isEmpty else { return .none }
    let count = lines.count
    let above = min(max(0, line), count)
    // In whole numbers, since 0.57 as a binary fraction times 100 is less than 57.
    return Progress(percent: above * 100 >= count * 95 ? 100 : (above * 200 + count) / (2 * count))
  }
}
