package import ReadingList

/// Which articles an index has, in which state, in two numbers.
///
/// Two collections of articles have the same summary if they are the same, in whatever order they are
/// counted, and hardly ever otherwise.
package struct SearchSummary: Hashable, Sendable {
  /// How many articles.
  package private(set) var count = 0
  /// The sum of a hash of each.
  package private(set) var digest: UInt64 = 0

  /// The summary of no articles.
  package init() {}

  init(count: Int, digest: UInt64) {
    self.count = count
    self.digest = digest
  }

  /// Counts an article in.
  package mutating func add(_ id: ArticleID, stamp: UInt64) {
    count += 1
    digest &+= Self.hash(id, stamp)
  }

  /// Counts an article out.
  package mutating func remove(_ id: ArticleID, stamp: UInt64) {
    count -= 1
    digest &-= Self.hash(id, stamp)
  }

  private static func hash(_ id: ArticleID, _ stamp: UInt64) -> UInt64 {
    mixed(mixed(mixed(id.head) ^ UInt64(id.tail)) ^ stamp)
  }

  /// SplitMix64's finalizer: each bit of the value bears on all others.
  private static func mixed(_ value: UInt64) -> UInt64 {
    var value = value &+ 0x9e37_79b9_7f4a_7c15
    value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
    return value ^ value >> 31
  }
}
