package import ArticleStore
package import ReadingList

/// A part of a query that narrows a list, and how many of its articles match.
package struct Facet: Equatable, Sendable {
  /// A few words.
  package var title: String
  /// The part of the query.
  package var part: String
  /// How many articles of the list match, with all that narrows it already.
  package var count: Int
}

extension LibrarySnapshot {
  /// The most sites and the most tags that are offered.
  private static let mostNames = 50

  /// What narrows a list: states, lengths, dates, tags and sites, each with its count; those of tags
  /// and sites that occur in it, the most frequent first.
  ///
  /// Reads the entries of the whole list, so it is no work for the main thread.
  package func facets(
    of view: SavedView,
    filter: String,
    texts: TextMatches = TextMatches(),
    now: Timestamp
  ) -> [Facet] {
    let query = Query.reading(of: filter, isTyping: true).query
    func rows(_ query: Query) -> [Row] {
      self.rows(in: view, matching: query, order: .newest, texts: texts, now: now)
    }
    let fixed = [
      ("Unread", "is:unread"), ("In progress", "is:started"), ("Read", "is:read"),
      ("Favorite", "is:favorite"), ("Without text", "is:pending"), ("Failed", "is:failed"),
      ("5 minutes or less", "minutes:1..5"), ("6 to 15 minutes", "minutes:6..15"),
      ("More than 15 minutes", "minutes:16.."), ("Saved in the last day", "newer:1d"),
      ("Saved in the last week", "newer:1w"), ("Saved in the last month", "newer:1m"),
      ("Saved more than a year ago", "older:1y"),
    ]
    var facets = fixed.map { title, part in
      let narrowed = (try? Query(parsing: part)).map { query.and($0) }
      return Facet(
        title: title,
        part: part,
        count: narrowed.map { rows($0).count } ?? 0
      )
    }
    var tags: [String: Int] = [:]
    var sites: [String: Int] = [:]
    for row in rows(query) {
      let entry = self[row]
      for tag in tagsWithParents(entry.tags) { tags[tag, default: 0] += 1 }
      if let site = entry.site { sites[site, default: 0] += 1 }
    }
    func named(_ counts: [String: Int], _ key: String, _ sign: String) -> [Facet] {
      counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Self.mostNames).map {
        let isPlain = !$0.key.contains { $0.isWhitespace }
        // A query has no way to write a quote inside of quotes.
        let name = $0.key.filter { $0 != "\"" }
        return Facet(
          title: sign + $0.key,
          part: isPlain ? "\(key):\(name)" : "\(key):\"\(name)\"",
          count: $0.value
        )
      }
    }
    facets += named(tags, "tag", "#") + named(sites, "site", "")
    return facets.filter { $0.count > 0 || Query.parts(of: filter).contains($0.part) }
  }
}
