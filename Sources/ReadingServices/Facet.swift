package import ArticleStore
package import ReadingList

extension LibrarySnapshot {
  /// The names that occur in a list, the most frequent first.
  ///
  /// Reads the entries of the whole list, so it is no work for the main thread.
  package func names(of field: NamedField, in view: SavedView, now: Timestamp) -> [NameCount] {
    names(of: field, among: rows(in: view, matching: Query(), order: .newest, now: now))
  }

  private func names(of field: NamedField, among rows: [Row]) -> [NameCount] {
    var counts: [String: Int] = [:]
    for row in rows { for name in field.names(self[row]) { counts[name, default: 0] += 1 } }
    return counts.map { NameCount(name: $0.key, count: $0.value) }.sorted {
      ($1.count, $0.name) < ($0.count, $1.name)
    }
  }

  /// What narrows the list of highlights: colors, notes, tags and sites, each with its count.
  ///
  /// Looks at every highlight for each, so it is no work for the main thread.
  package func facets(
    of collection: HighlightCollection, in view: SavedView, filter: String, now: Timestamp
  ) -> [Facet] {
    let query = Query.reading(of: filter, isTyping: true).query
    let articles = rows(in: view, order: .newest, now: now)
    func matching(_ query: Query) -> [(row: Row, highlight: ListedHighlight)] {
      highlights(collection, of: articles, matching: query, order: .title, now: now)
    }
    let fixed =
      Highlight.Color.allCases.map { ($0.title, "color:\($0.rawValue)") } + [
        ("With a note", "has:note")
      ]
    let facets = fixed.map { title, part in
      let narrowed = (try? Query(parsing: part)).map { query.and($0) }
      return Facet(title: title, part: part, count: narrowed.map { matching($0).count } ?? 0)
    }
    let found = matching(query).map(\.row)
    return shown(facets + named(.tag, "#", found) + named(.site, "", found), filter)
  }

  private func named(_ field: NamedField, _ sign: String, _ found: [Row]) -> [Facet] {
    names(of: field, among: found).prefix(Self.maxNames).map {
      Facet(
        title: sign + $0.name, part: "\(field.rawValue):" + Query.Test.quoted($0.name),
        count: $0.count)
    }
  }

  /// Those that find something, and those that are turned on.
  private func shown(_ facets: [Facet], _ filter: String) -> [Facet] {
    let parts = Query.parts(of: filter)
    return facets.filter { $0.count > 0 || parts.contains($0.part) }
  }

  /// The most sites and the most tags that are offered.
  private static let maxNames = 50

  /// What narrows a list: states, lengths, dates, tags and sites, each with its count; those of tags
  /// and sites that occur in it, the most frequent first.
  ///
  /// Reads the entries of the whole list, so it is no work for the main thread.
  package func facets(
    of view: SavedView, filter: String, texts: TextMatches = TextMatches(), now: Timestamp
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
    let facets = fixed.map { title, part in
      let narrowed = (try? Query(parsing: part)).map { query.and($0) }
      return Facet(title: title, part: part, count: narrowed.map { rows($0).count } ?? 0)
    }
    let found = rows(query)
    return shown(facets + named(.tag, "#", found) + named(.site, "", found), filter)
  }
}
