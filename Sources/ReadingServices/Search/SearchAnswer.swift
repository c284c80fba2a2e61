package import Library
package import ReadingList

package struct SearchAnswer: Equatable, Sendable {
  /// The matches of each condition on texts.
  package var matches = TextMatches()
  package var ranking: [ArticleID] = []
  /// The search words in all their forms.
  package var words: [String] = []
  /// Whether phrases were checked in only some of the articles with their words.
  package var isPartial = false

  /// Further matches follow in the list's order.
  static let maxRanked = 1000

  /// Texts that can be read before anyone notices the wait, and how many more at a time then.
  package static let (firstRead, nextRead) = (60, 4000)

  package init() {}

  /// Checks phrases in the `limit` best articles.
  package init(
    of index: SearchIndex, to query: Query, in view: SavedView, of list: LibrarySnapshot,
    now: Timestamp, reading limit: Int = .max
  ) throws(SearchError) {
    let whole = view.query.and(query)
    let tests = whole.textConditions
    for test in tests { matches[test] = try Self.matches(test, in: index, among: []) }
    let phrases = tests.filter(SearchIndex.asksTexts)
    if !phrases.isEmpty {
      // For phrases, only texts of articles that meet all other conditions are read.
      var possible =
        whole.condition.negatesPhrases
        ? nil : list.ids(in: view, matching: query, texts: matches, now: now)
      if let all = possible, all.count > limit, let terms = query.searchTerms {
        possible = try index.ranked(terms, among: all, limit: limit).sorted()
        isPartial = true
      }
      for test in phrases { matches[test] = try Self.matches(test, in: index, among: possible) }
    }
    guard let terms = query.searchTerms else { return }
    let allowed = list.ids(in: view, matching: query, texts: matches, now: now)
    guard !allowed.isEmpty else { return }
    words = try index.forms(of: terms)
    ranking = try index.ranked(terms, among: allowed, limit: Self.maxRanked)
    // Suspect pages have few words, so each one weighs too much; they are ranked last.
    let isSuspect = Query(all: [.state(.suspect)])
    let suspects = Set(list.ids(in: view, matching: isSuspect, texts: matches, now: now))
    if !suspects.isEmpty {
      ranking = ranking.filter { !suspects.contains($0) } + ranking.filter(suspects.contains)
    }
  }
}

extension SearchAnswer {
  /// The articles that meet a condition; words match as prefixes.
  ///
  /// Phrases are checked in `articles` alone; if that is empty, the words of a phrase suffice.
  private static func matches(
    _ test: Query.Test, in index: SearchIndex, among articles: [ArticleID]?
  ) throws(SearchError) -> [ArticleID] {
    var beginning = test
    if case .text(let text) = test { beginning = .prefix(text) }
    guard SearchIndex.asksTexts(test) else { return try index.matches(test, beginning) }
    guard articles?.isEmpty != true else { return try index.candidates(test, beginning) }
    return try index.matches(test, beginning, among: articles)
  }
}

extension Query {
  /// The conditions on texts that rank articles, without excluded ones.
  package var searchTerms: [Query.Test]? {
    let terms = condition.searchTerms
    return terms.isEmpty ? nil : terms
  }
}

extension Query.Condition {
  fileprivate var negatesPhrases: Bool {
    switch self {
    case .test(.inView(let view)): view.query.condition.negatesPhrases
    case .test: false
    case .not(let part): Query(part).textConditions.contains(where: SearchIndex.asksTexts)
    case .all(let parts), .any(let parts): parts.contains(where: \.negatesPhrases)
    }
  }

  fileprivate var searchTerms: [Query.Test] {
    switch self {
    case .test(.text(let text)): [.text(text), .prefix(text)]
    case .test(let test):
      switch test {
      case .exact, .prefix, .part: [test]
      default: []
      }
    case .not: []
    case .all(let parts), .any(let parts): parts.flatMap(\.searchTerms)
    }
  }
}

extension SearchError {
  /// The end of a sentence about the index.
  package var message: String {
    switch self {
    case .missing: "it is not there"
    case .otherVersion: "another version of the program made it"
    case .damaged(let what), .failed(let what): what
    case .locked, .changed: "another process writes it"
    }
  }
}
