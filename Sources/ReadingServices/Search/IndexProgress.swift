/// How far the full-text index has come.
package struct IndexProgress: Equatable, Sendable {
  /// Articles that it has as they are now.
  package var indexed: Int
  /// Articles that it is to have.
  package var total: Int

  /// Makes a progress.
  package init(indexed: Int, total: Int) {
    self.indexed = indexed
    self.total = total
  }

  /// Whether it has all of them.
  package var isComplete: Bool { indexed >= total }

  /// How much of it is there, rounded down.
  package var percent: Int { total == 0 ? 100 : indexed * 100 / total }
}
