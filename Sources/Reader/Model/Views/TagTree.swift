package import ReadingList

/// The tags in the order of the sidebar: each is followed by those below it, unless it is folded.
package struct TagTree: Equatable, Sendable {
  /// A visible tag.
  package struct Place: Equatable, Sendable {
    package let tag: NameCount
    /// The number of tags above it.
    package let depth: Int
    /// Whether the tags below it are shown; nil if there are none.
    package let isOpen: Bool?

    /// The last component of its name, or all of it at the top level.
    package var title: String {
      depth == 0
        ? tag.name : tag.name.split(separator: tagSeparator).last.map(String.init) ?? tag.name
    }
  }

  /// The visible tags, from top to bottom.
  package private(set) var places: [Place] = []

  /// Arranges tags as a tree; siblings keep their order.
  init(_ tags: [NameCount], folded: Set<String>) {
    var below: [String?: [NameCount]] = [:]
    let known = Set(tags.map(\.name))
    for tag in tags { below[Self.parent(of: tag.name, among: known), default: []].append(tag) }
    // A stack of tags and their depths.
    var waiting = (below[nil] ?? []).reversed().map { ($0, 0) }
    while let (tag, depth) = waiting.popLast() {
      let inside = below[tag.name] ?? []
      let isOpen = inside.isEmpty ? nil : !folded.contains(tag.name)
      places.append(Place(tag: tag, depth: depth, isOpen: isOpen))
      if isOpen == true { waiting += inside.reversed().map { ($0, depth + 1) } }
    }
  }

  /// Returns the nearest known tag above a tag; nil if there is none.
  static func parent(of tag: String, among known: Set<String>) -> String? {
    var rest = tag[...]
    while let separator = rest.lastIndex(of: tagSeparator) {
      rest = rest[..<separator]
      if known.contains(String(rest)) { return String(rest) }
    }
    return nil
  }
}
