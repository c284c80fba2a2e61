/// Which articles have their text stored, and what that takes; those in Trash do not count.
package struct StoredTexts: Equatable, Sendable {
  /// How many articles have their text.
  package var count = 0
  /// What all of these take, in bytes.
  package var bytes = 0
  /// Articles without text, the newest first; not those that it was removed from to free space.
  package var missing: [ArticleID] = []
  /// Articles whose text was removed to free space, the newest first.
  package var freed: [ArticleID] = []
  /// Articles whose text can be removed to free space; see `Library.removeTexts`.
  package var removable: [ArticleID] = []
  /// What the texts of these take, in bytes.
  package var removableBytes = 0

  /// None yet.
  package init() {}
}
