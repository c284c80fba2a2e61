import ArticleStore
package import ReadingList

extension ReadingListModel {
  /// The marked articles of the list on screen that are in the library, the range to the cursor
  /// included.
  package var marked: Set<ArticleID> {
    let list = list
    var marked = navigation.place.marks
    for index in markedRange ?? 0..<0 { marked.insert(list.snapshot.id(of: list.rows[index])) }
    return marked
  }

  /// How many these are.
  package var markedCount: Int {
    let marks = navigation.place.marks
    guard let range = markedRange else { return marks.count }
    guard !marks.isEmpty else { return range.count }
    let list = list
    return marks.count
      + range.count { !marks.contains(list.snapshot.id(of: list.rows[$0])) }
  }

  /// Whether the article in a row of the list is one of them, for each row asked.
  package var isMarked: (Int) -> Bool {
    let (range, marks, list) = (markedRange, navigation.place.marks, list)
    return { index in
      if let range, range.contains(index) { return true }
      return !marks.isEmpty && list.rows.indices.contains(index)
        && marks.contains(list.snapshot.id(of: list.rows[index]))
    }
  }

  /// The rows from where a range was begun to the cursor.
  private var markedRange: Range<Int>? {
    guard let start = navigation.place.rangeStart.flatMap({ list.index(of: $0) }) else {
      return nil
    }
    return min(start, list.cursor)..<max(start, list.cursor) + 1
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
    let list = list
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

  /// Forgets marks, in whatever list, of articles that another snapshot does not have any more; a range
  /// whose beginning is one of them is kept as marks.
  func forgetMarks(missingIn next: LibrarySnapshot) {
    let before = totalOfMarks
    totalOfMarks = next.counts.total
    guard next.counts.total < before else { return }
    if let start = navigation.place.rangeStart, next.row(of: start) == nil { keepRange() }
    for (view, place) in navigation.places where !place.marks.isEmpty {
      navigation.places[view]?.marks = place.marks.filter { next.row(of: $0) != nil }
    }
  }

  /// What a command is about, fixed when it is given.
  ///
  /// The open article when the reader has the focus, else the marked ones in the list's order, else the
  /// one under the cursor.
  package var targets: [ArticleSummary] {
    if let pinned { return pinned.compactMap { snapshot.row(of: $0).map { snapshot[$0] } } }
    if areMarksMeant {
      let isMarked = isMarked
      return list.rows.indices.filter(isMarked).compactMap { list.summary(at: $0) }
    }
    return target.map { [$0] } ?? []
  }

  /// Whether there are any.
  var hasTarget: Bool {
    if pinned != nil { return !targets.isEmpty }
    return areMarksMeant ? list.rows.indices.contains(where: isMarked) : target != nil
  }

  private var areMarksMeant: Bool { navigation.focus != .reader && isMarking }
}
