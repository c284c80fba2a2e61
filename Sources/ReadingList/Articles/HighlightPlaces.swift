/// Finds highlights in a text, which may differ from the text that they were made in.
///
/// A highlight stays where it was if the text there and around it is unchanged. Else it is where its
/// quotation stands, word for word or else folded: of several places the one with the most of the
/// old context, then the one nearest to the old place. A quotation whose words were edited has no
/// place; the highlight is kept all the same.
package enum HighlightPlaces {
  /// Returns the place of each highlight, in their order; nil for those without one.
  ///
  /// Takes time in proportion to the text for each highlight that has moved; of very many in a long
  /// text the last are not searched for.
  package static func find(
    _ highlights: [Highlight], in text: JoinedText
  ) -> [Range<ReadingPosition>?] {
    var folded: FoldedText?
    var room = maxSearched
    return highlights.map { highlight in
      if let place = highlight.place, isUnmoved(highlight, place, text) { return place }
      guard !highlight.quote.isEmpty, room > 0 else { return nil }
      let hay = folded ?? FoldedText(text.text, hasSpaces: false)
      folded = hay
      room -= hay.bytes.count
      return Self.place(of: highlight, in: hay, of: text).map { text.place(of: $0) }
    }
  }

  /// The maximum length of what is searched for all highlights together, in bytes.
  private static let maxSearched = 1 << 29

  /// How many places are compared, those nearest to the old one.
  private static let maxPlaces = 1000

  /// Returns whether the text at a place, and the context around it, are unchanged.
  private static func isUnmoved(
    _ highlight: Highlight, _ place: Range<ReadingPosition>, _ text: JoinedText
  ) -> Bool {
    guard let found = text.bytes(of: place), found.count == highlight.quote.utf8.count,
      text.bytes[found].elementsEqual(highlight.quote.utf8)
    else { return false }
    let (prefix, suffix) = (highlight.prefix.utf8, highlight.suffix.utf8)
    return text.bytes[..<found.lowerBound].suffix(prefix.count).elementsEqual(prefix)
      && text.bytes[found.upperBound...].prefix(suffix.count).elementsEqual(suffix)
  }

  /// Returns the bytes of a quotation's best place; nil if there is none, or if nothing tells several apart.
  private static func place(
    of highlight: Highlight, in hay: FoldedText, of text: JoinedText
  ) -> Range<Int>? {
    func folded(_ text: some StringProtocol) -> FoldedText {
      FoldedText(String(text), hasSpaces: false)
    }
    let (exact, quote) = (Array(highlight.quote.utf8), folded(highlight.quote))
    let old = highlight.start.map { text.offset(near: $0) }
    // The context before, nearest character first, and after.
    let before = Array(folded(highlight.prefix.suffix(Highlight.contextLength)).bytes.reversed())
    let after = folded(highlight.suffix.prefix(Highlight.contextLength)).bytes
    let starts = hay.starts(of: quote.bytes)
    // The greater a rank, the better the place suits.
    var best: (rank: (isExact: Int, context: Int, nearness: Int), bytes: Range<Int>)?
    let near = starts.partitioningIndex { Int(hay.origins[$0]) >= old ?? 0 }
    // Comparing may take as long as searching.
    let most = min(Self.maxPlaces, hay.bytes.count / exact.count + 1)
    for start in starts[max(0, near - most / 2)...].prefix(most) {
      let end = start + quote.bytes.count
      let context =
        Self.common(before, hay.bytes[..<start].reversed())
        + Self.common(after, hay.bytes[end...])
      let first = Int(hay.origins[start])
      // White space at the beginning of the quotation is not compared.
      let exactStart = first - Int(quote.origins[0])
      let exactEnd = exactStart + exact.count
      let isExact =
        exactStart >= 0 && exactEnd <= text.bytes.count
        && text.bytes[exactStart..<exactEnd].elementsEqual(exact)
      let distance = old.map { abs($0 - first) } ?? first
      let rank = (isExact: isExact ? 1 : 0, context: context, nearness: -distance)
      guard best.map({ $0.rank < rank }) ?? true else { continue }
      best = (rank, isExact ? exactStart..<exactEnd : first..<(Int(hay.origins[end - 1]) + 1))
    }
    let hasContext = !before.isEmpty || !after.isEmpty
    if starts.count > 1, old == nil, hasContext, best?.rank.context == 0 { return nil }
    return best?.bytes
  }

  /// Returns the length of the common beginning.
  private static func common(_ a: [UInt8], _ b: some Sequence<UInt8>) -> Int {
    zip(a, b).prefix { $0 == $1 }.count
  }
}

extension Highlight {
  /// Where it was made; nil where that is not known.
  package var place: Range<ReadingPosition>? {
    guard let start, let end, start < end else { return nil }
    return start..<end
  }
}
