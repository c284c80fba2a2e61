/// Looks for many quotations in one text at once.
///
/// Quotation and text are compared without white space, case, accents and what is not seen; what does not stand there so is
/// looked for as it may have been edited. Where the beginning of
/// a quotation may be is found by a rolling hash over the text, once for each of at most six lengths.
struct QuotationSearch {
  /// A quotation and its best place so far.
  private struct Quotation {
    let folded: [UInt8]
    let exact: [UInt8]
    /// Bytes of white space, and of what is not seen, before the first that is compared.
    let lead: Int
    /// The context before it, nearest character first, and after it.
    let before: [UInt8], after: [UInt8]
    let old: Int?
    var steps: Int
    var best: (rank: Rank, bytes: Range<Int>)?
    /// How many places say it.
    var places = 0

    /// Whether it stands at several places, and nothing tells which of them was meant.
    var isAmbiguous: Bool {
      places > 1 && old == nil && best?.rank.context == 0 && !(before.isEmpty && after.isEmpty)
    }
  }

  /// How well a place suits a quotation; the greater the better.
  private struct Rank: Comparable {
    var isExact: Bool
    var context: Int
    var distance: Int

    static func < (a: Rank, b: Rank) -> Bool {
      (a.isExact ? 1 : 0, a.context, -a.distance) < (b.isExact ? 1 : 0, b.context, -b.distance)
    }
  }

  /// Bytes compared for all quotations together, and at least for each.
  private static let maxSteps = 16 << 20, minSteps = 4096
  /// The longest beginning that is hashed, in bytes; a power of 2.
  private static let maxPrefixLength = 32

  private var quotations: [Quotation]
  private let text: JoinedText
  private let folded: FoldedText

  /// Finds where quotations stand.
  ///
  /// - Parameters:
  ///   - sought: quotations with what stood around them, and near which byte of the text they should be.
  ///   - text: where they are looked for.
  /// - Returns: for each the bytes that say it, in the same order; nil where nothing does.
  static func find(_ sought: [(Highlight, near: Int?)], in text: JoinedText) -> [Range<Int>?] {
    var search = QuotationSearch(sought, in: text)
    search.run()
    let lost = search.quotations.count { $0.best == nil }
    return search.quotations.map { quotation in
      quotation.isAmbiguous
        ? nil : quotation.best?.bytes ?? search.edited(quotation, steps: maxSteps / max(1, lost))
    }
  }

  /// Where a quotation stands whose words were edited.
  private func edited(_ quotation: Quotation, steps: Int) -> Range<Int>? {
    let edited = EditedQuotation(
      quotation.folded, before: quotation.before, after: quotation.after,
      near: quotation.old.map(folded.place(of:)), steps: steps)
    guard let found = edited?.find(in: folded.bytes) else { return nil }
    let first = Int(folded.origins[found.lowerBound])
    let last = Int(folded.origins[found.upperBound - 1])
    return text.words(around: first..<(last + 1))
  }

  private init(_ sought: [(Highlight, near: Int?)], in text: JoinedText) {
    self.text = text
    folded = FoldedText(text.text, hasSpaces: false)
    let steps = max(Self.minSteps, Self.maxSteps / max(1, sought.count))
    quotations = sought.map { highlight, near in
      let quote = FoldedText(highlight.quote, hasSpaces: false)
      func context(_ text: Substring) -> [UInt8] {
        FoldedText(String(text), hasSpaces: false).bytes
      }
      return Quotation(
        folded: quote.bytes, exact: Array(highlight.quote.utf8),
        lead: Int(quote.origins.first ?? 0),
        before: context(highlight.prefix.suffix(Highlight.contextLength)).reversed(),
        after: context(highlight.suffix.prefix(Highlight.contextLength)), old: near, steps: steps)
    }
  }

  private mutating func run() {
    var length = Self.maxPrefixLength
    while length > 0 {
      // Quotations whose longest hashable beginning has this length.
      let some = quotations.indices.filter {
        let count = quotations[$0].folded.count
        return count >= length && (length == Self.maxPrefixLength || count < length * 2)
      }
      if !some.isEmpty { look(for: some, byFirst: length) }
      length /= 2
    }
  }

  private mutating func look(for some: [Int], byFirst length: Int) {
    guard folded.bytes.count >= length else { return }
    let factor: UInt64 = 0x9e37_79b9_7f4a_7c15
    func hash(_ bytes: ArraySlice<UInt8>) -> UInt64 {
      bytes.reduce(0) { $0 &* factor &+ UInt64($1) &+ 1 }
    }
    // The factor of the byte that leaves the hash.
    let leaving = (1..<length).reduce(into: UInt64(1)) { power, _ in power = power &* factor }
    let byHash = Dictionary(grouping: some) { hash(quotations[$0].folded[..<length]) }
    // A bit table rules most places out without a dictionary lookup.
    var mayBegin = [Bool](repeating: false, count: 1 << 16)
    for key in byHash.keys { mayBegin[Int(key >> 48)] = true }
    let bytes = folded.bytes
    var rolling = hash(bytes[..<length])
    for start in 0...(bytes.count - length) {
      if mayBegin[Int(rolling >> 48)], let here = byHash[rolling] {
        for index in here { consider(start, for: index) }
      }
      guard start + length < bytes.count else { break }
      rolling =
        (rolling &- (UInt64(bytes[start]) &+ 1) &* leaving) &* factor
        &+ UInt64(bytes[start + length]) &+ 1
    }
  }

  /// Compares a quotation with a place, unless it has used its steps up.
  private mutating func consider(_ start: Int, for index: Int) {
    guard quotations[index].steps > 0 else { return }
    let count = quotations[index].folded.count
    let end = start + count
    let same = Self.common(quotations[index].folded, folded.bytes, from: start, by: 1)
    quotations[index].steps -= same + 1
    guard same == count else { return }
    quotations[index].places += 1
    let before = Self.common(quotations[index].before, folded.bytes, from: start - 1, by: -1)
    let after = Self.common(quotations[index].after, folded.bytes, from: end, by: 1)
    let first = Int(folded.origins[start])
    let exactStart = first - quotations[index].lead
    let exactCount = quotations[index].exact.count
    let isExact =
      exactStart >= 0
      && Self.common(quotations[index].exact, text.bytes, from: exactStart, by: 1) == exactCount
    quotations[index].steps -= before + after + exactCount

    let rank = Rank(
      isExact: isExact, context: before + after,
      distance: quotations[index].old.map { abs($0 - first) } ?? first)
    if quotations[index].best.map({ $0.rank < rank }) ?? true {
      let last = Int(folded.origins[end - 1])
      let bytes = isExact ? exactStart..<(exactStart + exactCount) : first..<(last + 1)
      quotations[index].best = (rank, bytes)
    }
  }

  /// How many bytes from the first are those of a text from a place on, or from there back.
  private static func common(
    _ bytes: [UInt8], _ text: [UInt8], from start: Int, by step: Int
  ) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      text.withUnsafeBufferPointer { text in
        var (count, place) = (0, start)
        while count < bytes.count, text.indices.contains(place), bytes[count] == text[place] {
          count += 1
          place += step
        }
        return count
      }
    }
  }
}
