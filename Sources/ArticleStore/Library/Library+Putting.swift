package import ReadingList
import Platform
import Synchronization

extension Library {
  /// The most articles that are put into a library together.
  package static let maxBatch = WriteBatch.limit

  /// Puts articles into the library with their texts; those that it has already take over what is new.
  ///
  /// All is durable when this returns, and each article is there with its text or not at all. Putting the
  /// same again changes nothing.
  /// - Parameters:
  ///   - incoming: `maxBatch` at most.
  ///   - moment: when.
  ///   - isPassing: whether more are about to come; after the last, `snapshot` is to be asked for.
  ///   - receipt: is told what reverting takes back.
  /// - Returns: what became of each, in order.
  /// - Throws: when nothing may be written at all.
  package func put(
    _ incoming: [IncomingArticle],
    at moment: Timestamp,
    isPassing: Bool = false,
    into receipt: inout ChangeReceipt
  ) throws(StoreError) -> [ImportPlan.Place] {
    try holdingLock { () throws(StoreError) in
      _ = currentList(isPassing: isPassing)
      var plan = resolve(incoming, merges: true, at: moment)
      write(&plan, noting: &receipt)
      return plan.outcomes
    }
  }

  /// What would become of articles that were put, without writing anything.
  package func preview(_ incoming: [IncomingArticle], at moment: Timestamp) -> [ImportPlan.Place] {
    _ = currentList(isPassing: true)
    return resolve(incoming, merges: true, at: moment).outcomes
  }

  /// Finds out which articles incoming are, and what they are to become.
  func resolve(_ incoming: [IncomingArticle], merges: Bool, at moment: Timestamp) -> ImportPlan {
    // Reading is most of the work where the articles are there already.
    let threads = incoming.count < WriteBatch.minCount ? 1 : nil
    let repeated = merges ? ImportPlan.repeated(incoming) : []
    let list = merges ? index.withLock(\.snapshot) : nil
    let found = Parallel.map(incoming.count, threads: threads) { index in
      // What occurs again here is put together with what it is one with.
      let isAlone = repeated.isDisjoint(with: incoming[index].keys)
      let held = isAlone ? list.flatMap { self.held(incoming[index], in: $0) } : nil
      let record = Result { () throws(StoreError) in
        held == nil ? try self.recordToChange(incoming[index].article.id) : nil
      }
      return (held: held, record: record)
    }
    var plan = ImportPlan()
    for (arrival, (held, record)) in zip(incoming, found) {
      if plan.takeAgain(arrival, merges: merges, at: moment) { continue }
      if let held {
        plan.add(.init(before: held, after: held))
        continue
      }
      do throws(StoreError) {
        let own = try record.get()
        let saved: Article?
        if arrival.record == nil {
          saved = try existing(arrival.article, own: own)
        } else {
          if own?.isNewer == true { throw .newer(paths.record(arrival.article.id)) }
          saved = own?.article
        }
        plan.take(
          arrival,
          saved: saved,
          own: own,
          lacksText: saved != nil && arrival.record != nil && arrival.body != nil
            && files.isMissing(paths.body(arrival.article.id)),
          merges: merges,
          at: moment
        )
      } catch {
        plan.add(.init(after: arrival.article, failure: error))
      }
    }
    return plan
  }

  /// What the list says of the article that has all of an arrival, so that its record need not be read; nil
  /// where that is not sure, or the record is no longer the one that the list was made of.
  private func held(_ arrival: IncomingArticle, in list: LibrarySnapshot) -> Article? {
    let id = arrival.article.id
    guard let (summary, stamp) = list.known(id), stamp != 0,
      let article = arrival.held(by: summary),
      let status = try? files.status(paths.record(id)), FileStamp.of(status) == stamp
    else { return nil }
    return article
  }

  /// Writes what incoming have become, and tells the index.
  func write(_ plan: inout ImportPlan, noting receipt: inout ChangeReceipt) {
    let places = plan.places
    let changed = places.indices.filter { places[$0].isChanged }
    let count = changed.reduce(0) { $0 + (places[$1].body == nil ? 1 : 2) }
    var batch = WriteBatch(files: files, root: paths.articles, count: count)
    let look = index.withLock(\.looks)
    let stager = batch.stager
    // Few are written one after another, in order.
    let staged = Parallel.map(
      changed.count,
      threads: changed.count < WriteBatch.minCount ? 1 : nil
    ) { index in
      Result { () throws(StoreError) in try self.stage(places[changed[index]], with: stager) }
    }
    for (index, file) in zip(changed, staged) {
      do throws(StoreError) { batch.take(try file.get()) } catch {
        plan.places[index].failure = error
      }
    }
    var traces = WriteBatch.Traces()
    let failures = batch.commit(leaving: &traces)
    var written: [Article] = []
    for index in changed {
      let place = places[index]
      let id = place.after.id
      if !failures.isEmpty, let failure = failures[paths.record(id)] {
        plan.places[index].failure = StoreError(failure)
        // A text without a record is nobody's.
        if place.before == nil, place.body != nil, !failure.isInPlace {
          try? files.remove(paths.body(id))
        }
      }
      guard plan.places[index].failure?.isInPlace ?? true else { continue }
      written.append(place.after)
      if let before = place.before {
        receipt.note(before, place.after)
      } else {
        receipt.note(id, ArticleDifference([.deleted(true)]))
      }
    }
    note(written, traces, since: look, isCurrent: true)
  }

  /// Stages the files of an article: the text first, since a record must never promise one that is not there.
  private func stage(
    _ place: ImportPlan.Place,
    with stager: WriteBatch.Stager
  ) throws(StoreError) -> WriteBatch.Staged {
    let id = place.after.id
    let isMade = place.bytes == nil && place.before != nil
    let current = isMade ? try recordToChange(id) : place.own
    if let current, current.isNewer { throw .newer(paths.record(id)) }
    let bytes = place.bytes ?? Record.bytes(of: place.after, over: current)
    do throws(SystemFailure) {
      let path = paths.record(id)
      let read = isMade ? current?.file : place.read
      guard let body = place.body else {
        return try stager.stage(bytes, of: id, at: path, over: read)
      }
      let text = try stager.stage(Array(body.utf8), at: paths.body(id))
      do throws(SystemFailure) {
        return try stager.stage(bytes, of: id, at: path, over: read).following(text)
      } catch {
        text.discard()
        throw error
      }
    } catch {
      throw StoreError(error)
    }
  }

  /// Keeps that articles were purged in another library where nothing is known of them here.
  ///
  /// - Parameters:
  ///   - records: the files of their records.
  ///   - isDry: whether nothing is written.
  /// - Returns: how many of them are new; those that say no such thing are left out.
  /// - Throws: when they cannot be written.
  package func putPurged(_ records: [String], isDry: Bool = false) throws(StoreError) -> Int {
    var files: [ArticleID: [UInt8]] = [:]
    for text in records {
      let bytes = Array(text.utf8)
      guard let id = (try? JSON(parsing: bytes))?["id"]?.string.flatMap({ ArticleID(text: $0) }),
        let record = try? Record(bytes, id: id), record.article == nil, !record.isNewer,
        (try? self.files.status(paths.record(id))) == nil
      else { continue }
      files[id] = bytes
    }
    guard !isDry, !files.isEmpty else { return files.count }
    return try holdingLock { () throws(StoreError) in
      var batch = WriteBatch(files: self.files, root: paths.articles, count: files.count)
      do throws(SystemFailure) {
        for (id, bytes) in files where try self.files.status(paths.record(id)) == nil {
          try batch.stage(bytes, of: id, at: paths.record(id), over: nil)
        }
        if let failure = batch.commit().values.first { throw failure }
      } catch { throw StoreError(error) }
      return files.count
    }
  }

  /// The text of the record of an article that was purged, byte for byte; nil where there is none.
  ///
  /// - Throws: `damaged` when its record cannot be understood.
  package func purgedRecord(_ id: ArticleID) throws(StoreError) -> String? {
    guard let (record, bytes) = try recordWithBytes(id), record.article == nil else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
