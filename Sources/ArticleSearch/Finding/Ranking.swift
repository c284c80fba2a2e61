import Platform
import ReadingList

/// Puts what was found in order, the best first.
struct Ranking {
  /// How well each document matches; 0 where it does not.
  typealias Scores = [Float]

  private var finder: Finder
  /// How many conditions may still be looked at.
  private var left = Self.maxConditions

  /// The most conditions that bear on the order.
  static let maxConditions = 64
  /// How deep they may stand in each other.
  static let maxDepth = 100

  init(_ finder: Finder) { self.finder = finder }

  /// The finder, with what it has learned.
  var used: Finder { finder }

  /// The places of the best documents, best first; of equal ones by id.
  mutating func best(
    _ terms: SearchTerms,
    limit: Int,
    allowed: [ArticleID]?
  ) throws(SearchError) -> [Int] {
    guard limit > 0 else { return [] }
    var phrases: [PhraseCodes] = []
    guard var scores = try scores(of: terms, depth: 0, unverified: &phrases) else { return [] }
    if let allowed { keep(allowed, in: &scores) }
    guard !phrases.isEmpty else { return sorted(scores, limit) }
    // Phrases take long to look for, and most of what could have them will not be shown.
    let likely = sorted(scores, 4 * limit)
    var found = try having(phrases, among: likely)
    if found.count < limit, likely.count == 4 * limit {
      found = try having(phrases, among: scores.indices.filter { scores[$0] > 0 })
    }
    var verified = Scores(repeating: 0, count: scores.count)
    for place in found { verified[place] = scores[place] }
    return sorted(verified, limit)
  }

  private func having(_ phrases: [PhraseCodes], among places: [Int]) throws(SearchError) -> [Int] {
    var places = places.sorted()
    for phrase in phrases { places = try finder.having(phrase, among: places) }
    return places
  }

  /// The scores of terms; nil where they ask nothing that can be answered here.
  ///
  /// Phrases that all must match are left unverified.
  private mutating func scores(
    of terms: SearchTerms,
    depth: Int,
    unverified: inout [PhraseCodes]
  ) throws(SearchError) -> Scores? {
    guard depth < Self.maxDepth, left > 0 else { return nil }
    switch terms {
    case .test(let test):
      left -= 1
      guard let condition = TextCondition(test) else { return nil }
      guard case .phrase(let words, let isOpen) = condition,
        let codes = try finder.codes(of: words, isOpen: isOpen)
      else { return weighed(try finder.impacts(condition)) }
      unverified.append(codes)
      return weighed(try finder.candidates(for: words, isOpen: isOpen))
    case .all(let parts):
      var all: Scores?
      for part in parts where left > 0 {
        guard let next = try scores(of: part, depth: depth + 1, unverified: &unverified) else {
          continue
        }
        guard all != nil else {
          all = next
          continue
        }
        add(next, to: &all) { $0 > 0 && $1 > 0 ? $0 + $1 : 0 }
      }
      return all
    case .any(let parts):
      var any: Scores?
      for part in parts where left > 0 {
        guard let next = try verifiedScores(of: part, depth: depth + 1) else { continue }
        guard any != nil else {
          any = next
          continue
        }
        add(next, to: &any) { $0 + $1 }
      }
      return any
    }
  }

  private mutating func verifiedScores(
    of terms: SearchTerms,
    depth: Int
  ) throws(SearchError) -> Scores? {
    var phrases: [PhraseCodes] = []
    guard let scores = try scores(of: terms, depth: depth, unverified: &phrases) else { return nil }
    guard !phrases.isEmpty else { return scores }
    var verified = Scores(repeating: 0, count: scores.count)
    for place in try having(phrases, among: scores.indices.filter { scores[$0] > 0 }) {
      verified[place] = scores[place]
    }
    return verified
  }

  private func add(_ next: Scores, to scores: inout Scores?, _ sum: (Float, Float) -> Float) {
    guard var all = scores else { return }
    scores = nil
    for place in all.indices { all[place] = sum(all[place], next[place]) }
    scores = all
  }

  /// Impacts times how rare what was found is.
  private func weighed(_ impacts: Finder.Impacts) -> Scores {
    var found = 0
    for impact in impacts where impact != 0 { found += 1 }
    let all = Double(finder.reader.order.count)
    let rarity = logarithm(1 + max(0, all - Double(found) + 0.5) / (Double(found) + 0.5))
    let weight = Float(max(rarity, 0.05))
    return impacts.map { Float($0) * weight }
  }

  /// Takes out what is not among the ids, which are sorted as the order is.
  private func keep(_ allowed: [ArticleID], in scores: inout Scores) {
    let reader = finder.reader
    // Heads are compared first: the comparison of whole ids is a call into another room.
    allowed.withUnsafeBufferPointer { allowed in
      var index = 0
      for place in reader.order {
        let id = reader.ids[Int(place)]
        while index < allowed.count,
          allowed[index].head < id.head
            || allowed[index].head == id.head && allowed[index].tail < id.tail
        { index += 1 }
        let isAllowed =
          index < allowed.count && allowed[index].head == id.head && allowed[index].tail == id.tail
        if !isAllowed { scores[Int(place)] = 0 }
      }
    }
  }

  /// The places with the greatest scores, at most so many, in order; of equal ones by id.
  private func sorted(_ scores: Scores, _ limit: Int) -> [Int] {
    let order = finder.reader.order
    // The bits of a positive number rise with it. What is collected is cut back to the limit whenever there is twice
    // as much.
    var best: [UInt64] = []
    var least: UInt64 = 0
    for (rank, place) in order.enumerated() where scores[Int(place)] > 0 {
      let key = UInt64(scores[Int(place)].bitPattern) << 32 | UInt64(UInt32.max - UInt32(rank))
      guard key > least else { continue }
      best.append(key)
      if best.count == 2 * limit {
        best.sort(by: >)
        best.removeLast(limit)
        least = best[limit - 1]
      }
    }
    best.sort(by: >)
    return best.prefix(limit).map { Int(order[Int(UInt32.max - UInt32(truncatingIfNeeded: $0))]) }
  }
}
