import Platform
package import ReadingList
import Synchronization

/// A record that another library sent, checked as far as that goes without the library.
package struct IncomingRecord: Sendable {
  /// Which article it is of.
  package let id: ArticleID
  /// Whether it is what stays of a purged article.
  package let isPurged: Bool
  let record: Record
  let bytes: [UInt8]

  /// The largest record that is taken, in bytes.
  package static let maxSize = Record.maxSize

  /// Checks the bytes of a record.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - id: the id that it was sent for.
  ///   - moment: now; a stamp of a person's change a hundred years ahead is taken for a fault.
  /// - Throws: `damaged` or `newerFormat`, saying what is wrong with it.
  package init(_ bytes: [UInt8], id: ArticleID, now moment: Timestamp) throws(StoreError) {
    let name = "The record \(id.text)"
    guard bytes.count <= Record.maxSize else { throw .damagedRecord(name, "it is too large") }
    let found: Record
    do throws(Record.Problem) { found = try Record(bytes, id: id) } catch {
      throw .damagedRecord(name, error.text)
    }
    if found.isNewer { throw .newer(name) }
    let limit = moment.advanced(bySeconds: 100 * 366 * 86_400)
    guard found.stamps.allSatisfy({ $0 <= limit }) else {
      throw .damagedRecord(name, "a time in it is more than a hundred years ahead")
    }
    self.id = id
    record = found
    isPurged = found.article == nil
    self.bytes = found.isConflicted ? Array(found.raw.pretty.utf8) : bytes
  }
}

/// A text that another library sent.
package struct IncomingText: Sendable {
  let bytes: [UInt8]
  let hash: String

  /// The largest text that is taken, in bytes.
  package static let maxSize = 64 << 20

  /// Takes the bytes of a text; nil where they are not UTF-8.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.maxSize, String(validating: bytes, as: UTF8.self) != nil else {
      return nil
    }
    self.bytes = bytes
    hash = SHA256.hex(of: bytes)
  }
}

/// The text that an article lacks.
package enum WantedText: Equatable, Sendable {
  /// The one of this hash.
  case hash(String)
  /// Any, since its record names none.
  case any
}

/// What another library sent of one article: its record, its text or both.
package struct Arrival: Sendable {
  package var id: ArticleID
  package var record: IncomingRecord?
  package var text: IncomingText?

  /// Makes an arrival.
  package init(id: ArticleID, record: IncomingRecord? = nil, text: IncomingText? = nil) {
    self.id = id
    self.record = record
    self.text = text
  }
}

/// What became of an arrival.
package struct Taken: Sendable {
  package var id: ArticleID
  /// Whether something of the article changed here.
  package var isChanged = false
  /// What kept it from being taken; nothing was changed then, unless the error is in place.
  package var failure: StoreError?
}

extension Library {
  /// The bytes of a record as they are sent to another library; nil where there is none.
  ///
  /// - Throws: `damaged` when it cannot be understood, which is nothing to be sent.
  package func recordBytes(_ id: ArticleID) throws(StoreError) -> [UInt8]? {
    guard let (record, bytes) = try recordWithBytes(id) else { return nil }
    return record.isConflicted ? Array(record.raw.pretty.utf8) : bytes
  }

  /// The bytes of an article's text as they are sent to another library; nil where there is none.
  package func textBytes(_ id: ArticleID) throws(StoreError) -> [UInt8]? {
    do throws(SystemFailure) {
      return try files.read(paths.body(id), limit: IncomingText.maxSize)
    } catch { throw StoreError(error) }
  }

  /// The text that an article will lack here once a record of it is taken; nil where it lacks none.
  ///
  /// - Parameters:
  ///   - id: which article.
  ///   - incoming: the record; nil where the one that is here stays.
  /// - Returns: which text to ask for.
  package func wantedText(_ id: ArticleID, after incoming: IncomingRecord?) -> WantedText? {
    guard let own = try? record(id) else {
      return incoming?.record.article.flatMap { wantedText(of: $0, before: nil) }
    }
    guard let incoming else { return own.article.flatMap { wantedText(of: $0, before: nil) } }
    if let here = own.article, let there = incoming.record.article, here.fetch == there.fetch,
      here.bodyHash == there.bodyHash
    {
      // The usual case: merging, which takes longer than all else here, makes no difference.
      return wantedText(of: here, before: here)
    }
    guard let merged = try? Record(Array(own.merged(with: incoming.record).pretty.utf8), id: id)
    else { return nil }
    return merged.article.flatMap { wantedText(of: $0, before: own.article) }
  }

  private func wantedText(of article: Article, before own: Article?) -> WantedText? {
    guard article.fetch.hasText || article.bodyHash != nil else { return nil }
    let path = paths.body(article.id)
    let isThere = (try? files.status(path)).flatMap(\.self)?.isRegular ?? false
    guard let hash = article.bodyHash else { return isThere ? nil : .any }
    guard isThere else { return .hash(hash) }
    if own?.bodyHash == hash { return nil }
    let text = (try? files.read(path)).flatMap(\.self)
    return text.map { SHA256.hex(of: $0) } == hash ? nil : .hash(hash)
  }

  /// Merges what another library sent into this one, as one batch of writes: texts before the records that name
  /// them, and what a purge leaves behind removed after it.
  ///
  /// Each record is read again under the lock. A text counts only where it is the one that the record then names.
  /// - Parameters:
  ///   - arrivals: `maxBatch` at most, no id twice.
  ///   - isDry: whether nothing is written.
  /// - Returns: what became of each, in order.
  /// - Throws: when nothing may be written at all.
  package func take(
    _ arrivals: [Arrival],
    isDry: Bool = false
  ) throws(StoreError) -> [Taken] {
    if isDry {
      return arrivals.map { arrival in
        var taken = Taken(id: arrival.id)
        do throws(StoreError) {
          taken.isChanged = try outcome(of: arrival, Patience()).isChanged
        } catch { taken.failure = error }
        return taken
      }
    }
    return try holdingLock { () throws(StoreError) in
      _ = currentList(isPassing: true)
      return takeLocked(arrivals)
    }
  }

  /// What an arrival makes of an article.
  private struct Outcome {
    var article: Article?
    /// The new bytes of the record; nil where it stays.
    var record: [UInt8]?
    /// The file that this was made of; nil where there was none.
    var read: FileStatus?
    var text: [UInt8]?
    /// Whether the text that may be there is nobody's any more.
    var removesText = false

    var isChanged: Bool { record != nil || text != nil }
  }

  private func outcome(
    of arrival: Arrival,
    _ patience: Patience
  ) throws(StoreError) -> Outcome {
    let own = try recordToChangeWithBytes(arrival.id, patience)
    if own?.record.isNewer == true { throw .newer(paths.record(arrival.id)) }
    var outcome = Outcome(read: own?.record.file)
    var result = own?.record
    if let incoming = arrival.record {
      if let own {
        let bytes = Array(own.record.merged(with: incoming.record).pretty.utf8)
        if bytes != own.bytes {
          outcome.record = bytes
          do throws(Record.Problem) { result = try Record(bytes, id: arrival.id) } catch {
            throw .damagedRecord("What was merged of \(arrival.id.text)", error.text)
          }
        }
      } else {
        outcome.record = incoming.bytes
        result = incoming.record
      }
    }
    outcome.article = result?.article
    if let text = arrival.text, let article = outcome.article,
      let wanted = wantedText(of: article, before: nil),
      wanted == .any || wanted == .hash(text.hash)
    {
      outcome.text = text.bytes
    }
    outcome.removesText =
      outcome.record != nil && result != nil && outcome.article == nil
    return outcome
  }

  private func takeLocked(_ arrivals: [Arrival]) -> [Taken] {
    var batch = WriteBatch(files: files, root: paths.articles, count: arrivals.count * 2)
    let look = index.withLock(\.looks)
    let stager = batch.stager
    let patience = Patience()
    let staged = Parallel.map(
      arrivals.count,
      threads: arrivals.count < WriteBatch.minCount ? 1 : nil
    ) { index in
      Result { () throws(StoreError) in try self.stage(arrivals[index], with: stager, patience) }
    }
    var taken = arrivals.map { Taken(id: $0.id) }
    for (index, result) in staged.enumerated() {
      do throws(StoreError) {
        if let file = try result.get().file { batch.take(file) }
      } catch { taken[index].failure = error }
    }
    var traces = WriteBatch.Traces()
    let failures = batch.commit(leaving: &traces)
    var written: [(id: ArticleID, article: Article?)] = []
    var purged: [ArticleID] = []
    for (index, result) in staged.enumerated() {
      guard case .success((let outcome, let file?)) = result else { continue }
      let id = arrivals[index].id
      let path = outcome.record == nil ? paths.body(id) : paths.record(id)
      _ = file
      if let failure = failures[path] {
        taken[index].failure = StoreError(failure)
        guard failure.isInPlace else { continue }
      }
      taken[index].isChanged = true
      if outcome.record != nil { written.append((id, outcome.article)) }
      guard outcome.removesText else { continue }
      if outcome.article == nil { purged.append(id) }
      do throws(SystemFailure) {
        try files.remove(paths.body(id))
        try removePictures(of: id)
      } catch { taken[index].failure = StoreError(error.inPlace) }
    }
    removeDrawings(of: purged)
    note(written, traces, since: look, isCurrent: true)
    return taken
  }

  private func stage(
    _ arrival: Arrival,
    with stager: WriteBatch.Stager,
    _ patience: Patience
  ) throws(StoreError) -> (outcome: Outcome, file: WriteBatch.Staged?) {
    let outcome = try outcome(of: arrival, patience)
    do throws(SystemFailure) {
      let text = try outcome.text.map { bytes throws(SystemFailure) in
        try stager.stage(bytes, at: paths.body(arrival.id))
      }
      guard let record = outcome.record else { return (outcome, text) }
      do throws(SystemFailure) {
        let file = try stager.stage(
          record,
          of: arrival.id,
          at: paths.record(arrival.id),
          over: outcome.read
        )
        return (outcome, text.map { file.following($0) } ?? file)
      } catch {
        text?.discard()
        throw error
      }
    } catch { throw StoreError(error) }
  }
}

extension Record {
  /// When a person changed something, as far as merging looks at it.
  fileprivate var stamps: [Timestamp] {
    switch content {
    case .tombstone(let purgedAt): [purgedAt] + (later?.stamps ?? [])
    case .article(let article): article.stamps
    }
  }
}

extension Article {
  fileprivate var stamps: [Timestamp] {
    Array(changed.values) + [savedAt] + [fetchedAt, readAt].compactMap(\.self)
      + highlights.flatMap { [$0.createdAt, $0.changedAt] }
  }
}
