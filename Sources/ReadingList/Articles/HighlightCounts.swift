/// How many highlights an article has of each color; those that were removed do not count.
package struct HighlightCounts: Hashable, Sendable {
  private var counts = SIMD4<Int32>()

  /// None.
  package init() {}

  /// Counts those that were not removed.
  package init(_ highlights: [Highlight]) {
    for highlight in highlights where !highlight.isDeleted { self[highlight.color] += 1 }
  }

  /// How many have a color.
  package subscript(color: Highlight.Color) -> Int {
    get { Int(counts[Self.place(of: color)]) }
    set { counts[Self.place(of: color)] = Int32(clamping: newValue) }
  }

  private static func place(of color: Highlight.Color) -> Int {
    Highlight.Color.allCases.firstIndex(of: color) ?? 0
  }

  /// How many there are.
  package var total: Int { Highlight.Color.allCases.reduce(0) { $0 + self[$1] } }
}
