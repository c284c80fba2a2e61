import Library
import ReadingList

extension ListModel {
  package var marked: Set<Navigation.Item> {
    let list = contents
    return navigation.place.marks.union((markedRange ?? 0..<0).compactMap { list.item(at: $0) })
  }

  /// Marks that a filter hides do not count.
  package var markedCount: Int {
    let (rows, marked) = (contents.rows, marked)
    if counted?.list != computations || counted?.marked != marked {
      counted = (computations, marked, rows.indices.count(where: isMarked))
    }
    return counted?.count ?? 0
  }

  package var isMarked: (Int) -> Bool {
    let (marked, list) = (marked, contents)
    return { index in list.item(at: index).map(marked.contains) ?? false }
  }

  private var markedRange: Range<Int>? {
    guard let start = navigation.place.rangeStart.flatMap({ contents.index(of: $0) }) else {
      return nil
    }
    return min(start, contents.cursor)..<max(start, contents.cursor) + 1
  }

  /// The marked highlights in the list's order, else the one under the cursor.
  package var highlightTargets: [Navigation.Item] {
    let list = contents
    let rows = isMarking ? list.rows.indices.filter(isMarked) : [list.cursor]
    return rows.compactMap { list.item(at: $0) }.filter { $0.highlight != nil }
  }

  package var isMarking: Bool {
    !navigation.place.marks.isEmpty || navigation.place.rangeStart != nil
  }

  func toggleMark() {
    keepRange()
    guard let item = contents.item(at: contents.cursor) else { return }
    if navigation.place.marks.remove(item) == nil { navigation.place.marks.insert(item) }
    moveCursor(by: 1)
  }

  /// Starts a range at the cursor, or turns the current one into marks.
  func toggleRange() {
    if navigation.place.rangeStart != nil {
      keepRange()
    } else {
      navigation.place.rangeStart = contents.item(at: contents.cursor)
    }
  }

  func toggleAllMarks() {
    let list = contents
    let all = Set(list.rows.indices.compactMap { list.item(at: $0) })
    let before = marked
    clearMarks()
    if before != all { navigation.place.marks = all }
  }

  package func clearMarks() {
    navigation.place.marks = []
    navigation.place.rangeStart = nil
  }

  /// Removes marks of articles missing from another snapshot; a range that starts at one becomes
  /// marks.
  func forgetMissingMarks(in next: LibrarySnapshot) {
    guard isMarking else { return }
    if let start = navigation.place.rangeStart, next.row(of: start.article) == nil { keepRange() }
    navigation.place.marks = navigation.place.marks.filter { next.row(of: $0.article) != nil }
  }

  func keepRange() {
    navigation.place.marks = marked
    navigation.place.rangeStart = nil
  }
}
