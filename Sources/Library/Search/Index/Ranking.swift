import ReadingList

extension Finder {
  /// The most conditions that count, and how deep they may be nested.
  static let (maxConditions, maxDepth) = (64, 100)

  /// The best documents, best first; equal ones by id.
  ///
  /// Texts are checked for phrases in the order of rank, until there are enough.
  mutating func ranked(
    _ terms: SearchTerms, limit: Int, allowed: Reader.Marks?
  ) throws(SearchError) -> [UInt32] {
    let tests = terms.conditions(most: Self.maxConditions)
    let phrases = tests.filter { TextCondition($0)?.asksTexts == true }
    var examined = phrases.isEmpty ? limit : 2 * limit
    while limit > 0 {
      var left = Self.maxConditions
      guard var marks = try marks(terms, &left, depth: 0) else { break }
      if let allowed { marks.formIntersection(allowed) }
      var counted: [(terms: [[UInt8]], weight: Double)] = []
      for test in tests { counted += try self.counted(test) }
      let best = try reader.ranked(marks, by: counted, limit: examined)
      let top = reader.marks(of: best.prefix(limit))
      let open = phrases.filter { hasUnchecked($0, in: top) }
      if open.isEmpty { return Array(best.prefix(limit)) }
      for phrase in open { try check(phrase, in: reader.marks(of: best[...])) }
      examined *= 2
    }
    return []
  }

  /// Marks of the documents that match; nil if nothing in the terms is about text.
  private mutating func marks(
    _ terms: SearchTerms, _ left: inout Int, depth: Int
  ) throws(SearchError) -> Reader.Marks? {
    guard depth < Self.maxDepth else { return nil }
    switch terms {
    case .test(let test):
      left -= 1
      return try marks(test)
    case .all(let parts), .any(let parts):
      var joined: Reader.Marks?
      for part in parts where left > 0 {
        guard let next = try marks(part, &left, depth: depth + 1) else { continue }
        guard var marks = joined else {
          joined = next
          continue
        }
        joined = nil
        if case .all = terms { marks.formIntersection(next) } else { marks.formUnion(next) }
        joined = marks
      }
      return joined
    }
  }
}

extension SearchTerms {
  /// The first conditions, in order.
  func conditions(most limit: Int) -> [Query.Test] {
    var found: [Query.Test] = []
    var rest = [self]
    while found.count < limit, let next = rest.popLast() {
      switch next {
      case .test(let test): found.append(test)
      case .all(let parts), .any(let parts): rest += parts.reversed()
      }
    }
    return found
  }
}
