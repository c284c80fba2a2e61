package import ReadingList
package import Terminal

package struct TypesetLine: Equatable, Sendable {
  /// A piece in one style, and the body's text that it sets.
  ///
  /// The piece's characters correspond to those of the body one by one. Further characters of the
  /// body are invisible, like white space at the end of a line; further characters of the piece, as
  /// for a tab, all stand for the last one.
  package struct Run: Equatable, Sendable {
    package var text: String
    package var style: Style
    /// Whether the text is in reverse order, its first character last.
    package var isReversed: Bool
    package var link: Int?
    /// Nil for added text: bullets, bars, padding.
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
  /// The line's first character; a line between blocks belongs to the end of the block before.
  package let start: ReadingPosition

  package var plainText: String { runs.reduce(into: "") { $0 += $1.text } }

  var isRule: Bool { !runs.isEmpty && runs.allSatisfy { $0.style.role == .border } }
}

package struct ArticleHeader: Equatable, Sendable {
  package var title: String
  package var metadata: [String]
  /// For tags and a warning.
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
  /// For bullets, bars and rules.
  package var ascii: Bool
  /// Columns for code that is wider than text; at least the width of text.
  package var codeWidth: Int
  /// Whether to put right-to-left text in visual order.
  package var ordersText: Bool
  /// Whether to mark deleted and inserted text, without styles.
  package var marksEdits: Bool
  /// Whether to write `##` before headings, without styles.
  package var marksHeadings: Bool
  /// Whether to number links, from 1.
  package var numbersLinks: Bool
  /// The sizes of the pictures to show, by address; others show their words.
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
  /// Indexed by the runs' `link`.
  package var links: [String] = []
  package var headings: [Heading] = []
  package var pictures: [PlacedPicture] = []
  /// The line of each place that links within the text lead to, by name.
  package var anchors: [String: Int] = [:]
  /// In the body's order, in which the cells of a table follow one another.
  private var pieces: [Piece] = []

  private struct Piece: Equatable, Sendable {
    var source: Range<ReadingPosition>
    var line: Int
  }

  /// Call this when all lines are set.
  mutating func sortPieces() {
    pieces = lines.enumerated().flatMap { line, text in
      text.runs.compactMap { $0.source.map { Piece(source: $0, line: line) } }
    }
    pieces.sort { $0.source.lowerBound < $1.source.lowerBound }
  }

  /// The position where a line begins; past the last line, the end of the text.
  package func position(ofLine line: Int) -> ReadingPosition {
    guard !lines.isEmpty else { return .start }
    return lines[min(max(0, line), lines.count - 1)].start
  }

  /// The line that shows a position: the last one that begins at or before it; of several that
  /// begin there, the first.
  package func line(at position: ReadingPosition) -> Int {
    let line = lines.partitioningIndex { $0.start > position } - 1
    guard line >= 0 else { return 0 }
    let start = lines[line].start
    return lines.partitioningIndex { $0.start >= start }
  }

  /// The line that sets the character at a position.
  ///
  /// Table cells are side by side, so it may not be the last line that begins before it. For an
  /// unset character, such as a tab between cells, it is `line(at:)`.
  package func line(setting position: ReadingPosition) -> Int {
    let usual = line(at: position)
    if lines.indices.contains(usual), lines[usual].sets(position) { return usual }
    let next = pieces.partitioningIndex { $0.source.lowerBound > position }
    guard next > 0, position < pieces[next - 1].source.upperBound else { return usual }
    return pieces[next - 1].line
  }

  /// How much of the text lies above a line: all at the last line, none in an empty text.
  ///
  /// Rounded; 95 of 100 lines count as all.
  package func progress(ofViewportEndingAt line: Int) -> Progress {
    guard !lines.isEmpty else { return .none }
    let count = lines.count
    let above = min(max(0, line), count)
    // In integers, since 0.57 as a binary fraction times 100 is less than 57.
    return Progress(percent: above * 100 >= count * 95 ? 100 : (above * 200 + count) / (2 * count))
  }
}
