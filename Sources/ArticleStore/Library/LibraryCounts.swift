package import ReadingList

/// How many articles there are of each kind and with each tag.
package struct LibraryCounts: Equatable, Sendable {
  /// A tag and how many articles that are not in Trash carry it.
  package typealias Tag = NameCount

  /// By name, folded; without tags that nothing carries.
  package internal(set) var tags: [Tag] = []
  /// Files that should be records and cannot be understood.
  package internal(set) var unreadable = 0
  /// Articles by the kind of their state.
  private var byKind = [Int](repeating: 0, count: IndexState.kinds)

  /// How many a view holds; nil when that is not counted.
  func count(of view: SavedView, _ rules: ListRules) -> Int? {
    if let tag = view.tag { return tags.first { $0.name == tag }?.count ?? 0 }
    var total = 0
    for kind in byKind.indices where byKind[kind] > 0 {
      guard let holds = view.query.holds(IndexState(kind: kind), rules) else { return nil }
      if holds { total += byKind[kind] }
    }
    return total
  }

  /// How many there are, Trash included.
  package var total: Int { byKind.reduce(0, +) }

  /// Counts one article in or, with -1, out; tags are counted apart.
  mutating func count(_ state: IndexState, by step: Int) {
    guard !state.contains(IndexState.tombstone) else { return }
    byKind[state.kind] += step
  }

  /// Tag counts in the order they are shown.
  static func sorted(_ counts: [String: Int]) -> [Tag] {
    counts.filter { $0.value > 0 }.map {
      (key: Query.folded($0.key), tag: Tag(name: $0.key, count: $0.value))
    }.sorted { ($0.key, $0.tag.name) < ($1.key, $1.tag.name) }.map(\.tag)
  }
}
