package import ReadingList

/// Tags in the order in which the sidebar shows them: each with those below it, unless they are folded.
package struct TagTree: Equatable, Sendable {
  /// A tag that is shown.
  package struct Place: Equatable, Sendable {
    package let tag: NameCount
    /// How many tags it is below.
    package let depth: Int
    /// Whether the tags below it are shown; nil where there are none.
    package let isOpen: Bool?

    /// The last part of its name.
    package var title: String {
      depth == 0
        ? tag.name : tag.name.split(separator: tagSeparator).last.map(String.init) ?? tag.name
    }
  }

  /// From top to bottom.
  package private(set) var places: [Place] = []

  /// Arranges tags, which stay in their order among those below the same one.
  init(_ tags: [NameCount], folded: Set<String>) {
    var below: [String?: [NameCount]] = [:]
    let known = Set(tags.map(\.name))
    for tag in tags { below[Self.parent(of: tag.name, among: known), default: []].append(tag) }
    // The next one last, with how deep it stands.
    var waiting = (below[nil] ?? []).reversed().map { ($0, 0) }
    while let (tag, depth) = waiting.popLast() {
      let inside = below[tag.name] ?? []
      let isOpen = inside.isEmpty ? nil : !folded.contains(tag.name)
      places.append(Place(tag: tag, depth: depth, isOpen: isOpen))
      if isOpen == true { waiting += inside.reversed().map { ($0, depth + 1) } }
    }
  }

  /// The nearest of the known tags that one is below.
  static func parent(of tag: String, among known: Set<String>) -> String? {
    var rest = tag[...]
    while let separator = rest.lastIndex(of: tagSeparator) {
      rest = rest[..<separator]
      if known.contains(String(rest)) { return String(rest) }
    }
    return nil
  }
}
