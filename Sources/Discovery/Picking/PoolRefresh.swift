/// What came of asking a source for what it has.
package struct PoolRefresh: Sendable {
  /// What a source gave.
  package enum Found: Sendable {
    /// Addresses of pages and of feeds, so many each.
    case entries(pages: Int, feeds: Int)
    /// An article, another one each time.
    case oneAtATime
  }

  package let name: String
  /// What it gave; nil where it gave nothing.
  package var found: Found?
  /// Why it gave nothing, as a sentence.
  package var problem: String?
  /// Whether nobody answered at all.
  package var isUnreached = false
}
