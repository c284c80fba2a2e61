package struct Source: Equatable, Sendable {
  /// How to interpret the answer of its address.
  package enum Kind: Equatable, Sendable {
    /// By content: a feed, or a list of feeds or of addresses.
    case web
    /// A feed whose items are blogs, with each one's feed in the description.
    case blogs
    /// The pages shipped with the program; no network.
    case samples
  }

  /// Unique among the sources, as written in commands.
  package var name: String
  package var title: String
  package var kind: Kind
  /// A URL or an absolute path; empty if none is needed.
  package var address = ""
  /// Whether it takes a category as `?cat=`.
  package var hasCategories = false
  /// Whether “Surprise Me” may choose it.
  package var isEnabled = true

  package var isBuiltIn: Bool { Self.builtIn.contains { $0.name == name } }

  /// Whether a category is part of its address; other sources file their entries themselves.
  package func asks(for category: String) -> Bool {
    hasCategories && Self.categories.hasCategory(category)
  }

  package var isOffline: Bool {
    switch kind {
    case .samples: true
    case .web, .blogs: address.hasPrefix("/")
    }
  }

  package static let builtIn = [
    Source(
      name: "smallweb", title: "Kagi Small Web", kind: .web,
      address: "https://kagi.com/smallweb/feed", hasCategories: true),
    Source(
      name: "smallweb-feeds", title: "Small Web feeds", kind: .web,
      address: "https://kagi.com/smallweb/opml"),
    Source(name: "blogroll", title: "Blogroll", kind: .blogs, address: "https://blogroll.org/feed"),
    Source(name: "samples", title: "Luego samples", kind: .samples),
  ]

  package static let categories = [
    "ai", "programming", "tech", "infra", "web", "hardware", "diy", "retro", "science",
    "humanities", "essays", "art", "photography", "culture", "gaming", "politics", "economy",
    "society", "life", "food", "travel", "health", "uncategorized",
  ]

  /// Stands for a source chosen anew for each pick.
  package static let surprise = "surprise"
}
