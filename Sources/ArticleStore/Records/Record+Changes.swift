import ReadingList

extension Record {
  /// Whether another version has a change that this one does not know of.
  ///
  /// Told by the times of changes alone: what a person wrote into the file by hand has none and stays.
  func lacksChange(of other: Record) -> Bool {
    guard let mine = article, let theirs = other.article else {
      return merged(with: other) != raw
    }
    let isLacking = theirs.changed.contains { field, moment in
      mine.changed[field].map { $0 < moment } ?? true
    }
    if isLacking { return true }
    if let fetched = theirs.fetchedAt, mine.fetchedAt.map({ $0 < fetched }) ?? true { return true }
    let marks = Dictionary(mine.highlights.map { ($0.id, $0.changedAt) }, uniquingKeysWith: max)
    return theirs.highlights.contains { mark in marks[mark.id].map { $0 < mark.changedAt } ?? true }
  }
}
