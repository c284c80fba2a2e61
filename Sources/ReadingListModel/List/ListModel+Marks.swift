import ArticleStore
import ReadingList

extension ListModel {
  /// What is marked of the list on screen and in the library, the range to the cursor included.
  package var marked: Set<Navigation.Item> {
    let list = contents
    return navigation.place.marks.union((markedRange ?? 0..<0).compactMap { list.item(at: $0) })
  }

  /// How many these are.
  package var markedCount: Int {
    let marks = navigation.place.marks
    guard let range = markedRange else { return marks.count }
    guard !marks.isEmpty else { return range.count }
    let list = contents
    return marks.count + range.count { list.item(at: $0).map { !marks.contains($0) } ?? false }
  }

  /// Whether what a row of the list is about is one of them, for each row asked.
  package var isMarked: (Int) -> Bool {
    let (range, marks, list) = (markedRange, navigation.place.marks, contents)
    return { index in
      if let range, range.contains(index) { return true }
      return !marks.isEmpty && list.item(at: index).map(marks.contains) ?? false
    }
  }

  /// The rows from where a range was begun to the cursor.
  private var markedRange: Range<Int>? {
    guard let start = navigation.place.rangeStart.flatMap({ contents.index(of: $0) }) else {
      return nil
    }
    return min(start, contents.cursor)..<max(start, contents.cursor) + 1
  }

  /// The highlights that are marked on the list of highlights, in its order, else the one under its cursor.
  package var highlightTargets: [Navigation.Item] {
    let list = contents
    let rows = isMarking ? list.rows.indices.filter(isMarked) : [list.cursor]
    return rows.compactMap { list.item(at: $0) }.filter { $0.highlight != nil }
  }

  /// Whether what is done next is done to what is marked.
  package var isMarking: Bool {
    !navigation.place.marks.isEmpty || navigation.place.rangeStart != nil
  }

  /// Whether a range follows the cursor.
  package var isMarkingRange: Bool { navigation.place.rangeStart != nil }

  /// Marks what is under the cursor, or takes its mark away, and moves on.
  func toggleMark() {
    keepRange()
    guard let item = contents.item(at: contents.cursor) else { return }
    if navigation.place.marks.remove(item) == nil { navigation.place.marks.insert(item) }
    moveCursor(by: 1)
  }

  /// Begins a range at the cursor, or keeps the one that was begun.
  func toggleRange() {
    if navigation.place.rangeStart != nil {
      keepRange()
    } else {
      navigation.place.rangeStart = contents.item(at: contents.cursor)
    }
  }

  /// Marks every row of the list, or none when all are marked.
  func toggleAllMarks() {
    let list = contents
    let all = Set(list.rows.indices.compactMap { list.item(at: $0) })
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
