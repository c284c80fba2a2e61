package import ReadingList

/// The numbers of articles by kind and by tag.
package struct LibraryCounts: Equatable, Sendable {
  /// A tag and the number of articles outside Trash that carry it.
  package typealias Tag = NameCount

  /// Sorted by folded name; without unused tags.
  package internal(set) var tags: [Tag] = []
  /// The number of unreadable record files.
  package internal(set) var unreadable = 0
  /// Numbers of articles by `IndexState.kind`.
  private var byKind = [Int](repeating: 0, count: IndexState.kinds)

  /// Returns the number of articles in a view; nil if it depends on more than these counts.
  func count(of view: SavedView, _ rules: ListRules) -> Int? {
    if let tag = view.tag { return tags.first { $0.name == tag }?.count ?? 0 }
    var total = 0
    for kind in byKind.indices where byKind[kind] > 0 {
      guard let holds = view.query.condition.holds(IndexState(kind: kind), rules) else {
        return nil
      }
      if holds { total += byKind[kind] }
    }
    return total
  }

  /// The number of articles, including those in Trash.
  package var total: Int { byKind.reduce(0, +) }

  /// Counts one article in or, with a `step` of -1, out; tags are counted separately.
  mutating func count(_ state: IndexState, by step: Int) {
    guard !state.contains(IndexState.tombstone) else { return }
    byKind[state.kind] += step
  }

  /// Returns the tags that are in use, in the order in which they are shown.
  static func sorted(_ counts: [String: Int]) -> [Tag] {
    counts.filter { $0.value > 0 }.map {
      (key: Query.folded($0.key), tag: Tag(name: $0.key, count: $0.value))
    }.sorted { ($0.key, $0.tag.name) < ($1.key, $1.tag.name) }.map(\.tag)
  }
}
