package struct Source: Equatable, Sendable {
  /// How what its address gives is to be understood.
  package enum Kind: Equatable, Sendable {
    /// By what comes back: a feed, or a list of feeds or of addresses.
    case web
    /// A feed whose items are blogs, each with its own feed's address in the description.
    case blogs
    /// The pages that the program ships with; no network.
    case samples
  }

  /// A short name, unique among the sources, as it is written in commands.
  package var name: String
  package var title: String
  package var kind: Kind
  /// A URL or the absolute path of a file; empty for those that need none.
  package var address = ""
  /// Whether a category can be asked for, with `?cat=`.
  package var hasCategories = false
  /// Whether “Surprise Me” may choose it.
  package var isEnabled = true

  package var isBuiltIn: Bool { Self.builtIn.contains { $0.name == name } }

  /// Whether it is asked for a category by address; others give what is filed under it in their own lists.
  package func asks(for category: String) -> Bool {
    hasCategories && Self.categories.hasCategory(category)
  }

  /// Whether it can be asked without a network.
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

  /// The name for a source chosen again for each pick.
  package static let surprise = "surprise"
}
