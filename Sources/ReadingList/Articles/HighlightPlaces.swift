/// Where the highlights of an article are in its text, which may be another than they were made in.
///
/// A highlight is where it was, when the text there and around it still says the same. Else it is where its quotation
/// stands: of several places the one with the most of what stood around it, and of these the one nearest to the old
/// place; with neither of them, of several none. Where the quotation does not stand word for word, one that differs in white space, case, accents, quotes, dashes
/// and what is not seen will do, then the one passage that its words may have been edited to (`EditedQuotation`). What is
/// found nowhere has lost its place, and is kept all the same.
///
/// Takes time in proportion to the text, and for each highlight a bounded number of steps more, so that neither
/// many highlights nor text that repeats itself can hold a reader up.
package enum HighlightPlaces {
  /// Finds the places of highlights.
  ///
  /// - Returns: for each the place, in the same order; nil for those that are found nowhere.
  package static func find(
    _ highlights: [Highlight], in text: JoinedText
  ) -> [Range<ReadingPosition>?] {
    let positions = text.offsets(of: highlights.flatMap { [$0.start, $0.end].compactMap { $0 } })
    var found: [Range<ReadingPosition>?] = Array(repeating: nil, count: highlights.count)
    var lost: [Int] = []
    for (index, highlight) in highlights.enumerated() {
      if let place = highlight.place, isUnmoved(highlight, place, positions, text) {
        found[index] = place
      } else if !highlight.quote.isEmpty {
        lost.append(index)
      }
    }
    guard !lost.isEmpty else { return found }
    let quotations = QuotationSearch.find(
      lost.map { index in
        let start = highlights[index].start
        return (highlights[index], start.map { text.offset(near: $0, in: positions) })
      }, in: text)
    let known = lost.indices.compactMap { index in quotations[index].map { (lost[index], $0) } }
    for (index, place) in zip(known.map(\.0), text.places(of: known.map(\.1))) {
      found[index] = place
    }
    return found
  }

  /// Whether a place still says what it said, and what is around it does too.
  private static func isUnmoved(
    _ highlight: Highlight, _ place: Range<ReadingPosition>, _ positions: [ReadingPosition: Int],
    _ text: JoinedText
  ) -> Bool {
    guard let start = positions[place.lowerBound], let end = positions[place.upperBound],
      start < end, end - start == highlight.quote.utf8.count,
      text.bytes[start..<end].elementsEqual(highlight.quote.utf8)
    else { return false }
    let (prefix, suffix) = (highlight.prefix.utf8, highlight.suffix.utf8)
    return text.bytes[..<start].suffix(prefix.count).elementsEqual(prefix)
      && text.bytes[end...].prefix(suffix.count).elementsEqual(suffix)
  }
}

extension Highlight {
  /// Where it was made; nil where that is not known.
  package var place: Range<ReadingPosition>? {
    guard let start, let end, start < end else { return nil }
    return start..<end
  }
}
