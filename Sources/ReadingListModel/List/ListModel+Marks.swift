import ArticleStore
package import ReadingList

extension ListModel {
  /// The marked articles of the list on screen that are in the library, the range to the cursor
  /// included.
  package var marked: Set<ArticleID> {
    let list = contents
    var marked = navigation.place.marks
    for index in markedRange ?? 0..<0 { marked.insert(list.snapshot.id(of: list.rows[index])) }
    return marked
  }

  /// How many these are.
  package var markedCount: Int {
    let marks = navigation.place.marks
    guard let range = markedRange else { return marks.count }
    guard !marks.isEmpty else { return range.count }
    let list = contents
    return marks.count
      + range.count { !marks.contains(list.snapshot.id(of: list.rows[$0])) }
  }

  /// Whether the article in a row of the list is one of them, for each row asked.
  package var isMarked: (Int) -> Bool {
    let (range, marks, list) = (markedRange, navigation.place.marks, contents)
    return { index in
      if let range, range.contains(index) { return true }
      return !marks.isEmpty && list.rows.indices.contains(index)
        && marks.contains(list.snapshot.id(of: list.rows[index]))
    }
  }

  /// The rows from where a range was begun to the cursor.
  private var markedRange: Range<Int>? {
    guard let start = navigation.place.rangeStart.flatMap({ contents.index(of: $0) }) else {
      return nil
    }
    return min(start, contents.cursor)..<max(start, contents.cursor) + 1
  }

  /// Whether what is done next is done to marked articles.
  package var isMarking: Bool {
    !navigation.place.marks.isEmpty || navigation.place.rangeStart != nil
  }

  /// Whether a range follows the cursor.
  package var isMarkingRange: Bool { navigation.place.rangeStart != nil }

  /// Marks the article under the cursor, or takes its mark away, and moves on.
  func toggleMark() {
    keepRange()
    guard let id = contents.current?.id else { return }
    if navigation.place.marks.remove(id) == nil { navigation.place.marks.insert(id) }
    moveCursor(by: 1)
  }

  /// Begins a range at the cursor, or keeps the one that was begun.
  func toggleRange() {
    if navigation.place.rangeStart != nil {
      keepRange()
    } else {
      navigation.place.rangeStart = contents.current?.id
    }
  }

  /// Marks every article of the list, or none when all are marked.
  func toggleAllMarks() {
    let list = contents
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

  func keepRange() {
    navigation.place.marks = marked
    navigation.place.rangeStart = nil
  }
}
