package import Library
package import ReadingList

extension LibrarySnapshot {
  /// The names in a list, the most frequent first.
  ///
  /// Reads every entry of the list: call it off the main thread.
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

  /// The facets of the list of highlights: colors, notes, tags and sites, each with its count.
  ///
  /// Reads every highlight for each facet: call it off the main thread.
  package func facets(
    of collection: HighlightCollection, in view: SavedView, filter: String, now: Timestamp
  ) -> [Facet] {
    let articles = rows(in: view, order: .newest, now: now)
    func matching(_ query: Query) -> [Row] {
      highlights(collection, of: articles, matching: query, order: .title, now: now).map(\.row)
    }
    let colors = Highlight.Color.allCases.map { ("Color", $0.title, "color:\($0.rawValue)") }
    return shown(colors + [("State", "With a note", "has:note")], filter, matching)
  }

  /// Counts what each facet would leave, adds tags and sites of the rows found, and drops inactive
  /// facets that narrow nothing.
  private func shown(
    _ fixed: [(String, String, String)], _ filter: String,
    _ matching: (Query) -> [Row]
  ) -> [Facet] {
    let query = Query.reading(of: filter, isTyping: true).query
    let found = matching(query)
    let facets = fixed.map { section, title, part in
      let narrowed = (try? Query(parsing: part)).map { query.and($0) }
      return Facet(
        section, title: title, part: part, count: narrowed.map { matching($0).count } ?? 0)
    }
    let parts = Query.parts(of: filter)
    func named(_ section: String, _ field: NamedField, _ sign: String = "") -> [Facet] {
      names(of: field, among: found).prefix(Self.maxNames).map {
        let part = "\(field.rawValue):" + Query.Test.quoted($0.name)
        return Facet(section, title: sign + $0.name, part: part, count: $0.count)
      }
    }
    return (facets + named("Tags", .tag, "#") + named("Sites", .site)).filter {
      (1..<max(1, found.count)).contains($0.count) || parts.contains($0.part)
    }
  }

  /// Of sites, and of tags.
  private static let maxNames = 50

  /// The facets of a list with their counts: states, lengths, dates, and frequent tags and sites.
  ///
  /// Reads every entry of the list: call it off the main thread.
  package func facets(
    of view: SavedView, filter: String, texts: TextMatches = TextMatches(), now: Timestamp
  ) -> [Facet] {
    let fixed = [
      ("State", "Unread", "is:unread"), ("State", "In progress", "is:started"),
      ("State", "Read", "is:read"), ("State", "Favorite", "is:favorite"),
      ("State", "Not fetched yet", "is:pending"), ("State", "Failed", "is:failed"),
      ("Length", "5 minutes or less", "minutes:1..5"),
      ("Length", "6 to 15 minutes", "minutes:6..15"),
      ("Length", "More than 15 minutes", "minutes:16.."),
      ("Age", "Saved in the last day", "newer:1d"),
      ("Age", "Saved in the last week", "newer:1w"), ("Age", "Saved in the last month", "newer:1m"),
      ("Age", "Saved more than a year ago", "older:1y"),
    ]
    return shown(fixed, filter) {
      rows(in: view, matching: $0, order: .newest, texts: texts, now: now)
    }
  }
}
