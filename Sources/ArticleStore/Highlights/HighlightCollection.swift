package import ReadingList

/// All highlights of a library, as they were read from its records.
///
/// Reading them takes as long as reading the records of all articles that have any, so it is no work for the main
/// thread; choosing among them takes milliseconds.
package struct HighlightCollection: Sendable {
  private struct Entry {
    /// Of the highlights that were read; see `ArticleSummary.highlightStamp`.
    var stamp: UInt64
    /// In the order of the text.
    var highlights: [ListedHighlight]

    init(_ highlights: [Highlight], of article: ArticleID) {
      stamp = highlights.stamp
      self.highlights = highlights.live.map { ListedHighlight($0, of: article) }
    }
  }

  private var entries: [ArticleID: Entry] = [:]

  /// None.
  package init() {}

  /// Reloads the articles that a snapshot shows to have changed.
  ///
  /// Articles that cannot be read keep their highlights.
  package mutating func follow(_ snapshot: LibrarySnapshot, in library: Library) {
    var next: [ArticleID: Entry] = [:]
    let all = SavedView(key: "", name: "", query: .highlighted)
    for row in snapshot.rows(in: all, order: .newest) {
      let id = snapshot.id(of: row)
      if let known = entries[id], known.stamp == snapshot[row].highlightStamp {
        next[id] = known
      } else if let article = try? library.article(id) {
        next[id] = Entry(article.highlights, of: id)
      } else {
        next[id] = entries[id]
      }
    }
    entries = next
  }

  /// Makes a change of an article's highlights that is on its way to the disk.
  package mutating func take(_ change: ArticleChange, of id: ArticleID) {
    let edited: [Highlight]
    switch change {
    case .highlight(let highlight): edited = [highlight]
    case .editedHighlights(let all): edited = all[id] ?? []
    default: return
    }
    var highlights = self[id].map(\.highlight)
    for highlight in edited { highlights.put(highlight) }
    entries[id] = Entry(highlights, of: id)
  }

  /// The highlights of an article, in text order.
  package subscript(article: ArticleID) -> [ListedHighlight] { entries[article]?.highlights ?? [] }
}

extension LibrarySnapshot {
  /// Returns the highlights that match a query, each with the row of its article.
  ///
  /// Words are looked for in what was highlighted and in the notes on it; color and note are the highlight's own; all
  /// else is asked of the article.
  ///
  /// - Parameters:
  ///   - collection: the highlights.
  ///   - articles: the rows of their articles, sorted by the order.
  ///   - query: what narrows them.
  ///   - order: by when they were made, or by their articles and then as they stand in the text.
  ///   - texts: what full text answered.
  ///   - now: what relative times are counted from.
  /// - Returns: the highlights, sorted.
  package func highlights(
    _ collection: HighlightCollection, of articles: [Row], matching query: Query, order: Order,
    texts: TextMatches = TextMatches(), now: Timestamp? = nil
  ) -> [(row: Row, highlight: ListedHighlight)] {
    var ofHighlights: [Query.Test: HighlightTest] = [:]
    var ofArticles: [Query.Test: Set<Row>] = [:]
    query.condition.forEachTest { test in
      let own = HighlightTest(test)
      ofHighlights[test] = own
      guard case .article = own else { return }
      let wanted = SavedView(key: "", name: "", query: Query(all: [test]))
      ofArticles[test] = Set(rows(in: wanted, order: .newest, texts: texts, now: now))
    }
    var found: [(row: Row, highlight: ListedHighlight)] = []
    for row in articles {
      for highlight in collection[id(of: row)] {
        let isWanted = query.condition.holds { test in
          ofHighlights[test].flatMap { highlight.holds($0) } ?? ofArticles[test]?.contains(row)
            ?? false
        }
        if isWanted { found.append((row, highlight)) }
      }
    }
    guard order == .newest || order == .oldest else { return found }
    // Numbers are sorted faster than what they belong to.
    let sorted = found.indices.map { (found[$0].highlight.highlight.createdAt, $0) }.sorted {
      a, b in a.0 == b.0 ? a.1 < b.1 : (a.0 > b.0) == (order == .newest)
    }
    return sorted.map { found[$0.1] }
  }

  /// How many highlights there are in the articles that a view holds.
  package func highlightCount(in view: SavedView, now: Timestamp? = nil) -> Int {
    rows(in: view, order: .newest, now: now).reduce(0) { $0 + self[$1].highlightCounts.total }
  }
}

extension Query {
  /// Asks for articles in which anything is highlighted.
  fileprivate static let highlighted = Query(all: [.hasHighlights])
}
