import ReadingList

extension Article {
  /// The article with the fields that a change altered set back to what they were, or nil when they
  /// are so already.
  ///
  /// Tags and highlights are set back one by one, so that what was added since stays.
  func reverting(_ change: ChangeReceipt.Change, at moment: Timestamp) -> Article? {
    let (before, after) = (change.before, change.after)
    var next = self
    if before.title != after.title || before.isTitleEdited != after.isTitleEdited {
      next.title = before.title
      next.isTitleEdited = before.isTitleEdited
      next.pageTitle = before.pageTitle
    }
    if before.isFavorite != after.isFavorite { next.isFavorite = before.isFavorite }
    if before.isArchived != after.isArchived { next.isArchived = before.isArchived }
    if before.isDeleted != after.isDeleted { next.isDeleted = before.isDeleted }
    if before.position != after.position || before.progress != after.progress
      || before.readAt != after.readAt
    {
      next.position = before.position
      next.progress = before.progress
      next.readAt = before.readAt
    }
    if before.savedAt != after.savedAt { next.savedAt = before.savedAt }
    if before.otherURLs != after.otherURLs { next.otherURLs = before.otherURLs }
    if before.note != after.note { next.note = before.note }
    if before.tags != after.tags {
      next.tags =
        tags == after.tags ? before.tags : Self.tags(tags, reverting: before.tags, after.tags)
    }
    if before.highlights != after.highlights {
      next.highlights = Self.highlights(
        highlights,
        reverting: before.highlights,
        after.highlights,
        at: moment
      )
    }
    guard next != self else { return nil }
    next.stampDifferences(from: self, at: moment)
    return next
  }

  private static func tags(
    _ now: [String],
    reverting before: [String],
    _ after: [String]
  ) -> [String] {
    let added = Set(after).subtracting(before)
    var next = now.filter { !added.contains($0) }
    for tag in before where !after.contains(tag) && !next.contains(tag) { next.append(tag) }
    return next
  }

  /// A highlight that the change made stays as a marker of its removal, so that no other copy of the
  /// record brings it back.
  private static func highlights(
    _ now: [Highlight],
    reverting before: [Highlight],
    _ after: [Highlight],
    at moment: Timestamp
  ) -> [Highlight] {
    var next = now
    for id in Set((before + after).map(\.id)) {
      let (old, new) = (before.first { $0.id == id }, after.first { $0.id == id })
      guard old != new else { continue }
      let index = next.firstIndex { $0.id == id }
      if var old {
        old.changedAt = max(moment, new?.changedAt ?? moment)
        if let index { next[index] = old } else { next.append(old) }
      } else if let index {
        next[index] = next[index].removed(at: moment)
      }
    }
    return next
  }
}
