/// Finds highlights in a text, which may differ from the text that they were made in.
///
/// A highlight stays where it was if the text there and around it is unchanged. Else it is where its
/// quotation stands, word for word or else folded: of several places the one with the most of the
/// old context, then the one nearest to the old place. A quotation whose words were edited has no
/// place; the highlight is kept all the same.
package enum HighlightPlaces {
  /// Bytes of context compared for all highlights together, and at least for each.
  private static let maxSteps = 16 << 20, minSteps = 4096

  /// Returns the place of each highlight, in their order; nil for those without one.
  ///
  /// Takes time in proportion to the text for each highlight that has moved.
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
    let folded = FoldedText(text.text, hasSpaces: false)
    let steps = max(minSteps, maxSteps / lost.count)
    let moved = lost.compactMap { index -> (index: Int, bytes: Range<Int>)? in
      let old = highlights[index].start.map { text.offset(near: $0, in: positions) }
      let quotation = Quotation(highlights[index], near: old, steps: steps)
      return quotation.place(in: folded, of: text).map { (index, $0) }
    }
    for (index, place) in zip(moved.map(\.index), text.places(of: moved.map(\.bytes))) {
      found[index] = place
    }
    return found
  }

  /// Returns whether the text at a place, and the context around it, are unchanged.
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

/// The words of a highlight, to be found in a text.
private struct Quotation {
  private let exact: [UInt8]
  private let folded: FoldedText
  /// The context before, nearest character first, and after.
  private let before: [UInt8], after: [UInt8]
  private let old: Int?
  private let steps: Int

  /// How well a place suits; the greater, the better.
  private struct Rank: Comparable {
    var isExact: Bool
    var context: Int
    var distance: Int

    static func < (a: Rank, b: Rank) -> Bool {
      (a.isExact ? 1 : 0, a.context, -a.distance) < (b.isExact ? 1 : 0, b.context, -b.distance)
    }
  }

  /// - Parameters:
  ///   - highlight: the highlight.
  ///   - old: its old place in bytes; nil if unknown.
  ///   - steps: the limit of compared bytes.
  init(_ highlight: Highlight, near old: Int?, steps: Int) {
    func context(_ text: Substring) -> [UInt8] {
      FoldedText(String(text), hasSpaces: false).bytes
    }
    exact = Array(highlight.quote.utf8)
    folded = FoldedText(highlight.quote, hasSpaces: false)
    before = context(highlight.prefix.suffix(Highlight.contextLength)).reversed()
    after = context(highlight.suffix.prefix(Highlight.contextLength))
    (self.old, self.steps) = (old, steps)
  }

  /// Returns the bytes of the best place; nil if there is none, or if nothing tells several apart.
  func place(in hay: FoldedText, of text: JoinedText) -> Range<Int>? {
    let starts = hay.starts(of: folded.bytes)
    var best: (rank: Rank, bytes: Range<Int>)?
    var steps = steps
    for start in starts where steps > 0 {
      let end = start + folded.bytes.count
      let context =
        Self.common(before, hay.bytes[..<start].reversed())
        + Self.common(after, hay.bytes[end...])
      let first = Int(hay.origins[start])
      // White space at the beginning of the quotation is not compared.
      let exactStart = first - Int(folded.origins[0])
      let exactEnd = exactStart + exact.count
      let isExact =
        exactStart >= 0 && exactEnd <= text.bytes.count
        && text.bytes[exactStart..<exactEnd].elementsEqual(exact)
      steps -= context + 1
      let rank = Rank(
        isExact: isExact, context: context, distance: old.map { abs($0 - first) } ?? first)
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
