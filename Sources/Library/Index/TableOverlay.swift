import ReadingList
import Synchronization

/// The articles that have changed since the list table was written.
///
/// They form a table of their own in memory, built on first use, so that lists treat both alike.
/// Building one of 4,096 rows takes a few milliseconds.
struct TableOverlay: Sendable {
  private typealias Rows = (table: ListTable, hidden: [Int])

  private final class MadeRows: Sendable { let value = Mutex<Rows?>(nil) }

  private(set) var entries: [ArticleID: IndexEntry] = [:]
  private var made = MadeRows()

  var isEmpty: Bool { entries.isEmpty }

  mutating func put(_ changed: [IndexEntry]) {
    for entry in changed { entries[entry.id] = entry }
    made = MadeRows()
  }

  /// Returns the changed articles as a table, and the rows of the main table that they replace.
  func rows(over table: ListTable) -> (table: ListTable, hidden: [Int]) {
    made.value.withLock { made in
      if let made { return made }
      let rows = (
        table: TableWriter(nil, entries.values, key: table.header.key).inMemory(),
        hidden: entries.keys.compactMap { table.row(of: $0) }
      )
      made = rows
      return rows
    }
  }

  /// Returns whether the table still has an article that was purged.
  func hidesPurged(in table: ListTable) -> Bool {
    entries.values.contains { entry in
      entry.kind == .tombstone && table.row(of: entry.id).map { $0 < table.articleCount } ?? false
    }
  }
}
