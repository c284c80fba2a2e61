import Platform
package import ReadingList
import Synchronization

/// How long one change, or one command, waits for records that are missing, all together.
///
/// Some file syncers move a file away before they put another in its place.
package final class Patience: Sendable {
  /// Milliseconds.
  private static let limit: Int64 = 2000
  private static let pause = 10

  private let end = Atomic<Int64>(0)

  /// Time that begins with the first wait.
  package init() {}

  /// Waits a little; false when it was long enough.
  func wait() -> Bool {
    let now = MonotonicClock.milliseconds()
    let end = end.compareExchange(expected: 0, desired: now + Self.limit, ordering: .relaxed)
    guard now < (end.exchanged ? now + Self.limit : end.original) else { return false }
    SystemThread.sleep(milliseconds: Self.pause)
    return true
  }
}

extension Library {
  /// The record of an id, to be changed; nil when there is none.
  ///
  /// One that the list knows and that is missing is waited for. Where somebody else has written it since the list
  /// was made, it has what this machine wrote into it all the same.
  func recordToChange(
    _ id: ArticleID,
    _ patience: Patience = Patience()
  ) throws(StoreError) -> Record? {
    try recordToChangeWithBytes(id, patience)?.record
  }

  /// The same with the bytes of the file, which may lack what this machine wrote into it.
  func recordToChangeWithBytes(
    _ id: ArticleID,
    _ patience: Patience
  ) throws(StoreError) -> (record: Record, bytes: [UInt8])? {
    let known = index.withLock { $0.snapshot?.stamp(of: id) }
    var found = try recordWithBytes(id)
    if found == nil, known != nil {
      while found == nil, patience.wait() { found = try recordWithBytes(id) }
    }
    guard let (record, bytes) = found else { return nil }
    if let file = record.file, FileStamp.of(file) == known { return (record, bytes) }
    files.written?.refresh()
    return (withOwnChanges(record, bytes) ?? record, bytes)
  }

  /// Whether a record that is missing comes back soon; waited for where the text is there.
  package func awaitRecord(of id: ArticleID, _ patience: Patience = Patience()) -> Bool {
    while hasText(id) {
      if (try? record(id)) != nil { return true }
      guard patience.wait() else { break }
    }
    return false
  }

  /// A record with what this machine wrote into it and it lacks; nil when it lacks nothing.
  private func withOwnChanges(_ record: Record, _ bytes: [UInt8]) -> Record? {
    guard let merged = files.written?.missing(in: record, bytes).flatMap(record.merging),
      var whole = try? Record(merged, id: record.id)
    else { return nil }
    whole.file = record.file
    return whole
  }

  /// Writes what this machine wrote into records again where that is missing; what cannot be done now is found
  /// again when the list is next made.
  func restoreOwnChanges(to ids: Set<ArticleID>) {
    var rest = Array(ids)[...]
    while !rest.isEmpty {
      let some = rest.prefix(WriteBatch.limit)
      rest = rest.dropFirst(WriteBatch.limit)
      try? holdingLock { () throws(StoreError) in
        files.written?.refresh()
        var batch = WriteBatch(files: files, root: paths.articles, count: some.count)
        for id in some {
          guard let (record, bytes) = try? recordWithBytes(id),
            let whole = withOwnChanges(record, bytes)
          else { continue }
          let merged = Array(whole.raw.pretty.utf8)
          try? batch.stage(merged, of: id, at: paths.record(id), over: record.file)
        }
        _ = batch.commit()
      }
    }
  }
}
