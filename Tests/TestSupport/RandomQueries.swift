package import ReadingList

/// Random queries of every kind.
package enum RandomQueries {
  private static let words = [
    "swift", "a", "the", "elan", "日本", "or", "and", "not", "-x", "(x)", "x y", "say \"hi\"", "*",
    "a*", "tag:x", "\"", "news", "=", "क", "\u{93c}x", "http://x", "12:30", "note", "a-b", "x)",
    "\n",
  ]

  /// Words that need no quotes.
  private static let plain = [
    "swift", "a", "the", "elan", "日本", "news", "क", "http://x", "12:30", "a-b", "c++",
    "std::vector", "f(x)", "e",
  ]

  /// A query that has a written form.
  package static func query(using random: inout some RandomNumberGenerator) -> Query {
    let order = Int.random(in: 0..<4, using: &random) == 0
    return Query(
      condition(depth: 3, using: &random),
      order: order ? Order.allCases.randomElement(using: &random) : nil)
  }

  private static func condition(
    depth: Int, using random: inout some RandomNumberGenerator
  ) -> Query.Condition {
    let kind = depth == 0 ? 0 : Int.random(in: 0..<6, using: &random)
    func parts() -> [Query.Condition] {
      (0..<Int.random(in: 1...3, using: &random)).map { _ in
        condition(depth: depth - 1, using: &random)
      }
    }
    switch kind {
    case 3: return .not(condition(depth: depth - 1, using: &random))
    case 4: return .all(parts())
    case 5: return .any(parts())
    default: return .test(test(using: &random))
    }
  }

  private static func test(using random: inout some RandomNumberGenerator) -> Query.Test {
    func word() -> String { words.randomElement(using: &random) ?? "" }
    func range(_ most: Int) -> ClosedRange<Int> {
      let low = Int.random(in: 0...most, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: return low...low
      case 1: return max(1, low)...Int.max
      case 2: return 0...low
      default: return low...(low + Int.random(in: 0...most, using: &random))
      }
    }
    let plainWord = plain.randomElement(using: &random) ?? "a"
    let texts: [(String) -> Query.Test] = [
      { _ in .text(plainWord) }, { _ in .part(plainWord) }, { .exact($0) }, { .prefix($0) },
      { .title($0) }, { .site($0) }, { .author($0) }, { .url($0) }, { .note($0) },
      { .language($0) }, { .exactTag($0) }, { .tag(Query.folded(normalizedTag($0) ?? $0)) },
    ]
    switch Int.random(in: 0..<12, using: &random) {
    case 0...3: return texts.randomElement(using: &random)?(word()) ?? .hasTags
    case 4: return .state(Query.State.allCases.randomElement(using: &random) ?? .read)
    case 5: return .minutes(range(30))
    case 6: return .words(range(5000))
    case 7: return .progress(range(100).percent)
    case 8: return .saved(period(using: &random))
    case 9: return .published(period(using: &random))
    case 10:
      return [
        .hasTags, .hasHighlights, .hasNote, .hasImage, .hasCode, .color(.yellow), .color(.blue),
      ].randomElement(using: &random) ?? .hasTags
    default:
      let lists: [Query.Test] = [
        .inList(.readingList), .inList(.favorites), .inList(.archived), .inView(.inProgress),
        .inView(.failed), .inView(.trash), .inView(.everything), .tag("tag 1"), .tag("tag 2/y"),
      ]
      return lists.randomElement(using: &random) ?? .hasTags
    }
  }

  private static func period(using random: inout some RandomNumberGenerator) -> Query.Period {
    func point() -> Query.Point? {
      let moment = Timestamp(seconds: Int64.random(in: 0...2_000_000_000, using: &random))
      let day = moment.rfc3339.prefix(10)
      let texts = [
        "today", "yesterday", "30d", "2w", "6m", "1y", String(day), String(day.prefix(7)),
        String(day.prefix(4)), moment.rfc3339.lowercased(),
      ]
      return Query.Point(texts.randomElement(using: &random) ?? "today")
    }
    while true {
      let (from, to) = (point(), point())
      let period =
        switch Int.random(in: 0..<3, using: &random) {
        case 0: Query.Period(from: from, to: nil)
        case 1: Query.Period(from: nil, to: to)
        default: Query.Period(from: from, to: Bool.random(using: &random) ? to : from)
        }
      // A period that ends before it starts, or is a single moment, has no written form.
      if (try? Query(parsing: Query(all: [.saved(period)]).text)) != nil { return period }
    }
  }
}

extension ClosedRange<Int> {
  /// The same range, limited to 100 unless it is open-ended.
  fileprivate var percent: ClosedRange<Int> {
    upperBound == .max ? self : lowerBound...Swift.max(lowerBound, Swift.min(upperBound, 100))
  }
}
