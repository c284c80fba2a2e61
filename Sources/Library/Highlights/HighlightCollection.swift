package import ReadingList

/// All highlights of a library, read from its records.
///
/// Reading takes as long as reading the records of all highlighted articles, so it belongs off the
/// main thread; filtering takes milliseconds.
package struct HighlightCollection: Sendable {
  private struct Entry {
    /// See `ArticleSummary.highlightStamp`.
    var stamp: UInt64
    /// In the order of the text.
    var highlights: [ListedHighlight]

    init(_ highlights: [Highlight], of article: ArticleID) {
      stamp = highlights.stamp
      self.highlights = highlights.inTextOrder.map { ListedHighlight($0, of: article) }
    }
  }

  private var entries: [ArticleID: Entry] = [:]

  package init() {}

  /// Reloads the articles that a snapshot shows to have changed.
  ///
  /// Articles that cannot be read keep their highlights.
  package mutating func follow(_ snapshot: LibrarySnapshot, in library: Library) {
    var next: [ArticleID: Entry] = [:]
    let all = SavedView(key: "", name: "", query: Query(all: [.hasHighlights]))
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

  /// Applies a change of an article's highlights that is not saved yet.
  package mutating func take(_ change: ArticleChange, of id: ArticleID) {
    let before = self[id].map(\.highlight)
    var highlights = before
    highlights.take(change, of: id)
    if highlights != before { entries[id] = Entry(highlights, of: id) }
  }

  /// The highlights of an article, in text order.
  package subscript(article: ArticleID) -> [ListedHighlight] { entries[article]?.highlights ?? [] }
}

extension LibrarySnapshot {
  /// Returns the highlights that match a query, each with the row of its article.
  ///
  /// Words are searched in the quote and the note; tests of color and note apply to the highlight;
  /// all other tests apply to the article.
  ///
  /// - Parameters:
  ///   - collection: the highlights.
  ///   - articles: the rows of their articles, sorted by `order`.
  ///   - query: the filter.
  ///   - order: by creation for `newest` and `oldest`; otherwise by article, then by text.
  ///   - texts: the matches of full text.
  ///   - now: the moment for relative times.
  /// - Returns: the sorted highlights.
  package func highlights(
    _ collection: HighlightCollection, of articles: [Row], matching query: Query, order: Order,
    texts: TextMatches = TextMatches(), now: Timestamp? = nil
  ) -> [(row: Row, highlight: ListedHighlight)] {
    var ofArticles: [Query.Test: Set<Row>] = [:]
    query.condition.forEachTest { test in
      let wanted = SavedView(key: "", name: "", query: Query(all: [test]))
      ofArticles[test] = Set(rows(in: wanted, order: .newest, texts: texts, now: now))
    }
    var found: [(row: Row, highlight: ListedHighlight)] = []
    for row in articles {
      for highlight in collection[id(of: row)] {
        let isWanted = query.condition.holds { test in
          highlight.holds(test) ?? ofArticles[test]?.contains(row) ?? false
        }
        if isWanted { found.append((row, highlight)) }
      }
    }
    guard order == .newest || order == .oldest else { return found }
    // Sorting numbers is faster than sorting highlights.
    let sorted = found.indices.map { (found[$0].highlight.highlight.createdAt, $0) }.sorted {
      a, b in a.0 == b.0 ? a.1 < b.1 : (a.0 > b.0) == (order == .newest)
    }
    return sorted.map { found[$0.1] }
  }

  /// Returns the number of highlights in the articles of a view.
  package func highlightCount(in view: SavedView, now: Timestamp? = nil) -> Int {
    rows(in: view, order: .newest, now: now).reduce(0) { total, row in
      self[row].highlightCounts.values.reduce(total, +)
    }
  }
}
