import ReadingList

extension SyncSession {
  /// A wanted text, by the first 16 digits of its hash.
  private typealias Want = (id: ArticleID, hash: String)

  /// The state of a batch on a side.
  private struct Batch {
    var articles: ArraySlice<SyncArticle>
    var records: [IncomingRecord] = []
    var wants: [Want] = []
    var changedHere: Set<ArticleID> = []
    var failures: [SyncReport.Failure] = []
  }

  mutating func exchange(_ articles: ArraySlice<SyncArticle>) throws(StoreError) {
    var batch = Batch(articles: articles)
    let changedThere: Set<ArticleID>
    if isFirst {
      try sendRecords(&batch)
      try receiveRecords(&batch)
      let theirWants = try receiveWants()
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
      let theirWants = try receiveWants()
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

  private func sendRecords(_ batch: inout Batch) throws(StoreError) {
    for article in batch.articles {
      for entry in article.mine {
        var out: [UInt8] = [UInt8(entry.name.utf8.count)] + Array(entry.name.utf8)
        // A record that cannot be read now, or has grown, is left for the next sync.
        do throws(StoreError) {
          if let bytes = try library?.recordBytes(entry.id, named: entry.name),
            bytes.count <= Int(entry.size) + Self.slack
          {
            out += bytes
          }
        } catch {
          let message = "not sent: \(error.reason)"
          batch.failures.append(.init(name: entry.id.text, message: message))
        }
        try channel.send(.record, out)
      }
    }
  }

  private mutating func receiveRecords(_ batch: inout Batch) throws(StoreError) {
    for article in batch.articles {
      for entry in article.theirs {
        let head = [UInt8(entry.name.utf8.count)] + Array(entry.name.utf8)
        let limit = Int(entry.size) + Self.slack + head.count
        let bytes = try channel.receive(.record, limit: limit)
        guard bytes.starts(with: head) else { throw .illFormed("a record that is not due") }
        guard bytes.count > head.count else { continue }
        do throws(StoreError) {
          let record = try IncomingRecord(
            Array(bytes[head.count...]), named: entry.name, id: entry.id)
          // The list that was checked may have said less than the records do.
          if try library?.isPurged(by: record) == true, losses.insert(record.id).inserted,
            losses.count > mostLosses
          {
            throw StoreError(
              .io, "it was deleted permanently elsewhere; --yes deletes it here, too")
          }
          batch.records.append(record)
        } catch {
          let message = "not taken: \(error.reason)"
          batch.failures.append(.init(name: entry.id.text, message: message))
        }
      }
    }
  }

  /// Max wanted texts of an article, and max bytes of each on the wire.
  private static let maxTexts = 64, wantSize = 50

  private func sendWants(_ batch: inout Batch) throws(StoreError) {
    if let library, !options.isDry {
      let lacking = library.lackingTexts(of: batch.articles.map(\.id), after: batch.records)
      batch.wants = Array(lacking.prefix(batch.articles.count * Self.maxTexts))
    }
    let names = batch.wants.map { LibraryPaths.name(ofText: $0.id, hash: $0.hash) }
    try channel.send(.wants, Array(names.joined(separator: " ").utf8))
  }

  private func receiveWants() throws(StoreError) -> [Want] {
    let limit = Self.maxBatch * Self.maxTexts * Self.wantSize
    let bytes = try channel.receive(.wants, limit: limit)
    return try bytes.split(separator: 0x20).map { name throws(StoreError) -> Want in
      guard let want = LibraryPaths.text(named: String(decoding: name, as: UTF8.self)) else {
        throw .illFormed("a request for something that is not a text")
      }
      return want
    }
  }

  private func sendTexts(_ wants: [Want], _ batch: inout Batch) throws(StoreError) {
    for want in wants {
      var out: [UInt8] = []
      do throws(StoreError) { out = try library?.textBytes(want.id, hash: want.hash) ?? [] } catch {
        let message = "text not sent: \(error.reason)"
        batch.failures.append(.init(name: want.id.text, message: message))
      }
      try channel.send(.text, out)
    }
  }

  /// Receives the wanted texts and saves them, a few megabytes at a time, before the records.
  private func receiveTexts(_ batch: inout Batch) throws(StoreError) {
    var held: [(id: ArticleID, hash: String, bytes: [UInt8])] = []
    var size = 0
    for want in batch.wants {
      let bytes = try channel.receive(.text, limit: Library.maxTextSize)
      // A text with another hash counts as absent; the right one may come from elsewhere.
      guard !bytes.isEmpty, SHA256.hex(of: bytes).hasPrefix(want.hash),
        String(validating: bytes, as: UTF8.self) != nil
      else { continue }
      held.append((want.id, want.hash, bytes))
      size += bytes.count
      if size >= Self.maxHeld {
        try take([], held, &batch)
        (held, size) = ([], 0)
      }
    }
    try take(batch.records, held, &batch)
  }

  private func take(
    _ records: [IncomingRecord], _ texts: [(id: ArticleID, hash: String, bytes: [UInt8])],
    _ batch: inout Batch
  ) throws(StoreError) {
    guard let library else {
      // A dry run makes no library.
      batch.changedHere.formUnion(records.map(\.id))
      return
    }
    for taken in try library.take(records, texts: texts, isDry: options.isDry) {
      if taken.isChanged { batch.changedHere.insert(taken.id) }
      if let failure = taken.failure {
        batch.failures.append(.init(name: taken.id.text, message: failure.reason))
      }
    }
  }

  /// Sends the changed articles and the number of failures.
  private func sendDone(_ batch: Batch) throws(StoreError) {
    let json = JSON.object([
      .init("changed", .array(batch.changedHere.sorted().map { .string($0.text) })),
      .init("failed", .int(batch.failures.count)),
    ])
    try channel.send(.done, Array(json.compact.utf8))
  }

  private mutating func receiveDone(_ batch: Batch) throws(StoreError) -> Set<ArticleID> {
    let bytes = try channel.receive(.done, limit: 64 * Self.maxBatch)
    guard let json = try? JSON(parsing: bytes), let changed = json["changed"]?.array,
      let failed = json["failed"]?.int, (0...64 * Self.maxBatch).contains(failed)
    else { throw .illFormed("an end of a batch") }
    // The other side sends only their number.
    report.failuresThere += failed
    report.failureCount += failed
    let ids = Set(batch.articles.map(\.id))
    return Set(
      changed.compactMap { $0.string.flatMap { ArticleID(text: $0) } }.filter(ids.contains))
  }
}
