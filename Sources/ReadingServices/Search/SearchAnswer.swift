package import ArticleSearch
package import ArticleStore
package import ReadingList

/// What full text says of a query.
package struct SearchAnswer: Equatable, Sendable {
  /// For each condition about text the articles that meet it.
  package var matches = TextMatches()
  /// The articles that match best, best first.
  package var ranking: [ArticleID] = []
  /// The words that it was looked for by, in all their forms.
  package var words: [String] = []
  /// Where nothing was found, what was probably meant by words and phrases that no text has.
  package var corrections: [String: String] = [:]

  /// How many articles are ranked; the others stand behind them in the list's order.
  static let maxRanked = 1000

  /// How many words of a query are compared with those of the index.
  private static let maxCorrected = 8

  /// An answer that says nothing.
  package init() {}

  /// Asks an index.
  ///
  /// - Parameters:
  ///   - index: which.
  ///   - query: what is looked for.
  ///   - view: the list that is searched.
  ///   - list: the library; only its articles are ranked.
  ///   - now: what relative times are counted from.
  /// - Throws: `SearchError`.
  package init(
    of index: SearchIndex,
    to query: Query,
    in view: SavedView,
    of list: LibrarySnapshot,
    now: Timestamp
  ) throws(SearchError) {
    let whole = view.query.and(query)
    for test in whole.textConditions { matches[test] = try Self.matches(test, in: index) }
    guard let terms = query.searchTerms else { return }
    let allowed = list.ids(in: view, matching: query, texts: matches, now: now)
    guard !allowed.isEmpty else {
      for test in terms.tests.prefix(Self.maxCorrected) where matches[test]?.isEmpty == true {
        switch test {
        case .text(let text), .exact(let text), .prefix(let text):
          corrections[text] = try index.suggestion(for: text)
        default: break
        }
      }
      return
    }
    words = try index.forms(of: terms)
    ranking = try index.ranked(terms, limit: Self.maxRanked, allowed: allowed)
    // What may be no article at all has few words, of which each counts much.
    let isSuspect = Query(all: [.state(.suspect)])
    let suspects = Set(list.ids(in: view, matching: isSuspect, texts: matches, now: now))
    if !suspects.isEmpty {
      ranking = ranking.filter { !suspects.contains($0) } + ranking.filter(suspects.contains)
    }
  }
}

extension SearchAnswer {
  /// The articles that meet a condition; a word may also be the beginning of others.
  private static func matches(
    _ test: Query.Test,
    in index: SearchIndex
  ) throws(SearchError) -> [ArticleID] {
    guard case .text(let text) = test else { return try index.matches(test) }
    return try index.matches(test, .prefix(text))
  }
}

extension Query {
  /// What articles are ranked by: the words that are looked for, not those that must be missing; nil without any.
  package var searchTerms: SearchTerms? { condition.searchTerms }
}

extension Query.Condition {
  fileprivate var searchTerms: SearchTerms? {
    switch self {
    case .test(let test):
      switch test {
      case .text(let text): .any([.test(test), .test(.prefix(text))])
      case .exact, .prefix, .part: .test(test)
      default: nil
      }
    case .not: nil
    case .all(let parts): Self.joined(parts) { .all($0) }
    case .any(let parts): Self.joined(parts) { .any($0) }
    }
  }

  private static func joined(
    _ parts: [Query.Condition],
    _ join: ([SearchTerms]) -> SearchTerms
  ) -> SearchTerms? {
    let terms = parts.compactMap(\.searchTerms)
    return terms.count > 1 ? join(terms) : terms.first
  }
}

extension SearchError {
  /// What is the matter, as the end of a sentence.
  package var message: String {
    switch self {
    case .missing: "it is not there"
    case .otherVersion: "another version of the program made it"
    case .damaged(let what), .failed(let what): what
    case .locked: "another process writes it"
    }
  }
}
