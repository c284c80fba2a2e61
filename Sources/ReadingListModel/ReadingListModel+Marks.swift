import ArticleStore
package import ReadingList

extension ReadingListModel {
  /// The marked articles of the list on screen that are in the library, the range to the cursor
  /// included.
  package var marked: Set<ArticleID> {
    let place = navigation.place
    guard let start = place.rangeStart.flatMap({ list.index(of: $0) }) else { return place.marks }
    let range = min(start, list.cursor)...max(start, list.cursor)
    return place.marks.union(range.compactMap { list.summary(at: $0)?.id })
  }

  /// Whether what is done next is done to marked articles.
  package var isMarking: Bool {
    !navigation.place.marks.isEmpty || navigation.place.rangeStart != nil
  }

  /// Marks the article under the cursor, or takes its mark away, and moves on.
  func toggleMark() {
    keepRange()
    guard let id = list.current?.id else { return }
    if navigation.place.marks.remove(id) == nil { navigation.place.marks.insert(id) }
    moveCursor(by: 1)
  }

  /// Begins a range at the cursor, or keeps the one that was begun.
  func toggleRange() {
    if navigation.place.rangeStart != nil {
      keepRange()
    } else {
      navigation.place.rangeStart = list.current?.id
    }
  }

  /// Marks every article of the list, or none when all are marked.
  func toggleAllMarks() {
    let all = Set(list.rows.map { list.snapshot.id(of: $0) })
    let before = marked
    clearMarks()
    if before != all { navigation.place.marks = all }
  }

  /// Leaves marking.
  package func clearMarks() {
    navigation.place.marks = []
    navigation.place.rangeStart = nil
  }

  private func keepRange() {
    navigation.place.marks = marked
    navigation.place.rangeStart = nil
  }

  /// What a command is about, fixed when it is given.
  ///
  /// The open article when the reader has the focus, else the marked ones in the list's order, else the
  /// one under the cursor.
  package var targets: [ArticleSummary] {
    if navigation.focus != .reader, isMarking {
      let marked = marked
      return list.rows.filter { marked.contains(list.snapshot.id(of: $0)) }.map {
        list.snapshot[$0]
      }
    }
    return target.map { [$0] } ?? []
  }
}
