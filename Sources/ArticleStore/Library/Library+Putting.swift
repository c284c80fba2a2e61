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
  ) throws(StoreError) -> [Arrived] {
    try holdingLock { () throws(StoreError) in
      _ = currentList(isPassing: isPassing)
      var places = resolve(incoming, merges: true, at: moment)
      write(&places, noting: &receipt)
      return places.outcomes
    }
  }

  /// What would become of articles that were put, without writing anything.
  package func preview(_ incoming: [IncomingArticle], at moment: Timestamp) -> [Arrived] {
    _ = currentList(isPassing: true)
    return resolve(incoming, merges: true, at: moment).outcomes
  }

  /// Finds out which articles incoming are, and what they are to become.
  func resolve(_ incoming: [IncomingArticle], merges: Bool, at moment: Timestamp) -> ImportPlan {
    // Reading is most of the work where the articles are there already.
    let threads = incoming.count < WriteBatch.minCount ? 1 : nil
    let keys = Parallel.map(incoming.count, threads: threads) {
      ImportPlan.keys(of: incoming[$0].article)
    }
    let repeated = merges ? ImportPlan.repeated(keys) : []
    let list = merges ? index.withLock(\.snapshot) : nil
    let found = Parallel.map(incoming.count, threads: threads) { index in
      // What occurs again here is put together with what it is one with.
      let isAlone = repeated.isDisjoint(with: keys[index])
      let held = isAlone ? list.flatMap { self.held(incoming[index], in: $0) } : nil
      let record = Result { () throws(StoreError) in
        held == nil ? try self.record(incoming[index].article.id) : nil
      }
      return (held: held, record: record)
    }
    var places = ImportPlan()
    for ((arrival, keys), (held, record)) in zip(zip(incoming, keys), found) {
      if places.takeAgain(arrival, keys, merges: merges, at: moment) { continue }
      if let held {
        places.skip(held)
        continue
      }
      do throws(StoreError) {
        let own = try record.get()
        let saved = try existing(arrival.article, own: own)
        places.take(arrival, keys, saved: saved, own: own, merges: merges, at: moment)
      } catch {
        places.fail(arrival, error)
      }
    }
    return places
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
  func write(_ places: inout ImportPlan, noting receipt: inout ChangeReceipt) {
    let changed = places.changed
    let count = changed.reduce(0) { $0 + ($1.body == nil ? 1 : 2) }
    var batch = WriteBatch(files: files, root: paths.articles, count: count)
    let look = index.withLock(\.looks)
    let stager = batch.stager
    // Few are written one after another, in order.
    let staged = Parallel.map(
      changed.count,
      threads: changed.count < WriteBatch.minCount ? 1 : nil
    ) { index in
      Result { () throws(StoreError) in try self.stage(changed[index], with: stager) }
    }
    for (place, file) in zip(changed, staged) {
      do throws(StoreError) { batch.take(try file.get()) } catch {
        places.failures[place.after.id] = error
      }
    }
    var traces = WriteBatch.Traces()
    let failures = batch.commit(leaving: &traces)
    for place in failures.isEmpty ? [] : changed {
      let id = place.after.id
      guard let failure = failures[paths.record(id)] else { continue }
      places.failures[id] = StoreError(failure)
      // A text without a record is nobody's.
      if place.before == nil, place.body != nil, !failure.isInPlace {
        try? files.remove(paths.body(id))
      }
    }
    var written: [Article] = []
    for place in changed where places.failures[place.after.id]?.isInPlace ?? true {
      written.append(place.after)
      if let before = place.before {
        receipt.note(before, place.after)
      } else {
        receipt.note(place.after.id, ArticleDifference([.deleted(true)]))
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
    let current = isMade ? try record(id) : place.own
    if let current, current.isNewer { throw .newer(paths.record(id)) }
    let bytes = place.bytes ?? Record.bytes(of: place.after, over: current)
    do throws(SystemFailure) {
      guard let body = place.body else { return try stager.stage(bytes, at: paths.record(id)) }
      let text = try stager.stage(Array(body.utf8), at: paths.body(id))
      do throws(SystemFailure) {
        return try stager.stage(bytes, at: paths.record(id)).following(text)
      } catch {
        text.discard()
        throw error
      }
    } catch {
      throw StoreError(error)
    }
  }
}
