/// A passage the reader marked, with an optional note.
///
/// It is kept as a quotation with what stands around it (the selectors of the W3C's web annotations), so that it is
/// found again in a text that was fetched again; `HighlightPlaces` finds it.
package struct Highlight: Hashable, Sendable {
  /// Colors of highlights; every theme shows them readable and distinct.
  package enum Color: String, CaseIterable, Hashable, Sendable {
    case yellow, green, blue, pink

    /// Its name where it stands alone.
    package var title: String { rawValue.capitalizedFirst }
  }

  /// Unique within the article.
  package var id: String
  /// The marked text, a line feed between blocks, for finding the passage again when the body changed.
  package var quote: String
  /// The context before and after it, at most `contextLength` characters each; empty if unknown.
  package var prefix: String, suffix: String
  /// Where it begins and ends (exclusive) in the text it was made in; nil where only the quotation is known.
  package var start: ReadingPosition?, end: ReadingPosition?
  package var color: Color
  /// The reader's note; empty if none.
  package var note: String
  /// When it was made and last changed.
  package var createdAt: Timestamp, changedAt: Timestamp

  /// Characters (grapheme clusters) of `prefix` and `suffix`.
  package static let contextLength = 32

  package init(
    id: String, quote: String, prefix: String = "", suffix: String = "",
    start: ReadingPosition? = nil, end: ReadingPosition? = nil, color: Color = .yellow,
    note: String = "", createdAt: Timestamp, changedAt: Timestamp
  ) {
    self.id = id
    self.quote = quote
    self.prefix = prefix
    self.suffix = suffix
    self.start = start
    self.end = end
    self.color = color
    self.note = note
    self.createdAt = createdAt
    self.changedAt = changedAt
  }

  /// An id for a passage that was marked at a moment: the same for the same, so that what is imported twice
  /// is there once; 16 hexadecimal digits.
  package static func id(quote: String, prefix: String = "", createdAt: Timestamp) -> String {
    let text = "\(createdAt.milliseconds)\n\(prefix.utf8.count)\n\(prefix)\(quote)"
    return String(SHA256.hex(of: Array(text.utf8)).prefix(16))
  }
}

extension [Highlight] {
  /// Makes a change to those of an article.
  package mutating func take(_ change: ArticleChange, of id: ArticleID) {
    switch change {
    case .highlights(let added, let notes): put(added[id] ?? [], over: notes)
    case .removedHighlights(let removed):
      removeAll { removed[id]?.contains($0.id) == true }
    default: break
    }
  }

  /// Adds each, or puts it in the place of the one of its id.
  private mutating func put(_ highlights: [Highlight], over notes: [String: String] = [:]) {
    var places = Dictionary(zip(map(\.id), indices)) { first, _ in first }
    for highlight in highlights {
      if let index = places[highlight.id] {
        let note = self[index].note
        self[index] = highlight
        self[index].note = keptNote(note, taking: highlight.note, over: notes[highlight.id])
      } else {
        places[highlight.id] = count
        append(highlight)
      }
    }
  }

  /// The highlights in text order; those with only a quotation come last, in the order in which they
  /// were made.
  package var inTextOrder: [Highlight] {
    let end = ReadingPosition(block: .max, offset: .max)
    return sorted {
      ($0.start ?? end, $0.createdAt, $0.id) < ($1.start ?? end, $1.createdAt, $1.id)
    }
  }
}

extension Highlight {
  /// Marks a stretch of a text; nil where nothing but white space is left of it.
  ///
  /// - Parameters:
  ///   - place: the stretch; what the text does not have is left out.
  ///   - text: the text.
  ///   - color: what it is marked with.
  ///   - note: the reader's note.
  ///   - moment: when.
  package init?(
    _ place: Range<ReadingPosition>, in text: JoinedText, color: Color, note: String = "",
    at moment: Timestamp
  ) {
    guard let bytes = text.bytes(of: place) else { return nil }
    let quote = text.text(bytes)
    guard !quote.allSatisfy(\.isWhitespace) else { return nil }
    let prefix = String(text.context(before: bytes.lowerBound).suffix(Self.contextLength))
    self.init(
      id: Self.id(quote: quote, prefix: prefix, createdAt: moment), quote: quote, prefix: prefix,
      suffix: String(text.context(after: bytes.upperBound).prefix(Self.contextLength)),
      start: place.lowerBound, end: place.upperBound, color: color, note: note, createdAt: moment,
      changedAt: moment)
  }
}
