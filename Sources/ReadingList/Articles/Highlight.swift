/// A passage the reader marked, with an optional note.
package struct Highlight: Hashable, Sendable {
  /// Unique within the article.
  package var id: String
  /// The marked text, for finding the passage again when the body changed.
  package var quote: String
  /// Where it begins and ends (exclusive).
  package var start: ReadingPosition, end: ReadingPosition
  /// What the reader wrote beside it; empty when nothing.
  package var note: String
  /// When it was made and last changed.
  package var createdAt: Timestamp, changedAt: Timestamp
  /// Kept as a marker after removal, so that another copy's older version does not bring it back.
  package var isDeleted: Bool

  /// Makes a highlight.
  package init(
    id: String,
    quote: String,
    start: ReadingPosition,
    end: ReadingPosition,
    note: String = "",
    createdAt: Timestamp,
    changedAt: Timestamp,
    isDeleted: Bool = false
  ) {
    self.id = id
    self.quote = quote
    self.start = start
    self.end = end
    self.note = note
    self.createdAt = createdAt
    self.changedAt = changedAt
    self.isDeleted = isDeleted
  }

  /// The marker that stays after removal; one that is there already keeps its time.
  package func removed(at moment: Timestamp) -> Highlight {
    guard !isDeleted else { return self }
    var marker = self
    marker.isDeleted = true
    marker.changedAt = max(moment, changedAt)
    return marker
  }
}
