/// The arithmetic of a cursor in a list that scrolls.
package struct ListCursor: Hashable, Sendable {
  /// Index of the item under the cursor.
  package private(set) var cursor: Int
  /// Index of the first visible item.
  package private(set) var offset: Int

  /// Starts at an item.
  package init(cursor: Int = 0, offset: Int = 0) {
    self.cursor = max(0, cursor)
    self.offset = max(0, offset)
  }

  /// Moves by items, staying among `count`.
  package mutating func move(by step: Int, count: Int) {
    let (next, overflow) = cursor.addingReportingOverflow(step)
    cursor = min(max(0, overflow ? (step < 0 ? 0 : count) : next), max(0, count - 1))
  }

  /// Scrolls so that the cursor is among `height` visible items, with `margin` items around it where
  /// there are any, and no empty space is left at the end.
  ///
  /// What is under the cursor may take several, its `length`, of
  /// which as many are shown as there is room for.
  package mutating func settle(count: Int, height: Int, margin: Int = 0, length: Int = 1) {
    cursor = min(cursor, max(0, count - 1))
    let margin = min(margin, max(0, (height - 1) / 2))
    offset = max(offset, cursor + margin + max(1, length) - height)
    offset = min(offset, max(0, cursor - (length > 1 && length + margin > height ? 0 : margin)))
    offset = min(max(0, offset), max(0, count - height))
  }
}
