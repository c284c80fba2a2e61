package import ReadingList
package import Terminal

package struct TypesetLine: Equatable, Sendable {
  /// A piece in one style.
  ///
  /// It says which text of the body it sets. Of that, as many characters as the piece has are seen,
  /// one for one from the first; further ones are not seen, like the white space at the end of a
  /// line. Where the piece has more, as for a tab, they all stand for the last one.
  package struct Run: Equatable, Sendable {
    package var text: String
    package var style: Style
    /// Whether the text stands from right to left, its first character last.
    package var isReversed: Bool
    package var link: Int?
    /// The text of the body that it sets; nil for what the typesetter added: bullets, bars, padding.
    package var source: Range<ReadingPosition>?

    package init(
      _ text: String, _ style: Style, link: Int? = nil,
      source: Range<ReadingPosition>? = nil, isReversed: Bool = false
    ) {
      (self.text, self.style, self.link) = (text, style, link)
      (self.source, self.isReversed) = (source, isReversed)
    }
  }

  package var runs: [Run]
  /// The first character of the line; a line between blocks stands at the end of the one before.
  package let start: ReadingPosition

  package var plainText: String { runs.reduce(into: "") { $0 += $1.text } }

  var isRule: Bool { !runs.isEmpty && runs.allSatisfy { $0.style.role == .border } }
}

package struct ArticleHeader: Equatable, Sendable {
  package var title: String
  package var metadata: [String]
  /// Lines for tags and a warning.
  package var notes: [String]

  package init(title: String, metadata: [String] = [], notes: [String] = []) {
    self.title = title
    self.metadata = metadata
    self.notes = notes
  }

  package init(_ article: Article, notes: [String], clock: Clock) {
    let author = article.author == article.site ? nil : article.author
    let details = [
      article.site, author, article.readingMinutes.map(ReadingTime.words),
      article.publishedAt.map { longDate($0, clock: clock) },
    ]
    self.init(title: article.title, metadata: details.compactMap(\.self), notes: notes)
  }
}

package struct TypesetOptions: Equatable, Sendable {
  /// Only ASCII for bullets, bars and rules.
  package var ascii: Bool
  /// Columns that code may take where it is wider than text; at least the width of text.
  package var codeWidth: Int
  /// Whether text from right to left is put in the order in which it is seen.
  package var ordersText: Bool
  /// Whether struck and inserted text has marks around it, for where there are no styles.
  package var marksEdits: Bool
  /// Whether headings have their level before them, as `##`, for where there are no styles.
  package var marksHeadings: Bool
  /// Whether links have their number, counted from 1, before them.
  package var numbersLinks: Bool
  /// The sides of the pictures that are shown, by their addresses; of others the words are.
  package var pictures: [String: PictureSize]

  package init(
    ascii: Bool = false, codeWidth: Int = 0, ordersText: Bool = false, marksEdits: Bool = false,
    marksHeadings: Bool = true, numbersLinks: Bool = false, pictures: [String: PictureSize] = [:]
  ) {
    self.ascii = ascii
    self.codeWidth = codeWidth
    self.ordersText = ordersText
    self.marksEdits = marksEdits
    self.marksHeadings = marksHeadings
    self.numbersLinks = numbersLinks
    self.pictures = pictures
  }
}

package struct TypesetText: Equatable, Sendable {
  package struct Heading: Equatable, Sendable {
    package var line: Int
    package var level: Int
    package var title: String
  }

  package var lines: [TypesetLine] = []
  /// The address of each link, by the number that runs have.
  package var links: [String] = []
  package var headings: [Heading] = []
  package var pictures: [PlacedPicture] = []
  /// The line that each place begins on that links within the text lead to, by the place's name.
  package var anchors: [String: Int] = [:]
  /// The pieces of the body in its order, in which the cells of a table follow one another.
  private var pieces: [Piece] = []

  private struct Piece: Equatable, Sendable {
    var source: Range<ReadingPosition>
    var line: Int
  }

  /// To be called when all lines are set.
  mutating func sortPieces() {
    pieces = lines.enumerated().flatMap { line, text in
      text.runs.compactMap { $0.source.map { Piece(source: $0, line: line) } }
    }
    pieces.sort { $0.source.lowerBound < $1.source.lowerBound }
  }

  /// Where a line begins; the end of the text past the last one.
  package func position(ofLine line: Int) -> ReadingPosition {
    guard !lines.isEmpty else { return .start }
    return lines[min(max(0, line), lines.count - 1)].start
  }

  /// The line that shows a position: the last one that begins at or before it, and of several that
  /// begin there the first.
  package func line(at position: ReadingPosition) -> Int {
    let line = lines.partitioningIndex { $0.start > position } - 1
    guard line >= 0 else { return 0 }
    let start = lines[line].start
    return lines.partitioningIndex { $0.start >= start }
  }

  /// The line that sets the character at a position.
  ///
  /// It may not be the last that begins before it, since the cells of a table are side by side.
  /// Where none sets it, as a tab between cells, it is `line(at:)`.
  package func line(setting position: ReadingPosition) -> Int {
    let usual = line(at: position)
    if lines.indices.contains(usual), lines[usual].sets(position) { return usual }
    let next = pieces.partitioningIndex { $0.source.lowerBound > position }
    guard next > 0, position < pieces[next - 1].source.upperBound else { return usual }
    return pieces[next - 1].line
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
