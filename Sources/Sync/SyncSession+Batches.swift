import ArticleStore
import ReadingList

// A batch.
extension SyncSession {
  /// What one side has of a batch while it goes on.
  private struct Batch {
    var articles: ArraySlice<SyncArticle>
    var records: [ArticleID: IncomingRecord] = [:]
    /// Whose texts are asked for.
    var wants: [ArticleID] = []
    var changedHere: Set<ArticleID> = []
    var failures: [SyncReport.Failure] = []
  }

  mutating func exchange(_ articles: ArraySlice<SyncArticle>) throws(SyncProblem) {
    var batch = Batch(articles: articles)
    let changedThere: Set<ArticleID>
    if isFirst {
      try sendRecords(&batch)
      try receiveRecords(&batch)
      let theirWants = try receiveWants(batch)
      try sendTexts(theirWants, &batch)
      try sendWants(&batch)
      try receiveTexts(&batch)
      changedThere = try receiveDone(batch)
      try sendDone(batch)
    } else {
      try receiveRecords(&batch)
      try sendRecords(&batch)
      try sendWants(&batch)
      try receiveTexts(&batch)
      let theirWants = try receiveWants(batch)
      try sendTexts(theirWants, &batch)
      try sendDone(batch)
      changedThere = try receiveDone(batch)
    }
    let both = batch.changedHere.intersection(changedThere).count
    report.merged += both
    report.received += batch.changedHere.count - both
    report.sent += changedThere.count - both
    for failure in batch.failures { report.note(failure.name, failure.message) }
  }

  private func sendRecords(_ batch: inout Batch) throws(SyncProblem) {
    for article in batch.articles where article.recordsDiffer {
      guard let mine = article.mine else { continue }
      var out: [UInt8] = []
      mine.id.append(to: &out)
      // One that cannot be read now, or has grown, waits for the next time.
      do throws(StoreError) {
        if let bytes = try library?.recordBytes(mine.id),
          bytes.count <= Int(mine.size) + Self.slack
        {
          out += bytes
        }
      } catch {
        batch.failures.append(.init(name: mine.id.text, message: "not sent: \(error.reason)"))
      }
      try channel.send(.record, out)
    }
  }

  private func receiveRecords(_ batch: inout Batch) throws(SyncProblem) {
    for article in batch.articles where article.recordsDiffer {
      guard let theirs = article.theirs else { continue }
      let limit = Int(theirs.size) + Self.slack + 10
      let bytes = try channel.receive(.record, limit: limit)
      guard bytes.count >= 10, ArticleID(bytes: bytes[..<10]) == theirs.id else {
        throw .illFormed("a record that is not due")
      }
      guard bytes.count > 10 else { continue }
      do throws(StoreError) {
        let record = try IncomingRecord(Array(bytes[10...]), id: theirs.id, now: now)
        // What goes for good was counted by the list.
        guard theirs.isPurged || !record.isPurged else {
          throw StoreError(.io, "it was purged meanwhile")
        }
        batch.records[theirs.id] = record
      } catch {
        batch.failures.append(.init(name: theirs.id.text, message: "not taken: \(error.reason)"))
      }
    }
  }

  private func sendWants(_ batch: inout Batch) throws(SyncProblem) {
    var out: [UInt8] = []
    if let library, !options.isDry {
      for article in batch.articles where article.theirs != nil {
        guard batch.records[article.id] != nil || article.mine?.lacksText == true,
          library.wantedText(article.id, after: batch.records[article.id]) != nil
        else { continue }
        batch.wants.append(article.id)
        article.id.append(to: &out)
      }
    }
    try channel.send(.wants, out)
  }

  private func receiveWants(_ batch: Batch) throws(SyncProblem) -> [ArticleID] {
    let bytes = try channel.receive(.wants, limit: batch.articles.count * 10)
    guard bytes.count % 10 == 0 else { throw .illFormed("wants that are cut off") }
    var reader = MessageReader(bytes)
    var ids: [ArticleID] = []
    var rest = batch.articles
    while !reader.isAtEnd {
      let id = reader.id()
      rest = rest.drop { $0.id < id }
      guard rest.first?.id == id else { throw .illFormed("a wanted text that is not due") }
      rest = rest.dropFirst()
      ids.append(id)
    }
    return ids
  }

  private func sendTexts(_ ids: [ArticleID], _ batch: inout Batch) throws(SyncProblem) {
    for id in ids {
      var out: [UInt8] = []
      id.append(to: &out)
      do throws(StoreError) {
        if let bytes = try library?.textBytes(id) { out += bytes }
      } catch {
        batch.failures.append(.init(name: id.text, message: "text not sent: \(error.reason)"))
      }
      try channel.send(.text, out)
    }
  }

  /// Receives the texts that are wanted and writes what has all of its own, some megabytes at a time.
  private func receiveTexts(_ batch: inout Batch) throws(SyncProblem) {
    let wanted = Set(batch.wants)
    var held = batch.articles
      .filter { !wanted.contains($0.id) }
      .compactMap { batch.records[$0.id] }
      .map { Arrival(id: $0.id, record: $0) }
    var size = 0
    for id in batch.wants {
      let bytes = try channel.receive(.text, limit: IncomingText.maxSize + 10)
      guard bytes.count >= 10, ArticleID(bytes: bytes[..<10]) == id else {
        throw .illFormed("a text that is not due")
      }
      let text = bytes.count > 10 ? IncomingText(Array(bytes[10...])) : nil
      // A text that is not the one that is meant counts as none; it may come from elsewhere.
      held.append(Arrival(id: id, record: batch.records[id], text: text))
      size += bytes.count
      if size >= Self.maxHeld {
        try take(held, &batch)
        (held, size) = ([], 0)
      }
    }
    try take(held, &batch)
  }

  private func take(_ arrivals: [Arrival], _ batch: inout Batch) throws(SyncProblem) {
    guard !arrivals.isEmpty else { return }
    guard let library else {
      // Nothing is made in a trial.
      batch.changedHere.formUnion(arrivals.map(\.id))
      return
    }
    do throws(StoreError) {
      for taken in try library.take(arrivals, isDry: options.isDry) {
        if taken.isChanged { batch.changedHere.insert(taken.id) }
        if let failure = taken.failure {
          batch.failures.append(.init(name: taken.id.text, message: failure.reason))
        }
      }
    } catch { throw SyncProblem(error) }
  }

  /// Tells the other side what changed here and what failed.
  private func sendDone(_ batch: Batch) throws(SyncProblem) {
    let json = JSON.object([
      .init("changed", .array(batch.changedHere.sorted().map { .string($0.text) })),
      .init("failed", .int(batch.failures.count)),
    ])
    try channel.send(.done, Array(json.compact.utf8))
  }

  private mutating func receiveDone(_ batch: Batch) throws(SyncProblem) -> Set<ArticleID> {
    let bytes = try channel.receive(.done, limit: 64 * Self.maxBatch)
    guard let json = try? JSON(parsing: bytes), let changed = json["changed"]?.array,
      let failed = json["failed"]?.int, (0...2 * Self.maxBatch).contains(failed)
    else { throw .illFormed("an end of a batch") }
    report.noteFailures(there: failed)
    let ids = Set(batch.articles.map(\.id))
    return Set(
      changed.compactMap { $0.string.flatMap { ArticleID(text: $0) } }.filter(ids.contains)
    )
  }
}
