/// The readable text of an article: blocks of inline runs, ready to be typeset or printed.
package struct ArticleBody: Equatable, Sendable {
  /// In reading order.
  package var blocks: [Block]

  /// Makes a body of blocks.
  package init(blocks: [Block]) { self.blocks = blocks }

  /// The name of the place in the text that an address leads to, `#name`; nil for one that leads elsewhere.
  package static func anchor(of url: String) -> String? {
    // By scalars, since an accent after the sign makes another character of it.
    url.unicodeScalars.first == "#" ? String(url.unicodeScalars.dropFirst()) : nil
  }

  /// A block of text.
  ///
  /// Blocks nest in lists, quotes and details; nesting is bounded by who makes them.
  package indirect enum Block: Equatable, Sendable {
    /// Level 1-6. `anchor` is the fragment that links within the page point to.
    case heading(level: Int, [Inline], anchor: String?)
    case paragraph([Inline])
    case list(List)
    case definitions([Definition])
    case quote([Block])
    /// Preformatted text with its line breaks; no trailing newline.
    case code(String, language: String?)
    case table(Table)
    /// Pictures with their caption.
    case figure([Image], caption: [Inline])
    case rule
    /// A part that the page shows folded.
    case details(summary: [Inline], [Block])
    /// The notes that `Inline.footnoteReference` points to.
    case footnotes([Footnote])
  }

  /// A bulleted or numbered list.
  package struct List: Equatable, Sendable {
    /// The first number, or nil for bullets.
    package var start: Int?
    /// Each item's blocks.
    package var items: [[Block]]
    /// How numbers are written.
    package var numerals: Numerals
    /// Whether numbers fall.
    package var isReversed: Bool
    /// The numbers of items that do not follow on from the one before, by the item's place.
    package var numbers: [Int: Int]

    /// Makes a list; `start` nil for bullets.
    package init(
      start: Int? = nil, items: [[Block]], numerals: Numerals = .decimal, isReversed: Bool = false,
      numbers: [Int: Int] = [:]
    ) {
      self.start = start
      self.items = items
      self.numerals = numerals
      self.isReversed = isReversed
      self.numbers = numbers
    }
  }

  /// Terms and what is said of them.
  package struct Definition: Equatable, Sendable {
    package var terms: [[Inline]]
    package var details: [[Block]]

    /// Makes a group of terms with their details.
    package init(terms: [[Inline]], details: [[Block]]) {
      self.terms = terms
      self.details = details
    }
  }

  /// A data table.
  ///
  /// Rows may have different lengths.
  package struct Table: Equatable, Sendable {
    package var caption: [Inline]
    /// Cells of the header row; empty when there is none.
    package var header: [[Inline]]
    package var rows: [[[Inline]]]

    package init(caption: [Inline] = [], header: [[Inline]] = [], rows: [[[Inline]]]) {
      self.caption = caption
      self.header = header
      self.rows = rows
    }
  }

  /// A picture: absolute URL and what it shows, in words.
  package struct Image: Equatable, Sendable {
    package var url: String
    package var alternative: String

    package init(url: String, alternative: String = "") {
      self.url = url
      self.alternative = alternative
    }
  }

  /// A note, with the label its references show and the fragment they point to.
  package struct Footnote: Equatable, Sendable {
    package var label: String
    package var anchor: String
    package var blocks: [Block]

    package init(label: String, anchor: String, blocks: [Block]) {
      self.label = label
      self.anchor = anchor
      self.blocks = blocks
    }
  }

  /// A run of text inside a block.
  ///
  /// White space is collapsed already; no control characters.
  package indirect enum Inline: Equatable, Sendable {
    case text(String)
    case emphasis([Inline])
    case strong([Inline])
    case code(String)
    /// `url` is absolute, or `#fragment` for a place in the same article.
    case link([Inline], url: String)
    case strike([Inline])
    case sub([Inline])
    case sup([Inline])
    case mark([Inline])
    /// Text that was added later.
    case inserted([Inline])
    /// `anchor` names a `Footnote`.
    case footnoteReference(label: String, anchor: String)
    case image(Image)
    case lineBreak
  }

  /// Whether there is nothing to read.
  package var isEmpty: Bool { blocks.isEmpty }
}
