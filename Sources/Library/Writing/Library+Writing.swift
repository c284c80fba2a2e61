import Platform
package import ReadingList
import Synchronization

extension Library {
  /// Changes articles in one transaction, under the library's lock.
  ///
  /// - Parameters:
  ///   - ids: articles that the body will ask for.
  ///   - moment: when.
  ///   - isCurrent: whether the list is brought up to date first, so that addresses are found in it.
  ///   - body: says what is to change; nothing is written before it returns, and nothing where it throws.
  /// - Returns: the body's result and that of the transaction; everything but the failures is durable.
  /// - Throws: `readOnly` when nothing may be written, else what the body throws.
  @discardableResult
  package func write<Value>(
    _ ids: [ArticleID] = [], at moment: Timestamp, isCurrent: Bool = false,
    _ body: (inout Transaction) throws(StoreError) -> Value
  ) throws(StoreError) -> (value: Value, receipt: ChangeReceipt) {
    try holdingLock { () throws(StoreError) in
      let isMany = ids.count >= WriteBatch.minCount
      if isCurrent || isMany { _ = currentList(isPassing: true) }
      let name: String
      do throws(StoreError) { name = try machine.establish() } catch {
        var failure = error
        failure.isInPlace = false
        throw failure
      }
      var transaction = Transaction(self, machine: name, at: moment)
      transaction.load(ids)
      let value = try body(&transaction)
      return (value, commit(transaction, as: name))
    }
  }

  /// Runs `body` while no other writer of this machine can.
  ///
  /// - Throws: `readOnly`, an error of the lock, or the error of `body`.
  func holdingLock<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
    if let readOnly { throw readOnly }
    let lock = try self.lock()
    let value = try body()
    lock.release()
    return value
  }

  /// Waits for the right to write under this machine's name, and acquires it.
  ///
  /// It locks the library's directory: a syncer could replace a file, which would split the lock, and
  /// copy it to other machines. Where directories cannot be locked, as on NFS, it locks a file in the
  /// state directory.
  ///
  /// - Throws: the error of `timedOut` if another holder keeps it for long.
  private func lock() throws(StoreError) -> FileLock {
    try files.check(.lock, directory)
    let descriptor: Int32
    do throws(StoreError) { descriptor = try files.open(directory, .directory) } catch {
      guard error.cause == .notFound else { throw error }
      throw StoreError(.lock, directory, .notFound)
    }
    do throws(SystemError) {
      do throws(SystemError) { return try FileLock(descriptor: descriptor) } catch {
        guard error != .timedOut else { throw error }
        return try FileLock(state + "/lock")
      }
    } catch { throw StoreError(.lock, directory, error) }
  }

  /// Writes a transaction: for each article first its text, then its record.
  private func commit(_ transaction: Transaction, as name: String) -> ChangeReceipt {
    var receipt = ChangeReceipt()
    let ids = transaction.order
    guard !ids.isEmpty else { return receipt }
    let isMany = ids.count >= WriteBatch.minCount
    var batch = WriteBatch(files: files, paths: paths, count: ids.count)
    let stager = batch.stager
    let staged = Parallel.map(ids.count) { index in
      Result { () throws(StoreError) in
        let id = ids[index]
        guard let change = transaction.pending[id] else { return [WriteBatch.Staged]() }
        return try self.stage(change, of: id, as: name, with: stager)
      }
    }
    var chains: [ArticleID] = []
    var failures: [ArticleID: StoreError] = [:]
    for (id, result) in zip(ids, staged) {
      do throws(StoreError) {
        batch.take(try result.get())
        chains.append(id)
      } catch { failures[id] = error }
    }
    for (place, failure) in batch.commit() { failures[chains[place]] = failure }
    var stamps: [ArticleID: UInt64] = [:]
    var purged: [ArticleID] = []
    for id in chains where failures[id]?.isInPlace ?? true {
      if isMany {
        let status = (try? files.status(paths.record(id, of: name))).flatMap(\.self)
        stamps[id] = status.map { FileStamp.of($0) } ?? 0
      }
      if transaction.pending[id]?.isPurge == true {
        purged.append(id)
        receipt.note(id, [:])
      } else if let difference = transaction.difference(of: id) {
        receipt.note(id, difference)
      }
      for copy in transaction.pending[id]?.copies ?? [] {
        try? files.remove("\(paths.articles)/\(id.shard)/\(copy)")
      }
    }
    if isMany { note(transaction, stamps, as: name) }
    if !purged.isEmpty {
      for (id, error) in sweep(purged) { failures[id] = failures[id] ?? error }
    }
    receipt.failures = ids.compactMap { id in
      failures[id].map { ChangeReceipt.Failure(id: id, error: $0) }
    }
    return receipt
  }

  private func stage(
    _ change: Transaction.Pending, of id: ArticleID, as name: String, with stager: WriteBatch.Stager
  ) throws(StoreError) -> [WriteBatch.Staged] {
    var chain: [WriteBatch.Staged] = []
    do throws(StoreError) {
      if let text = change.text {
        let path = paths.text(id, hash: text.hash)
        // A text never changes, but a damaged one is written again.
        if try files.read(path) != text.bytes {
          chain.append(try stager.stage(text.bytes, at: path))
        }
      }
      // This machine may have nothing to say about the article whose text it gives.
      if !change.own.entries.isEmpty {
        let (bytes, path) = (change.own.bytes(of: id), paths.record(id, of: name))
        guard bytes.count <= RecordReader.maxSize else {
          throw .damagedRecord(path, "its record would be larger than 32 MiB")
        }
        chain.append(try stager.stage(bytes, at: path))
      }
      return chain
    } catch {
      for file in chain { file.discard() }
      throw error
    }
  }

  /// Adds the written rows to the list; for bulk writes only, since few changes are found quickly.
  private func note(
    _ transaction: Transaction, _ stamps: [ArticleID: UInt64], as name: String
  ) {
    var transaction = transaction
    let key = index.withLock(\.key)
    var entries: [IndexEntry] = []
    for (id, own) in stamps {
      // Rows of merged articles are left to the next listing.
      guard let versions = try? transaction.versions(id), versions.relatedIDs.isEmpty else {
        return
      }
      let record = LibraryPaths.name(ofRecord: id, of: name)
      let others = versions.files.filter { $0.name != record }.map { file in
        file.status.map { FileStamp.of($0) } ?? 0
      }
      let stamp = own == 0 ? 0 : FileStamp.of(others + [own])
      entries.append(IndexEntry(versions, stamp: stamp, key: key))
    }
    let directories = Set(stamps.keys.map { paths.shard($0.shardNumber) })
    index.withLock { $0.note(entries, current: directories) }
  }
}
