/// A part of a query that narrows a list, and how many of its articles match.
package struct Facet: Equatable, Sendable {
  /// The heading that it is listed under.
  package var section: String
  /// A few words.
  package var title: String
  /// The part of the query.
  package var part: String
  /// How many articles of the list match, with all that narrows it already.
  package var count: Int

  package init(_ section: String, title: String, part: String, count: Int) {
    self.section = section
    self.title = title
    self.part = part
    self.count = count
  }
}

/// Named properties that articles share; the raw value is the key of the query language.
package enum NamedField: String, Sendable, CaseIterable {
  case tag, site, author
  case language = "lang"

  /// The names that an article has.
  package func names(_ entry: ArticleSummary) -> [String] {
    switch self {
    case .tag: tagsWithParents(entry.tags)
    case .site: entry.shownSite.map { [$0] } ?? []
    case .author: entry.author.map { [$0] } ?? []
    case .language: entry.language.map { [$0] } ?? []
    }
  }
}

/// A name, and how many articles have it.
package struct NameCount: Equatable, Sendable {
  package var name: String
  package var count: Int

  package init(name: String, count: Int) {
    self.name = name
    self.count = count
  }
}
