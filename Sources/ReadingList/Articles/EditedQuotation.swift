/// Looks for a passage whose words were edited, in folded text without spaces.
///
/// It is the stretch between what stood before and after it, or the one that is nearest by edits; only one that is alone
/// in being so near counts.
struct EditedQuotation {
  private let quote: [UInt8]
  /// The context before it, nearest character first, and after it.
  private let before: [UInt8], after: [UInt8]
  /// Where it should be; nil where that is not known.
  private let old: Int?
  private let pattern: EditDistance
  /// How many bytes of the text are looked at, and how many places are compared.
  private let size: Int, most: Int

  private struct Candidate {
    var range: Range<Int>
    var distance = 0
    /// Of what stood around it, how much stands there.
    var sides = 0
  }

  /// How much of what stood around it is looked at, and how much of that has to be there to be looked behind.
  private static let contextLength = 24, anchorLength = 8
  /// The least that tells a passage from others.
  private static let minLength = 10, minContext = 6
  /// The most places that are compared.
  private static let maxCandidates = 16

  /// Makes it ready.
  ///
  /// - Parameters:
  ///   - quote: what is looked for.
  ///   - before: what stood before it, the nearest first.
  ///   - after: what stood after it.
  ///   - old: where it should be; nil where that is not known.
  ///   - steps: about how many steps that may take; with fewer than the text needs, only what is around the old place is
  ///     looked at.
  init?(_ quote: [UInt8], before: [UInt8], after: [UInt8], near old: Int?, steps: Int) {
    guard quote.count >= Self.minLength else { return nil }
    (self.quote, self.before, self.after, self.old) = (quote, before, after, old)
    pattern = EditDistance(quote)
    size = steps / pattern.steps(over: 4)
    most = min(Self.maxCandidates, steps / pattern.steps(over: 16 * quote.count))
    if most == 0 { return nil }
  }

  /// The bytes of a text where it stands; nil where nothing or several passages are near.
  func find(in text: [UInt8]) -> Range<Int>? {
    let size = min(text.count, size)
    let start = max(0, min((old ?? 0) - size / 2, text.count - size))
    let window = start..<(start + size)
    guard size > quote.count else { return nil }
    let found = (beside(text, window) + near(text, window)).compactMap { judged($0, text) }
    func cost(_ candidate: Candidate) -> Int {
      candidate.distance - candidate.sides * quote.count / 10
    }
    guard let best = found.min(by: { cost($0) < cost($1) }) else { return nil }
    let isAlone = found.allSatisfy {
      $0.range.overlaps(best.range) || cost($0) > cost(best) + quote.count / 10
    }
    return isAlone ? best.range : nil
  }

  /// Stretches between what stood before and what stood after, and those beside one of both.
  private func beside(_ text: [UInt8], _ window: Range<Int>) -> [Candidate] {
    let tail = Array(before.prefix(Self.anchorLength).reversed())
    let starts = places(of: tail, text, window).map { $0 + tail.count }
    let ends = places(of: Array(after.prefix(Self.anchorLength)), text, window)
    let lengths = quote.count * 2 / 5...quote.count * 5 / 2
    let both = starts.flatMap { start in
      ends.filter { lengths.contains($0 - start) }.map { start..<$0 }
    }
    let behind = starts.map { start in
      let rest = text[start...].prefix(quote.count * 2)
      return start..<(start + pattern.nearest(in: rest, fromStart: true, to: quote.count).length)
    }
    return (both.prefix(most) + behind + ends.map { stretch(endingAt: $0, text) }).map {
      Candidate(range: $0)
    }
  }

  /// The stretch before a place that is nearest by edits.
  private func stretch(endingAt end: Int, _ text: [UInt8]) -> Range<Int> {
    let rest = text[..<end].suffix(quote.count * 2).reversed()
    let backwards = EditDistance(quote.reversed())
    return (end - backwards.nearest(in: rest, fromStart: true, to: quote.count).length)..<end
  }

  private func places(of part: [UInt8], _ text: [UInt8], _ window: Range<Int>) -> [Int] {
    var found: [Int] = []
    text.withUnsafeBufferPointer { text in
      part.withUnsafeBufferPointer { part in
        guard part.count >= Self.minContext, window.count >= part.count else { return }
        for place in window.lowerBound...(window.upperBound - part.count)
        where text[place] == part[0] && found.count < most {
          if text[place..<(place + part.count)].elementsEqual(part) { found.append(place) }
        }
      }
    }
    return found
  }

  /// The stretches that are nearest by edits, each the best of those around it.
  private func near(_ text: [UInt8], _ window: Range<Int>) -> [Candidate] {
    var ends: [(end: Int, distance: Int)] = []
    pattern.scan(text[window], fromStart: false) { length, distance in
      guard distance <= quote.count / 2 else { return }
      let end = window.lowerBound + length
      guard let last = ends.last, end - last.end <= quote.count / 2 else {
        return ends.append((end, distance))
      }
      if distance < last.distance { ends[ends.count - 1] = (end, distance) }
    }
    return ends.sorted { $0.distance < $1.distance }.prefix(most).map {
      Candidate(range: stretch(endingAt: $0.end, text))
    }
  }

  /// A candidate, moved to where its surroundings end; nil where it is too far from what is looked for.
  private func judged(_ candidate: Candidate, _ text: [UInt8]) -> Candidate? {
    var (low, high) = (candidate.range.lowerBound, candidate.range.upperBound)
    let slack = quote.count / 3 + 8
    var sides = 0
    func end(
      of part: some Collection<UInt8>, in text: some Collection<UInt8>, near place: Int
    ) -> Int? {
      guard part.count >= Self.minContext else { return nil }
      let found = EditDistance(part).nearest(in: text, fromStart: false, to: place)
      return found.distance <= part.count / 4 ? found.length : nil
    }
    let tail = before.prefix(Self.contextLength).reversed()
    let first = max(0, low - slack - tail.count)
    if let place = end(
      of: Array(tail), in: text[first..<min(text.count, low + slack)], near: low - first)
    {
      low = first + place
      sides += 1
    }
    let head = after.prefix(Self.contextLength)
    let last = min(text.count, high + slack + head.count)
    if let place = end(
      of: head.reversed(), in: text[max(0, high - slack)..<last].reversed(), near: last - high)
    {
      high = last - place
      sides += 1
    }
    guard low < high, (quote.count / 4...quote.count * 3).contains(high - low) else { return nil }
    var distance = 0
    pattern.scan(text[low..<high], fromStart: true) { distance = $1 }
    let isFar = old.map { abs($0 - low) > text.count / 4 + 4000 } ?? false
    let percent = sides == 2 ? 60 : sides == 1 ? 45 : isFar || quote.count < 24 ? 15 : 30
    guard distance * 100 <= max(quote.count, high - low) * percent else { return nil }
    return Candidate(range: low..<high, distance: distance, sides: sides)
  }
}
