import ReadingList

/// What the records of a shard are known to look like, while its files are looked at.
struct KnownRecords {
  private struct Row {
    var id: ArticleID
    /// See `FileStamp`.
    var stamp: UInt64
    var isSeen = false
  }

  private var rows: [Row] = []
  /// The one after the last that was found in order.
  private var next = 0

  /// All of them, in the order by which they are found.
  var ids: [ArticleID] { rows.map(\.id) }

  /// Those that nothing was seen of.
  var unseen: [ArticleID] { rows.compactMap { $0.isSeen ? nil : $0.id } }

  /// Adds one before `sort`.
  mutating func add(_ id: ArticleID, stamp: UInt64) { rows.append(Row(id: id, stamp: stamp)) }

  /// Puts them in the order by which they are found.
  mutating func sort() {
    let isSorted = zip(rows, rows.dropFirst()).allSatisfy { $0.id < $1.id }
    if !isSorted { rows.sort { $0.id < $1.id } }
  }

  /// Whether a file is the one that is known; then it is seen.
  mutating func hasSeen(_ id: ArticleID, as stamp: UInt64) -> Bool {
    guard stamp != 0, let row = row(of: id), rows[row].stamp == stamp else { return false }
    rows[row].isSeen = true
    return true
  }

  /// Something is there that says what becomes of one.
  mutating func see(_ id: ArticleID) { if let row = row(of: id) { rows[row].isSeen = true } }

  private mutating func row(of id: ArticleID) -> Int? {
    // Where names are not read from the directory they are asked for in their order.
    if next < rows.count, rows[next].id == id {
      next += 1
      return next - 1
    }
    let row = rows.partitioningIndex { $0.id >= id }
    return row < rows.count && rows[row].id == id ? row : nil
  }
}
